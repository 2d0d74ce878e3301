import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import postgres from 'postgres'
import { onCitus, onPostgres } from '#test/database/database.ts'
import { ok, refused } from '#test/expect.ts'
import { contact, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C5: what was stored before an import was cut off stays, and is reported.

const server = await startServer()
const store = await makeStore(server)
const path = `/operator/stores/${store.shopId}/import`
const known = async (id: unknown) => (await store.api.get(`/chat/customers/${id}`)).status === 200
const makeContacts = (count: number) => Array.from({ length: count }, () => contact({ id: randomUUID() }))
const textOf = (lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

test('spec C5.2: an import that loses the database tells what it stored, and from which line to go on', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const lines = makeContacts(1_000)
  const held = lines[700]?.data.id as string
  ok(await store.operator.post(path, textOf([contact({ id: held })]), { 'content-type': 'application/x-ndjson' }))
  const sql = postgres(server.env.DATABASE_URL as string, { max: 2, onnotice: () => {} })
  try {
    const answer = await sql.begin(async (holder) => {
      await holder`select id from contacts where shop_id = ${store.shopId} and id = ${held} for update`
      const asked = store.operator.post(path, textOf(lines), { 'content-type': 'application/x-ndjson' })
      const waits = onCitus
        ? 'select citus_pid_for_gpid(waiting_gpid) as pid from citus_lock_waits'
        : "select pid from pg_stat_activity where datname = current_database() and application_name = 'parley' and wait_event_type = 'Lock'"
      await until('the import to wait', async () => {
        const waiting = await sql.unsafe(`select pg_terminate_backend(pid) from (${waits}) waiting`)
        return waiting.length > 0
      })
      return asked
    })
    const message = refused(answer, 503, 'UNAVAILABLE')
    const line = Number(/Stored before line (\d+): (\d+) contact;/.exec(message)?.[1])
    assert.ok(line > 1 && line <= 701, message)
    assert.match(
      message,
      new RegExp(`Stored before line ${line}: ${line - 1} contact; refused lines: 0\\. .*from line ${line} on`),
    )
    assert.deepEqual([await known(lines[line - 2]?.data.id), await known(lines[line - 1]?.data.id)], [true, false])
    const rest = await store.operator.post(path, textOf(lines.slice(line - 1)), {
      'content-type': 'application/x-ndjson',
    })
    assert.equal(rest.body.data.imported.contact, 1_001 - line)
  } finally {
    await sql.end()
  }
})

test('spec C5.2: an import whose sender hangs up leaves in the log what it stored', async () => {
  const lines = makeContacts(1_000)
  const abort = new AbortController()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(textOf(lines))), // and never closes
  })
  const asked = fetch(server.baseUrl + path, {
    method: 'POST',
    headers: { ...store.operator.headers, 'content-type': 'application/x-ndjson' },
    body,
    duplex: 'half',
    signal: abort.signal,
  } as RequestInit)
  await until('most of it', () => known(lines[900]?.data.id))
  abort.abort()
  await assert.rejects(asked)
  const told = await until('the log', () =>
    server
      .logs()
      .split('\n')
      .filter((line) => line.includes('import interrupted'))
      .map((line) => JSON.parse(line))
      .find((line) => line.imported.contact > 900),
  )
  assert.ok(told.imported.contact <= 1_000)
})
