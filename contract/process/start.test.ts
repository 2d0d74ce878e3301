import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { createDatabase, onPostgres } from '#test/database/database.ts'
import { variants } from '#test/depth.ts'
import { ok, refused } from '#test/expect.ts'
import { contact, makeStore, operatorOf } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { OPERATOR_TOKEN, runUntilExit, type Server, startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C1: configuration, health, data.

const scratch = await mkdtemp(join(tmpdir(), 'parley-start-'))
after(() => rm(scratch, { recursive: true, force: true }))
const server = await startServer({ ownProcess: true })
const anonymous = createClient(server.baseUrl)

/** A data directory in which a directory stands where a file should. */
async function directoryWith(name: string): Promise<string> {
  const directory = await mkdtemp(join(scratch, 'with-'))
  await mkdir(join(directory, name))
  return directory
}

/** A port on which something listens but says nothing. */
async function silentPort(): Promise<number> {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  after(() => silent.close())
  return (silent.address() as AddressInfo).port
}
const mailDoor = { INBOUND_SMTP_PORT: '0', INBOUND_DOMAIN: 'in.example.com' }

test('spec C1.7: values that cannot be used stop the start, one line for each: name, value, what is expected', async () => {
  const wrong: Record<string, string> = {
    PORT: '70000',
    HOST: 'no host',
    BASE_URL: 'ftp://example.com',
    DATABASE_URL: 'mysql://localhost/x',
    REDIS_URL: 'localhost',
    ROLE: 'boss',
    OPERATOR_TOKEN: 'short',
    RATE_LIMIT_PER_KEY: '-1',
    RATE_LIMIT_PER_IP: 'many',
    TRUST_PROXY: 'everyone',
    WEBHOOK_RETRY_DELAYS: '10s,1m',
    WEBHOOK_TIMEOUT: 'soon',
    WEBHOOK_ALLOW_CIDRS: '10.0.0.0/99',
    WEBHOOK_DNS_SERVERS: 'dns',
    MCP_ALLOWED_ORIGINS: 'example.com',
    LOG_LEVEL: 'loud',
    DEMO: 'yes',
  }
  const { code, stderr } = await runUntilExit(wrong)
  assert.equal(code, 1)
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => line !== '')
  assert.equal(lines.length, Object.keys(wrong).length, stderr)
  for (const [name, value] of Object.entries(wrong)) {
    const line = lines.find((candidate) => candidate.startsWith(name))
    assert.match(line ?? '', /expected/, name)
    assert.equal(line?.includes(value), name !== 'OPERATOR_TOKEN', line)
  }
})

test('spec C1.7: a password in an address that cannot be used is not repeated', async () => {
  const { stderr } = await runUntilExit({ DATABASE_URL: 'mysql://ana:hunter2@db.example/shop' })
  assert.match(stderr, /^DATABASE_URL=mysql:\/\/ana:\*\*\*@db\.example\/shop: expected/)
})

/** Looks right, and shows only in use that it cannot be used. */
const UNUSABLE: Record<string, Record<string, string>[]> = {
  DATA_DIR: [
    { DATA_DIR: '/etc/passwd' },
    { DATA_DIR: '/etc/passwd/parley' },
    { DATA_DIR: '/proc/parley' },
    { DATA_DIR: await directoryWith('secret-key') },
    { DATA_DIR: await directoryWith('lock') },
  ],
  HOST: [{ HOST: 'no-such-host.invalid' }, { HOST: '999.1.1.1' }, { HOST: '203.0.113.5' }],
  DATABASE_URL: [
    { DATABASE_URL: 'postgres://ana:hunter2@127.0.0.1:9/shop' },
    { DATABASE_URL: 'postgres://ana:hunter2@no-such-host.invalid/shop' },
    { DATABASE_URL: `postgres://ana:hunter2@127.0.0.1:${await silentPort()}/shop` },
  ],
  WEBHOOK_DNS_SERVERS: ['999.1.1.1', 'dead', '1.1.1.1:99999'].map((value) => ({ WEBHOOK_DNS_SERVERS: value })),
  REDIS_URL: [{ REDIS_URL: 'redis://127.0.0.1/shop' }],
  TRUST_PROXY: [{ TRUST_PROXY: '0.0.0.0/0' }],
  AI_BASE_URL: [{ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'x', AI_BASE_URL: 'x' }],
  INBOUND_SMTP_PORT: [{ INBOUND_SMTP_PORT: new URL(server.baseUrl).port, INBOUND_DOMAIN: 'in.example.com' }],
  INBOUND_SMTP_CERT: [{ ...mailDoor, INBOUND_SMTP_CERT: 'nothing.pem', INBOUND_SMTP_KEY: 'package.json' }],
  INBOUND_SMTP_KEY: [{ ...mailDoor, INBOUND_SMTP_CERT: 'package.json', INBOUND_SMTP_KEY: 'nothing.pem' }],
}
for (const [name, cases] of Object.entries(UNUSABLE)) {
  test(`spec C1.7: an invalid value of ${name} is reported in one line that names it and no other variable`, async () => {
    for (const [index, env] of variants(name, [...cases.entries()])) {
      const given = { PORT: '0', DEMO: '0', DATA_DIR: join(scratch, `${name}-${index}`), ...env }
      const { code, stderr } = await runUntilExit(given)
      assert.equal(code, 1, stderr)
      assert.match(stderr, new RegExp(`^${name}=.*: expected .+\n$`))
      assert.doesNotMatch(stderr, /hunter2/)
    }
  })
}

