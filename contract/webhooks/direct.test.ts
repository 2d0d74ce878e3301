import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onCitus, onPostgres, query } from '#test/database/database.ts'
import { neverAnswer } from '#test/doubles/receiver.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { say, startOwnWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { until } from '#test/until.ts'

// docs/decisions/0117-send-from-the-inserting-process.md: on Citus, and by processes without workers, deliveries are claimed.

const skip = (!onPostgres || onCitus) && 'needs a database that others can look into'

test('spec 6.4.7, C11.21: the process that stores an event sends it without a claim, as far as the endpoint has room', {
  skip,
}, async () => {
  const { server, receiver } = await startOwnWithReceiver({ WEBHOOK_TIMEOUT: '20s' })
  const store = await makeStore(server)
  receiver.on('/hangs', neverAnswer)
  const [healthy, hanging] = [await subscribe(store, receiver.url('/')), await subscribe(store, receiver.url('/hangs'))]
  /** Deliveries of a subscription that have a lease, and how many of these their event's transaction has leased. */
  const countLeased = async ({ id }: { id: string }) => {
    const [row] = await query<{ leased: number; atOnce: number }>(
      server.env.DATABASE_URL as string,
      `select count(d.lease)::int as leased, count(*) filter (where d.lease is not null and d.xmin = e.xmin)::int as "atOnce"
       from webhook_deliveries d join events e on e.shop_id = d.shop_id and e.id = d.event_id
       where d.shop_id = $1 and d.subscription_id = $2`,
      [store.shopId, id],
    )
    return row as { leased: number; atOnce: number }
  }
  const MANY = 12
  for (let i = 0; i < MANY; i++) await say(store, `${i}`)
  await receiver.take('/', MANY)
  await receiver.take('/hangs', 8)
  // An endpoint gets eight at a time; the others wait in the queue, where any process may claim them.
  assert.deepEqual(await countLeased(hanging), { leased: 8, atOnce: 8 })
  await until('the results to be stored', async () => (await countLeased(healthy)).leased === 0)
  assert.equal(receiver.received('/hangs').length, 8)
  await server.kill() // its deliveries would wait for the end of the timeout
})
