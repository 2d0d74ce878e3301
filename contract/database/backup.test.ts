import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { connectAssistant } from '#test/clients/oauth.ts'
import { parley, restoreInto, scratch, unpackBackup, writeTampered } from '#test/database/backup.ts'
import { createDatabase, onPostgres, query, serverUrl } from '#test/database/database.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { isFullDepth } from '#test/depth.ts'
import { storedFiles } from '#test/doubles/bucket.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signIn, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { type Server, startServer } from '#test/service/server.ts'

// docs/operate/storage.md: a backup is one file, checked when it is written, and restored whole or not at all. One
// file, for the backup that the first test takes is what the others restore.

const SECRET_KEY = randomBytes(32).toString('base64')
const OTHER = onPostgres ? 'embedded' : undefined

/** A server with everything a backup has to hold: people, secrets, files, deliveries, words of all kinds. */
async function filledServer(env: Record<string, string> = {}) {
  const server = await startServer({ env: { SECRET_KEY, ROLE: 'web', ...env } })
  const store = await makeStore(server)
  const path = `/operator/stores/${store.shopId}`
  ok(await store.operator.post(`${path}/sample-data`, { contacts: 20, conversations: 40 }))
  const hook = { url: 'https://hooks.example.com/backup', events: ['message.created'] }
  const { secret } = ok(await store.api.post('/chat/webhooks', hook), 201)
  await connectAssistant(server, store, await signInOwner(server, store))
  const visitor = await makeVisitor(server, store)
  const files: Buffer[] = []
  for (const size of [1, 5_000, 3_000_000]) {
    const bytes = Buffer.from(randomBytes(size).toString('hex'))
    files.push(bytes)
    const sent = await visitor.api.call('POST', '/storefront/files?name=a.txt', bytes, { 'content-type': 'text/plain' })
    await visitor.say('line\nbreak \\ "quote" \t ☃ 😀 {a,b} NULL \\N', { files: [ok(sent, 201).id] })
  }
  return { server, store, secret, visitor, files }
}