test('spec C1.6: an empty variable counts as unset', async () => {
  const empty = await startServer({
    ownProcess: true,
    env: { REDIS_URL: '', TRUST_PROXY: '', LOG_LEVEL: '', WEBHOOK_TIMEOUT: '' },
  })
  ok(await operatorOf(empty).get('/operator/stores'))
})

test('spec C1.7: a port that is taken is reported in one line', async () => {
  const { port } = new URL(server.baseUrl)
  const env: Record<string, string> = { PORT: port, DEMO: '0', DATA_DIR: join(scratch, 'port') }
  const { code, stderr } = await runUntilExit(env)
  assert.equal(code, 1)
  assert.match(stderr, /PORT/)
  assert.equal(stderr.trim().split('\n').length, 1, stderr)
})

test('spec C1.9: no other account reaches the data directory, an earlier version’s neither', async () => {
  const DATA_DIR = join(scratch, 'private')
  const own = await startServer({ ownProcess: true, env: { DATABASE_URL: '', DATA_DIR } })
  /** Directories that others can enter, and of these files those that they could read or write. */
  const open = async (...files: string[]) => {
    const entries = await readdir(DATA_DIR, { recursive: true, withFileTypes: true })
    const directories = entries
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name))
    const paths = [DATA_DIR, ...directories, ...files.map((file) => join(DATA_DIR, file))]
    const modes = await Promise.all(paths.map(async (path) => [path, (await stat(path)).mode & 0o077] as const))
    return modes.filter(([, mode]) => mode !== 0).map(([path]) => path)
  }
  const files = ['pg/PG_VERSION', 'pg/global/1260', 'pg/base/5/1259']
  assert.deepEqual(await open(...files), [])
  await own.stop()
  for (const path of ['', 'pg', 'pg/base']) await chmod(join(DATA_DIR, path), 0o755)
  for (const path of files) await chmod(join(DATA_DIR, path), 0o666)
  await own.restart()
  assert.deepEqual(await open(...files), [])
})

test('spec C1.9: a data directory that another process serves from is refused in one line', async () => {
  await startServer({ ownProcess: true, env: { DATABASE_URL: '', DATA_DIR: join(scratch, 'taken') } })
  const { code, stderr } = await runUntilExit({ PORT: '0', DEMO: '0', DATA_DIR: join(scratch, 'taken') })
  assert.equal(code, 1)
  assert.equal(stderr.trim().split('\n').length, 1, stderr)
  assert.match(stderr, /DATA_DIR .* in use/)
  assert.equal((await anonymous.get('/readyz')).status, 200)
})

test('spec C1.9: an embedded database is opened after a power cut; one that is damaged is refused in one line and left alone', async () => {
  const DATA_DIR = join(scratch, 'damaged')
  const data = (file: string) => join(DATA_DIR, 'pg', file)
  const own = await startServer({ ownProcess: true, env: { DATABASE_URL: '', DATA_DIR } })
  const store = await makeStore(own)
  await own.stop()
  await writeFile(data('postmaster.pid'), '')
  await own.restart()
  ok(await createClient(own.baseUrl, { 'x-api-key': store.key }).get('/chat/members'))
  await own.stop()
  const damages: [string, () => Promise<void>][] = [
    ['pg_control is cut off', () => truncate(data('global/pg_control'), 100)],
    ['it is of another version', () => writeFile(data('PG_VERSION'), '12\n')],
    ['PG_VERSION is missing', () => rm(data('PG_VERSION'))],
  ]
  for (const [name, damage] of damages) {
    await damage()
    const { code, stderr } = await runUntilExit({ PORT: '0', DEMO: '0', DATA_DIR })
    assert.equal(code, 1, name)
    assert.match(
      stderr,
      /^DATA_DIR=.*: expected a directory whose database can be opened: .*restore.*empty DATA_DIR.*\n$/,
      name,
    )
  }
})

async function startTwoAtOnce() {
  const database = await createDatabase()
  after(() => database.drop())
  const env = { DATABASE_URL: database.url }
  const [one, other] = await Promise.all([
    startServer({ ownProcess: true, env }),
    startServer({ ownProcess: true, env }),
  ])
  const store = await makeStore(one)
  ok(await createClient(other.baseUrl, { 'x-api-key': store.key }).get('/chat/members'))
  await Promise.all([one.kill(), other.kill()])
}
if (onPostgres) test('spec C1.1: two processes started at once on one empty database both get ready', startTwoAtOnce)

