import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, readAllIds } from '#test/expect.ts'
import {
  addConversation,
  addMember,
  contact,
  conversation,
  importLines,
  makeStore,
  message,
} from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C5: what an import derives when it is absent, and keeps when it is given, null included.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

const MESSAGES = [
  message({ text: 'first', createdAt: at(1) }),
  message({ text: 'answer', createdAt: at(2), memberId: store.owner.memberId }),
  message({ text: 'gone', createdAt: at(3), isDeleted: true }),
  message({ text: 'note', createdAt: at(4), isNote: true, memberId: store.owner.memberId }),
  message({ text: 'handed over', createdAt: at(5), isTransfer: true }),
].map(({ id, ...rest }) => rest)

test('spec C5.8: count, preview, activity and first message come from the messages the customer can see', async () => {
  const { messageCount, lastMessage, lastActive, hasFirstMsg } = await addConversation(store, { messages: MESSAGES })
  assert.deepEqual(
    { messageCount, lastMessage, lastActive, hasFirstMsg },
    {
      messageCount: 2,
      lastMessage: { text: 'answer', senderType: 'agent', createdAt: at(2) },
      lastActive: at(2),
      hasFirstMsg: true,
    },
  )
})

test('spec C5.8: a conversation without messages has none of them', async () => {
  const { messageCount, lastMessage, lastActive, hasFirstMsg } = await addConversation(store, { messages: [] })
  assert.deepEqual([messageCount, lastMessage, lastActive, hasFirstMsg], [0, null, null, false])
})

test('spec C5.8: given values are kept, null included', async () => {
  const nothing = { messageCount: null, lastMessage: null, lastActive: null, hasFirstMsg: false }
  const given = {
    messageCount: 99,
    lastMessage: { text: 'other', senderType: 'system', createdAt: at(9) },
    lastActive: at(30),
    hasFirstMsg: true,
  }
  for (const fields of [nothing, given]) {
    const { messageCount, lastMessage, lastActive, hasFirstMsg } = await addConversation(store, {
      ...fields,
      messages: MESSAGES,
    })
    assert.deepEqual({ messageCount, lastMessage, lastActive, hasFirstMsg }, fields)
  }
})

test('spec C5.8: name, email and type of the customer come from the contact unless given', async () => {
  const person = contact({ name: 'Zoë', email: 'zoe@example.com', type: 'guest' })
  await importLines(store, [person])
  const customerUuid = person.data.id
  const pick = ({ customerName, customerEmail, customerType }: Record<string, unknown>) => [
    customerName,
    customerEmail,
    customerType,
  ]
  assert.deepEqual(pick(await addConversation(store, { customerUuid })), ['Zoë', 'zoe@example.com', 'guest'])
  const given = { customerName: 'At the time', customerEmail: 'old@example.com', customerType: 'anonymous' }
  assert.deepEqual(pick(await addConversation(store, { customerUuid, ...given })), Object.values(given))
  const nulls = { customerName: null, customerEmail: null }
  assert.deepEqual(pick(await addConversation(store, { customerUuid, ...nulls })), [null, null, 'guest'])
  assert.deepEqual(pick(await addConversation(store, { customerUuid: null })), [null, null, 'anonymous'])
})

test('spec C5.9: a message’s sender is senderType if it is given, otherwise it follows from its flags', async () => {
  const memberId = store.owner.memberId
  const cases: [Record<string, unknown>, string][] = [
    [{}, 'customer'],
    [{ isAdmin: true }, 'agent'],
    [{ memberId }, 'agent'],
    [{ isBot: true, memberId, isAdmin: true }, 'bot'],
    [{ senderType: 'system', memberId }, 'system'],
    [{ senderType: 'customer', isBot: true }, 'customer'],
  ]
  for (const [fields, senderType] of cases) {
    const { lastMessage } = await addConversation(store, { messages: [message(fields)] })
    assert.equal(lastMessage.senderType, senderType, JSON.stringify(fields))
  }
})

test('spec C5.9: a member’s message carries their name, the customer’s theirs, unless given', async () => {
  const { id: memberId } = await addMember(store, { firstName: 'Lin', lastName: 'Chen' })
  const messages = [message({ memberId }), message(), message({ memberId, senderName: 'Support' })]
  const { id } = await addConversation(store, { messages })
  const names = ok(await api.get(`/chat/conversations/${id}/messages`)).map((m: { senderName: string }) => m.senderName)
  assert.deepEqual(names, ['Lin Chen', 'Ada Lovelace', 'Support'])
})