/** Rows of both databases, but for when a migration ran. */
const dump = async (server: Server) =>
  (await dumpDatabase(server)).map((line) => line.replace(/"applied_at": "[^"]+"/, '')).sort()

const origin = await filledServer()
const file = join(await scratch(), 'store.parley')
const written = await parley(['backup', file, '--json'], origin.server)

test('a backup is taken while the service runs, checked, and told in numbers', async () => {
  assert.equal(written.code, 0, written.stderr)
  const summary = JSON.parse(written.stdout)
  assert.deepEqual([summary.shops, summary.uploads.count, summary.uploads.missing], [1, 3, 0])
  assert.ok(summary.messages > 100 && summary.secretKeys.length === 1)
  assert.ok(existsSync(file) && !existsSync(`${file}.part`))
  assert.equal(statSync(file).mode & 0o077, 0)
  const names = (await unpackBackup(file)).map(({ name }) => name)
  assert.deepEqual([names[0], names.at(-1)], ['backup.json', 'manifest.json'])
  assert.ok(!readFileSync(file).includes(SECRET_KEY))
})

for (const target of onPostgres ? ['postgresql', 'embedded'] : ['embedded']) {
  test(`a restored ${target} database holds every row and every file, and works`, async () => {
    const restored = await restoreInto(target, file, { SECRET_KEY })
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual(JSON.parse(restored.stdout).missingSecretKeys, [])
    const server = await startServer({ env: { SECRET_KEY, ROLE: 'web', ...restored.env } })
    assert.deepEqual(await dump(server), await dump(origin.server))
    assert.deepEqual(await storedFiles(server.env), await storedFiles(origin.server.env))
    const { store } = origin
    const session = await signIn(server, store.owner.email, store.owner.password)
    ok(await session.get('/api/chat/session'))
    const headers = { headers: { 'x-api-key': store.key } }
    const hooks = (await (await fetch(`${server.baseUrl}/chat/webhooks`, headers)).json()) as {
      data: { secret: string }[]
    }
    assert.equal(hooks.data[0]?.secret, origin.secret)
    const visitor = await makeVisitor(server, store)
    assert.ok((await visitor.say('A new message')).message.id)
  })
}

test('a backup moves from one kind of database to the other', { skip: !OTHER && 'PostgreSQL only' }, async () => {
  const embedded = await filledServer({ DATABASE_URL: '' })
  const moved = join(await scratch(), 'embedded.parley')
  assert.equal((await parley(['backup', moved], embedded.server)).code, 0)
  const restored = await restoreInto('postgresql', moved, { SECRET_KEY })
  assert.equal(restored.code, 0, restored.stderr)
  const server = await startServer({ env: { SECRET_KEY, ROLE: 'web', ...restored.env } })
  assert.deepEqual(await dump(server), await dump(embedded.server))
  assert.deepEqual(await storedFiles(server.env), await storedFiles(embedded.server.env))
})

test('a backup taken under writes is of one moment', async () => {
  const { server, store } = await filledServer()
  const threads = await Promise.all(
    Array.from({ length: 4 }, async () => (await (await makeVisitor(server, store)).say('Hello')).conversation.id),
  )
  const { memberId } = store.owner
  let isOver = false
  const writing = threads.map(async (id) => {
    let count = 0
    for (; !isOver; count++) {
      ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: `message ${count}`, memberId }), 201)
    }
    return count
  })
  const live = join(await scratch(), 'live.parley')
  const result = await parley(['backup', live], server)
  isOver = true
  const counts = await Promise.all(writing)
  assert.equal(result.code, 0, result.stderr)
  assert.ok(
    counts.every((count) => count > 1),
    'writes go on while the backup is taken',
  )
  const rows = (await unpackBackup(live))
    .filter(({ name }) => /^tables\/(messages|conversations)\//.test(name))
    .flatMap(({ name, data }) =>
      data
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => ({ name, ...JSON.parse(line) })),
    )
  const last = Map.groupBy(
    rows.filter((row) => 'position' in row),
    (row) => row.conversation_id,
  )
  for (const row of rows.filter(({ name }) => name.startsWith('tables/conversations'))) {
    const positions = (last.get(row.id) ?? []).map((message) => Number(message.revision ?? message.position))
    assert.equal(Math.max(0, ...positions), Number(row.last_position))
  }
})

test('a database that is not empty is left alone, and the error says what is in it', async () => {
  const other = await filledServer()
  const before = await dump(other.server)
  await other.server.stop()
  const result = await parley(['restore', file], other.server)
  assert.equal(result.code, 1)
  assert.match(result.stderr, /already has stores \(Acme\).*nothing was changed/)
  await other.server.restart()
  assert.deepEqual(await dump(other.server), before)
})

test('what is cut off, changed or no backup is refused, and leaves the database empty', async () => {
  const bytes = readFileSync(file)
  const flipped = Buffer.from(bytes)
  flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 255
  const directory = await scratch()
  const cases: [string, Buffer | (() => Promise<Buffer>)][] = [
    ['half', bytes.subarray(0, bytes.length >> 1)],
    // After the last row there are 13 bytes of an empty frame, with which the compressor ends: they hold nothing.
    ['without the end of its last row', bytes.subarray(0, -14)],
    ['flipped', flipped],
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('{"kind":"member"}\n')],
    ['fewer rows', () => writeTampered(file, (entry) => (entry.name.startsWith('tables/members/') ? null : entry))],
    ['without a manifest', () => writeTampered(file, (entry) => (entry.name === 'manifest.json' ? null : entry))],
    ['more after its end', () => writeTampered(file, (entry) => entry, [{ name: 'tables/a/1.ndjson', data: bytes }])],
    [
      'another upload',
      () =>
        writeTampered(file, ({ name, data }) => ({
          name,
          data: name.startsWith('uploads/') ? Buffer.from(data).reverse() : data,
        })),
    ],
    [
      'a path elsewhere',
      () => writeTampered(file, ({ name, data }) => ({ name: name.replace(/^uploads\/.*/, 'uploads/../x'), data })),
    ],
  ]
  // A file is judged before anything is touched; a pipe, which cannot be read twice, while it is restored.
  const PIPED = ['half', 'without the end of its last row', 'fewer rows', 'without a manifest', 'more after its end']
  for (const [name, made] of cases.filter((_, i) => isFullDepth || i % 2 === 0)) {
    const damaged = join(directory, 'damaged.parley')
    writeFileSync(damaged, typeof made === 'function' ? await made() : made)
    const asFile: [string[], Buffer?] = [['restore', damaged]]
    const ways = PIPED.includes(name) ? [asFile, [['restore', '-'], readFileSync(damaged)] as typeof asFile] : [asFile]
    for (const [args, input] of ways) {
      const empty = await restoreInto(onPostgres ? 'postgresql' : 'embedded', damaged, { SECRET_KEY }, args, input)
      assert.equal(empty.code, 1, `${name}: ${empty.stdout}`)
      assert.match(empty.stderr, /damaged|changed|cut off|no backup/, name)
      assert.ok(!existsSync(join(empty.env.DATA_DIR, 'pg')) && !existsSync(join(empty.env.DATA_DIR, 'uploads')))
      if (!empty.env.DATABASE_URL) continue
      const tables = await query(empty.env.DATABASE_URL, "select 1 from pg_tables where schemaname = 'public'")
      assert.equal(tables.length, 0)
    }
  }
})

