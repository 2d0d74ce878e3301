import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { storedFiles } from '#test/doubles/bucket.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// docs/storefront-protocol.md: files. They are what their bytes say, and nothing in them can run.

const server = await startServer()
const store = await makeStore(server)
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const MB = 1024 * 1024
const upload = (visitor: TestVisitor, name: string, body: Buffer | string, type = 'application/octet-stream') =>
  visitor.api.call('POST', `/storefront/files?name=${encodeURIComponent(name)}`, body, { 'content-type': type })
const stored = async () => (await storedFiles(server.env, `${store.shopId}/`)).size

/** What is on its way to a bucket, where this run has one. */
const arriving = async () =>
  (await readdir(join(server.env.DATA_DIR as string, 'uploads.arriving'), { recursive: true }).catch(() => [])).length

test('a file is sent, goes with a message, and is given out as it came', async () => {
  const visitor = await makeVisitor(server, store)
  const file = ok(await upload(visitor, 'holiday photo.png', PNG), 201)
  assert.deepEqual(Object.keys(file), ['id', 'name', 'size', 'type', 'url'])
  assert.deepEqual([file.name, file.size, file.type], ['holiday photo.png', PNG.length, 'image/png'])
  const { conversation, message } = await visitor.say('', { files: [file.id] })
  assert.deepEqual([message.text, message.files], ['', [file]])
  const [record] = ok(await store.api.get(`/chat/conversations/${conversation.id}/messages`))
  assert.deepEqual(record.files, [file])
  const { lastMessage } = ok(await store.api.get(`/chat/conversations/${conversation.id}`))
  assert.equal(lastMessage.text, 'holiday photo.png')
  const answer = await fetch(server.baseUrl + file.url)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), PNG)
  const header = (name: string) => answer.headers.get(name) ?? ''
  assert.equal(header('content-type'), 'image/png')
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.match(header('content-security-policy'), /default-src 'none'; sandbox/)
  assert.match(header('content-disposition'), /^inline; filename\*=UTF-8''holiday%20photo\.png$/)
})

test('documents and texts are downloaded, never shown', async () => {
  const visitor = await makeVisitor(server, store)
  for (const [name, body, type] of [
    ['a.txt', 'plain words', 'text/plain; charset=utf-8'],
    ['b.csv', 'a,b\n1,2', 'text/csv; charset=utf-8'],
    ['c.pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj', 'application/pdf'],
  ] as const) {
    const file = ok(await upload(visitor, name, body), 201)
    const answer = await fetch(server.baseUrl + file.url)
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;/)
    assert.equal(answer.headers.get('content-type'), type)
  }
})

test('what could run is refused, whatever it is called and said to be', async () => {
  const before = await stored()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [name, body] of [
    ['a.html', '<!doctype html><script>alert(1)</script>'],
    ['a.png', svg],
    ['a.txt', svg],
    ['a.txt', '  <html>'],
    ['a.txt', '#!/bin/sh\nrm -rf /'],
    ['a.svg', svg],
    ['a.xml', '<?xml version="1.0"?><a/>'],
    ['a.js', 'alert(1)'],
    ['a', 'alert(1)'],
    ['a.exe', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['a.jpg', Buffer.from('7f454c4602010100', 'hex')],
    ['a.txt', Buffer.from([0x41, 0x00, 0x42])],
    ['a.txt', Buffer.from([0xfd, 0x80, 0x81])],
    ['a.gz', gzipSync('x')],
    ['a.txt', gzipSync('x')],
    ['empty.png', ''],
  ] as const) {
    const one = await makeVisitor(server, store) // each has a limit of files a minute
    refused(await upload(one, name, body as string, 'image/png'), 400, 'INVALID_PARAMS')
  }
  refused(await (await makeVisitor(server, store)).api.post('/storefront/files?name=x.png'), 400, 'INVALID_PARAMS')
  assert.equal(await stored(), before)
})

