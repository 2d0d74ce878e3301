import { ShopUnavailable } from '../shop-unavailable.ts'
import { ShopRefused } from '../writer.ts'

/** WooCommerce's REST API (wc/v3), asked with a key by Basic authentication. */

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any

export type Query = Record<string, string | number | boolean>

interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Query
  body?: object
  /** WordPress's own API is asked without the key, which it would take for a password. */
  api?: 'wp/v2'
}

interface RestAnswer {
  /** Null: there is no such record. */
  body: Any
  /** Records that fit, of a list. */
  total: number
}

export type AskRest = (path: string, asking?: Asking) => Promise<RestAnswer>

/** What a host is asked at a time, and what it says when that was too much. */
const BUSY = [429, 503]
const BROKEN_LINK = 'The shop cannot be reached: '

export interface RestKeys {
  /** The shop's address. */
  url: string
  /** The consumer key, and its secret. */
  key: string
  secret?: string
}

/**
 * Asks with the credentials of a connection; `signal` ends a question that takes too long. Where the shop does not see the
 * key, because its host drops the Authorization header, it is sent in the address instead: over https alone.
 */
export function restApi(
  { url, key, secret = '' }: RestKeys,
  fetchAllowed: typeof fetch,
  signal?: () => AbortSignal,
): AskRest {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  let isHeaderDropped = false
  const send = async (path: string, { method = 'GET', query = {}, body, api }: Asking) => {
    const address = new URL(`${url}/wp-json/${api ?? 'wc/v3'}${path}`)
    const inAddress = isHeaderDropped && !api ? { consumer_key: key, consumer_secret: secret } : {}
    for (const [name, value] of Object.entries({ ...query, ...inAddress }))
      address.searchParams.set(name, String(value))
    const response = await fetchAllowed(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(isHeaderDropped || api ? {} : { authorization }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal ? { signal: signal() } : {}),
    }).catch((error: Error) => {
      const { cause } = error as { cause?: Error }
      throw new ShopUnavailable(BROKEN_LINK + (cause?.message ?? error.message), false)
    })
    return { response, answer: readJson(await response.text().catch(() => '')) }
  }
  return async (path, asking = {}) => {
    let { response, answer } = await send(path, asking)
    if (response.status === 401 && UNSEEN_KEY.test(String(answer?.code)) && !isHeaderDropped && canBeInAddress(url)) {
      isHeaderDropped = true
      ;({ response, answer } = await send(path, asking))
      if (response.status === 401) isHeaderDropped = false
    }
    if (response.ok && answer !== undefined) {
      return { body: answer, total: Number(response.headers.get('x-wp-total') ?? 0) }
    }
    const code = String(answer?.code ?? '')
    if (response.status === 404 && code !== 'rest_no_route' && code !== '') return { body: null, total: 0 }
    throw refusal(response.status, answer)
  }
}

/** What WooCommerce answers to somebody who showed no key: a wrong one is refused in other words. */
const UNSEEN_KEY = /^(woocommerce_rest_cannot_|rest_forbidden)/

/** A secret in an address is read on the way unless it is encrypted; shops on this machine are for tests. */
const canBeInAddress = (url: string) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)[:/]?/.test(url)

/** Plugins print notices before what WordPress answers. */
function readJson(text: string): Any {
  const start = text.search(/[[{]/)
  for (const from of new Set([0, Math.max(start, 0)])) {
    try {
      return JSON.parse(text.slice(from))
    } catch {
      // the next one
    }
  }
  return undefined
}

const RIGHTS = 'make one that may read and write, and connect the shop again.'
const HEADER_DROPPED =
  'it is wrong, may not read, or the host drops the Authorization header; then add SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1 to the shop’s .htaccess.'

function refusal(status: number, answer: Any): ShopUnavailable {
  const why = String(answer?.message ?? 'no JSON').slice(0, 200)
  if (answer === undefined || BUSY.includes(status)) {
    const what = status === 403 ? 'its host blocks us (403)' : `it answered ${status} without JSON`
    return new ShopUnavailable(`The shop could not answer: ${BUSY.includes(status) ? `busy (${status})` : what}`, false)
  }
  if (status === 401 || status === 403) {
    const right = UNSEEN_KEY.test(String(answer?.code)) ? HEADER_DROPPED : RIGHTS
    return new ShopUnavailable(`The shop refuses the key (${why}): ${right}`, true, { isRefused: status === 401 })
  }
  if (status === 404) {
    return new ShopUnavailable('There is no WooCommerce at this address, or its permalinks are set to plain.', true)
  }
  // WooCommerce itself judged the request; 500, too, is what it answers where a payment provider refuses.
  if (/^(woocommerce_)?rest_/.test(String(answer.code))) return new ShopRefused(`The shop refused it: ${why}`)
  return new ShopUnavailable(`The shop could not answer: ${status} ${why}`, false)
}
