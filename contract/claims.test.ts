import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import postgres, { type Sql } from 'postgres'
import { clientOptions } from '#database/send.ts'
import { claimTurns } from '#storage/ai-agent/turns.ts'
import { channelInbound } from '#storage/channels/inbound.ts'
import { claimOutbound } from '#storage/channels/outbound.ts'
import { claimMails } from '#storage/mail/mails.ts'
import { takeMissedReplies } from '#storage/mail/missed-replies.ts'
import { claimPulls } from '#storage/platform/connections.ts'
import { platformInbound } from '#storage/platform/deliveries.ts'
import { claimPushes } from '#storage/push/pushes.ts'
import { deleteOldRows } from '#storage/stores/retention.ts'
import { claimDeliveries, releaseDeliveries } from '#storage/webhooks/queue.ts'
import { onCitus, onPostgres } from '#test/database.ts'
import { startServer } from '#test/server.ts'

// Whatever the database knows about tables, a claim reads a row once or twice, and not once for each row that is due: where
// they were never analyzed, too, as the embedded database's at first. Here each has rows that are done, some that are due,
// and no statistics.

const skip = !onPostgres || onCitus ? 'looks into the plans of a PostgreSQL server' : false
/** Few of them look to the planner like none at all. */
const DONE = [100, 5_000]
const DUE = 100
const LIMIT = 8
/** Of all tables, and all times that each is read. */
const readMax = (done: number) => 2 * done + 20 * DUE

const SHOP = 'shop_claims'
const PAST = `now() - interval '1 hour'`
const LATER = `now() + interval '1 day'`
const NOW = new Date()
const claim = { now: NOW, lease: randomUUID(), leaseEnd: new Date(NOW.getTime() + 60_000), limit: LIMIT }

/** What columns of a row hold, as SQL of its number `n`; the others get something of their type. */
type Values = Record<string, string>

const CLAIMS: {
  table: string
  all?: Values
  done: Values
  due: Values
  run: (shop: never) => Promise<unknown>
}[] = [
  {
    table: 'channel_outbound',
    all: { account_id: `'account'`, conversation_id: `'c' || n % 9`, state: `'waiting'` },
    done: { due_at: 'null' },
    due: { due_at: PAST },
    run: (shop) => claimOutbound(shop, claim),
  },
  {
    table: 'channel_inbound',
    all: { account_id: `'account'`, sender: `'s' || n % 9` },
    done: { due_at: 'null' },
    due: { due_at: PAST },
    run: (shop) => channelInbound.claim(shop, claim),
  },
  {
    table: 'platform_inbound',
    all: { connection_id: `'c' || n % 9` },
    done: { due_at: 'null' },
    due: { due_at: PAST },
    run: (shop) => platformInbound.claim(shop, claim),
  },
  {
    table: 'ai_turns',
    all: { kind: `'reply'` },
    done: { due_at: 'null' },
    due: { due_at: PAST },
    run: (shop) => claimTurns(shop, claim),
  },
  {
    table: 'pushes',
    all: { kind: `'reply'` },
    done: { due_at: LATER },
    due: { due_at: PAST },
    run: (shop) => claimPushes(shop, claim),
  },
  { table: 'mails', done: { due_at: LATER }, due: { due_at: PAST }, run: (shop) => claimMails(shop, claim) },
  {
    table: 'missed_replies',
    done: { since: 'null' },
    due: { since: PAST },
    run: (shop) => takeMissedReplies(shop, NOW, LIMIT),
  },
  {
    table: 'connections',
    all: { kind: `'woocommerce'`, state: `'connected'` },
    done: { pulls_at: 'null' },
    due: { pulls_at: PAST },
    run: (shop) => claimPulls(shop, claim),
  },
  {
    table: 'tracked_events',
    done: { created_at: LATER },
    due: { created_at: PAST },
    run: (shop) => deleteOldRows(shop, 'tracked_events', NOW),
  },
]