test('names are made safe, and fit what the bytes are', async () => {
  const visitor = await makeVisitor(server, store)
  for (const [given, kept] of [
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\x\\p.png', 'p.png'],
    ['page.html', 'page.png'],
    ['a\u202egnp.exe', 'agnp.png'],
    ['a"b\r\nSet-Cookie: x=1.png', 'abSet-Cookie x=1.png'],
    ['...', 'file.png'],
    ['fotó 写真.png', 'fotó 写真.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(100)}.png`],
  ]) {
    const file = ok(await upload(visitor, given as string, PNG), 201)
    assert.equal(file.name, kept)
    assert.equal((await fetch(server.baseUrl + file.url)).status, 200)
  }
})

test('a file has at most 10 MB, and a message five files', async () => {
  const visitor = await makeVisitor(server, store)
  const before = await stored()
  const large = Buffer.concat([PNG, Buffer.alloc(10 * MB - PNG.length)])
  const ids = [ok(await upload(visitor, 'a.png', large), 201).id]
  refused(await upload(visitor, 'b.png', Buffer.concat([large, Buffer.alloc(1)])), 413, 'INVALID_PARAMS')
  assert.equal(await stored(), before + 1)
  for (let i = 0; i < 5; i++) ids.push(ok(await upload(visitor, `${i}.png`, PNG), 201).id)
  const post = (files: unknown) =>
    visitor.api.post('/storefront/messages', { clientId: randomUUID(), text: 'x', files })
  for (const files of [ids, [randomUUID()], [''], 'x', [7]]) refused(await post(files), 400, 'INVALID_PARAMS')
  assert.equal(ok(await post(ids.slice(0, 5)), 201).message.files.length, 5)
  refused(await post(ids.slice(0, 1)), 400, 'INVALID_PARAMS')
})

test('nobody sends another visitor’s file, and nobody guesses an address', async () => {
  const [one, other] = [await makeVisitor(server, store), await makeVisitor(server, store)]
  const file = ok(await upload(one, 'a.png', PNG), 201)
  const post = { clientId: randomUUID(), text: 'x', files: [file.id] }
  refused(await other.api.post('/storefront/messages', post), 400, 'INVALID_PARAMS')
  const parts = file.url.split('/')
  const foreign = await makeStore(server)
  for (const [at, value] of [
    [5, '0'.repeat(32)],
    [5, '%00'],
    [4, randomUUID()],
    [4, '..%2f..%2fpg'],
    [3, foreign.shopId],
    [3, '..'],
    [3, '*'],
  ] as const) {
    const url = parts.with(at, value).join('/')
    assert.ok([400, 404].includes((await fetch(server.baseUrl + url)).status), url)
  }
})

test('a deleted conversation’s files are gone', async () => {
  const visitor = await makeVisitor(server, store)
  const file = ok(await upload(visitor, 'a.png', PNG), 201)
  const { conversation } = await visitor.say('x', { files: [file.id] })
  const before = await stored()
  const inbox = await signInOwner(server, store)
  ok(await inbox.delete(`/api/chat/conversations/${conversation.id}`))
  assert.equal((await fetch(server.baseUrl + file.url)).status, 404)
  assert.equal(await stored(), before - 1)
})

test('a body that breaks off leaves nothing behind', async () => {
  const visitor = await makeVisitor(server, store)
  const before = await stored()
  const { connect } = await import('node:net')
  const { port } = new URL(server.baseUrl)
  const headers = `host: x\r\nx-app-id: ${store.appId}\r\nauthorization: Bearer ${visitor.token}\r\ncontent-type: image/png`
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`POST /storefront/files?name=a.png HTTP/1.1\r\n${headers}\r\ncontent-length: 100000\r\n\r\n`)
      socket.write(PNG, () => setTimeout(() => socket.destroy(), 200))
    })
    socket.on('close', () => resolve())
  })
  await until('the half file to go', async () => (await stored()) === before)
  assert.ok(!/"level":50/.test(server.logs()), server.logs().match(/.*"level":50.*/)?.[0])
})

test('spec 8.27, C8.21: a person may have 500 MB under way; the refusal says when to go on, and what broke off gives back', async () => {
  const inbox = await signInOwner(server, store)
  const path = '/api/chat/files?name=a.txt'
  const begun = await beginUploads(50, path, inbox.headers, 10 * MB)
  const send = () => inbox.call('POST', path, Buffer.alloc(MB, 'a'), { 'content-type': 'text/plain' })
  const answer = await send()
  refused(answer, 429, 'RATE_LIMITED')
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  for (const one of begun) one.destroy()
  await until('what was reserved to come back', async () => (await send()).status === 201)
})

/** Sends the heads of uploads and their first byte; returns when the service writes all of them. */
async function beginUploads(count: number, path: string, headers: Record<string, string>, bytes: number) {
  const before = (await stored()) + (await arriving())
  const uploads = Array.from({ length: count }, () => {
    const upload = request(server.baseUrl + path, { method: 'POST', headers: { ...headers, 'content-length': bytes } })
    upload.on('error', () => {}) // it is broken off
    upload.write('x')
    return upload
  })
  await until('all to be written', async () => (await stored()) + (await arriving()) === before + count)
  return uploads
}
