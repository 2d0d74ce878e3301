import { currentTime } from '#base/clock.ts'
import { isHmac } from '#base/secrets.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import { readShopifyWebhook } from '#connectors/shopify/read-webhook.ts'
import type { Tokens } from '#connectors/shopify/tokens.ts'
import { storeChanges } from '#connectors/stored-changes.ts'
import { operatorCaller } from '#core/caller.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { completeShopAuthorization, findByTicket, renewTicket } from '#core/platform/connect-tokens.ts'
import { findConnectionPlace, type ShopConnection } from '#core/platform/connections.ts'
import { reinstallStore } from '#core/stores/stores.ts'
import { signIdentity } from '#core/visitors/identity-secrets.ts'
import type { Database } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { headerOf } from '#surfaces/http/incoming/signature.ts'
import { hasBodySignature, isBodySigned } from './body-signature.ts'
import type { WebhookScheme } from './webhooks.ts'

const SIGNATURE = 'x-shopify-hmac-sha256'
const DELIVERY_ID = /^[\w-]{1,128}$/
/** Requested scopes: to read what webhooks report, and to act on orders as members may. Webhooks need no scope of their own. */
const SCOPES = 'read_products,read_orders,write_orders,read_customers,read_discounts,read_fulfillments'
const FRESH_MS = 10 * 60_000

/** What Shopify sends, of records and of privacy. */
export const shopifyWebhooks: WebhookScheme = {
  kind: 'shopify',
  status: 200,
  words:
    'The body has to be signed with the app’s client secret: X-Shopify-Hmac-SHA256, base64 HMAC-SHA256 of it, and ?connection= with the connection’s id.',
  mayBeSigned: (request) => hasBodySignature(request, SIGNATURE),
  isSigned: (request, body, secret) => isBodySigned(request, SIGNATURE, body, secret),
  read(request, body) {
    const changes = readShopifyWebhook(headerOf(request, 'x-shopify-topic'), body)
    if (changes instanceof Error) throw invalidParams(changes.message)
    if (changes.length === 0) return null
    // News of a record may be sent twice and be true twice; a request is one, under whatever id it comes.
    const id = headerOf(request, 'x-shopify-webhook-id')
    const isNews = changes.every(({ act }) => act === 'reread' || act === 'uninstalled')
    const marks = isNews && DELIVERY_ID.test(id) ? [`id ${id}`] : [`signature ${headerOf(request, SIGNATURE)}`]
    return { payload: storeChanges(changes), marks, lines: changes.map((change, i) => ({ line: i + 1, change })) }
  },
}

/** How shops at Shopify are reached. */
export interface ShopifyDoor {
  shopifyUrl(connection: ShopConnection): string
  exchangeCode(connection: ShopConnection, app: { key: string; secret: string }, code: string): Promise<Tokens>
}

interface Parts {
  database: Database
  baseUrl: string
  shopify: ShopifyDoor
}

/** Shopify's way in: its admin is sent there, says yes, and comes back with a code. */
export function shopifyRoutes(app: App, { database, baseUrl, shopify }: Parts): void {
  const hidden = { schema: { hide: true } as object }

  /** From our settings with a ticket; or from Shopify with its signature, where the app is opened or installed again. */
  app.get('/shopify/connect', hidden, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const ticket = query.ticket ?? (await ticketFor(database, query))
    const { connection, credentials } = await findByTicket(database, 'shopify', ticket)
    const address = new URL(`${shopify.shopifyUrl(connection)}/admin/oauth/authorize`)
    address.search = new URLSearchParams({
      client_id: credentials.clientId ?? '',
      scope: SCOPES,
      redirect_uri: `${baseUrl}/platform/shopify/callback`,
      state: String(ticket),
    }).toString()
    return reply.redirect(address.href, 302)
  })

  app.get('/shopify/callback', hidden, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const { state, code, shop } = query
    const { shopId, connection, credentials } = await findByTicket(database, 'shopify', state)
    const isOurs = isSignedQuery(query, credentials.signingSecret) && shop === connection.shopDomain
    if (!isOurs || typeof code !== 'string' || !credentials.clientId) throw unsigned()
    const keys = { key: credentials.clientId, secret: credentials.signingSecret }
    const tokens = await shopify.exchangeCode(connection, keys, code).catch((error: Error) => {
      if (!(error instanceof ShopUnavailable)) throw error
      throw error.isFinal ? invalidParams(error.message) : new ParleyError('UNAVAILABLE', error.message)
    })
    await reinstallStore(operatorCaller(database, shopId))
    await completeShopAuthorization(database, 'shopify', state, { ...keys, tokens })
    return reply.redirect(`${baseUrl}/inbox/settings/shop`, 302)
  })

  /** From the shop's pages, through Shopify (an app proxy): who is signed in there, as the chat's `identify` takes it. */
  app.get('/shopify/identity/:connection', hidden, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const { connection: id } = request.params as { connection: string }
    const place = ID.test(id) ? await findConnectionPlace(database, 'shopify', id) : undefined
    if (!place || !isProxied(query, place.secret)) throw unsigned()
    const customerId = query.logged_in_customer_id
    const caller = operatorCaller(database, place.shopId)
    const data = typeof customerId === 'string' && customerId !== '' ? await signIdentity(caller, customerId) : null
    return reply.header('cache-control', 'no-store').send({ data })
  })
}

async function ticketFor(database: Database, query: Record<string, unknown>): Promise<string> {
  const { connection: id } = query
  const place = typeof id === 'string' && ID.test(id) ? await findConnectionPlace(database, 'shopify', id) : undefined
  if (!place || !isSignedQuery(query, place.secret)) throw unsigned()
  return renewTicket(database, place)
}
const ID = /^[\w-]{1,64}$/

const unsigned = () =>
  new ParleyError(
    'UNAUTHENTICATED',
    'The address has to be signed by Shopify for this shop, within the last 10 minutes.',
  )

/** Whether an address is signed as Shopify does: all of it but `hmac`, in the order of its names. */
function isSignedQuery({ hmac, ...rest }: Record<string, unknown>, secret: string): boolean {
  return isSignedText(rest, { signature: hmac, secret, between: '&' })
}

/**
 * Verifies what Shopify passes on from a shop's pages: its `signature`, and nothing between the values. So nothing but
 * what Shopify adds may be there, each in its own form: a page's parameters could be read as others with the same text.
 */
function isProxied({ signature, ...rest }: Record<string, unknown>, secret: string): boolean {
  const isStrict = Object.entries(rest).every(([name, value]) => PROXIED.get(name)?.test(String(value)))
  return isStrict && isSignedText(rest, { signature, secret, between: '' })
}
const PROXIED = new Map([
  ['logged_in_customer_id', /^\d{0,20}$/],
  ['path_prefix', /^(\/[\w-]+)+$/],
  ['shop', /^[\w-]+(\.[\w-]+)+$/],
  ['timestamp', /^\d{1,12}$/],
])

function isSignedText(
  query: Record<string, unknown>,
  { signature, secret, between }: { signature: unknown; secret: string; between: string },
): boolean {
  if (typeof signature !== 'string' || !/^[\da-f]{64}$/.test(signature)) return false
  const values = Object.entries(query)
  if (!values.every(([, value]) => typeof value === 'string')) return false
  const age = Math.abs(currentTime().getTime() - Number(query.timestamp) * 1000)
  if (!(age <= FRESH_MS)) return false
  const text = values
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(between)
  return isHmac(Buffer.from(signature, 'hex'), secret, text)
}