test('spec C5.8: the customer’s last imported message opens the messaging window', async () => {
  const recent = new Date(Date.now() - 3_600_000).toISOString()
  const messages = [message({ createdAt: recent }), message({ createdAt: recent, isBot: true })]
  const { id } = await addConversation(store, { channel: 'photo_social', messages })
  ok(await api.post(`/chat/conversations/${id}/messages`, { text: 'x', memberId: store.owner.memberId }), 201)
})

test('spec C5.3: posts after an import continue the imported thread', async () => {
  const { id } = await addConversation(store, { messages: [message({ id: 1 }), message({ id: 2 })] })
  const body = { text: 'x', memberId: store.owner.memberId }
  const posted = ok(await api.post(`/chat/conversations/${id}/messages`, body), 201)
  assert.equal(posted.isFirst, false)
  const ids = ok(await api.get(`/chat/conversations/${id}/messages`)).map((m: { id: string }) => m.id)
  assert.deepEqual(ids, ['1', '2', posted.id])
  assert.equal(ok(await api.get(`/chat/conversations/${id}`)).messageCount, 3)
})

test('spec C5.10: notes, attributes, tags, pages and a summary come along with their conversation', async () => {
  const { id } = await addConversation(store, {
    tags: ['vip', 'vip', 'Berlin'],
    notes: [{ id: 'n-1', text: 'a note', createdAt: at(1), updatedAt: at(2), isUpdated: true }],
    attributes: [{ id: 'a-1', name: 'size', value: 'M', createdAt: at(1), updatedAt: at(2) }],
    browsedPages: [{ url: 'https://shop.example/', title: 'Home', viewedAt: new Date().toISOString() }],
    summary: { text: 'Short', createdAt: at(3) },
  })
  const path = `/chat/conversations/${id}`
  assert.deepEqual(ok(await api.get(path)).tags, ['vip', 'Berlin'])
  const times = { createdAt: at(1), updatedAt: at(2) }
  assert.deepEqual(ok(await api.get(`${path}/attributes`)), [{ id: 'a-1', name: 'size', value: 'M', ...times }])
  const note = ok(await api.put(`${path}/notes/n-1`, { text: 'changed' }))
  assert.deepEqual([note.createdAt, note.isUpdated], [at(1), true])
  assert.equal(ok(await api.get(`${path}/browsed-pages`)).length, 1)
  assert.equal(ok(await api.get(`${path}/summary`)).text, 'Short')
})

test('spec C5.11: an older conversation has no pgConvoId unless it brings one', async () => {
  const old = { datastore: 'firestore', customerUuid: null }
  assert.equal((await addConversation(store, old)).pgConvoId, null)
  assert.equal((await addConversation(store, { ...old, pgConvoId: '910001' })).pgConvoId, '910001')
  const line = conversation(old)
  await importLines(store, [line, conversation({ ...old, id: line.data.id, datastore: 'postgresql' })])
  assert.match(ok(await api.get(`/chat/conversations/${line.data.id}`)).pgConvoId, /^[1-9]\d*$/)
})

test('spec C5.12: conversations that repeat a contact’s address follow it when the contact is imported again; given ones stay', async () => {
  const [id, before, after] = [randomUUID(), `${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  const [own, given] = [randomUUID(), `${randomUUID()}@example.com`]
  const lines = [
    contact({ id, email: before }),
    conversation({ id: own, customerUuid: id, status: 'resolved' }),
    conversation({ customerUuid: id, customerEmail: given }),
  ]
  await importLines(store, lines)
  await importLines(store, [contact({ id, email: after })])
  assert.deepEqual(await readAllIds(api, `/chat/conversations?email=${before}`), [])
  assert.deepEqual(await readAllIds(api, `/chat/conversations?email=${after.toUpperCase()}`), [own])
  assert.equal((await readAllIds(api, `/chat/conversations?email=${given}`)).length, 1)
})

test('spec C5.12: conversations of a contact who had no address get the one that an import brings', async () => {
  const [id, own, email] = [randomUUID(), randomUUID(), `${randomUUID()}@example.com`]
  await importLines(store, [contact({ id, email: null }), conversation({ id: own, customerUuid: id })])
  assert.equal(ok(await api.get(`/chat/conversations/${own}`)).customerEmail, null)
  await importLines(store, [contact({ id, email })])
  assert.deepEqual(await readAllIds(api, `/chat/conversations?email=${email}`), [own])
  assert.equal(ok(await api.get(`/chat/conversations/${own}`)).customerEmail, email)
})
