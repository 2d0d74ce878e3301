import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assistantOf } from '#test/clients/mcp.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { depth } from '#test/depth.ts'
import { startWooShop } from '#test/doubles/woocommerce.ts'
import { ok } from '#test/expect.ts'
import { addContact, makeStore } from '#test/fixtures/factories.ts'
import { connectCustom, newOrder, newProduct } from '#test/fixtures/platform.ts'
import { connectWooShop } from '#test/fixtures/woo-store.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12: what was answered 202 is applied, once and in its order, whatever happens to the process.

/** How often the process is killed. */
const KILLS = depth(1, 3)
/** Time to apply all that was told. */
const LATE_MS = 180_000
/** How late a restart finds due what a killed process held. */
const LEASE_MS = 10_000
const PRODUCTS = 60
const AT_ONCE = 40

test('spec C12.4, C12.7: a kill loses nothing that a shop told, and does nothing twice', async () => {
  const server = await startServer({ ownProcess: true })
  const store = await makeStore(server)
  const shop = await connectCustom(server, store)
  /** The last delivered title of each product; the customers whose data was requested. */
  const titles = new Map<string, string>()
  const asked: string[] = []
  const orders: string[] = []
  let round = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const customer = await addContact(store)
    let isUp = true
    const busy = (async () => {
      while (isUp) {
        const number = ++round
        const told = Array.from(
          { length: AT_ONCE },
          (_, i) => [`p${(number * 7 + i) % PRODUCTS}`, `Lamp ${number}-${i}`] as const,
        )
        const lines: object[] = [
          ...told.map(([id, title]) => newProduct({ id, title })),
          newOrder({ orderNumber: `N-${number}` }),
          { kind: 'customer_data_request', data: { customerUuid: customer.id } },
        ]
        // The shop sends again what nobody answered for, under the same id, before it tells anything else.
        const headers = { 'x-webhook-delivery-id': `round-${number}` }
        for (;;) {
          const answer = await shop.tell(lines, headers).catch(() => undefined)
          if (answer?.status === 202) break
          await sleep(20)
        }
        for (const [id, title] of told) titles.set(id, title)
        asked.push(customer.id)
        orders.push(`N-${number}`)
      }
    })()
    await sleep(300 + Math.random() * 300)
    await server.kill()
    isUp = false
    await server.restart()
    await busy
  }
  await until(
    'all to be applied',
    async () => {
      const [one] = ok(await store.operator.get(`/operator/stores/${store.shopId}/connections`))
      return one.sync.waiting === 0
    },
    LATE_MS,
  )

  const rows = await dumpDatabase(server)
  const read = (table: string) =>
    rows.filter((row) => row.startsWith(`${table}: `)).map((row) => JSON.parse(row.slice(table.length + 2)))
  const kept = new Map(read('products').map(({ id, data }) => [id, data.title]))
  assert.deepEqual([...kept].sort(), [...titles].sort())
  assert.deepEqual(
    read('orders')
      .map(({ id }) => id)
      .sort(),
    orders.sort(),
  )
  const noted = read('data_requests').map((row) => row.contact_id)
  assert.deepEqual(noted.sort(), asked.sort())
  console.log(`${KILLS} kills, ${round} deliveries`)
})

/** A service in a process of its own, a store of it, and a shop that answers nothing while it `isSilent`. */
async function startWithShop() {
  const env = { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '24h' }
  const server = await startServer({ env, ownProcess: true })
  const shop = await startWooShop()
  const lamp = shop.save('products', { name: 'Copper lamp' })
  const store = await makeStore(server, { settings: { ai: { training: { products: true } } } })
  return {
    shop,
    lamp,
    store,
    /** Milliseconds until a row of the table is due that the process holds. */
    async leaseOf(table: string, time: string): Promise<number> {
      const held = (await dumpDatabase(server)).find(
        (row) => row.startsWith(`${table}: `) && row.includes(store.shopId),
      )
      return Date.parse(String(held?.split(`"${time}": "`)[1]?.split('"')[0])) - Date.now() // bytes make it no JSON
    },
    async killAndAnswer() {
      await server.kill()
      shop.isSilent = false
      await server.restart()
    },
    title: async () => (await assistantOf(server, store).call('product_lookup', { query: 'lamp' })).products[0]?.title,
  }
}

test('spec C12.7: what a killed process was applying is due again within seconds', async () => {
  const { shop, lamp, store, leaseOf, killAndAnswer, title } = await startWithShop()
  await connectWooShop(store, shop)
  shop.isSilent = true
  shop.save('products', { id: lamp.id, name: 'Brass lamp' })
  await until('the question for the product', () => shop.unanswered.includes(`products/${lamp.id}`))
  assert.ok((await leaseOf('shop_webhook_inbox', 'due_at')) <= LEASE_MS)
  await killAndAnswer()
  await until('the new name', async () => (await title()) === 'Brass lamp')
})

test('spec C12.7: a reading that a kill interrupts is due again within seconds', async () => {
  const { shop, store, leaseOf, killAndAnswer, title } = await startWithShop()
  shop.isSilent = true
  const keys = { apiUrl: shop.url, consumerKey: shop.key, consumerSecret: shop.secret }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/connections`, { kind: 'woocommerce', ...keys }), 201)
  await until('a question', () => shop.unanswered.length > 0)
  assert.ok((await leaseOf('shop_connections', 'next_sync_at')) <= LEASE_MS)
  await killAndAnswer()
  await until('the product', async () => (await title()) === 'Copper lamp')
})
