import type { Random } from '#base/random.ts'

/** One request, as it is sent: everything that a replay needs. */
export interface FuzzRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  /** Frames of a socket, whose method is SOCKET. */
  frames?: string[]
}

/** A way into the service that requests are made for. */
export interface Door {
  name: string
  /** The share of requests that goes through it. */
  weight: number
  /** Whose records its answers may hold: the visitor's own, the store's, or every store's. */
  sees: 'own' | 'store' | 'everything'
  make(random: Random): FuzzRequest
}

/** Headers that a request may have in addition to the required ones. */
const EXTRA: Record<string, string>[] = [
  {},
  {},
  {},
  { accept: 'text/html' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' },
  { origin: 'https://evil.example' },
  { 'content-encoding': 'gzip' }, // the body is packed
  { 'content-encoding': 'br' }, // it is not
  { 'content-encoding': 'compress' },
  { expect: '100-continue' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
]

export function extraHeaders(random: Random): Record<string, string> {
  return random.pick(EXTRA)
}

/** A body as JSON; now and then cut, doubled or with bytes changed. */
export function asBody(value: unknown, random: Random): string {
  const json = JSON.stringify(value) ?? ''
  const kind = random.fraction()
  if (kind < 0.02) return json.slice(0, random.below(json.length + 1))
  if (kind < 0.03) return json + json
  if (kind < 0.04) return json.replace(/[a-z]/, '\u00ff')
  // Deeper than JSON.parse or a walk through it may go.
  if (kind < 0.043) return '['.repeat(100_000)
  if (kind < 0.046) return `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  return json
}
