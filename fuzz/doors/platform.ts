import { createHmac } from 'node:crypto'
import { newOrder, newProduct, signed } from '#test/fixtures/platform.ts'
import { asBody, type Door, extraHeaders } from '../door.ts'
import { asText, type Ids, mutated } from '../values.ts'

/** Connections of the made-up store whose secrets are known, so that what they are sent is read. */
export interface KnownConnections {
  custom: { id: string; secret: string }
  shopify: { id: string; secret: string }
}

const TOPICS = [
  'orders/updated',
  'products/delete',
  'customers/redact',
  'customers/data_request',
  'app/uninstalled',
  'x',
]
const CUSTOMER = { id: 7, email: 'kim@customer.example', phone: null }
const TOLD = [
  { id: 7, title: 'Lamp' },
  { admin_graphql_api_id: 'gid://shopify/DiscountAutomaticNode/7' },
  { shop_id: 1, shop_domain: 'fuzz.myshopify.com', customer: CUSTOMER, orders_to_redact: [7] },
  { shop_id: 1, shop_domain: 'fuzz.myshopify.com', customer: CUSTOMER, data_request: { id: 9 } },
]

/** What shops send with something changed, nearly all of it signed; and the ways into a shop. */
export function platformDoor({ custom, shopify }: KnownConnections, ids: Ids): Door {
  const lines = () => [newProduct(), newOrder(), { kind: 'customer_redact', data: { platformId: '7', orders: ['1'] } }]
  return {
    name: 'platform',
    weight: 5,
    sees: 'store',
    make(random) {
      const post = (path: string, body: string, headers: Record<string, string>) => ({
        method: 'POST',
        path: `/platform/${path}`,
        headers: { 'content-type': 'application/json', ...headers, ...extraHeaders(random) },
        body,
      })
      const isSigned = random.chance(0.95)
      const choice = random.below(10)
      if (choice < 5) {
        const body = asBody(mutated(random.pick(lines()), random, ids), random)
        const headers = isSigned ? signed(custom.secret, body) : {}
        return post(`custom/webhooks?connection=${custom.id}`, body, headers)
      }
      if (choice < 8) {
        const body = asBody(mutated(random.pick(TOLD), random, ids), random)
        const signature = createHmac('sha256', shopify.secret).update(body).digest('base64')
        const headers = {
          'x-shopify-topic': random.pick(TOPICS),
          ...(isSigned && { 'x-shopify-hmac-sha256': signature }),
        }
        return post(`shopify/webhooks?connection=${shopify.id}`, body, headers)
      }
      const words = { user_id: `${custom.id}.shtic_x`, consumer_key: 'ck_12345678', consumer_secret: 'cs_12345678' }
      const given = mutated(words, random, ids)
      if (choice === 8) return post('woocommerce/callback', asBody(given, random), {})
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(Object(given))) {
        query.append(name.replace('user_id', 'ticket'), asText(value))
      }
      const identity = `shopify/identity/${shopify.id}`
      const path = random.pick(['woocommerce/connect', 'shopify/connect', 'shopify/callback', identity])
      return { method: 'GET', path: `/platform/${path}?${query}`, headers: extraHeaders(random) }
    },
  }
}
