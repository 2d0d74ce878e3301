import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import postgres from 'postgres'
import { assistantOf } from '#test/clients/mcp.ts'
import { createDatabase, onPostgres } from '#test/database/database.ts'
import { startWooShop, type WooShop } from '#test/doubles/woocommerce.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { connectCustom, newProduct } from '#test/fixtures/platform.ts'
import { connectWooShop } from '#test/fixtures/woo-store.ts'
import { type Server, startServer } from '#test/service/server.ts'
import { startRelay } from '#test/service/tcp-proxy.ts'
import { until } from '#test/until.ts'

// Spec C12.9: WooCommerce never sends a webhook again that was not answered 200, and ends it after five. What cannot be stored
// is answered 200, and the next sync finds what changed.

const env = { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '2s' }
const settings = { ai: { training: { products: true } } }

async function connected(server: Server) {
  const shop = await startWooShop()
  const lamp = shop.save('products', { name: 'Copper lamp' })
  const store = await makeStore(server, { settings })
  await connectWooShop(store, shop)
  const assistant = assistantOf(server, store)
  const titles = async (): Promise<string[]> =>
    (await assistant.call('product_lookup', { query: 'lamp' })).products.map(({ title }: { title: string }) => title)
  return { shop, lamp, titles }
}

/** Sends a webhook as the shop does; its signature is right. */
function hint(shop: WooShop, topic: string, id: number) {
  const { delivery_url, secret } = [...shop.webhooks.values()][0]
  return shop.deliver(delivery_url, { topic, body: JSON.stringify({ id }), secret })
}

/** Takes the places in which bodies are read, by requests whose bodies never end, until `isFull`; returns what frees them. */
async function occupy(address: string, signature: string[], isFull: () => Promise<boolean>): Promise<() => void> {
  const { hostname, port, pathname, search } = new URL(address)
  const head = ['content-type: application/json', 'content-length: 100', ...signature]
  const sockets: Socket[] = []
  await until('all places to be taken', async () => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket.on('error', () => {}))
    socket.write(`POST ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n${head.join('\r\n')}\r\n\r\n{`)
    return isFull()
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
/** A header of the right form: no more is known before a body is there. */
const WOO_SIGNATURE = [`x-wc-webhook-signature: ${'A'.repeat(43)}=`]

/** Changes the product; its webhook is answered 200, whatever becomes of it. Returns what waits until the change is known. */
async function change({ shop, lamp, titles }: Awaited<ReturnType<typeof connected>>, name: string) {
  shop.answers.length = 0
  shop.save('products', { id: lamp.id, name })
  await shop.settled()
  assert.deepEqual([...new Set(shop.answers)], [200])
  return () =>
    until('the change', async () => (await titles().catch((): string[] => [])).includes(name)).then(() =>
      assert.ok([...shop.webhooks.values()].every(({ status }) => status === 'active')),
    )
}

test('spec C12.9: a webhook that finds no room is answered 200, says so, and its change is found by the next sync', async () => {
  const server = await startServer({ env })
  const one = await connected(server)
  const { shop } = one
  const [{ delivery_url: address, secret }] = [...shop.webhooks.values()]
  // No sync finds what our plugin asks for, and WordPress shows that it failed.
  const asked = { kind: 'customer_data_request', data: { platformId: '1', at: new Date().toISOString() } }
  const ask = () =>
    shop.deliver(address, { topic: 'parley.customer_data_request', body: JSON.stringify(asked), secret })
  const free = await occupy(address, WOO_SIGNATURE, async () => (await ask()) === 503)
  await (await change(one, 'Brass lamp'))()
  assert.match(server.logs(), /was not stored; the next sync finds the change/)
  free()
  await until('places', async () => (await ask()) === 200)
})

test('spec C12.9: a webhook that finds too many waiting is answered 200, and its change is found by the next sync', async () => {
  const server = await startServer({ env })
  const one = await connected(server)
  const { shop, lamp } = one
  const cuts = Array.from({ length: CUTS }, () => 'cut' as const)
  shop.troubles.push(...cuts) // the worker asks the shop for each of them, and fails
  for (let sent = 0; sent < WAITING_MAX; sent += AT_ONCE) {
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => hint(shop, 'order.updated', 1)))
    assert.ok(statuses.every((status) => status === 200))
  }
  await until('no room', async () => {
    assert.equal(await hint(shop, 'product.updated', lamp.id), 200)
    return /was not stored; the next sync finds the change/.test(server.logs())
  })
  shop.troubles.length = 0
  await (await change(one, 'Steel lamp'))()
})
const WAITING_MAX = 2_000
const AT_ONCE = 10
/** More requests than are made meanwhile. */
const CUTS = 10_000

test('spec C12.9: while the database is away a webhook is answered 200, and its change is found once it is back', {
  skip: !onPostgres && 'PostgreSQL only',
}, async (t) => {
  const database = await createDatabase()
  t.after(() => database.drop())
  const url = new URL(database.url)
  const relay = await startRelay(Number(url.port || 5432))
  url.port = String(relay.port)
  const server = await startServer({ env: { ...env, DATABASE_URL: url.href } })
  const one = await connected(server)
  relay.refuse()
  const isKnown = await change(one, 'Brass lamp')
  relay.accept()
  await isKnown()
})

test('spec C12.9: while the queue is locked a webhook is answered 200 in time, and its change is found once it is free', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const server = await startServer({ env })
  const one = await connected(server)
  const sql = postgres(server.env.DATABASE_URL as string, { max: 1 })
  const unlocked = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = sql.begin(async (tx) => {
    await tx`lock table shop_webhook_inbox in exclusive mode`
    locked.resolve()
    await unlocked.promise
  })
  await locked.promise
  const isKnown = await change(one, 'Brass lamp').finally(unlocked.resolve)
  await lock
  await sql.end()
  await isKnown()
})

test('spec C12.2: a sender that repeats gets 503 while too many deliveries are read', async () => {
  const server = await startServer({ env })
  const custom = await connectCustom(server, await makeStore(server))
  const tell = async () => (await custom.tell([newProduct()])).status
  const signature = [`x-webhook-timestamp: ${Math.floor(Date.now() / 1000)}`, `x-webhook-signature: ${'a'.repeat(64)}`]
  const address = `${server.baseUrl}/platform/custom/webhooks?connection=${custom.id}`
  const free = await occupy(address, signature, async () => (await tell()) === 503)
  free()
  await until('places', async () => (await tell()) === 202)
})
