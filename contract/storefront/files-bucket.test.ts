import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parley, restoreInto, scratch } from '#test/database/backup.ts'
import { openBucket } from '#test/doubles/bucket.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// docs/operate/storage.md: files in a bucket of a store that speaks the S3 protocol (FILES_URL).

const SECRET_KEY = Buffer.alloc(32, 'bucket').toString('base64')
const bucket = await openBucket()
after(() => bucket.close())
const server = await startServer({ env: { FILES_URL: bucket.url, SECRET_KEY } })
const store = await makeStore(server)
const WORDS = 'plain words, told twice: plain words'
const upload = (visitor: TestVisitor, name = 'a.txt', body = WORDS) =>
  visitor.api.call('POST', `/storefront/files?name=${name}`, body, { 'content-type': 'application/octet-stream' })
const read = (url: string, headers: Record<string, string> = {}) => fetch(server.baseUrl + url, { headers })
const stored = () => bucket.keys(`${store.shopId}/`)

test('spec C1.19: a file goes to the bucket and comes back whole; what is refused leaves nothing there', async () => {
  const visitor = await makeVisitor(server, store)
  const file = ok(await upload(visitor), 201)
  assert.deepEqual(await stored(), [`${store.shopId}/${file.id}`])
  const answer = await read(file.url)
  assert.deepEqual([answer.status, await answer.text()], [200, WORDS])
  refused(await upload(visitor, 'a.exe', 'MZ\0\0'), 400, 'INVALID_PARAMS')
  assert.equal((await stored()).length, 1)
})

test('a part of a file is 206, one beyond its end 416, several parts the whole', async () => {
  const { url } = ok(await upload(await makeVisitor(server, store)), 201)
  const part = await read(url, { range: 'bytes=6-10' })
  assert.deepEqual([part.status, await part.text()], [206, 'words'])
  assert.equal(part.headers.get('content-range'), `bytes 6-10/${WORDS.length}`)
  assert.equal(await (await read(url, { range: 'bytes=-5' })).text(), 'words')
  const beyond = await read(url, { range: 'bytes=100-' })
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${WORDS.length}`])
  for (const headers of [{ range: 'bytes=0-1,4-5' }, { range: 'bytes=0-1', 'if-range': '"another"' }] as Record<
    string,
    string
  >[]) {
    const whole = await read(url, headers)
    assert.deepEqual([whole.status, await whole.text()], [200, WORDS])
  }
})

test('redaction deletes the customer’s files from the bucket', async () => {
  const visitor = await makeVisitor(server, store)
  const file = ok(await upload(visitor), 201)
  const { conversation } = await visitor.say('Here', { files: [file.id] })
  const { customerUuid } = ok(await store.api.get(`/chat/conversations/${conversation.id}`))
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid }))
  assert.ok(!(await stored()).includes(`${store.shopId}/${file.id}`))
  assert.equal((await read(file.url)).status, 404)
})

test('files of a reply that is sent later stay in the bucket, and go from it with the reply', async () => {
  const inbox = await signInOwner(server, store)
  const send = async (name: string) =>
    ok(await inbox.call('POST', `/api/chat/files?name=${name}`, WORDS, { 'content-type': 'x/y' }), 201)
  const files = [await send('a.txt'), await send('b.txt')]
  const { id } = await addConversation(store)
  const path = `/api/chat/conversations/${id}/scheduled`
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const reply = { text: '', sendAt, files: files.map((file) => file.id) }
  const { id: scheduledId } = ok(await inbox.post(path, reply), 201)
  const areStored = async () => {
    const keys = await stored()
    return files.map((file) => keys.includes(`${store.shopId}/${file.id}`))
  }
  assert.deepEqual(await areStored(), [true, true])
  ok(await inbox.patch(`${path}/${scheduledId}`, { files: [files[1].id] }))
  assert.deepEqual(await areStored(), [false, true])
  assert.equal(await (await read(files[1].url)).text(), WORDS)
  ok(await inbox.delete(`${path}/${scheduledId}`))
  assert.deepEqual(await areStored(), [false, false])
})

test('a store for files that is away, silent or refuses is 503 in words, and nothing is noted', async () => {
  const mute = createServer(() => {}).listen(0, '127.0.0.1')
  after(() => mute.close())
  await new Promise((listening) => mute.once('listening', listening))
  const { port } = mute.address() as { port: number }
  const ways = {
    away: 'http://S3RVER:S3RVER@127.0.0.1:9/files?region=x',
    refuses: bucket.url.replace(/S3RVER:[^@]+@/, 'S3RVER:another@'),
    silent: `http://S3RVER:S3RVER@127.0.0.1:${port}/files`,
  }
  for (const [way, FILES_URL] of Object.entries(ways)) {
    const before = await stored()
    const own = await startServer({ env: { FILES_URL } })
    const theirs = await makeStore(own)
    const visitor = await makeVisitor(own, theirs)
    const message = refused(await upload(visitor), 503, 'UNAVAILABLE')
    assert.match(message, /store for files cannot be used right now/, way)
    await until('the log to say why', () => own.logs().includes('file storage unavailable'))
    assert.ok(!own.logs().includes('another@') && !own.logs().includes('S3RVER:S3RVER'))
    assert.deepEqual(await stored(), before)
    assert.ok((await visitor.say('Words go on')).message.id)
    assert.equal(await own.stop(), 0)
  }
})

test('a backup holds the files of a bucket, and a restore puts them into one', async () => {
  const visitor = await makeVisitor(server, store)
  const { url, id } = ok(await upload(visitor), 201)
  const file = join(await scratch(), 'bucket.parley')
  const written = await parley(['backup', file, '--json'], server)
  assert.equal(written.code, 0, written.stderr)
  const other = await openBucket()
  after(() => other.close())
  const restored = await restoreInto('embedded', file, { SECRET_KEY, FILES_URL: other.url })
  assert.equal(restored.code, 0, restored.stderr)
  assert.ok((await other.keys()).includes(`${store.shopId}/${id}`))
  const again = await startServer({ env: { SECRET_KEY, FILES_URL: other.url, ...restored.env } })
  assert.equal(await (await fetch(again.baseUrl + url)).text(), WORDS)
})
