import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import postgres, { type Sql } from 'postgres'
import type { Logger } from '#base/logger.ts'
import { createDatabase, onPostgres } from '#test/database/database.ts'
import { connect, startServer, stopServer } from './embedded/server.ts'
import { copyBlank } from './embedded/template.ts'
import { chooseWay } from './fast-way.ts'
import { clientOptions, send, sendForBytes } from './send.ts'

const warnings: unknown[] = []
const logger = { warn: (...line: unknown[]) => warnings.push(line) } as unknown as Logger

/** Sends one of each kind; returns what was answered, in the order of the answers. */
async function sendAll(client: Sql) {
  await send(client, "set time zone 'UTC'")
  await send(client, 'create table things (id uuid primary key, name text not null)')
  const answers: unknown[] = []
  const ask = (title: string, sent: Promise<unknown>) =>
    sent.then(
      (answer) => answers.push({ title, answer: structuredClone(answer) }),
      ({ name, code, message, position, constraint_name }) =>
        answers.push({ title, error: { name, code, message, position, constraint_name } }),
    )
  const id = '0190a1b2-0000-7000-8000-000000000001'
  await Promise.all([
    ask('a simple one', send(client, "select 1 as one, null as nothing, 'é💬' as text_column")),
    ask('several in one', send(client, 'select 1 as a; select 2 as b')),
    ask('no statement', send(client, '')),
    ask(
      'parameters',
      send(client, 'select $1::text as a, $2::int as b, $3::boolean as c, $4::bigint as d, $5::jsonb as e', [
        'x "y" \\',
        -7,
        true,
        9_007_199_254_740_993n,
        { deep: [null, 'ü'] },
      ]),
    ),
    ask('null', send(client, 'select $1::text as a, $2::timestamptz as b', [null, null])),
    ask('texts', send(client, 'select $1::text[] as a', [['a', null, '', '{,}"\\', 'NULL']])),
    ask('ids', send(client, 'select $1::uuid[] as a, $1::uuid[] @> array[$2::uuid] as b', [[id], id])),
    ask('no texts', send(client, 'select $1::text[] as a', [[]])),
    ...['0001-01-01T00:00:00.000Z', '0099-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z'].map((time) =>
      ask(
        `the time ${time}`,
        send(client, 'select $1::timestamptz as a, $1::timestamptz::date as b', [new Date(time)]),
      ),
    ),
    ask('bytes', sendForBytes(client, 'select $1::text, null, 12, \'{"a":1}\'::jsonb', ['é'])),
    ask('bytes without parameters', sendForBytes(client, 'select 1, null', [])),
    ask('an insert', send(client, 'insert into things values ($1, $2) returning id, name', [id, 'a'])),
    ask('a taken key', send(client, 'insert into things values ($1, $2)', [id, 'b'])),
    ask('a null that may not be', send(client, 'insert into things values ($1, $2)', [id, null])),
    ask('a wrong value', send(client, 'select $1::int', ['x'])),
    ask('a wrong statement', send(client, 'selectt 1')),
    ask('a wrong statement with parameters', sendForBytes(client, 'select $1::text from nowhere', ['x'])),
    ask('rows', send(client, 'select n from generate_series(1, $1::int) n', [3])),
    ask('the same again', send(client, 'select n from generate_series(1, $1::int) n', [2])),
    ask('a begin', send(client, "begin; select set_config('app.x', 'y', true)")),
    ask('what it set', send(client, "select current_setting('app.x') as x, $1::int as n", [1])),
    ask('a division', send(client, 'select 1 / $1::int', [0])),
    ask('what follows', send(client, 'select 1')),
    ask('a rollback', send(client, 'rollback')),
    ask('a delete', send(client, 'delete from things where name = $1', ['a'])),
  ])
  return answers
}

/** How many statements its connection has prepared. */
async function prepared(client: Sql): Promise<number> {
  const [row] = await send<{ count: number }>(client, 'select count(*)::int as count from pg_prepared_statements')
  return row?.count ?? 0
}

test('both ways of sending statements give the same answers in the same order, and prepare the same', async () => {
  const [first, second] = [await openClient(), await openClient()]
  const byPublicCall = { answers: await sendAll(first), prepared: await prepared(first) }
  await chooseWay(await openClient(), logger)
  assert.deepEqual(warnings, [])
  assert.deepEqual({ answers: await sendAll(second), prepared: await prepared(second) }, byPublicCall)
  assert.ok(byPublicCall.prepared >= 10, `${byPublicCall.prepared} prepared`)
  assert.ok(byPublicCall.answers.filter((each) => 'error' in (each as object)).length >= 7)
})

test('a client with other fields is warned of once, and asked by its public call', async () => {
  const client = await openClient()
  const other = new Proxy(client, {
    get: (target, name) =>
      name === 'unsafe'
        ? (...args: Parameters<Sql['unsafe']>) => Object.assign(target.unsafe(...args), { settle: () => {} })
        : Reflect.get(target, name),
  })
  await chooseWay(other, logger)
  assert.equal(warnings.length, 1)
  assert.match(JSON.stringify(warnings), /a query has the fields active .* settle /)
  const isPublic = new Proxy(client, {
    get: (target, name) => (name === 'unsafe' ? () => assert.fail('the public call') : Reflect.get(target, name)),
  })
  assert.throws(() => send(isPublic, 'select 1'), /the public call/)
})

/** A client of a database of its own. */
const openClient = () => (onPostgres ? connectToPostgres() : connectToEmbedded())

async function connectToPostgres(): Promise<Sql> {
  const { url, drop } = await createDatabase()
  const opened = postgres(url, { ...clientOptions, max: 1 })
  after(async () => {
    await opened.end()
    await drop()
  })
  return opened
}

async function connectToEmbedded(): Promise<Sql> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-fast-way-'))
  await copyBlank(join(directory, 'pg'))
  const server = await startServer(join(directory, 'pg'))
  const opened = connect(server)
  after(async () => {
    await opened.end({ timeout: 5 })
    await stopServer(server)
    await rm(directory, { recursive: true })
  })
  return opened
}