/** The backup with another header, told alike by its manifest. */
const withHeader = (change: (header: Record<string, unknown>) => object, keeps = (_name: string) => true) =>
  writeTampered(file, ({ name, data }) =>
    /^(backup|manifest)\.json$/.test(name)
      ? { name, data: Buffer.from(JSON.stringify(change(JSON.parse(data.toString())))) }
      : keeps(name)
        ? { name, data }
        : null,
  )

test('a backup of a newer version is refused by that version’s name', async () => {
  const newer = join(await scratch(), 'newer.parley')
  const target = onPostgres ? 'postgresql' : 'embedded'
  writeFileSync(
    newer,
    await withHeader((all) => ({
      ...all,
      service: '9.8.7',
      migrations: [...(all.migrations as string[]), '9999-later.sql'],
    })),
  )
  const schema = await restoreInto(target, newer, {})
  assert.deepEqual(
    [schema.code, /9\.8\.7 with a newer schema \(9999-later\.sql\)/.test(schema.stderr)],
    [1, true],
    schema.stderr,
  )
  writeFileSync(newer, await withHeader((all) => ({ ...all, service: '9.8.7', format: 2 })))
  const format = await restoreInto(target, newer, {})
  assert.deepEqual([format.code, /9\.8\.7, in a newer format/.test(format.stderr)], [1, true], format.stderr)
})

test('a backup of an unreleased version is refused', async () => {
  const unreleased = join(await scratch(), 'unreleased.parley')
  const migrations = ['0001-stores.sql', '0002-people.sql']
  writeFileSync(unreleased, await withHeader((all) => ({ ...all, migrations })))
  const { code, stderr } = await restoreInto(onPostgres ? 'postgresql' : 'embedded', unreleased, {})
  assert.deepEqual(
    [code, /unreleased version of Parley \(its schema has 0002-people\.sql\)/.test(stderr)],
    [1, true],
    stderr,
  )
})

