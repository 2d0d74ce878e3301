import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres, { type Sql } from 'postgres'
import { clientOptions } from '#database/send.ts'
import { setIndexOnlyPlan } from '#database/tenant-session.ts'
import { channelInbound } from '#storage/channels/inbound.ts'
import { claimOutbound } from '#storage/channels/outbound.ts'
import { claimDeliveries, releaseDeliveries } from '#storage/webhooks/queue.ts'
import { CLAIMS, claim, fill, LIMIT, PAST, rowsRead, SHOP } from '#test/database/claims.ts'
import { onCitus, onPostgres } from '#test/database/database.ts'
import { startServer } from '#test/service/server.ts'

// Whatever the database knows about tables, a claim reads a row once or twice, and not once for each row that is due: where
// they were never analyzed, too, as the embedded database's at first. Here each has rows that are done, some that are due,
// and no statistics.

const skip = !onPostgres || onCitus ? 'looks into the plans of a PostgreSQL server' : false
/** Few of them look to the planner like none at all. */
const DONE = [100, 5_000]
const DUE = 100
/** Maximum of rows read, of all tables, in all reads. */
const readMax = (done: number) => 2 * done + 20 * DUE

test('spec C11.21: the rows that a claim reads do not grow with the rows that are done', { skip }, async () => {
  for (const count of DONE) {
    const server = await startServer()
    await server.stop() // its workers would take what is due
    const client = postgres(server.env.DATABASE_URL as string, { ...clientOptions, max: 1 })
    const read: Record<string, number> = {}
    try {
      await client.unsafe(`set session app.shop_id = '*'; set session_replication_role = replica`)
      await fill(sendOn(client), 'channel_accounts', [1, 1], {
        id: `'account'`,
        channel: `'email'`,
        state: `'connected'`,
      })
      await fill(sendOn(client), 'webhook_subscriptions', [1, 1], { id: `'s'`, events: `'{}'` })
      for (const { table, all, done, due, beside, run } of CLAIMS) {
        if (beside) await fill(sendOn(client), beside.table, [1, count + DUE], beside.values)
        await client.unsafe(`alter table ${table} set (autovacuum_enabled = off)`)
        await fill(sendOn(client), table, [1, count], { ...all, ...done })
        await fill(sendOn(client), table, [count + 1, count + DUE], { ...all, ...due })
        const explain = async (sql: string, params: never[]) => {
          const [row] = await client.unsafe(`explain (analyze, format json) ${sql}`, [SHOP as never, ...params])
          read[table] = Math.max(read[table] ?? 0, rowsRead(row?.['QUERY PLAN'][0].Plan))
          return []
        }
        await run({ shopId: SHOP, walk: walkOn(client, explain) } as never)
      }
    } finally {
      await client.end()
    }
    assert.deepEqual(
      Object.entries(read).filter(([, rows]) => rows > readMax(count) || rows < LIMIT),
      [],
      JSON.stringify(read),
    )
    assert.equal(Object.keys(read).length, CLAIMS.length)
  }
})

test('spec C11.21: what workers claim at the same time each has one of them', { skip }, async () => {
  const server = await startServer()
  await server.stop()
  const connect = () => postgres(server.env.DATABASE_URL as string, { ...clientOptions, max: 1 })
  const clients = Array.from({ length: 6 }, connect)
  try {
    const first = clients[0] as Sql
    for (const client of clients)
      await client.unsafe(`set session app.shop_id = '*'; set session_replication_role = replica`)
    await fill(sendOn(first), 'channel_accounts', [1, 1], { id: `'account'`, channel: `'email'`, state: `'connected'` })
    const due = { due_at: PAST, conversation_id: `'c' || n`, account_id: `'account'`, state: `'waiting'` }
    await fill(sendOn(first), 'channel_outbound', [1, 1_000], due)
    await fill(sendOn(first), 'channel_inbound', [1, 1_000], {
      due_at: PAST,
      account_id: `'account'`,
      sender: `'s' || n`,
    })
    const claimed: string[] = []
    const work = async (client: Sql) => {
      const query = (sql: string, params: never[]) => client.unsafe(sql, [SHOP as never, ...params])
      const shop = { shopId: SHOP, walk: walkOn(client, query) } as never
      for (let empty = 0; empty < 3; ) {
        const [sent, read] = [await claimOutbound(shop, claim), await channelInbound.claim(shop, claim)]
        claimed.push(...sent.map(({ messageId }) => messageId), ...read.map(({ id }) => id))
        empty = sent.length + read.length > 0 ? 0 : empty + 1
      }
    }
    await Promise.all(clients.map(work))
    assert.equal(claimed.length, 2_000)
    assert.equal(new Set(claimed).size, 2_000)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
})

test('spec C11.21: a claim of deliveries, and giving them back, changes rows in place and no index', {
  skip,
}, async () => {
  const server = await startServer()
  await server.stop()
  const client = postgres(server.env.DATABASE_URL as string, { ...clientOptions, max: 1 })
  try {
    await client.unsafe(`set session app.shop_id = '*'; set session_replication_role = replica`)
    await fill(sendOn(client), 'webhook_subscriptions', [1, 1], { id: `'s'`, events: `'{}'` })
    await fill(sendOn(client), 'events', [1, DUE], { id: `'e' || n` })
    await fill(sendOn(client), 'webhook_deliveries', [1, DUE], {
      subscription_id: `'s'`,
      event_id: `'e' || n`,
      next_at: PAST,
    })
    const query = (sql: string, params: never[]) => client.unsafe(sql, [SHOP as never, ...params])
    const shop = { shopId: SHOP, query, walk: walkOn(client, query), secrets: { open: () => '' } } as never
    const changed = async () => {
      const [row] = await client.unsafe(
        `select n_tup_upd::int as all, n_tup_hot_upd::int as in_place from pg_stat_xact_user_tables
         where relname = 'webhook_deliveries'`,
      )
      return row as unknown as { all: number; inPlace: number }
    }
    /** Some rows may find their page full; where an index holds what is changed, all are moved. */
    const isInPlace = async (work: () => Promise<unknown>) => {
      // The server clears older versions of rows from a page when it gets to it, not at once: that is not asked for here.
      await client.unsafe('vacuum webhook_deliveries')
      await client.unsafe('begin')
      const before = await changed()
      await work()
      const after = await changed()
      await client.unsafe('commit')
      const [all, inPlace] = [after.all - before.all, after.inPlace - before.inPlace]
      assert.equal(all, DUE)
      assert.ok(inPlace > 0.7 * DUE, `${inPlace} of ${DUE} in place`)
    }
    let ids: string[] = []
    await isInPlace(async () => {
      ids = (await claimDeliveries(shop, { ...claim, rooms: {}, room: DUE })).map(({ id }) => id)
    })
    assert.equal((await claimDeliveries(shop, { ...claim, rooms: {}, room: DUE })).length, 0)
    await isInPlace(() => releaseDeliveries(shop, claim.lease, ids))
    assert.equal((await claimDeliveries(shop, { ...claim, rooms: {}, room: DUE })).length, DUE)
  } finally {
    await client.end()
  }
})

const sendOn =
  (client: Sql) =>
  <Row>(sql: string) =>
    client.unsafe(sql) as unknown as PromiseLike<Row[]>

/** Statements that walk. */
function walkOn<T>(client: Sql, send: (sql: string, params: never[]) => PromiseLike<T>) {
  return async (sql: string, params: never[]) => {
    await setIndexOnlyPlan(client, true, { scope: 'session' })
    const rows = await send(sql, params)
    await setIndexOnlyPlan(client, false, { scope: 'session' })
    return rows
  }
}
