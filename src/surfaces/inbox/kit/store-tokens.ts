import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { STORES_PER_BROWSER_MAX } from '#core/limits.ts'
import { shopOfToken } from '#core/members/sessions.ts'
import type { Cookies } from './cookies.ts'

/** Cookies that hold a token for each store of a browser, the store used last first (docs/decisions/0142). */
type StoreCookie = 'session' | 'device'

/** Between the tokens of a cookie; none of them holds it. */
const SEPARATOR = '~'

/** What a request names its store by; `url` is as it was sent. Sockets have both, too. */
export interface AddressedRequest {
  headers: IncomingHttpHeaders
  url?: string
}

/** The tokens of a browser's stores: one for each store, and nothing that has not the form of one. */
export function readTokens(cookies: Cookies, { headers }: AddressedRequest, kind: StoreCookie): string[] {
  return onePerStore((cookies.read(headers, kind) ?? '').split(SEPARATOR))
}

/** Keeps these tokens in the browser. The first of a store counts; the last stores leave above STORES_PER_BROWSER_MAX. */
export function keepTokens(cookies: Cookies, reply: FastifyReply, kind: StoreCookie, tokens: readonly string[]): void {
  cookies.set(reply, kind, onePerStore(tokens).join(SEPARATOR) || null)
}

function onePerStore(tokens: readonly string[]): string[] {
  const byStore = new Map<string, string>()
  for (const token of tokens) {
    const shopId = shopOfToken(token)
    if (shopId && !byStore.has(shopId)) byStore.set(shopId, token)
  }
  return [...byStore.values()].slice(0, STORES_PER_BROWSER_MAX)
}

/**
 * The session's token for the store that a request names, in the header `x-parley-store` or, where a page sets no headers, in the
 * query parameter `shopId`. Null if the browser has none there, or if two stores are named. A request that names no store
 * is for the one used last.
 */
export function tokenOfRequest(cookies: Cookies, request: AddressedRequest): string | null {
  const tokens = readTokens(cookies, request, 'session')
  const [named, ...others] = namedStores(request)
  if (named === undefined) return tokens[0] ?? null
  if (others.length > 0) return null
  return tokens.find((token) => shopOfToken(token) === named) ?? null
}

function namedStores({ headers, url = '' }: AddressedRequest): string[] {
  const header = headers['x-parley-store']
  const query = url.includes('?') ? new URLSearchParams(url.slice(url.indexOf('?'))).getAll('shopId') : []
  return [...new Set([...(header === undefined ? [] : [header].flat()), ...query])]
}
