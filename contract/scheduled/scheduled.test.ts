import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres } from '#test/database/database.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { type OwnServer, startServer } from '#test/service/server.ts'
import { beforeItsTime, until } from '#test/until.ts'

// Replies that are sent later: once, in their author's name, and not over the customer's next words.

const server = await startServer()
const store = await makeStore(server)
const inbox = await signInOwner(server, store)
const lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })

const HOUR = 3_600_000
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
const add = (overrides: object = {}) => addConversation(store, { messages: [message({ text: 'Hello' })], ...overrides })
const path = (id: string, scheduledId = '') =>
  `/api/chat/conversations/${id}/scheduled${scheduledId && `/${scheduledId}`}`
const list = async (id: string) => ok(await inbox.get(path(id)))
const schedule = async (id: string, ms: number, more: object = {}) =>
  ok(await lin.inbox.post(path(id), { text: 'On its way!', sendAt: soon(ms), ...more }), 201)
const said = async (id: string) => {
  const messages = ok(await store.api.get(`/chat/conversations/${id}/messages`))
  return messages.filter(({ isAdmin }: { isAdmin: boolean }) => isAdmin)
}
const customerSays = (id: string, text: string) =>
  store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true })
const told = async () =>
  ok(await lin.inbox.get('/api/chat/notifications')).filter(({ kind }: { kind: string }) => kind === 'held')

test('a reply is sent at its time, in its author’s name, with the events of any reply', async () => {
  const { id } = await add()
  const { id: scheduledId } = await schedule(id, HOUR)
  const kept = await beforeItsTime(async (sendAt) => ok(await lin.inbox.patch(path(id, scheduledId), { sendAt })))
  assert.deepEqual(
    [kept.text, kept.memberId, kept.cancelsOnReply, kept.heldBecause],
    ['On its way!', lin.member.id, false, null],
  )
  await until('the reply', async () => (await said(id)).length === 1)
  const [reply] = await said(id)
  assert.deepEqual([reply.text, reply.memberId, reply.senderName], ['On its way!', lin.member.id, 'Lin Chu'])
  assert.ok(reply.createdAt >= kept.sendAt)
  assert.deepEqual(await list(id), [])
  assert.equal(ok(await inbox.get(`/api/chat/conversations/${id}`)).lastMessage.text, 'On its way!')
})

test('what is done along with it is done when it is sent, as with any reply', async () => {
  const { id } = await add({ tags: ['old'] })
  const refusal = async (replyActions: object) =>
    refused(await lin.inbox.post(path(id), { text: 'x', sendAt: soon(HOUR), replyActions }), 400, 'INVALID_PARAMS')
  await refusal({ snoozedUntil: soon(HOUR / 2) })
  await refusal({ status: 'resolved', snoozedUntil: soon(2 * HOUR) })
  await refusal({ memberId: 'nobody-of-this-name' })
  await refusal({ teamId: 'no-team' })
  await refusal({ tags: [' '] })
  await refusal({ more: 1 })
  assert.deepEqual(await list(id), [])
  const replyActions = { tags: ['sent'], memberId: store.owner.memberId, status: 'resolved' }
  const kept = await schedule(id, HOUR, { replyActions })
  assert.deepEqual(kept.replyActions, replyActions)
  const read = async () => ok(await inbox.get(`/api/chat/conversations/${id}`))
  const before = await read()
  assert.deepEqual([before.tags, before.status], [['old'], 'open'])
  await beforeItsTime(async (sendAt) => ok(await lin.inbox.patch(path(id, kept.id), { sendAt })))
  await until('the reply', async () => (await said(id)).length === 1)
  const { tags, memberId, status } = await read()
  assert.deepEqual([tags, memberId, status], [['old', 'sent'], store.owner.memberId, 'resolved'])
})

test('it is changed and sent now by its author alone, and cancelled by any member', async () => {
  const { id } = await add()
  const one = await schedule(id, HOUR)
  const edit = { text: 'Tomorrow', sendAt: soon(2 * HOUR), cancelsOnReply: true }
  assert.deepEqual(
    (await list(id)).map((kept: { id: string }) => kept.id),
    [one.id],
  )
  assert.deepEqual(await said(id), [])
  const changed = ok(await lin.inbox.patch(path(id, one.id), edit))
  assert.deepEqual([changed.text, changed.sendAt, changed.cancelsOnReply], [edit.text, edit.sendAt, true])
  refused(await inbox.patch(path(id, one.id), { text: 'Mine' }), 403, 'FORBIDDEN')
  refused(await inbox.post(`${path(id, one.id)}/send`), 403, 'FORBIDDEN')
  const sent = ok(await lin.inbox.post(`${path(id, one.id)}/send`))
  assert.deepEqual([sent.text, sent.memberId], ['Tomorrow', lin.member.id])
  refused(await lin.inbox.post(`${path(id, one.id)}/send`), 404, 'NOT_FOUND')
  assert.equal((await said(id)).length, 1)
  const other = await schedule(id, HOUR)
  assert.deepEqual(ok(await inbox.delete(path(id, other.id))), { id: other.id })
  refused(await inbox.delete(path(id, other.id)), 404, 'NOT_FOUND')
  assert.deepEqual(await list(id), [])
})