test('spec C1.15: healthz and readyz answer 200 without a credential', async () => {
  for (const path of ['/healthz', '/readyz']) assert.equal((await anonymous.get(path)).status, 200)
})

test('spec C1.16: metrics are Prometheus text, for this machine or with the operator’s token', async () => {
  const open = await anonymous.get('/metrics')
  assert.equal(open.status, 200)
  assert.match(open.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(open.body, /^# HELP /m)
  const forwarded = createClient(server.baseUrl, { 'x-forwarded-for': '203.0.113.9' })
  refused(await forwarded.get('/metrics'), 401, 'UNAUTHENTICATED')
  const authorization = `Bearer ${OPERATOR_TOKEN}`
  assert.equal((await forwarded.get('/metrics', { authorization })).status, 200)
  refused(await forwarded.get('/metrics', { authorization: 'Bearer wrong' }), 401, 'UNAUTHENTICATED')
})

test('spec C3.1: without OPERATOR_TOKEN every operator path is 404', async () => {
  const closed = await startServer({ ownProcess: true, env: { OPERATOR_TOKEN: '' } })
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${OPERATOR_TOKEN}` }]) {
    const client = createClient(closed.baseUrl, headers as Record<string, string>)
    refused(await client.get('/operator/stores'), 404, 'NOT_FOUND')
    refused(await client.post('/operator/stores', { name: 'A' }), 404, 'NOT_FOUND')
    refused(await client.post('/operator/stores/x/import', '{}'), 404, 'NOT_FOUND')
  }
})

test('spec C1.15, C1.17: with STOP_DELAY a stopping process continues to serve, and says that it is not ready', async () => {
  const stopping = await startServer({ ownProcess: true, env: { STOP_DELAY: '3s' } })
  const store = await makeStore(stopping)
  const begun = performance.now()
  const stopped = stopping.stop()
  const ready = createClient(stopping.baseUrl)
  await until('not ready', async () => (await ready.get('/readyz')).status === 503)
  assert.deepEqual((await ready.get('/readyz')).body, { status: 'stopping' })
  ok(await store.api.get('/chat/members'))
  assert.equal((await ready.get('/healthz')).status, 200)
  assert.equal(await stopped, 0)
  assert.ok(performance.now() - begun >= 3_000)
})

test('spec C1.17: with STOP_DELAY sockets leave one after the other in its second half, and at once without', async () => {
  const [delayed, prompt] = await Promise.all([
    startServer({ ownProcess: true, env: { STOP_DELAY: '4s' } }),
    startServer({ ownProcess: true }),
  ])
  const leave = async (server: Server) => {
    const visitor = await makeVisitor(server, await makeStore(server))
    const sockets = await Promise.all(Array.from({ length: 10 }, () => visitor.connect()))
    const begun = performance.now()
    const left = sockets.map(async (socket) => {
      assert.equal(await socket.closed(), 1001)
      return performance.now() - begun
    })
    assert.equal(await server.stop(), 0)
    return (await Promise.all(left)).sort((a, b) => a - b)
  }
  const [first = 0, ...others] = await leave(delayed)
  assert.ok(first >= 2_000, `the first socket was closed after ${first} ms`)
  assert.ok((others.at(-1) as number) - first >= 1_000, 'all sockets were closed at once')
  assert.ok(((await leave(prompt)).at(-1) as number) < first)
})

test('spec C1.17: a stop waits for no connection on which no request was sent', async () => {
  const stopping = await startServer({ ownProcess: true })
  const { hostname, port } = new URL(stopping.baseUrl)
  const unused = connect(Number(port), hostname)
  await once(unused, 'connect')
  assert.equal((await createClient(stopping.baseUrl).get('/healthz')).status, 200) // so that both are accepted
  assert.equal(await stopping.stop(), 0)
  unused.destroy()
})

test('spec C1.17: a stop lets requests under way finish, however many come in, and ends with code 0', async () => {
  const stopping = await startServer({ ownProcess: true })
  const store = await makeStore(stopping)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const line = () => Buffer.from(`${JSON.stringify(contact())}\n`)
  const importing = store.operator.post(`/operator/stores/${store.shopId}/import`, readable, {
    'content-type': 'application/x-ndjson',
  })
  await writer.write(line())
  await store.api.get('/chat/members') // answered, so the connection before it has been taken in, too
  const crowd = Promise.allSettled(Array.from({ length: 20 }, () => store.api.get('/chat/members')))
  const stopped = stopping.stop()
  while (!stopping.logs().includes('"msg":"stopping"')) await new Promise((resolve) => setTimeout(resolve, 10))
  await writer.write(line())
  await writer.close()
  assert.deepEqual(ok(await importing).imported, { contact: 2 })
  assert.equal(await stopped, 0)
  for (const result of await crowd) {
    if (result.status === 'fulfilled') assert.ok([200, 503].includes(result.value.status))
  }
})
