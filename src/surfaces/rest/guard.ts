import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Keyring } from '#core/access.ts'
import type { Caller } from '#core/caller.ts'
import { apiKeyInvalid, apiKeyMissing, rateLimited } from '#core/errors.ts'
import type { RateCounter } from '#core/rate-counter.ts'
import type { Database } from '#storage/database.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set once their credential is found good. */
    caller?: Caller
  }
}

export interface CounterOptions {
  counter: RateCounter
  /** Requests a minute; 0 turns a limit off (spec 8). */
  limits: { perKey: number; perIp: number }
}

/** Counts a request on its address and, where there is a usable one, its key. Throws RATE_LIMITED. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply, keyId: string | null) => Promise<void>

/** Every request counts, whatever comes of it, and each answer says what is left. */
export function createRequestCount({ counter, limits }: CounterOptions): CountRequest {
  return async (request, reply, keyId) => {
    const names: string[] = []
    const maxima: number[] = []
    if (limits.perIp > 0) {
      names.push(`ip:${request.ip}`)
      maxima.push(limits.perIp)
    }
    if (limits.perKey > 0 && keyId) {
      names.push(`key:${keyId}`)
      maxima.push(limits.perKey)
    }
    if (names.length === 0) return
    const counts = await counter.hit(names)
    const left = maxima.map((max, i) => max - (counts[i] as number))
    // Told is the counter with the least left; the key's when both have as much.
    const tightest = left.length === 2 && (left[1] as number) <= (left[0] as number) ? 1 : 0
    reply.header('x-ratelimit-limit', String(maxima[tightest]))
    reply.header('x-ratelimit-remaining', String(Math.max(0, left[tightest] as number)))
    if (left.every((rest) => rest >= 0)) return
    reply.header('retry-after', '60')
    throw rateLimited()
  }
}

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What each request to /chat passes first: the rate counters, then the key (spec 5.1, 8). */
export function createGuard(database: Database, keyring: Keyring, countRequest: CountRequest): Guard {
  return async (request, reply) => {
    const header = request.headers['x-api-key']
    const text = typeof header === 'string' ? header : ''
    const key = text === '' ? null : await keyring.resolve(text)
    await countRequest(request, reply, key?.keyId ?? null)
    if (text === '') throw apiKeyMissing()
    if (!key) throw apiKeyInvalid()
    request.caller = { shop: database.shop(key.shopId), actor: { kind: 'api_key', keyId: key.keyId } }
  }
}
