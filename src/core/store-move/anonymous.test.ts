import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Param } from '#database/database.ts'
import { connect, startServer, stopServer } from '#database/embedded/server.ts'
import { copyBlank } from '#database/embedded/template.ts'
import { applyMigrations, listMigrations } from '#database/migrate.ts'
import { send } from '#database/send.ts'
import { movesWithStore } from '#storage/backup/store-rows.ts'
import { listTables } from '#storage/backup/tables.ts'
import { SECRET_COLUMNS } from '#storage/secrets.ts'
import { isHarmless } from './anonymous.ts'
import { ANONYMOUS_TABLES } from './anonymous-tables.ts'
import { Pseudonyms } from './pseudonyms.ts'

// Every table and column of the schema is named where exports decide about it: a new one that is not would stay behind, or
// tell who somebody is.

const directory = await mkdtemp(join(tmpdir(), 'parley-anonymous-'))
await copyBlank(join(directory, 'pg'))
const server = await startServer(join(directory, 'pg'))
const client = connect(server)
after(async () => {
  await client.end({ timeout: 5 })
  await stopServer(server)
  await rm(directory, { recursive: true })
})
await applyMigrations((sql, params) => send(client, sql, params), await listMigrations())
const all = await listTables({
  query: <Row>(sql: string, params: readonly Param[] = []) => send<Row>(client, sql, params),
})
const moving = all.filter(movesWithStore)

test('every table that moves says what an anonymous export has of it', () => {
  const names = moving.map(({ name }) => name).sort()
  assert.deepEqual(names, Object.keys(ANONYMOUS_TABLES).sort(), 'name the table in anonymous-tables.ts')
  for (const { name, columns } of moving) {
    const rules = ANONYMOUS_TABLES[name]
    if (typeof rules !== 'object') continue
    const told = columns.filter((column) => column.name !== 'shop_id' && !isHarmless(column.type))
    const missing = told.filter((column) => !rules[column.name]).map((column) => column.name)
    assert.deepEqual(missing, [], `name columns of ${name} in anonymous-tables.ts`)
    const unknown = Object.keys(rules).filter((rule) => !columns.some((column) => column.name === rule))
    assert.deepEqual(unknown, [], `${name} has no such column`)
  }
})

test('every secret that moves is opened for the file', () => {
  // The address of a file holds its secret, which is stored as it is.
  const inTheOpen = ['uploads']
  for (const { name, columns } of moving) {
    if (inTheOpen.includes(name) || !columns.some((column) => column.name === 'secret')) continue
    assert.ok(
      SECRET_COLUMNS.some(({ table, column }) => table === name && column === 'secret'),
      `name ${name}.secret in storage/secrets.ts`,
    )
  }
  for (const { table, column } of SECRET_COLUMNS) {
    const found = all.find(({ name }) => name === table)?.columns.some(({ name }) => name === column)
    assert.ok(found, `${table}.${column}`)
  }
})

test('one text has one pseudonym in an export, and another in the next', () => {
  const names = new Pseudonyms()
  assert.equal(names.name('Ada Lovelace'), `${names.name('ada')} ${names.name('Lovelace')}`)
  assert.equal(names.email('Ada@Example.com'), names.email('ada@example.com'))
  assert.notEqual(names.email('ada@example.com'), new Pseudonyms().email('ada@example.com'))
  assert.match(names.phone('+49 170 1'), /^\+1555\d{7}$/)
  assert.match(names.ip('203.0.113.7'), /^192\.0\.2\.\d{1,3}$/)
  const text = 'Where is my order? I have waited for it for weeks now, and nobody answers me. Please help!'
  assert.equal(names.text(text).length, text.length)
  assert.ok(names.text(text).startsWith(names.text(text.slice(0, 60)).slice(0, 59)))
  assert.deepEqual([names.text(''), names.text('5'), names.text(' ')], ['', '5', ' '])
})
