import { type ShopifyShop, startShopify } from './doubles/shopify.ts'
import { startWooShop, type WooShop } from './doubles/woocommerce.ts'
import { type Dumped, dumpDatabase } from './dump.ts'

// Shops whose records change at random, on a road that loses 10 % of their webhooks and doubles 10 %, all in any order.

// biome-ignore lint/suspicious/noExplicitAny: records of a shop, in that shop's own shapes
type Any = any

const pick = <T>(from: T[]): T => from[Math.floor(Math.random() * from.length)] as T
const firstOf = <T>(records: Map<T, unknown>): T => [...records.keys()][0] as T
const lastOf = <T>(records: Map<T, unknown>): T => [...records.keys()].at(-1) as T
const price = () => (Math.random() * 100).toFixed(2)

/** A shop whose records can be changed at random, and compared. */
export interface Changeable {
  connection: object
  env: Record<string, string>
  /** Changes one record: makes, changes, removes or brings back. */
  change(): void
  /** Hides one record of each kind that can be hidden from customers. */
  hideSome(): void
  /** Deletes another one of each, and tells nobody. */
  removeUnheard(): void
  settled(): Promise<void>
  /** What is to be known of each record: `kind id` and what matters of it. */
  expected(): Map<string, string>
}

export async function changeableWoo(): Promise<Changeable> {
  const shop = await startWooShop({ road: { lost: 0.1, doubled: 0.1, lateMs: 300 } })
  for (let i = 0; i < 60; i++) shop.save('products', { price: price() })
  for (let i = 0; i < 60; i++) shop.save('orders', { total: price() })
  for (let i = 0; i < 10; i++) shop.save('coupons', {})
  for (let i = 0; i < 5; i++) shop.save('products/categories', {})
  const { url, key, secret } = shop
  return {
    env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8' },
    connection: { kind: 'woocommerce', apiUrl: url, consumerKey: key, consumerSecret: secret },
    change: () => changeWoo(shop),
    hideSome() {
      shop.save('products', { id: firstOf(shop.records.products), status: 'draft' })
      shop.save('coupons', { id: firstOf(shop.records.coupons), usage_limit: 1, usage_count: 1 })
      shop.save('orders', { id: firstOf(shop.records.orders), status: 'checkout-draft' })
    },
    removeUnheard() {
      for (const kind of ['products', 'coupons', 'orders'] as const)
        shop.records[kind].delete(lastOf(shop.records[kind]))
    },
    settled: () => shop.settled(),
    expected: () => expectedOfWoo(shop),
  }
}

function changeWoo(shop: WooShop): void {
  const kind = pick(['products', 'products', 'orders', 'orders', 'coupons', 'products/categories'] as const)
  const all = [...shop.records[kind].values()]
  const live = all.filter(({ status }) => status !== 'trash')
  const dead = all.filter(({ status }) => status === 'trash')
  const fields: Any = {
    products: { price: price(), status: Math.random() < 0.1 ? 'draft' : 'publish' },
    orders: { total: price(), status: pick(['processing', 'completed', 'cancelled', 'refunded']) },
    coupons: { amount: price() },
    'products/categories': { name: `Category ${price()}` },
  }[kind]
  const chance = Math.random()
  if (chance < 0.15 || live.length === 0) shop.save(kind, fields)
  else if (chance < 0.25 && kind !== 'products/categories') shop.trash(kind, pick(live).id)
  else if (chance < 0.3) shop.remove(kind, pick(live).id)
  else if (chance < 0.4 && dead.length > 0) shop.restore(kind, pick(dead).id)
  else if (chance < 0.5 && kind === 'products') shop.saveVariation(pick(live).id, { price: price() })
  else shop.save(kind, { id: pick(live).id, ...fields })
}

function expectedOfWoo(shop: WooShop): Map<string, string> {
  const expected = new Map<string, string>()
  for (const { id, status, price: own } of shop.records.products.values()) {
    const prices = (shop.variations.get(id) ?? [{ price: own }]).map((one) => Number(one.price).toFixed(2)).sort()
    if (status === 'publish') expected.set(`products ${id}`, prices.join())
  }
  for (const { number, status, total } of shop.records.orders.values()) {
    const state = { cancelled: 'cancelled', completed: 'closed', refunded: 'closed' }[status as string] ?? 'open'
    if (status !== 'trash' && status !== 'checkout-draft') expected.set(`orders ${number}`, `${state} ${total}`)
  }
  for (const { id, status, amount, usage_limit, usage_count } of shop.records.coupons.values()) {
    const isUsedUp = usage_limit !== null && usage_count >= usage_limit
    if (status === 'publish' && !isUsedUp) expected.set(`discounts ${id}`, String(Number(amount)))
  }
  for (const { id, name } of shop.records['products/categories'].values()) expected.set(`collections ${id}`, name)
  return expected
}