const DEFAULTS: Record<string, string> = {
  text: `'x' || n`,
  uuid: 'md5(n::text)::uuid',
  boolean: 'false',
  bytea: `'\\x00'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  'timestamp with time zone': 'now()',
  'timestamp without time zone': 'now()',
}

test('what a claim reads is no product of what is done', { skip }, async () => {
  for (const count of DONE) {
    const server = await startServer()
    await server.stop() // its workers would take what is due
    const client = postgres(server.env.DATABASE_URL as string, { ...clientOptions, max: 1 })
    const read: Record<string, number> = {}
    try {
      await client.unsafe(`set session app.shop_id = '*'; set session_replication_role = replica`)
      await fill(client, 'channel_accounts', [1, 1], { id: `'account'`, channel: `'email'`, state: `'connected'` })
      for (const { table, all, done, due, run } of CLAIMS) {
        await client.unsafe(`alter table ${table} set (autovacuum_enabled = off)`)
        await fill(client, table, [1, count], { ...all, ...done })
        await fill(client, table, [count + 1, count + DUE], { ...all, ...due })
        const query = async (sql: string, params: never[]) => {
          const [row] = await client.unsafe(`explain (analyze, format json) ${sql}`, [SHOP as never, ...params])
          read[table] = Math.max(read[table] ?? 0, rowsRead(row?.['QUERY PLAN'][0].Plan))
          return []
        }
        await run({ shopId: SHOP, query } as never)
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

test('what workers claim at the same time each has one of them', { skip }, async () => {
  const server = await startServer()
  await server.stop()
  const connect = () => postgres(server.env.DATABASE_URL as string, { ...clientOptions, max: 1 })
  const clients = Array.from({ length: 6 }, connect)
  try {
    const first = clients[0] as Sql
    for (const client of clients)
      await client.unsafe(`set session app.shop_id = '*'; set session_replication_role = replica`)
    await fill(first, 'channel_accounts', [1, 1], { id: `'account'`, channel: `'email'`, state: `'connected'` })
    const due = { due_at: PAST, conversation_id: `'c' || n`, account_id: `'account'`, state: `'waiting'` }
    await fill(first, 'channel_outbound', [1, 1_000], due)
    await fill(first, 'channel_inbound', [1, 1_000], { due_at: PAST, account_id: `'account'`, sender: `'s' || n` })
    const claimed: string[] = []
    const work = async (client: Sql) => {
      const query = (sql: string, params: never[]) => client.unsafe(sql, [SHOP as never, ...params])
      const shop = { shopId: SHOP, query } as never
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

test('a claim of deliveries, and giving them back, changes rows in place and no index', { skip }, async () => {
  const server = await startServer()
  await server.stop()
  const client = postgres(server.env.DATABASE_URL as string, { ...clientOptions, max: 1 })
  try {
    await client.unsafe(`set session app.shop_id = '*'; set session_replication_role = replica`)
    await fill(client, 'webhook_subscriptions', [1, 1], { id: `'s'`, events: `'{}'` })
    await fill(client, 'events', [1, DUE], { id: `'e' || n` })
    await fill(client, 'webhook_deliveries', [1, DUE], { subscription_id: `'s'`, event_id: `'e' || n`, next_at: PAST })
    const query = (sql: string, params: never[]) => client.unsafe(sql, [SHOP as never, ...params])
    const shop = { shopId: SHOP, query, secrets: { open: () => '' } } as never
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

/** Inserts rows with these numbers and values, whatever they refer to. */
async function fill(client: Sql, table: string, [from, to]: [number, number], values: Values): Promise<void> {
  const columns = await client.unsafe<{ columnName: string; dataType: string; isNeeded: boolean }[]>(
    `select column_name, data_type, is_nullable = 'NO' and column_default is null as is_needed
     from information_schema.columns where table_name = $1`,
    [table],
  )
  const named = columns.filter(({ columnName, isNeeded }) => isNeeded || columnName in values)
  const valueFor = ({ columnName: name, dataType }: (typeof named)[number]) =>
    name === 'shop_id' ? `'${SHOP}'` : (values[name] ?? DEFAULTS[dataType] ?? 'n')
  await client.unsafe(
    `insert into ${table} (${named.map(({ columnName }) => columnName)})
     select ${named.map(valueFor)} from generate_series(${from}, ${to}) n`,
  )
}

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

function rowsRead(plan: Plan): number {
  const each =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = plan['Relation Name'] ? each * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), own)
}
