import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres from 'postgres'
import { onPostgres } from '#test/database/database.ts'
import { makeBodyFixture } from '#test/fixtures/body-fixture.ts'
import { startServer } from '#test/service/server.ts'

// docs/operate/storage.md: a dump of a PostgreSQL server can be restored. pg_restore stores rows with an empty search
// path, so nothing that a row is computed or checked with may need one.

test('every table’s rows can be written with an empty search path', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const server = await startServer()
  await makeBodyFixture(server)
  const sql = postgres(server.env.DATABASE_URL as string, { max: 1, onnotice: () => {} })
  try {
    const tables = await sql<{ name: string; column: string }[]>`
      select table_name as name, max(column_name) filter (where column_name <> 'shop_id') as column
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by table_name`
    assert.ok(tables.length > 40)
    await sql`set search_path = ''`
    for (const { name, column } of tables) {
      // A row that is written again computes its generated columns and indexes again.
      await sql.unsafe(`update public.${name} set "${column}" = "${column}"`)
    }
  } finally {
    await sql.end()
  }
})
