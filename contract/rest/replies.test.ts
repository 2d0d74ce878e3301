import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import {
  addConversation,
  addMember,
  contact,
  importLines,
  makeStore,
  message,
  type Store,
} from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.2, what a post does: hand-off, auto-assign, channels, read state, reopening; spec C6, C9.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store
const owner = store.owner.memberId
const get = async (id: string, of: Store = store) => ok(await of.api.get(`/chat/conversations/${id}`))
const thread = async (id: string) => ok(await api.get(`/chat/conversations/${id}/messages`))
const reply = (id: string, memberId = owner, of: Store = store) =>
  of.api.post(`/chat/conversations/${id}/messages`, { text: 'A reply', memberId })
const note = (id: string) =>
  api.post(`/chat/conversations/${id}/messages`, { text: 'A note', memberId: owner, isNote: true })
const asCustomer = (id: string, of: Store = store) =>
  of.api.post(`/chat/conversations/${id}/messages`, { text: 'From me', asCustomer: true })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('spec 2.2.6, 4.2.1, C6.11, C9.5: a reply ends the AI agent’s hold and leaves a transfer line before itself', async () => {
  const { id } = await addConversation(store, { isChatBot: true, hasChatBot: true, messages: [message({ id: 1 })] })
  const posted = ok(await reply(id), 201)
  const [first, line, last, ...more] = await thread(id)
  assert.deepEqual([first.id, last.id, more], ['1', posted.id, []])
  const { isTransfer, isAutomated, isAdmin, isBot, isNote, isFirst, memberId } = line
  assert.deepEqual(
    { isTransfer, isAutomated, isAdmin, isBot, isNote, isFirst, memberId },
    { isTransfer: true, isAutomated: true, isAdmin: true, isBot: false, isNote: false, isFirst: false, memberId: null },
  )
  const conversation = await get(id)
  assert.deepEqual([conversation.isChatBot, conversation.hasChatBot], [false, true])
  assert.deepEqual([conversation.messageCount, conversation.lastMessage.text], [2, 'A reply'])
  await reply(id)
  assert.equal((await thread(id)).length, 4)
})

test('spec 4.2.1, C6.12, C9.7: auto-assign gives the conversation to the replying member, replacing another', async () => {
  const eager = await makeStore(server, { settings: { autoAssign: true } })
  const [one, other] = [await addMember(eager), await addMember(eager)]
  const { id } = await addConversation(eager, { isChatBot: true })
  for (const { id: memberId } of [one, other, other]) {
    ok(await reply(id, memberId, eager), 201)
    assert.equal((await get(id, eager)).memberId, memberId)
  }
  ok(await asCustomer(id, eager), 201)
  assert.equal((await get(id, eager)).memberId, other.id)
})

test('spec 4.2.1, 4.2.2: without auto-assign a reply, and in any store a note, assigns nobody', async () => {
  const { id } = await addConversation(store)
  ok(await reply(id), 201)
  assert.equal((await get(id)).memberId, null)
  const eager = await makeStore(server, { settings: { autoAssign: true } })
  const { id: noted } = await addConversation(eager)
  const body = { text: 'x', memberId: eager.owner.memberId, isNote: true }
  ok(await eager.api.post(`/chat/conversations/${noted}/messages`, body), 201)
  assert.equal((await get(noted, eager)).memberId, null)
})

test('spec 2.2.7, 2.3.5, C9.3, C9.4: a reply moves messageCount, lastMessage and lastActive, and tells who sent it', async () => {
  const { id } = await addConversation(store)
  assert.equal(ok(await reply(id), 201).isFirst, true)
  assert.equal(ok(await asCustomer(id), 201).isFirst, false)
  const { messageCount, lastMessage, lastActive, hasFirstMsg } = await get(id)
  assert.deepEqual(
    { messageCount, lastMessage, hasFirstMsg },
    {
      messageCount: 2,
      lastMessage: { text: 'From me', senderType: 'customer', createdAt: lastActive },
      hasFirstMsg: true,
    },
  )
  ok(await reply(id), 201)
  assert.equal((await get(id)).lastMessage.senderType, 'agent')
})

test('spec 4.2.2, C9.3: a note is never the customer’s to see: it leaves count, preview, activity and the AI’s hold alone', async () => {
  const before = await addConversation(store, { isChatBot: true, status: 'resolved', messages: [message()] })
  const posted = ok(await note(before.id), 201)
  assert.deepEqual([posted.isNote, posted.memberId, posted.isAdmin], [true, owner, true])
  const after = await get(before.id)
  assert.deepEqual({ ...after, updatedAt: before.updatedAt }, { ...before, isRead: true })
  assert.deepEqual(
    (await thread(before.id)).map((m: { isNote: boolean }) => m.isNote),
    [false, true],
  )
})

test('spec C5.8, C9.3: messageCount given as null by an import is counted from the thread by the next message', async () => {
  const messages = [message(), message({ isNote: true }), message({ isDeleted: true }), message({ isTransfer: true })]
  const { id, messageCount } = await addConversation(store, { messageCount: null, messages })
  assert.equal(messageCount, null)
  ok(await reply(id), 201)
  assert.equal((await get(id)).messageCount, 2)
})

