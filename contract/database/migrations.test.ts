import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { copyBlank } from '#database/embedded/template.ts'
import { createDatabase, onCitus, onPostgres, query } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { runUntilExit, startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

/** Creates functions only, with "or replace": it can be applied twice. */
const AGAIN = '0021-statistics.sql'

// A new version starts while processes of the one before are at work, whose acts lock tables in an order of their own.
// (Citus finds its deadlocks by itself, later than a test waits.)

test('spec C1.18: a migration that meets a deadlock is tried again', {
  skip: onPostgres && !onCitus ? false : 'PostgreSQL only',
}, async (t) => {
  const server = await startServer()
  const sql = postgres(server.env.DATABASE_URL as string, { max: 2, onnotice: () => {} })
  t.after(() => sql.end())
  const store = await makeStore(server)
  await sql`delete from schema_migrations where name = ${AGAIN}`
  // What after.sql then makes again, in the order in which the tables were made.
  await sql`drop policy one_store on conversations`
  await sql`drop policy one_store on messages`
  const act = await sql.reserve()
  // The migration is therefore the one that is aborted, as in half of all cases.
  await act`set deadlock_timeout = '30s'`
  await act`begin`
  await act`select from messages limit 1`
  const started = server.restart()
  await until('the migration to wait for the act', async () => {
    const [waiting] = await sql`select from pg_locks where relation = 'messages'::regclass and not granted`
    return waiting !== undefined
  })
  await act`select from conversations limit 1`
  await act`commit`
  act.release()
  await started
  const [applied] = await sql`select from schema_migrations where name = ${AGAIN}`
  assert.ok(applied)
  ok(await store.api.get('/chat/conversations'))
})

const OF_UNRELEASED = `create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
  insert into schema_migrations (name) values ('0001-stores.sql'), ('0002-people.sql')`

test('spec C1.18: a database of an unreleased version is refused in one line that says what to do', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-unreleased-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const env: Record<string, string> = { PORT: '0', DEMO: '0', DATA_DIR: dataDir }
  if (onPostgres) {
    const database = await createDatabase()
    t.after(() => database.drop())
    await query(database.url, OF_UNRELEASED)
    env.DATABASE_URL = database.url
  } else {
    await copyBlank(join(dataDir, 'pg'))
    const embedded = await PGlite.create(join(dataDir, 'pg'))
    await embedded.exec(OF_UNRELEASED)
    await embedded.close()
  }
  const { code, stderr } = await runUntilExit(env)
  assert.equal(code, 1, stderr)
  assert.match(
    stderr,
    /^(DATABASE_URL|DATA_DIR)=.+: expected an empty database, or one of a released version: .*0002-people\.sql.*; start with an empty one\n$/,
  )
})

test('a start gives the role of the service the rights that it lacks, and otherwise leaves the catalog alone', {
  skip: onPostgres && !onCitus ? false : 'PostgreSQL only',
}, async (t) => {
  const server = await startServer()
  const sql = postgres(server.env.DATABASE_URL as string, { max: 1, onnotice: () => {} })
  t.after(() => sql.end())
  const readTables = () =>
    sql`select relname, xmin::text from pg_class where relnamespace = 'public'::regnamespace order by oid`
  const before = [...(await readTables())]
  await server.restart()
  assert.deepEqual([...(await readTables())], before)
  for (const right of ['select', 'insert', 'update', 'delete']) {
    await sql.unsafe(`revoke ${right} on messages from parley_app`)
    await server.restart()
    const [role] = await sql`select has_table_privilege('parley_app', 'messages', ${right}) as "hasRight"`
    assert.equal(role?.hasRight, true, right)
  }
})
