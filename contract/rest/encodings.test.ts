import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createClient } from '#test/clients/client.ts'
import { dataOf } from '#test/clients/graphql.ts'
import { credentials } from '#test/clients/mcp.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, operatorOf } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { assertQuick } from '#test/quick.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'

// A body that says it is packed (Content-Encoding) is unpacked, at every door, within the limits of a plain one.

const server = await startServer({ ownProcess: true })
const store = await makeStore(server)
const { id } = await addConversation(store)
const visitor = await makeVisitor(server, store)
const inbox = await signInOwner(server, store)
const operator = operatorOf(server)
const notes = `/chat/conversations/${id}/notes`
const imports = `/operator/stores/${store.shopId}/import`
const lines = { 'content-type': 'application/x-ndjson' }

const PACK = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  GZIP: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  identity: (text: string | Buffer) => Buffer.from(text),
}
const as = (encoding: string) => ({ 'content-encoding': encoding })
const MIB = 1024 * 1024

for (const [encoding, pack] of Object.entries(PACK)) {
  test(`a body packed with ${encoding} is read at every door`, async () => {
    const packed = (value: unknown) => pack(typeof value === 'string' ? value : JSON.stringify(value))
    const text = `packed with ${encoding} 🎈`
    assert.equal(ok(await store.api.post(notes, packed({ text }), as(encoding)), 201).text, text)
    const graphql = createClient(server.baseUrl, { 'x-api-id': store.appId, 'x-api-secret': store.key })
    dataOf(await graphql.post('/graphql', packed({ query: '{ customers(first: 1) { totalCount } }' }), as(encoding)))
    const assistant = createClient(server.baseUrl, { ...credentials(store), 'mcp-protocol-version': '2025-11-25' })
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    assert.deepEqual((await assistant.post('/mcp', packed(ping), as(encoding))).body.result, {})
    const contact = JSON.stringify({ kind: 'contact', data: { name: text } })
    const imported = await operator.post(imports, packed(contact), { ...as(encoding), ...lines })
    assert.deepEqual(ok(imported), { imported: { contact: 1 }, rejected: [] })
    for (const upload of [
      await visitor.api.post('/storefront/files?name=a.txt', packed('a file'), as(encoding)),
      await inbox.post('/api/chat/files?name=a.txt', packed('a file'), as(encoding)),
    ]) {
      assert.equal(ok(upload, 201).size, 6)
    }
  })
}

test('spec C6.4: another encoding is 415 and says what is understood', async () => {
  const body = JSON.stringify({ text: 'x' })
  for (const encoding of ['zstd', 'compress', 'gzip, gzip', 'nonsense', '__proto__', '*']) {
    const answer = await store.api.post(notes, zstdCompressSync(body), as(encoding))
    assert.match(refused(answer, 415, 'INVALID_PARAMS'), /gzip, deflate, br/)
    assert.equal(answer.headers.get('accept-encoding'), 'gzip, deflate, br')
  }
  refused(await store.api.post('/chat/conversations/x/notes', body, as('zstd')), 404, 'NOT_FOUND')
  refused(await createClient(server.baseUrl).post(notes, body, as('zstd')), 401, 'UNAUTHENTICATED')
  assert.equal((await store.api.get('/chat/tags', as('zstd'))).status, 200)
})

test('a body that is not what it says is 400, at every door', async () => {
  const whole = gzipSync(JSON.stringify({ text: 'x'.repeat(100) }))
  const cut = whole.subarray(0, whole.length - 12)
  for (const [encoding, body] of [
    ['gzip', Buffer.from('{"text":"x"}')],
    ['gzip', cut],
    ['deflate', whole],
    ['br', whole],
    ['br', Buffer.alloc(100, 0xff)],
  ] as const) {
    assert.match(refused(await store.api.post(notes, body, as(encoding)), 400, 'INVALID_PARAMS'), /no valid/)
    refused(await visitor.api.post('/storefront/files?name=a', body, as(encoding)), 400, 'INVALID_PARAMS')
    const imported = await operator.post(imports, body, { ...as(encoding), ...lines })
    refused(imported, 400, 'INVALID_PARAMS')
  }
})

test('an empty body needs no unpacking', async () => {
  ok(await store.api.post(`/chat/conversations/${id}/read`, '', as('gzip')))
})

test('spec C6.4: unpacked bytes count against the limit while they are unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(400 * MIB, ' '), { level: 1 })
  assert.ok(bomb.length > MIB)
  const small = gzipSync(Buffer.alloc(200 * MIB, ' '), { level: 9 }) // packed it is within every limit
  assert.ok(small.length < MIB)
  const tiny = brotliCompressSync(Buffer.alloc(64 * MIB, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const memory = await memoryMb()
  const begun = performance.now()
  for (const [encoding, body] of [
    ['gzip', small],
    ['gzip', bomb],
    ['br', tiny],
  ] as const) {
    assert.match(refused(await store.api.post(notes, body, as(encoding)), 413, 'INVALID_PARAMS'), /at most 1 MiB /)
    const read = await visitor.api.post('/storefront/read', body, as(encoding))
    assert.match(refused(read, 413, 'INVALID_PARAMS'), /at most 64 KiB /)
    refused(await visitor.api.post('/storefront/files?name=a', body, as(encoding)), 413, 'INVALID_PARAMS')
  }
  await assertQuick(begun, 10_000, 'a bomb that is not unpacked')
  assert.ok((await memoryMb()) - memory < 150)
  // Members of a packed body may hold nothing: the packed bytes count as well.
  const nothings = Buffer.concat(Array.from({ length: 100_000 }, () => gzipSync('')))
  refused(await store.api.post(notes, nothings, as('gzip')), 413, 'INVALID_PARAMS')
})

test('nothing of this is an error of the service’s own', () => {
  assert.doesNotMatch(server.logs(), /"level":(50|60)/)
})

async function memoryMb(): Promise<number> {
  return (await metric(server, 'process_resident_memory_bytes')) / MIB
}
