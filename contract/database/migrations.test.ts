import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres from 'postgres'
import { onCitus, onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// A new version starts while processes of the one before are at work, whose acts lock tables in an order of their own.
// (Citus finds its deadlocks by itself, later than a test waits.)

/** It alters all tables, in the order in which they were made. */
const AGAIN = '0103-what-the-fence-lets-through.sql'

test('§1 a migration that meets a deadlock is tried again', { skip: !onPostgres || onCitus }, async (t) => {
  const server = await startServer()
  const sql = postgres(server.env.DATABASE_URL as string, { max: 2, onnotice: () => {} })
  t.after(() => sql.end())
  const store = await makeStore(server)
  await sql`delete from schema_migrations where name = ${AGAIN}`
  const act = await sql.reserve()
  // So it is the migration that gives way, as in half of all cases.
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
