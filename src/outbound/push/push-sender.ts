import { createHash } from 'node:crypto'
import { type AddressBook, AddressRefused } from '../address.ts'
import { createVettedFetch } from '../vetted-fetch.ts'
import { encryptPush, type PushKeys } from './encrypt.ts'
import type { ServerKeys } from './server-keys.ts'

export interface PushTarget extends PushKeys {
  endpoint: string
  /** The key of ours that the browser was told. */
  serverKey: string
}

export interface PushContent {
  text: string
  /** What replaces each other while it waits for its browser. */
  topic: string
  /** How long the push service keeps it for a browser that is off, in seconds. */
  keepS: number
}

export type PushOutcome =
  | { kind: 'sent' }
  /** The browser is not there any more, or may not be reached: nothing will ever arrive. */
  | { kind: 'gone'; reason: string }
  /** This push is refused; others may arrive. */
  | { kind: 'refused'; reason: string }
  /** `afterMs`: what the push service asked for; null where it said nothing. */
  | { kind: 'later'; reason: string; afterMs: number | null }

const TIMEOUT_MS = 10_000
const ANSWER_BYTES = 64 * 1024

/**
 * Sends pushes (RFC 8030). Endpoints are addresses that browsers name: only public ones and those that the operator allows
 * are connected to, nothing is followed, and answers are short and in time.
 */
export class PushSender {
  readonly #fetch: typeof fetch
  readonly #keys: ServerKeys

  constructor({ addresses, keys }: { addresses: AddressBook; keys: ServerKeys }) {
    this.#fetch = createVettedFetch(addresses, { timeoutMs: TIMEOUT_MS, bytes: ANSWER_BYTES })
    this.#keys = keys
  }

  /** Makes one attempt. Never rejects: failures are outcomes. */
  async send(target: PushTarget, { text, topic, keepS }: PushContent): Promise<PushOutcome> {
    const url = new URL(target.endpoint)
    const proof = this.#keys.proofFor(url, target.serverKey, new Date())
    if (!proof) return { kind: 'gone', reason: 'the key that the browser was told is none of ours any more' }
    try {
      const answer = await this.#fetch(url, {
        method: 'POST',
        headers: {
          authorization: proof,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(keepS),
          topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
          urgency: 'high',
        },
        body: new Uint8Array(encryptPush(text, target)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      return outcomeOf(answer.status, answer.headers.get('retry-after'))
    } catch (error) {
      if (error instanceof AddressRefused) return { kind: 'gone', reason: error.message }
      const { cause, message } = error as Error & { cause?: Error }
      if (cause instanceof AddressRefused) return { kind: 'gone', reason: cause.message }
      return { kind: 'later', reason: cause?.message || message, afterMs: null }
    }
  }
}

function outcomeOf(status: number, retryAfter: string | null): PushOutcome {
  const reason = `its push service answers ${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone', reason }
  if (status === 429 || status >= 500) return { kind: 'later', reason, afterMs: readRetryAfter(retryAfter) }
  return { kind: 'refused', reason }
}

/** Milliseconds, of seconds or of a date (RFC 9110); null for anything else. */
export function readRetryAfter(text: string | null, now = Date.now()): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const at = / GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
