import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#base/network.ts'
import { apiKeyInvalid, apiKeyMissing, rateLimited } from '#core/errors.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { CachedApiKey, Keyring } from '#core/stores/api-key-cache.ts'
import type { Database } from '#database/database.ts'
import '#surfaces/http/caller.ts'

export interface CounterOptions {
  keyring: Keyring
  counter: RateCounter
  /** Requests per minute; 0 turns a limit off (spec 8.1, 8.2, C1.11). */
  limits: { perKey: number; perIp: number }
}

/**
 * Counts a request on its address and, where there is a usable one, the key that it carries, which is answered. Throws
 * RATE_LIMITED.
 */
export type CountRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
) => Promise<CachedApiKey | null>

/** Every request counts, whatever comes of it, and each answer says what is left. */
export function createRequestCount({ keyring, counter, limits }: CounterOptions): CountRequest {
  /** From an address over its limit, nobody makes the database look for a key. */
  const resolve = async (request: FastifyRequest, text: string): Promise<CachedApiKey | null> => {
    const remembered = keyring.remembered(text)
    if (remembered !== undefined) return remembered
    const [count = 0] = limits.perIp > 0 ? await counter.peek([`ip:${networkOf(request.ip)}`]) : []
    return limits.perIp > 0 && count >= limits.perIp ? null : keyring.resolve(text)
  }
  return async (request, reply, text) => {
    const key = text === null ? null : await resolve(request, text)
    const names: string[] = []
    const maxima: number[] = []
    if (limits.perIp > 0) {
      names.push(`ip:${networkOf(request.ip)}`)
      maxima.push(limits.perIp)
    }
    if (limits.perKey > 0 && key) {
      names.push(`key:${key.keyId}`)
      maxima.push(limits.perKey)
    }
    if (names.length === 0) return key
    const counts = await counter.hit(names)
    const left = maxima.map((max, i) => max - (counts[i] as number))
    // Reported is the counter with the least left; the key's when both have as much.
    const tightest = left.length === 2 && (left[1] as number) <= (left[0] as number) ? 1 : 0
    reply.header('x-ratelimit-limit', String(maxima[tightest]))
    reply.header('x-ratelimit-remaining', String(Math.max(0, left[tightest] as number)))
    if (left.every((rest) => rest >= 0)) return key
    reply.header('retry-after', '60')
    throw rateLimited()
  }
}

export type KeyGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What each request to /chat passes first: the rate counters, then the key (spec 5.1, 8). */
export function createGuard(database: Database, keyring: Keyring, countRequest: CountRequest): KeyGuard {
  return async (request, reply) => {
    const header = request.headers['x-api-key']
    const text = typeof header === 'string' ? header : ''
    const key = await countRequest(request, reply, text === '' ? null : text)
    if (text === '') throw apiKeyMissing()
    if (!key) throw apiKeyInvalid()
    keyring.recordUse(key, request.ip)
    request.caller = { shop: database.shop(key.shopId), actor: { kind: 'api_key', keyId: key.keyId } }
  }
}
