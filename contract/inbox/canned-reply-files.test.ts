import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Files of canned replies: kept with the reply, copied for each message.

const server = await shareServer()
const store = await makeStore(server)
const inbox = await signInOwner(server, store)
const lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })

const BYTES = { 'content-type': 'application/octet-stream' }
let uploads = 0
const upload = async (as: Client = inbox) =>
  ok(await as.call('POST', `/api/chat/files?name=${++uploads}.txt`, `words ${uploads}`, BYTES), 201)
const add = async (more: object = {}, as: Client = inbox) =>
  ok(await as.post('/api/chat/canned-replies', { shortcut: `file-${++uploads}`, text: 'The form', ...more }), 201)
const contentOf = async ({ url }: { url: string }) => {
  const response = await fetch(server.baseUrl + url)
  return response.ok ? response.text() : response.status
}
const list = async () => ok(await inbox.get('/api/chat/canned-replies'))

test('spec C13.3: a canned reply’s files are copied for each message that uses it', async () => {
  const files = [await upload(), await upload()]
  const canned = await add({ files: files.map(({ id }) => id) })
  assert.deepEqual(canned.files, files)
  const copies = ok(await lin.inbox.post(`/api/chat/canned-replies/${canned.id}/files`), 201)
  assert.deepEqual(
    copies.map(({ name, size }: { name: string; size: number }) => [name, size]),
    files.map(({ name, size }) => [name, size]),
  )
  const { id } = await addConversation(store, { messages: [message()] })
  const reply = { text: 'The form', files: copies.map((file: { id: string }) => file.id) }
  ok(await lin.inbox.post(`/api/chat/conversations/${id}/messages`, reply), 201)
  // The reply's own files go with no message, and a copy with one only.
  const own = { text: 'x', files: [files[0].id] }
  refused(await inbox.post(`/api/chat/conversations/${id}/messages`, own), 400, 'INVALID_PARAMS')
  refused(await lin.inbox.post(`/api/chat/conversations/${id}/messages`, reply), 400, 'INVALID_PARAMS')
  ok(await inbox.delete(`/api/chat/canned-replies/${canned.id}`))
  assert.deepEqual(await Promise.all(files.map(contentOf)), [404, 404])
  assert.deepEqual(await Promise.all(copies.map(contentOf)), await Promise.all([`words 1`, `words 2`]))
})

test('spec C13.3: files are added and removed by any member who may edit the reply, five at most', async () => {
  const [first, second] = [await upload(), await upload(lin.inbox)]
  const canned = await add({ files: [first.id] })
  const path = `/api/chat/canned-replies/${canned.id}`
  // Lin's own file beside the owner's, which stays by its id.
  const edited = ok(await lin.inbox.patch(path, { files: [second.id, first.id] }))
  assert.deepEqual(edited.files, [second, first])
  assert.deepEqual(ok(await inbox.patch(path, { text: 'Another text' })).files, [second, first])
  assert.deepEqual(ok(await inbox.patch(path, { files: [second.id] })).files, [second])
  assert.deepEqual([await contentOf(first), await contentOf(second)], [404, `words ${uploads - 1}`])
  const others = await upload(lin.inbox)
  refused(await inbox.patch(path, { files: [second.id, others.id] }), 400, 'INVALID_PARAMS')
  const six = await Promise.all(Array.from({ length: 6 }, async () => (await upload()).id))
  refused(await inbox.patch(path, { files: six }), 400, 'INVALID_PARAMS')
  const other = await add()
  refused(await inbox.patch(`/api/chat/canned-replies/${other.id}`, { files: [second.id] }), 400, 'INVALID_PARAMS')
  assert.deepEqual((await list()).find(({ id }: { id: string }) => id === canned.id).files, [second])
})

test('spec C13.3: a colleague’s own canned reply and its files are theirs', async () => {
  const file = await upload(lin.inbox)
  const own = await add({ files: [file.id], isShared: false }, lin.inbox)
  refused(await inbox.post(`/api/chat/canned-replies/${own.id}/files`), 404, 'NOT_FOUND')
  const elsewhere = await signInOwner(server, await makeStore(server))
  refused(await elsewhere.post(`/api/chat/canned-replies/${own.id}/files`), 404, 'NOT_FOUND')
})
