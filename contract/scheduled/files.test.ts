import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'
import { beforeItsTime, until } from '#test/until.ts'

// Files that go with replies that are sent later: kept until then, sent as with any reply, and gone with them.

const server = await shareServer()
const store = await makeStore(server)
const inbox = await signInOwner(server, store)
const lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })

const HOUR = 3_600_000
const soon = (ms = HOUR) => new Date(Date.now() + ms).toISOString()
const add = (overrides: object = {}) => addConversation(store, { messages: [message()], ...overrides })
const path = (id: string, scheduledId = '') =>
  `/api/chat/conversations/${id}/scheduled${scheduledId && `/${scheduledId}`}`
const bytes = { 'content-type': 'application/octet-stream' }
let made = 0
const upload = async (as: Client = lin.inbox) =>
  ok(await as.call('POST', `/api/chat/files?name=${++made}.txt`, `words ${made}`, bytes), 201)
const schedule = async (id: string, files: { id: string }[], more: object = {}) =>
  ok(await lin.inbox.post(path(id), { text: '', sendAt: soon(), files: files.map(({ id }) => id), ...more }), 201)
const list = async (id: string) => ok(await inbox.get(path(id)))
const refusalAt = (channel: string, { name, type }: { name: string; type: string }) =>
  `files: ${channel} does not deliver ${name}, which is ${type}.`
const said = async (id: string) => ok(await store.api.get(`/chat/conversations/${id}/messages`)).at(-1)
const statusOf = async ({ url }: { url: string }) => (await fetch(server.baseUrl + url)).status

test('files wait with a reply without words, are left out and added by its author, and leave as with any reply', async () => {
  const { id } = await add()
  const [first, second, third] = [await upload(), await upload(), await upload()]
  const kept = await schedule(id, [first, second])
  assert.deepEqual([kept.text, kept.files], ['', [first, second]])
  assert.deepEqual((await list(id))[0].files, [first, second])
  const edit = (body: object) => lin.inbox.patch(path(id, kept.id), body)
  assert.deepEqual(ok(await edit({ text: 'Here' })).files, [first, second])
  const changed = ok(await edit({ text: '', files: [third.id, second.id] }))
  assert.deepEqual(changed.files, [third, second])
  assert.deepEqual(await Promise.all([first, second, third].map(statusOf)), [404, 200, 200])
  await beforeItsTime(async (sendAt) => ok(await edit({ sendAt })))
  await until('the reply', async () => (await list(id)).length === 0)
  const sent = await said(id)
  assert.deepEqual([sent.text, sent.files, sent.memberId], ['', [third, second], lin.member.id])
  assert.deepEqual(await Promise.all([second, third].map(statusOf)), [200, 200])
  assert.equal(ok(await inbox.get(`/api/chat/conversations/${id}`)).lastMessage.text, third.name)
})

test('each is the author’s own, in one message or reply, five at most, and of a kind that the channel delivers', async () => {
  const [{ id }, instagram] = [await add(), await add({ channel: 'photo_social' })]
  const file = await upload()
  const refusal = async (files: string[], at = id) =>
    refused(await lin.inbox.post(path(at), { text: 'x', sendAt: soon(), files }), 400, 'INVALID_PARAMS')
  await refusal([(await upload(inbox)).id])
  await refusal([randomUUID()])
  await refusal(await Promise.all(Array.from({ length: 6 }, async () => (await upload()).id)))
  assert.equal(await refusal([file.id], instagram.id), refusalAt('photo_social', file))
  refused(await lin.inbox.post(path(id), { text: '', sendAt: soon(), files: [] }), 400, 'INVALID_PARAMS')
  assert.deepEqual([await list(id), await list(instagram.id)], [[], []])
  const kept = await schedule(id, [file])
  await refusal([file.id])
  const reply = { text: 'x', files: [file.id] }
  refused(await lin.inbox.post(`/api/chat/conversations/${id}/messages`, reply), 400, 'INVALID_PARAMS')
  const five = await Promise.all(Array.from({ length: 5 }, async () => (await upload()).id))
  const edit = (files: string[]) => lin.inbox.patch(path(id, kept.id), { files })
  refused(await edit([file.id, ...five]), 400, 'INVALID_PARAMS')
  refused(await edit([]), 400, 'INVALID_PARAMS')
  refused(await edit([file.id, randomUUID()]), 400, 'INVALID_PARAMS')
  assert.deepEqual((await list(id))[0].files, [file])
  assert.equal(await statusOf(file), 200)
})

