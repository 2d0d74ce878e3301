import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres, query } from '#test/database/database.ts'
import { startReceiver } from '#test/doubles/receiver.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { deliveryEnv, subscribe } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// PostgreSQL restarts, fails over, closes what idles: the service goes on, and what it answered is delivered. The
// embedded database has no connections that it could close.

/** How many connections have to be closed, and how many writes answered meanwhile. */
const CLOSED_MIN = 21
const ANSWERED_MIN = 101
const LATE_MS = 120_000

/** Ends the service's connections again and again, each time once `progress` shows more; answers how many. */
async function closeConnections(url: string, isOver: () => boolean, progress: () => number): Promise<number> {
  const close = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'parley'`
  let closed = 0
  while (!isOver()) {
    closed += (await query(url, close)).length
    // On a busy machine connections need longer to come back than the next cut would leave them.
    const before = progress()
    await sleep(250)
    while (!isOver() && progress() === before) await sleep(10)
  }
  return closed
}

async function loseNothing(): Promise<void> {
  const receiver = await startReceiver()
  const env = deliveryEnv(receiver)
  const web = await startServer({ env })
  const { DATABASE_URL = '' } = web.env
  const worker = await startServer({ env: { ...env, ROLE: 'worker', DATABASE_URL } })
  const store = await makeStore(web)
  const paths = ['/a', '/b', '/c']
  for (const path of paths) await subscribe(store, receiver.url(path))
  const { id } = await addConversation(store)

  let isOver = false
  const answered: string[] = []
  const closing = closeConnections(
    DATABASE_URL,
    () => isOver,
    () => answered.length,
  )
  const late = Date.now() + LATE_MS
  const write = async (writer: number) => {
    for (let i = 0; i < 50 || (answered.length < ANSWERED_MIN && Date.now() < late); i++) {
      const body = { text: `${writer} ${i}`, asCustomer: true }
      const { status, body: answer } = await store.api.post(`/chat/conversations/${id}/messages`, body)
      if (status === 201) answered.push(answer.data.id)
      await sleep(20)
    }
  }
  try {
    await Promise.all([0, 1, 2, 3, 4, 5].map(write))
  } finally {
    isOver = true
  }
  assert.ok((await closing) >= CLOSED_MIN, 'too few connections were closed')
  assert.ok(answered.length >= ANSWERED_MIN, `only ${answered.length} were answered`)

  const wanted = new Set(paths.flatMap((path) => answered.map((message) => `${path} ${message}`)))
  const came = () => new Set(receiver.received().map(({ path, event }) => `${path} ${event.data.messageId}`))
  await until('all deliveries', () => wanted.isSubsetOf(came()), LATE_MS)
  for (const { baseUrl } of [web, worker]) assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200)
}

if (onPostgres) test('connections that the database closes under load lose nothing', loseNothing)