test('spec C6.10: a customer’s message makes it unread for agents; a member’s reply or note makes it read', async () => {
  const { id } = await addConversation(store)
  for (const [act, isRead] of [
    [asCustomer, false],
    [reply, true],
    [asCustomer, false],
    [note, true],
  ] as const) {
    ok(await act(id), 201)
    assert.equal((await get(id)).isRead, isRead)
  }
})

test('spec 4.2.11: asCustomer relays the text as the customer; memberId and isNote are ignored', async () => {
  const { id } = await addConversation(store, { isChatBot: true, customerName: 'Zoë' })
  const body = { text: 'Hello?', asCustomer: true, isNote: true, memberId: 'nobody' }
  const posted = ok(await api.post(`/chat/conversations/${id}/messages`, body), 201)
  const { isAdmin, isNote, isBot, memberId, senderName } = posted
  assert.deepEqual(
    { isAdmin, isNote, isBot, memberId, senderName },
    { isAdmin: false, isNote: false, isBot: false, memberId: null, senderName: 'Zoë' },
  )
  assert.equal((await get(id)).isChatBot, true)
})

test('spec 4.2.11: the customer’s message moves lastChatAt of their contact', async () => {
  const { id, customerUuid } = await addConversation(store)
  ok(await reply(id), 201)
  assert.equal(ok(await api.get(`/chat/customers/${customerUuid}`)).lastChatAt, null)
  const { createdAt } = ok(await asCustomer(id), 201)
  assert.equal(ok(await api.get(`/chat/customers/${customerUuid}`)).lastChatAt, createdAt)
})

test('spec C6.9: a resolved conversation reopens when its customer writes, unless the store’s setting is off', async () => {
  const { id } = await addConversation(store, { status: 'resolved' })
  ok(await reply(id), 201)
  ok(await note(id), 201)
  assert.equal((await get(id)).status, 'resolved')
  ok(await asCustomer(id), 201)
  assert.equal((await get(id)).status, 'open')
  const strict = await makeStore(server, { settings: { reopenOnCustomerMessage: false } })
  const { id: shut } = await addConversation(strict, { status: 'resolved' })
  ok(await asCustomer(shut, strict), 201)
  assert.equal((await get(shut, strict)).status, 'resolved')
})

test('spec 4.2.3, C6.13: messaging channels deliver for 24 hours after the customer’s last message, and open again with the next', async () => {
  for (const channel of ['social_messenger', 'photo_social', 'phone_messenger']) {
    const wrote = (hours: number) => ({ channel, messages: [message({ createdAt: hoursAgo(hours) })] })
    const { id: within } = await addConversation(store, wrote(23.9))
    ok(await reply(within), 201)
    const { id: past } = await addConversation(store, wrote(24.1))
    refused(await reply(past), 409, 'CHANNEL_UNAVAILABLE')
    ok(await note(past), 201)
    refused(await reply(past), 409, 'CHANNEL_UNAVAILABLE')
    ok(await asCustomer(past), 201)
    ok(await reply(past), 201)
  }
})

test('spec 7.1.5, C9.6: a messaging channel has no recipient without a contact or before the customer wrote', async () => {
  const channel = 'phone_messenger'
  const fromBot = message({ isBot: true })
  const { id: silent } = await addConversation(store, { channel, messages: [fromBot] })
  const { id: nobody } = await addConversation(store, { channel, customerUuid: null, messages: [message()] })
  for (const id of [silent, nobody]) {
    const before = await get(id)
    refused(await reply(id), 409, 'CHANNEL_UNAVAILABLE')
    assert.deepEqual(await get(id), before)
    ok(await note(id), 201)
  }
})

test('spec 4.2.3, C6.13, C9.6: email needs an address on the conversation or on its contact; online_store always delivers', async () => {
  const nameless = contact({ email: null })
  await importLines(store, [nameless])
  const customerUuid = nameless.data.id
  const { id: none } = await addConversation(store, { channel: 'email', customerUuid })
  refused(await reply(none), 409, 'CHANNEL_UNAVAILABLE')
  const { id: own } = await addConversation(store, { channel: 'email', customerUuid, customerEmail: 'a@example.com' })
  ok(await reply(own), 201)
  const { id: fromContact } = await addConversation(store, { channel: 'email', customerEmail: null })
  ok(await reply(fromContact), 201)
  const { id: online } = await addConversation(store, { customerUuid: null })
  ok(await reply(online), 201)
})

test('spec 4.2.3: a refused reply hands nothing off and assigns nobody', async () => {
  const before = await addConversation(store, { channel: 'phone_messenger', isChatBot: true })
  refused(await reply(before.id), 409, 'CHANNEL_UNAVAILABLE')
  assert.deepEqual(await get(before.id), before)
  assert.deepEqual(await thread(before.id), [])
})
