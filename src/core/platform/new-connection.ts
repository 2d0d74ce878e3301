import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { invalidParams } from '#core/errors.ts'
import { whyNoWebAddress } from '#outbound/validate-url.ts'
import type { ConnectionCredentials, ConnectionKind } from '#storage/platform/connections.ts'

/**
 * A shop to be connected. Any shop has a name for people at most; one with an API has its address and what it is asked
 * with. WooCommerce may hand its keys over by itself: then they are not named.
 */
export interface NewConnection {
  kind: ConnectionKind
  shopDomain?: string
  apiUrl?: string
  apiKey?: string
  consumerKey?: string
  consumerSecret?: string
  clientId?: string
  clientSecret?: string
}

/** What is kept of it. Without an `api` that a kind needs, the shop is still to let us in. */
export interface ReadConnection {
  shopDomain: string | null
  api: ConnectionCredentials['api'] | null
  /** The shop's address, where it is still to let us in, or may be asked to. */
  url?: string
  /** What the shop signs with, where that is not ours to choose. */
  secret?: string
}

/** Throws INVALID_PARAMS for keys that mean nothing for the kind, and for an address or a key that cannot be one. */
export const readNewConnection = (request: NewConnection): ReadConnection => READERS[request.kind](request)

const READERS: Record<ConnectionKind, (request: NewConnection) => ReadConnection> = {
  custom(request) {
    const { shopDomain = null } = request
    requireOnly(request, ['shopDomain'])
    if (shopDomain === null) return { shopDomain, api: null }
    if (!DOMAIN.test(shopDomain)) throw invalidParams('shopDomain is not a host name, such as shop.example.')
    return { shopDomain: shopDomain.toLowerCase(), api: null }
  },

  vendure(request) {
    const { apiUrl, apiKey } = request
    requireOnly(request, ['apiUrl', 'apiKey'])
    if (apiUrl === undefined || apiKey === undefined) {
      throw invalidParams('apiUrl and apiKey are required for vendure: where the shop’s API is, and a key of it.')
    }
    const url = readAddress(apiUrl, 'https://shop.example/admin-api')
    requireKey('apiKey', apiKey)
    return { shopDomain: url.host, api: { url: apiUrl, key: apiKey } }
  },

  woocommerce(request) {
    const { apiUrl, consumerKey, consumerSecret } = request
    requireOnly(request, ['apiUrl', 'consumerKey', 'consumerSecret'])
    if (apiUrl === undefined) throw invalidParams('apiUrl is required for woocommerce: the shop’s address.')
    const url = readAddress(apiUrl, 'https://shop.example')
    // The key goes along with each request.
    if (url.protocol === 'http:' && !isPrivate(url.hostname)) {
      throw invalidParams('apiUrl must start with https://. WooCommerce accepts API keys only over HTTPS.')
    }
    const path = url.pathname.replace(/\/(?:wp-json|wp-admin)(?:\/.*)?$/s, '').replace(/(?<!\/)\/+$/, '')
    const shop = { shopDomain: `${url.host}${path}`, url: `${url.origin}${path}` }
    if (consumerKey === undefined && consumerSecret === undefined) return { ...shop, api: null }
    if (consumerKey === undefined || consumerSecret === undefined) {
      throw invalidParams('consumerKey and consumerSecret go together; without both, the shop is asked for them.')
    }
    requireKey('consumerKey', consumerKey)
    requireKey('consumerSecret', consumerSecret)
    return { ...shop, api: { url: shop.url, key: consumerKey, secret: consumerSecret } }
  },

  shopify(request) {
    const { shopDomain, clientId, clientSecret } = request
    requireOnly(request, ['shopDomain', 'clientId', 'clientSecret'])
    if (shopDomain === undefined || clientId === undefined || clientSecret === undefined) {
      throw invalidParams(
        'shopDomain, clientId and clientSecret are required for shopify: the shop, and an app of its own.',
      )
    }
    if (!SHOPIFY_DOMAIN.test(shopDomain)) {
      throw invalidParams('shopDomain is not a name at Shopify, such as my-shop.myshopify.com.')
    }
    requireKey('clientId', clientId)
    requireKey('clientSecret', clientSecret)
    // The address follows from the name.
    const api = { url: '', key: clientId, secret: clientSecret }
    return { shopDomain: shopDomain.toLowerCase(), api, secret: clientSecret }
  },
}

const SHOPIFY_DOMAIN = /^[a-z\d][a-z\d-]{0,62}\.myshopify\.com$/i
const DOMAIN = /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*(:\d{1,5})?$/i

function readAddress(apiUrl: string, example: string): URL {
  const isAddress = apiUrl.length <= 2_048 && whyNoWebAddress(apiUrl) === null
  const url = isAddress ? new URL(apiUrl) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash !== '') {
    throw invalidParams(`apiUrl is not an address such as ${example}.`)
  }
  return url
}

function requireKey(name: string, key: string): void {
  if (!/^[\x21-\x7e]{1,2048}$/.test(key)) {
    throw invalidParams(`${name} is not a key: printable ASCII without spaces, up to 2,048 characters.`)
  }
}

/** An address inside a network that is nobody else's. */
function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && ipaddr.parse(host).range() !== 'unicast'
}

/** Keys that mean nothing for a kind are a mistake. */
function requireOnly(request: NewConnection, keys: (keyof NewConnection)[]): void {
  const other = Object.keys(request).find((key) => !['kind', ...keys].includes(key))
  if (other) throw invalidParams(`${other} is not supported for ${request.kind}. Supported: ${keys.join(', ')}.`)
}
