import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres } from '#test/database/database.ts'
import { type Receiver, startReceiver } from '#test/doubles/receiver.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { deliveryEnv, say, subscribe } from '#test/fixtures/webhooks.ts'
import { metric } from '#test/service/metrics.ts'
import { type Server, startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// Any number of dispatchers on one database share the work: every event is sent, and by one of them. The embedded
// database has one process, which does the same alone.

const STORES = 3
const PATHS = 6
const MESSAGES = 70

/** One process that serves and `workers` that deliver; or one that does both. */
async function start(receiver: Receiver, workers: number): Promise<{ web: Server; dispatchers: Server[] }> {
  // An answer that comes too late is a failure, and sent again: not what is looked at here.
  const env = { ...deliveryEnv(receiver), WEBHOOK_TIMEOUT: '20s' }
  if (workers === 1) {
    const both = await startServer({ env })
    return { web: both, dispatchers: [both] }
  }
  const web = await startServer({ env: { ...env, ROLE: 'web' } })
  const { DATABASE_URL = '' } = web.env
  const worker = () => startServer({ env: { ...env, ROLE: 'worker', DATABASE_URL } })
  return { web, dispatchers: await Promise.all(Array.from({ length: workers }, worker)) }
}

const attemptsOf = (server: Server) => metric(server, 'parley_webhook_attempts_total')

for (const workers of onPostgres ? [2, 4] : [1]) {
  test(`${workers} dispatchers on one database send every event exactly once`, async () => {
    const receiver = await startReceiver()
    const { web, dispatchers } = await start(receiver, workers)
    const expected = new Set<string>()
    for (let s = 0; s < STORES; s++) {
      const store = await makeStore(web)
      const paths = Array.from({ length: PATHS }, (_, i) => `/${store.shopId}/${i}`)
      for (const path of paths) await subscribe(store, receiver.url(path))
      const { id } = await addConversation(store)
      await Promise.all(
        Array.from({ length: MESSAGES }, async (_, i) => {
          const { id: message } = await say(store, `${i}`, id)
          for (const path of paths) expected.add(`${path} ${message}`)
        }),
      )
    }
    assert.equal(expected.size, STORES * PATHS * MESSAGES)
    await until('all deliveries', () => receiver.received().length >= expected.size, 30_000)
    await sleep(300)
    const came = receiver.received().map(({ path, event }) => `${path} ${event.data.messageId}`)
    assert.deepEqual(came.sort(), [...expected].sort())
    const shares = await Promise.all(dispatchers.map(attemptsOf))
    assert.equal(
      shares.reduce((sum, share) => sum + share, 0),
      expected.size,
    )
    assert.ok(
      shares.every((share) => share > 0),
      `one of them did nothing: ${shares}`,
    )
  })
}