test('when the customer writes first it is held and its author told, or cancelled, as was chosen', async () => {
  const { id } = await add()
  const held = await schedule(id, HOUR)
  await schedule(id, HOUR, { cancelsOnReply: true })
  ok(await customerSays(id, 'Never mind'), 201)
  const rows = await list(id)
  assert.deepEqual(
    rows.map((one: { id: string; heldBecause: string }) => [one.id, one.heldBecause]),
    [[held.id, 'customer_wrote']],
  )
  await until('the author to be told', async () =>
    (await told()).some((one: { conversationId: string }) => one.conversationId === id),
  )
  ok(await customerSays(id, 'Really'), 201)
  const again = await beforeItsTime(async (sendAt) => ok(await lin.inbox.patch(path(id, held.id), { sendAt })))
  assert.equal(again.heldBecause, null)
  await until('the reply', async () => (await said(id)).length === 1)
  assert.equal((await told()).filter((one: { conversationId: string }) => one.conversationId === id).length, 1)
  refused(await lin.inbox.patch(path(id, held.id), { text: 'gone' }), 404, 'NOT_FOUND')
})

test('a reply that its channel rejects is put on hold with the reason, and its author is notified', async () => {
  const messages = [message({ createdAt: soon(-72 * HOUR) })]
  const { id } = await add({ channel: 'phone_messenger', createdAt: soon(-72 * HOUR), messages })
  const { id: scheduledId } = await schedule(id, HOUR)
  await beforeItsTime(async (sendAt) => ok(await lin.inbox.patch(path(id, scheduledId), { sendAt })))
  await until('the refusal', async () => (await list(id))[0]?.heldBecause === 'refused')
  const [row] = await list(id)
  assert.equal(row.id, scheduledId)
  assert.ok(row.refusal.length > 10, row.refusal)
  assert.ok((await told()).some((one: { conversationId: string }) => one.conversationId === id))
  assert.deepEqual(await said(id), [])
})

test('twenty of a conversation, of a time to come, with words, by members of the store', async () => {
  const { id } = await add()
  for (const body of [
    { text: 'x', sendAt: soon(-1_000) },
    { text: 'x', sendAt: soon(366 * 24 * HOUR) },
    { text: 'x', sendAt: 'soon' },
    { text: ' ', sendAt: soon(HOUR) },
    { text: 'x'.repeat(5_001), sendAt: soon(HOUR) },
    { text: 'x' },
    { text: 'x', sendAt: soon(HOUR), more: 1 },
  ]) {
    refused(await inbox.post(path(id), body), 400, 'INVALID_PARAMS')
  }
  for (let i = 0; i < 20; i++) await schedule(id, HOUR)
  refused(await inbox.post(path(id), { text: 'x', sendAt: soon(HOUR) }), 400, 'INVALID_PARAMS')
  assert.equal((await list(id)).length, 20)
  const [first] = await list(id)
  const stranger = await signInOwner(server, await makeStore(server))
  for (const answer of [
    await stranger.get(path(id)),
    await stranger.post(path(id), { text: 'x', sendAt: soon(HOUR) }),
    await stranger.patch(path(id, first.id), { text: 'x' }),
    await stranger.delete(path(id, first.id)),
    await stranger.post(`${path(id, first.id)}/send`),
    await inbox.delete(path((await add()).id, first.id)),
  ]) {
    refused(answer, 404, 'NOT_FOUND')
  }
})

test('a redacted contact’s scheduled replies are gone', async () => {
  const id = `redact-${Date.now()}`
  await importLines(store, [{ kind: 'contact', data: { id, type: 'customer', email: 'gone@example.com' } }])
  const made = await add({ customerUuid: id })
  await schedule(made.id, HOUR)
  ok(await inbox.post(`/api/chat/customers/${id}/redact`, { orders: [] }))
  assert.deepEqual(await list(made.id), [])
})

test('what comes due while no process runs is sent after the next start, and by two processes once', async () => {
  const own = await startServer({ ownProcess: true })
  const { PORT: _, DATA_DIR: __, ...shared } = own.env
  if (onPostgres) await startServer({ env: shared })
  await sendsOnce(own)
})

async function sendsOnce(own: OwnServer): Promise<void> {
  const store = await makeStore(own)
  const owner = await signInOwner(own, store)
  const ids: string[] = []
  for (let i = 0; i < 30; i++) ids.push((await addConversation(store, { messages: [message()] })).id)
  const post = async (id: string) => ok(await owner.post(path(id), { text: 'Once', sendAt: soon(HOUR) }), 201)
  const made = (await Promise.all(ids.map(post))) as { id: string }[]
  await beforeItsTime((sendAt) =>
    Promise.all(made.map(async (one, at) => ok(await owner.patch(path(ids[at] as string, one.id), { sendAt })))),
  )
  await own.kill()
  await own.restart()
  const again = await signInOwner(own, store)
  const texts = async (id: string) =>
    (ok(await again.get(`/api/chat/conversations/${id}/messages`)) as { text: string }[]).filter(
      ({ text }) => text === 'Once',
    )
  await until('all to be sent', async () => {
    const left = await Promise.all(ids.map((id) => again.get(path(id))))
    return left.every((answer) => ok(answer).length === 0)
  })
  for (const id of ids) assert.equal((await texts(id)).length, 1, id)
}
