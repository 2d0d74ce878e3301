import { randomUUID } from 'node:crypto'
import { startShopify } from './doubles/shopify.ts'
import { startWooShop } from './doubles/woocommerce.ts'
import { type Dumped, dumpDatabase } from './dump.ts'
import { ok } from './expect.ts'
import { makeStore } from './factories.ts'
import { newProduct } from './platform.ts'
import { type ConnectedShop, type Forgery, forgeries, PLATFORMS, type SigningPlatform } from './platform-signatures.ts'
import type { Server } from './server.ts'
import { until } from './until.ts'

// Webhooks that are to change nothing: those that the shop has sent before, under other ids, topics and times; and forged
// ones and other shops', of records that have meanwhile changed in the shop, so that one which is believed is seen.

/** A shop that is about to be attacked: its records are known, and some of its webhooks have been taken. */
interface Target {
  platform: SigningPlatform
  mine: ConnectedShop
  other: ConnectedShop
  /** Bodies that the shop has signed, and topics that a thief may send them under. */
  bodies: string[]
  topics: string[]
  /** Changes the records there, and tells nobody. */
  changeUnheard(): void
}

const RECORDS = 5
const numbers = Array.from({ length: RECORDS }, (_, i) => i)

/** What the services need to reach the shops that are attacked. */
export async function startAttacked() {
  const [woo, otherWoo, shopify] = [await startWooShop(), await startWooShop(), await startShopify()]
  const products = numbers.map(() => woo.save('products', {}))
  const goods = numbers.map(() => shopify.save('Product', {}))
  woo.save('orders', {})
  shopify.save('Order', {})
  const env = { ...shopify.env, PLATFORM_PULL_EVERY: '1h' }

  async function targets(server: Server): Promise<Target[]> {
    const connect = async (body: object): Promise<ConnectedShop> => {
      const store = await makeStore(server)
      const { id } = ok(await store.operator.post(`/operator/stores/${store.shopId}/connections`, body), 201)
      return { store, id, secret: null }
    }
    const ofWoo = async (shop: typeof woo): Promise<ConnectedShop> => {
      const keys = { apiUrl: shop.url, consumerKey: shop.key, consumerSecret: shop.secret }
      const connected = await connect({ kind: 'woocommerce', ...keys })
      const webhook = await until('the webhooks', () => [...shop.webhooks.values()].at(-1))
      return { ...connected, secret: webhook.secret }
    }
    const [custom, woocommerce, atShopify] = PLATFORMS as [SigningPlatform, SigningPlatform, SigningPlatform]
    const { domain: shopDomain, clientId, clientSecret } = shopify
    const mineAtShopify = await connect({ kind: 'shopify', shopDomain, clientId, clientSecret })
    return [
      {
        platform: custom,
        mine: await custom.connect(await makeStore(server)),
        other: await custom.connect(await makeStore(server)),
        bodies: numbers.map((n) => JSON.stringify(newProduct({ id: `p${n}`, title: `Lamp ${n}` }))),
        topics: [''],
        changeUnheard() {},
      },
      {
        platform: woocommerce,
        mine: await ofWoo(woo),
        other: await ofWoo(otherWoo),
        bodies: products.map((product) => JSON.stringify(product)),
        topics: ['product.updated', 'product.deleted', 'order.deleted', 'customer.deleted', 'parley.customer_redact'],
        changeUnheard() {
          for (const product of products) product.name = randomUUID()
        },
      },
      {
        platform: atShopify,
        mine: { ...mineAtShopify, secret: clientSecret },
        other: await atShopify.connect(await makeStore(server)),
        bodies: goods.map(({ id }) => JSON.stringify({ id: Number(id) })),
        topics: [
          'products/update',
          'products/delete',
          'orders/delete',
          'customers/redact',
          'shop/redact',
          'app/uninstalled',
        ],
        changeUnheard() {
          for (const product of goods) product.title = randomUUID()
        },
      },
    ]
  }
  return { env, targets }
}

export interface Attack {
  sent: number
  /** Statuses that forged ones were answered with, each once. */
  forged: number[]
  /** Records that are others than before. */
  changed: string[]
}

/** Sends about so many, half of them repeated ones. */
export async function attack(server: Server, target: Target, count: number): Promise<Attack> {
  const { platform, mine, other, bodies, topics } = target
  const send = async ({ query, headers, body }: Forgery): Promise<number> => {
    const address = `${server.baseUrl}/platform/${platform.kind}/webhooks${query}`
    const response = await fetch(address, { method: 'POST', headers, body })
    await response.text()
    return response.status
  }
  const query = `?connection=${mine.id}`
  const first = bodies.map((body) => ({ query, body, headers: platform.sign(body, mine.secret as string, topics[0]) }))
  for (const request of first) if ((await send(request)) >= 300) throw new Error('the shop’s own webhook was not taken')
  await settled(mine)
  const before = await recordsOf(server)
  if (!before.some((row) => row.startsWith('["products"'))) throw new Error('no product is known')

  let sent = 0
  for (; sent < count / 2; sent++) {
    const { headers, body } = first[sent % first.length] as Forgery
    const [topic = ''] = topics.slice(sent % topics.length)
    await send({
      query,
      body,
      headers: { ...platform.sign(body, mine.secret as string, topic), ...ownTimes(platform, headers) },
    })
  }
  await settled(mine)
  target.changeUnheard()
  const forged = new Set<number>()
  while (sent < count) {
    for (const request of forgeries(platform, mine, other, altered(platform, bodies[sent % bodies.length] as string))) {
      forged.add(await send(request))
      sent++
    }
  }
  await settled(mine)
  const after = await recordsOf(server)
  const changed = [...after.filter((row) => !before.includes(row)), ...before.filter((row) => !after.includes(row))]
  return { sent, forged: [...forged], changed }
}

/** A repeated request of ours has its time in its signature, which nobody can make anew. */
function ownTimes({ kind }: SigningPlatform, headers: Forgery['headers']): Forgery['headers'] {
  const { 'x-webhook-timestamp': at = '', 'x-webhook-signature': by = '' } = headers
  return kind === 'custom' ? { 'x-webhook-timestamp': at, 'x-webhook-signature': by } : {}
}

/** What a forger would have us believe: only a shop that tells all by itself has it in the body. */
const altered = ({ kind }: SigningPlatform, body: string) =>
  kind === 'custom' ? body.replace('Lamp', 'Forged lamp') : body

const settled = ({ store, id }: ConnectedShop) =>
  until('all to be read and applied', async () => {
    const all = ok(await store.operator.get(`/operator/stores/${store.shopId}/connections`))
    const { sync, kind } = all.find((one: { id: string }) => one.id === id)
    const isRead = sync.kinds.length >= 5 && sync.kinds.every((one: { isComplete: boolean }) => one.isComplete)
    return sync.waiting === 0 && (kind === 'custom' || isRead)
  })

const TABLES = new Set(['products', 'orders', 'collections', 'discounts', 'articles', 'contacts', 'connections'])

/** What a database holds of shops' records, and of how they are connected. */
async function recordsOf(server: Dumped): Promise<string[]> {
  const kept: string[] = []
  for (const row of await dumpDatabase(server)) {
    const [table = ''] = row.split(': ', 1)
    if (!TABLES.has(table)) continue
    const { shop_id, id, data, state } = JSON.parse(row.slice(table.length + 2))
    kept.push(JSON.stringify([table, shop_id, id, data, state]))
  }
  return kept.sort()
}
