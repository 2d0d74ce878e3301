import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import postgres from 'postgres'
import { connect, startServer as startEmbedded, stopServer } from '#database/embedded/server.ts'
import { copyBlank } from '#database/embedded/template.ts'
import { applyMigrations, listMigrations } from '#database/migrate.ts'
import { type Send, send } from '#database/send.ts'
import { createDatabase, onCitus, onPostgres } from '#test/database/database.ts'
import { describeSchema } from '#test/database/schema.ts'

// The schema began as 70 migrations and six of renames, of which nobody has a database. The baseline has to make what they
// made: their schema is recorded in test/database/schema-of-migrations.txt, as test/database/schema.ts writes it. Later
// migrations do not belong to it.

const LAST_OF_BASELINE = '0021-statistics.sql'
const RECORDED = new URL(import.meta.resolve('#test/database/schema-of-migrations.txt'))

async function baselineOn(send: Send): Promise<string[]> {
  const baseline = (await listMigrations()).filter((name) => name <= LAST_OF_BASELINE)
  await applyMigrations(send, baseline)
  return describeSchema(send)
}

async function onServer(): Promise<string[]> {
  const database = await createDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    return await baselineOn((text, params) => send(sql, text, params))
  } finally {
    await sql.end()
    await database.drop()
  }
}

async function onEmbedded(): Promise<string[]> {
  const directory = join(await mkdtemp(join(tmpdir(), 'parley-schema-')), 'pg')
  await copyBlank(directory)
  const embedded = await startEmbedded(directory)
  const client = connect(embedded)
  try {
    return await baselineOn((text, params) => send(client, text, params))
  } finally {
    await client.end({ timeout: 5 })
    await stopServer(embedded)
    await rm(dirname(directory), { recursive: true })
  }
}

test('the baseline makes the schema that the migrations before it made', {
  skip: onCitus && 'not on Citus: names of shards and workers are a cluster’s own',
}, async () => {
  const recorded = readFileSync(RECORDED, 'utf8').trimEnd().split('\n')
  const made = await (onPostgres ? onServer() : onEmbedded())
  const differences = {
    missing: recorded.filter((line) => !made.includes(line)),
    added: made.filter((line) => !recorded.includes(line)),
  }
  assert.deepEqual(differences, { missing: [], added: [] })
  assert.equal(made.length, recorded.length)
})
