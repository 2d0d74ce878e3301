import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { Change, RecordKind } from '../changes.ts'

const KINDS: Record<string, RecordKind> = nullPrototypeRecord({
  orders: 'order',
  products: 'product',
  collections: 'collection',
  discounts: 'discount',
  customers: 'contact',
})
// biome-ignore lint/suspicious/noExplicitAny: what another program sent
type Any = any

/**
 * What a webhook of Shopify means. The topic is not signed, so a body must be what its topic sends; of records nothing is
 * believed but that there is news of an id. An Error where it cannot be read; nothing where it tells of nothing kept here.
 */
export function readShopifyWebhook(topic: string, body: Buffer): Change[] | Error {
  let told: Any
  try {
    told = Object(JSON.parse(body.toString('utf8')))
  } catch {
    return new Error('The body is not valid JSON.')
  }
  switch (topic) {
    case 'customers/redact':
      return readRedact(told)
    case 'customers/data_request':
      return told.data_request && isId(told.customer?.id)
        ? [{ act: 'dataRequest', customer: { platformId: String(told.customer.id) } }]
        : new Error('The body must have data_request and customer.id.')
    case 'shop/redact':
      return Object.keys(told).sort().join() === 'shop_domain,shop_id'
        ? [{ act: 'shopRedact' }]
        : new Error('The body must have shop_id and shop_domain.')
    case 'app/uninstalled':
      return [{ act: 'uninstalled' }]
  }
  const [resource = ''] = topic.split('/')
  const kind = KINDS[resource]
  if (!kind) return []
  // An object with a `toString` of its own cannot be made a text.
  const globalId = typeof told.admin_graphql_api_id === 'string' ? told.admin_graphql_api_id : ''
  const id = told.id ?? /\/(\d{1,20})$/.exec(globalId)?.[1]
  return isId(id) ? [{ act: 'reread', kind, of: { id: String(id) } }] : new Error('The body must have an id.')
}

function readRedact({ customer, orders_to_redact: orders }: Any): Change[] | Error {
  if (!isId(customer?.id) || !Array.isArray(orders) || !orders.every(isId)) {
    return new Error('The body must have customer.id and orders_to_redact.')
  }
  return [{ act: 'redact', customer: { platformId: String(customer.id) }, orders: orders.map(String) }]
}

const isId = (id: unknown): boolean =>
  (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) || (typeof id === 'string' && /^\d{1,20}$/.test(id))
