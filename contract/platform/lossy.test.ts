import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { depth } from '#test/depth.ts'
import { ok } from '#test/expect.ts'
import { type Changeable, changeableShopify, changeableWoo, differences } from '#test/fixtures/changeable-shops.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C12: what is known here is what the shop has, however badly its webhooks travel.
// 10 % of the webhooks of `CHANGES` changes are lost, 10 % come twice, all in any order.

// biome-ignore lint/suspicious/noExplicitAny: records of a shop, in that shop's own shapes
type Any = any

const CHANGES = depth(60, 120)
/** Time for all changes, which are applied one after another. */
const LATE_MS = 60_000 + CHANGES * 300

async function connected(make: () => Promise<Changeable>, everyMs: string) {
  const shop = await make()
  const server = await startServer({ env: { ...shop.env, PLATFORM_PULL_EVERY: everyMs } })
  const store = await makeStore(server)
  const path = `/operator/stores/${store.shopId}/connections`
  const connect = async () => ok(await store.operator.post(path, shop.connection), 201)
  const read = () =>
    until(
      'the reading',
      async () => {
        const [{ sync, lastError }] = ok(await store.operator.get(path))
        return (
          sync.kinds.length >= 5 &&
          sync.waiting === 0 &&
          sync.kinds.every((kind: Any) => kind.isComplete) && { lastError }
        )
      },
      LATE_MS,
    )
  await connect()
  assert.deepEqual(await read(), { lastError: null })
  assert.deepEqual(await differences(server, shop), [])
  return { server, shop, connect, read }
}

/** Changes many records on a bad road, then reads once. */
async function heal(name: string, make: () => Promise<Changeable>): Promise<void> {
  const { server, shop, connect, read } = await connected(make, '1h')
  for (let i = 0; i < CHANGES; i++) {
    shop.change()
    if (i % 10 === 0) await sleep(20)
  }
  await shop.settled()
  await read()
  const before = await differences(server, shop)
  await connect()
  await read()
  assert.deepEqual(await differences(server, shop), [])
  // Webhooks did their part: without them each change would differ.
  assert.ok(before.length < CHANGES * 0.3, `${before.length} differed before`)
  console.log(`${name}: ${CHANGES} changes, ${before.length} records differed, then 0`)
}

/** Has the shop hide a record of each kind, then deletes others there and tells nobody. */
async function notice(make: () => Promise<Changeable>): Promise<void> {
  const { server, shop } = await connected(make, '2s')
  shop.hideSome()
  await until('no differences', async () => (await differences(server, shop)).length === 0)
  shop.removeUnheard()
  assert.notDeepEqual(await differences(server, shop), [])
  await until('no differences', async () => (await differences(server, shop)).length === 0)
}

/** Changes some records, and waits for what readings find. */
async function healByItself(make: () => Promise<Changeable>): Promise<void> {
  const { server, shop } = await connected(make, '2s')
  for (let i = 0; i < 20; i++) shop.change()
  await until('no differences', async () => (await differences(server, shop)).length === 0)
}

test('spec C12.9: WooCommerce: after lost, doubled and late webhooks one reading makes all records the shop’s', () =>
  heal('WooCommerce', changeableWoo))

test('spec C12.9: WooCommerce: what is gone is found beside records that the shop hides', () => notice(changeableWoo))

test('spec C12.9: WooCommerce: what changed, and what is gone, is found by the readings between', () =>
  healByItself(changeableWoo))

test('spec C12.9: Shopify: after lost, doubled and late webhooks one reading makes all records the shop’s', () =>
  heal('Shopify', changeableShopify))

test('spec C12.9: Shopify: what is gone is found beside records that the shop hides', () => notice(changeableShopify))

test('spec C12.9: Shopify: what changed, and what is gone, is found by the readings between', () =>
  healByItself(changeableShopify))
