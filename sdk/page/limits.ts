/** At most `max` calls in any 60 seconds; a call beyond is refused and not counted. */
export function perMinute(max: number, now = () => performance.now()): () => boolean {
  const calls: number[] = []
  return () => {
    const time = now()
    while (calls.length > 0 && (calls[0] as number) <= time - 60_000) calls.shift()
    if (calls.length >= max) return false
    calls[calls.length] = time
    return true
  }
}
