import { wait } from './rate-limit.ts'

/** POSTs that the service carries out once for each Idempotency-Key. */
const KEYED = ['messages', 'notes', 'attributes'].map((what) => `/chat/conversations/{id}/${what}`)
/** Milliseconds before each further try of a call that got no answer. */
const PAUSES_MS = [500, 2_000]
const KEY_BYTES = 16

/** The header that makes a call repeatable without harm; none for calls that have no such header. */
export function idempotencyKeyFor(method: string, path: string): Record<string, string> {
  if (method !== 'POST' || !KEYED.includes(path)) return {}
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return { 'Idempotency-Key': [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

/** Whether a request may be sent twice: a POST only with a key, a PATCH never. */
export function isRepeatable({ method, headers }: Request): boolean {
  return method === 'POST' ? headers.has('idempotency-key') : method !== 'PATCH'
}

/**
 * Sends a POST that has a key, and sends it again where no answer came or the service was away (503): whether it had been
 * carried out need not be known. Other requests are sent once.
 */
export async function sendUntilAnswered(
  send: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const isKeyed = request.method === 'POST' && isRepeatable(request)
  for (const pause of isKeyed ? PAUSES_MS : []) {
    try {
      const response = await send(request.clone())
      if (response.status !== 503) return response
      await response.body?.cancel()
    } catch (error) {
      if (request.signal.aborted) throw error
    }
    await wait(pause, request.signal)
  }
  return send(request)
}