test('a backup of an older schema is restored and brought up to date', async () => {
  const older = join(await scratch(), 'older.parley')
  const last = '0020-assistants.sql'
  // The older version does not know tables that came later.
  const later = globSync('migrations/[0-9]*.sql')
    .filter((path) => basename(path) >= last)
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^create table (\w+)/gm)].map(([, table]) => table))
  const knows = (table: string | undefined) => !later.includes(table)
  const ofThen = (tables: object) => Object.fromEntries(Object.entries(tables).filter(([name]) => knows(name)))
  // Nor the names in addresses of help pages, which their migration makes again.
  const directory = { rows: 0, bytes: 0, hash: createHash('sha256') }
  const bytes = await writeTampered(file, ({ name, data }) => {
    if (/^(backup|manifest)\.json$/.test(name)) {
      const { tables, ...all } = JSON.parse(data.toString())
      const { hash, ...sums } = directory
      const migrations = all.migrations.filter((one: string) => one < last)
      const shopDirectory = { shop_directory: { ...sums, sha256: tables && hash.digest('hex') } }
      const then = { ...all, migrations, ...(tables && { tables: { ...ofThen(tables), ...shopDirectory } }) }
      return { name, data: Buffer.from(JSON.stringify(then)) }
    }
    if (!knows(name.split('/')[1])) return null
    if (!name.startsWith('tables/shop_directory/')) return { name, data }
    const rows = data.toString().match(/.+\n/g) ?? []
    const known = rows.filter((row) => !row.includes('"help_handle"'))
    const kept = Buffer.from(known.join(''))
    directory.rows += known.length
    directory.bytes += kept.length
    directory.hash.update(kept)
    return { name, data: kept }
  })
  writeFileSync(older, bytes)
  const restored = await restoreInto(onPostgres ? 'postgresql' : 'embedded', older, { SECRET_KEY })
  assert.equal(restored.code, 0, restored.stderr)
  const server = await startServer({ env: { SECRET_KEY, ROLE: 'web', ...restored.env } })
  const lines = await dump(server)
  const before = await dump(origin.server)
  // Later migrations may fill their own tables from what was there.
  const known = (all: string[]) => all.filter((line) => knows(line.split(':')[0])).length
  assert.equal(known(lines), known(before))
  assert.ok(lines.some((line) => line.startsWith('schema_migrations: ') && line.includes(last)))
})

test('another key than the backup’s is warned of, by its id', async () => {
  const { secretKeys } = JSON.parse(written.stdout)
  const restored = await restoreInto('embedded', file, { SECRET_KEY: randomBytes(32).toString('base64') })
  assert.equal(restored.code, 0, restored.stderr)
  assert.ok(restored.stderr.includes(`need the key ${secretKeys[0]}`))
  assert.deepEqual(JSON.parse(restored.stdout).missingSecretKeys, secretKeys)
})

test('an owner of the database who is not a superuser backs up and restores', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  const role = `parley_owner_${randomBytes(4).toString('hex')}`
  const [one, two] = [await createDatabase(), await createDatabase()]
  after(async () => {
    for (const each of [one, two]) await each.drop()
    await query(serverUrl(), `drop role ${role}`)
  })
  await query(serverUrl(), `create role ${role} login`)
  const { server } = await filledServer({ DATABASE_URL: await one.giveTo(role) })
  const theirs = join(await scratch(), 'theirs.parley')
  const result = await parley(['backup', theirs], server)
  assert.equal(result.code, 0, result.stderr)
  const env = { SECRET_KEY, DATABASE_URL: await two.giveTo(role), DATA_DIR: await scratch() }
  const restored = await parley(['restore', theirs], { env })
  assert.equal(restored.code, 0, restored.stderr)
  const all = async (url: string) => (await dump({ env: { DATABASE_URL: url } } as never)).join('\n')
  assert.equal(await all(two.url), await all(one.url))
})

test('a stopped service’s data directory is backed up without it', async () => {
  const { server } = await filledServer({ DATABASE_URL: '' })
  const before = await dump(server)
  const DATA_DIR = server.env.DATA_DIR as string
  const direct = join(await scratch(), 'direct.parley')
  const busy = await parley(['backup', direct, '--data-dir', DATA_DIR], server)
  assert.deepEqual([busy.code, /in use by another Parley process/.test(busy.stderr)], [1, true], busy.stderr)
  await server.stop()
  const result = await parley(['backup', direct, '--data-dir', DATA_DIR], server)
  assert.equal(result.code, 0, result.stderr)
  const restored = await restoreInto('embedded', direct, { SECRET_KEY })
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(await dump(await startServer({ env: { SECRET_KEY, ROLE: 'web', ...restored.env } })), before)
})

test('a backup that fails or is interrupted leaves no file', async () => {
  const directory = await scratch()
  const wrong = await parley(['backup', join(directory, 'a.parley')], {
    ...origin.server,
    operatorToken: 'x'.repeat(40),
  })
  assert.match(wrong.stderr, /another OPERATOR_TOKEN/)
  const interrupted = await parley(['backup', join(directory, 'b.parley')], origin.server, { killOnFileIn: directory })
  assert.notEqual(interrupted.code, 0)
  assert.deepEqual(readdirSync(directory), [])
})
