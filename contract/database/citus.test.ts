import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import postgres, { type Sql } from 'postgres'
import { applyMigrations, listMigrations } from '#database/migrate.ts'
import { clientOptions, send } from '#database/send.ts'
import { createDatabase, createUnspreadDatabase, onCitus, query } from '#test/database/database.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { type Server, startServer } from '#test/service/server.ts'

// docs/operate/citus.md: what stands between stores where their tables are spread over workers.

const skip = !onCitus && 'Citus only: TEST_DATABASE=citus, and its coordinator in TEST_CITUS_URL'
const server = onCitus ? await startServer() : ({} as Server)
const [mine, theirs] = onCitus ? [await makeStore(server), await makeStore(server)] : ([{}, {}] as [Store, Store])
if (onCitus) for (const store of [mine, theirs]) await addConversation(store)

const url = () => server.env.DATABASE_URL as string

/** A connection as the service's role, with these settings. */
function asService(t: TestContext, address: string, settings: Record<string, string> = {}): Sql {
  const connection = { role: 'parley_app', 'citus.propagate_set_commands': 'local', ...settings }
  const sql = postgres(address, { max: 1, onnotice: () => {}, connection })
  t.after(() => sql.end())
  return sql
}

test('on Citus every table of stores is spread by store, with all of a store on one worker', { skip }, async () => {
  const tables = await query<{ name: string; method: string | null; key: string | null; group: number | null }>(
    url(),
    `select c.relname as name, p.partmethod as method, p.colocationid as group,
       column_to_column_name(p.logicalrelid, p.partkey) as key
     from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relname not in ('schema_migrations', 'processes')`,
  )
  assert.ok(tables.length > 50)
  for (const { name, method, key } of tables) {
    const expected = name === 'shop_directory' ? { method: 'n', key: null } : { method: 'h', key: 'shop_id' }
    assert.deepEqual({ name, method, key }, { name, ...expected })
  }
  assert.equal(new Set(tables.filter(({ method }) => method === 'h').map(({ group }) => group)).size, 1)
})

test('on Citus row-level security stands on the workers', { skip }, async (t) => {
  const sql = asService(t, url())
  const read = (store: string | null) =>
    sql.begin(async (tx) => {
      if (store !== null) await tx.unsafe(`set local app.shop_id = '${store}'`)
      return tx<{ shop_id: string }[]>`select distinct shop_id from contacts`
    })
  await assert.rejects(read(null), { code: '42704' })
  assert.deepEqual([...(await read(mine.shopId))], [{ shop_id: mine.shopId }])
  assert.equal((await read('*')).length, 2)
  const write = sql.begin(async (tx) => {
    await tx.unsafe(`set local app.shop_id = '${mine.shopId}'`)
    await tx`insert into tags (shop_id, name, created_at) values (${theirs.shopId}, 'mine', now())`
  })
  await assert.rejects(write, { code: '42501' })
})

test('on Citus the service’s connections refuse a statement over many stores', { skip }, async (t) => {
  const sql = asService(t, url(), { 'citus.multi_task_query_log_level': 'error' })
  const read = sql.begin(async (tx) => {
    await tx.unsafe(`set local app.shop_id = '${mine.shopId}'`)
    return tx`select id from contacts`
  })
  await assert.rejects(read, /multi-task query/)
})

test('on Citus each worker has the service’s role, which may sign in and does not pass the fence', {
  skip,
}, async () => {
  const roles = await query<{ result: string }>(
    url(),
    `select result from run_command_on_all_nodes(
       $$select rolcanlogin and not rolsuper and not rolbypassrls from pg_roles where rolname = 'parley_app'$$)`,
  )
  assert.ok(roles.length > 1)
  assert.deepEqual(new Set(roles.map(({ result }) => result)), new Set(['t']))
})

test('a database that was filled before Citus came is spread by the next start', { skip }, async (t) => {
  const database = await createUnspreadDatabase()
  t.after(() => database.drop())
  const one = await startServer({ env: { DATABASE_URL: database.url } })
  const store = await makeStore(one)
  const { id } = await addConversation(store)
  const before = await dumpDatabase(one)
  await one.stop()
  await database.addWorkers()
  await one.restart()
  assert.deepEqual((await dumpDatabase(one)).sort(), before.sort())
  assert.equal((await store.api.get(`/chat/conversations/${id}`)).status, 200)
  assert.match(one.logs(), /tables distributed/)
})

test('a spread database of each earlier version is brought up to date', { skip }, async (t) => {
  const database = await createDatabase()
  t.after(() => database.drop())
  const sql = postgres(database.url, { ...clientOptions, max: 1 })
  t.after(() => sql.end())
  for (const name of await listMigrations()) {
    await send(sql, 'begin')
    await applyMigrations((text, params = []) => send(sql, text, params), [name]) // which spreads what is new
    await send(sql, 'commit')
  }
  const shards = await sql<{ result: string }[]>`
    select result from run_command_on_shards('conversations',
      $$select string_agg(attname, ' ' order by attnum) from pg_attribute where attrelid = '%s'::regclass and attnum > 0$$)`
  const columns = await query<{ names: string }>(
    url(),
    `select string_agg(attname, ' ' order by attnum) as names from pg_attribute
     where attrelid = 'conversations'::regclass and attnum > 0`,
  )
  assert.ok(shards.length > 1)
  assert.deepEqual(new Set(shards.map(({ result }) => result)), new Set(columns.map(({ names }) => names)))
  const one = await startServer({ env: { DATABASE_URL: database.url } })
  const store = await makeStore(one)
  const { id } = await addConversation(store)
  assert.equal((await store.api.get(`/chat/conversations/${id}`)).status, 200)
})
