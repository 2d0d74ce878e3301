import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, mock, test } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { SecretBox } from '#base/secret-box.ts'
import type { Database } from '#database/database.ts'
import { openDatabase } from '#database/open.ts'
import { CLAIMS, fill, LIMIT, SHOP } from '#test/database/claims.ts'
import { onCitus } from '#test/database/database.ts'
import { startServer } from '#test/service/server.ts'

// Whatever the planner believes, a claim reads about as many rows as it takes. Here it believes the worst: tables were
// counted while another store had all of their rows, and plans were made for that; then a store comes that has many.

const skip = onCitus ? 'reads the counters of one server' : false
const OTHERS = 2_000
const OURS = 3_000

async function open(): Promise<Database> {
  const server = await startServer()
  await server.stop() // its workers would take what is due
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = server.env
  const secrets = new SecretBox([randomBytes(32)])
  // The embedded database's maintenance, which comes every minute, would take the owner's role away in the middle.
  mock.timers.enable({ apis: ['setInterval'] })
  const database = await openDatabase({ databaseUrl, dataDir, secrets, logger: createLogger('silent') })
  after(() => database.close())
  return database
}

/** Rows of tables that statements have fetched. */
async function fetched(database: Database, tables: string[]): Promise<number> {
  const [row] = await database.system.query<{ rows: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables
     where relname = any($1::text[])`,
    [tables],
  )
  return row?.rows ?? 0
}

test('spec C11.21: what a claim reads is about what it takes, however wrong the statistics are', { skip }, async () => {
  const database = await open()
  const { system } = database
  const shopOf = (shopId: string) => ({ ...database.shop(shopId), secrets: { open: () => '{}' } })
  const shop = shopOf(SHOP)
  const [{ role } = { role: '' }] = await system.query<{ role: string }>('show role')
  const send = <Row>(sql: string) => system.query<Row>(sql)
  /** What the service may not: filling tables with rows that refer to nothing, and counting them. */
  const asOwner = async (work: () => Promise<void>) => {
    await send('set role none; set session_replication_role = replica')
    await work()
    await send(`set session_replication_role = default; set role ${role}`)
  }
  const account = { id: `'account'`, channel: `'email'`, state: `'connected'` }
  const subscription = { id: `'s'`, events: `'{}'` }
  const tooMuch: Record<string, number> = {}
  await asOwner(async () => {
    for (const shopId of [SHOP, 'shop_other']) {
      await fill(send, 'channel_accounts', [1, 1], account, shopId)
      await fill(send, 'webhook_subscriptions', [1, 1], subscription, shopId)
    }
  })
  for (const { table, all, done, due, beside, run, most = 4 * LIMIT } of CLAIMS) {
    const tables = [table, ...(beside ? [beside.table] : [])]
    const values = { ...all, conversation_id: `'c' || n`, sender: `'s' || n`, connection_id: `'c' || n` }
    const fillBoth = async (shopId: string, from: number, count: number) => {
      await fill(send, table, [from, from + count], { ...values, ...done }, shopId)
      await fill(send, table, [from + count + 1, from + 2 * count], { ...values, ...due }, shopId)
      if (beside) await fill(send, beside.table, [from, from + 2 * count], beside.values, shopId)
    }
    await asOwner(async () => {
      for (const name of tables) await send(`alter table ${name} set (autovacuum_enabled = off)`)
      await fillBoth('shop_other', 1, OTHERS)
      for (const name of tables) await send(`analyze ${name}`)
    })
    const flush = `select pg_stat_force_next_flush()::text where $1 <> ''`
    for (let i = 0; i < 6; i++) await run(shopOf('shop_other') as never) // the sixth time, a plan is kept
    await asOwner(() => fillBoth(SHOP, 2 * OTHERS + 1, OURS))
    // By plans of its own, the server checks whether what rows refer to is there: the sixth time, those are kept too.
    for (let i = 0; i < 2; i++) await run(shop as never)
    await shop.walk(flush)
    const before = await fetched(database, tables)
    await run(shop as never)
    await shop.walk(flush)
    const rows = (await fetched(database, tables)) - before
    if (rows > most || rows < LIMIT) tooMuch[table] = rows
  }
  assert.deepEqual(tooMuch, {})
})

test('spec C11.4: every claim is a statement that Citus takes', {
  skip: onCitus ? false : 'not on Citus',
}, async () => {
  const database = await open()
  const shop = { ...database.shop(SHOP), secrets: { open: () => '{}' } }
  const refused: Record<string, string> = {}
  for (const { table, run } of CLAIMS) {
    await run(shop as never).catch((error: Error & { detail?: string }) => {
      refused[table] = error.detail ?? error.message
    })
  }
  assert.deepEqual(refused, {})
})
