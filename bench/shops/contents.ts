import { randomUUID } from 'node:crypto'
import { startShopify } from '#test/doubles/shopify.ts'
import { startWooShop } from '#test/doubles/woocommerce.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { connectCustom, newOrder, newProduct, type Shop } from '#test/fixtures/platform.ts'
import type { Server } from '#test/service/server.ts'

/** Shops of one size at each platform's double, before anybody has connected them. */

export const PRODUCTS = Number(process.env.BENCH_PRODUCTS ?? 1_000)
export const ORDERS = Number(process.env.BENCH_ORDERS ?? 10_000)
/** Lines that the custom shop tells at once: some half a megabyte. */
const LINES = 3_000

export interface Connected {
  store: Store
  /** An order's number, and a product's title, by its place. */
  orderNumber(n: number): string
  title(n: number): string
  /** Gives a product another title. */
  rename(n: number, title: string): Promise<void>
}

export interface BenchShop {
  name: string
  env: Record<string, string>
  /** Connects it to a store, and answers once that is taken. */
  connect(server: Server): Promise<Connected>
}

const titleOf = (n: number) => `Lamp ${n}x`
const settings = { ai: { training: { products: true, collections: true, discounts: true } } }
const each = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

export function customShop(): BenchShop {
  const connect = async (server: Server): Promise<Connected> => {
    const store = await makeStore(server, { settings })
    const shop = await connectCustom(server, store)
    const lines = [
      ...each(PRODUCTS, (n) => newProduct({ id: `p${n}`, title: titleOf(n) })),
      ...each(ORDERS, (n) => newOrder({ orderNumber: `C-${n}`, email: `c${n}@customer.example` })),
    ]
    for (let from = 0; from < lines.length; from += LINES) await tell(shop, lines.slice(from, from + LINES))
    const rename = (n: number, title: string) => tell(shop, [newProduct({ id: `p${n}`, title })])
    return { store, orderNumber: (n) => `C-${n}`, title: titleOf, rename }
  }
  return { name: 'custom', env: {}, connect }
}

async function tell(shop: Shop, lines: object[]): Promise<void> {
  const { status, body } = await shop.tell(lines)
  if (status !== 202) throw new Error(`a delivery was answered with ${status}: ${JSON.stringify(body)}`)
}

export async function wooShop(): Promise<BenchShop> {
  const shop = await startWooShop()
  const products = each(PRODUCTS, (n) => shop.save('products', { name: titleOf(n) }))
  const orders = each(ORDERS, (n) => shop.save('orders', { total: `${n}.00` }))
  return {
    name: 'WooCommerce',
    env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8' },
    async connect(server) {
      const store = await makeStore(server, { settings })
      const keys = { apiUrl: shop.url, consumerKey: shop.key, consumerSecret: shop.secret }
      const path = `/operator/stores/${store.shopId}/connections`
      ok(await store.operator.post(path, { kind: 'woocommerce', ...keys }), 201)
      return {
        store,
        orderNumber: (n) => orders[n].number,
        title: titleOf,
        rename: async (n, name) => shop.save('products', { id: products[n].id, name }),
      }
    },
  }
}

/** On the plan that most shops have: 100 points of queries a second. */
export async function shopifyShop(): Promise<BenchShop> {
  const shop = await startShopify()
  const products = each(PRODUCTS, (n) => shop.save('Product', { title: titleOf(n) }))
  const orders = each(ORDERS, () => shop.save('Order', {}))
  return {
    name: 'Shopify',
    env: shop.env,
    async connect(server) {
      const store = await makeStore(server, { settings })
      const { domain: shopDomain, clientId, clientSecret } = shop
      const path = `/operator/stores/${store.shopId}/connections`
      ok(await store.operator.post(path, { kind: 'shopify', shopDomain, clientId, clientSecret }), 201)
      return {
        store,
        orderNumber: (n) => orders[n].name.slice(1),
        title: titleOf,
        rename: async (n, title) => shop.save('Product', { id: products[n].id, title }),
      }
    },
  }
}

export const newName = () => `Renamed ${randomUUID().slice(0, 8)}`
