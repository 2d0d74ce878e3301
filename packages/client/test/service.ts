/**
 * A service that counts as the real one does (spec 8.3): every request pushes the end of the window back by 60 seconds, and
 * over the limit it is refused.
 */
export function countingService(limit: number) {
  let used = 0
  let lastAt = Number.NEGATIVE_INFINITY
  const seen: string[] = []
  const refused: string[] = []
  return {
    seen,
    refused,
    /** Somebody else uses the key. */
    use(requests: number) {
      used += requests
      lastAt = Date.now()
    },
    async fetch(request: Request): Promise<Response> {
      request.signal.throwIfAborted()
      if (Date.now() - lastAt >= 60_000) used = 0
      lastAt = Date.now()
      used++
      await request.text() // as a real service does: a body can be read once
      const name = `${request.method} ${new URL(request.url).pathname}`
      seen.push(name)
      const headers = {
        'content-type': 'application/json',
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - used)),
      }
      if (used <= limit) return Response.json({ data: [] }, { headers })
      refused.push(name)
      const error = { code: 'RATE_LIMITED', message: 'Stop for a full 60 seconds.' }
      return Response.json({ error }, { status: 429, headers: { ...headers, 'retry-after': '60' } })
    },
  }
}
