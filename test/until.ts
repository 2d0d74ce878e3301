/**
 * Resolves once `condition` gives something; rejects after `ms`, naming what was waited for. That late on a busy machine
 * too, something is broken: what has to be quick is measured against something else, not by this.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  ms = 60_000,
): Promise<Exclude<Awaited<T>, undefined | null | false>> {
  const late = Date.now() + ms
  for (;;) {
    const found = await condition()
    if (found !== undefined && found !== null && found !== false) return found as never
    if (Date.now() > late) throw new Error(`waited ${ms} ms in vain for ${what}`)
    await sleep(5)
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