test('one whose channel does not deliver its file any more is held with the reason, and keeps its files', async () => {
  const { id } = await add()
  const file = await upload()
  const { id: scheduledId } = await schedule(id, [file])
  const bring = (channel: string) => addConversation(store, { id, channel, messages: [message()] })
  const edit = (sendAt: string) => lin.inbox.patch(path(id, scheduledId), { sendAt })
  await beforeItsTime(async (sendAt) => {
    await bring('online_store')
    ok(await edit(sendAt))
    await bring('photo_social')
  })
  await until('the refusal', async () => (await list(id))[0]?.heldBecause === 'refused')
  const reason = refusalAt('photo_social', file)
  assert.equal(refused(await edit(soon()), 400, 'INVALID_PARAMS'), reason)
  refused(await lin.inbox.post(`${path(id, scheduledId)}/send`), 400, 'INVALID_PARAMS')
  const [held] = await list(id)
  assert.deepEqual([held.refusal, held.files, await statusOf(file)], [reason, [file], 200])
})

test('files go with a reply that is cancelled by a member, by the customer’s words, or with its conversation', async () => {
  const { id } = await add()
  const [cancelled, overtaken, held, deleted] = [await upload(), await upload(), await upload(), await upload()]
  const { id: scheduledId } = await schedule(id, [cancelled])
  ok(await inbox.delete(path(id, scheduledId)))
  assert.equal(await statusOf(cancelled), 404)
  await schedule(id, [overtaken], { cancelsOnReply: true })
  await schedule(id, [held])
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Wait', asCustomer: true }), 201)
  assert.deepEqual(await Promise.all([overtaken, held].map(statusOf)), [404, 200])
  assert.deepEqual(
    (await list(id)).map((one: { files: unknown; heldBecause: string }) => [one.files, one.heldBecause]),
    [[[held], 'customer_wrote']],
  )
  const other = await add()
  await schedule(other.id, [deleted])
  ok(await inbox.delete(`/api/chat/conversations/${other.id}`))
  assert.equal(await statusOf(deleted), 404)
})

test('redaction takes them; merging another conversation into theirs keeps them', async () => {
  const contact = `files-${randomUUID()}`
  await importLines(store, [{ kind: 'contact', data: { id: contact, type: 'customer', email: 'f@example.com' } }])
  const at = (hours: number) => soon(-hours * HOUR)
  const older = await add({ customerUuid: contact, createdAt: at(9), messages: [message({ createdAt: at(9) })] })
  const newer = await add({ customerUuid: contact, createdAt: at(5), messages: [message({ createdAt: at(5) })] })
  const file = await upload()
  const { id: scheduledId } = await schedule(newer.id, [file])
  ok(await inbox.post(`/api/chat/conversations/${older.id}/merge`, { into: newer.id }), 201)
  assert.deepEqual((await list(newer.id))[0].files, [file])
  const sent = ok(await lin.inbox.post(`${path(newer.id, scheduledId)}/send`))
  assert.deepEqual([sent.files, await statusOf(file)], [[file], 200])
  const waiting = await upload()
  await schedule(newer.id, [waiting])
  ok(await inbox.post(`/api/chat/customers/${contact}/redact`, { orders: [] }))
  assert.deepEqual(await list(newer.id), [])
  assert.deepEqual(await Promise.all([file, waiting].map(statusOf)), [404, 404])
})