export async function changeableShopify(): Promise<Changeable> {
  const shop = await startShopify({ road: { lost: 0.1, doubled: 0.1, lateMs: 300 } })
  // A test has no hour: the budget comes back as on the largest plan.
  Object.assign(shop.budget, { max: 20_000, available: 20_000, restore: 1_000 })
  for (let i = 0; i < 60; i++) shop.save('Product', { price: price() })
  for (let i = 0; i < 60; i++) shop.save('Order', {})
  for (let i = 0; i < 10; i++) shop.save('DiscountNode', {})
  for (let i = 0; i < 5; i++) shop.save('Collection', {})
  const { domain, clientId, clientSecret, env } = shop
  return {
    env,
    connection: { kind: 'shopify', shopDomain: domain, clientId, clientSecret },
    change: () => changeShopify(shop),
    hideSome() {
      shop.save('Product', { id: firstOf(shop.records.Product), status: 'DRAFT' })
      shop.save('DiscountNode', { id: firstOf(shop.records.DiscountNode), status: 'EXPIRED' })
    },
    removeUnheard() {
      for (const kind of ['Product', 'DiscountNode'] as const) shop.records[kind].delete(lastOf(shop.records[kind]))
    },
    settled: () => shop.settled(),
    expected: () => expectedOfShopify(shop),
  }
}

function changeShopify(shop: ShopifyShop): void {
  const kind = pick(['Product', 'Product', 'Order', 'Order', 'DiscountNode', 'Collection'] as const)
  const all = [...shop.records[kind].values()]
  const fields: Any = {
    Product: { price: price(), status: Math.random() < 0.1 ? 'DRAFT' : 'ACTIVE' },
    Order: { cancelledAt: Math.random() < 0.3 ? new Date().toISOString() : null },
    DiscountNode: { percentage: Math.round(Math.random() * 100) / 100, status: pick(['ACTIVE', 'ACTIVE', 'EXPIRED']) },
    Collection: { title: `Collection ${price()}` },
  }[kind]
  const chance = Math.random()
  if (chance < 0.15 || all.length === 0) shop.save(kind, fields)
  // An order that is deleted where nobody tells of it cannot be told from one that is too old to be listed.
  else if (chance < 0.3 && kind !== 'Order') shop.remove(kind, pick(all).id)
  else shop.save(kind, { id: pick(all).id, ...fields })
}

function expectedOfShopify(shop: ShopifyShop): Map<string, string> {
  const expected = new Map<string, string>()
  const { Product, Order, DiscountNode, Collection } = shop.records
  for (const { id, status, price: own } of Product.values())
    if (status === 'ACTIVE') expected.set(`products ${id}`, own)
  for (const { id, cancelledAt } of Order.values())
    expected.set(`orders ${id}`, `${cancelledAt ? 'cancelled' : 'open'} 10.00`)
  for (const { id, status, percentage } of DiscountNode.values()) {
    if (status === 'ACTIVE') expected.set(`discounts ${id}`, String(Math.round(percentage * 10_000) / 100))
  }
  for (const { id, title } of Collection.values()) expected.set(`collections ${id}`, title)
  return expected
}

const TOLD: Record<string, (data: Any) => string> = {
  products: ({ variants }) =>
    variants
      .map((one: Any) => one.price.amount)
      .sort()
      .join(),
  orders: ({ status, total }) => `${status} ${total.amount}`,
  discounts: ({ value }) => String(value),
  collections: ({ title }) => title,
}

/** Records that are not what they are to be. */
export async function differences(server: Dumped, shop: Changeable): Promise<string[]> {
  const known = new Map<string, string>()
  for (const row of await dumpDatabase(server)) {
    const [table = ''] = row.split(': ', 1)
    const tell = TOLD[table]
    if (!tell) continue
    const { id, data } = JSON.parse(row.slice(table.length + 2))
    known.set(`${table} ${id}`, tell(data))
  }
  const expected = shop.expected()
  return [...new Set([...known.keys(), ...expected.keys()])]
    .filter((key) => known.get(key) !== expected.get(key))
    .map((key) => `${key}: ${known.get(key)}, to be ${expected.get(key)}`)
}
