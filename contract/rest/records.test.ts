import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, addMember, makeStore, message } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 2.1 to 2.7; spec C9.

const CONVERSATION =
  'id firestoreId pgConvoId shopId sessionId customerUuid customerName customerEmail customerType status isChatBot ' +
  'hasChatBot isRead isCustomerRead isOnline isBlock isStarred hasFirstMsg hidePreChatMessage memberId channels tags ' +
  'messageCount lastMessage lastActive createdAt updatedAt'
const CONVERSATION_DETAIL = `${CONVERSATION} customerPhone memberName teamId unreadCount`
const MESSAGE =
  'id text senderName memberId isAdmin isAutomated isBot isNote isFirst isTransfer isQuickReplyMsg isAskBotMessage ' +
  'topic chatbotProducts chatbotFaqs files replyMessage createdAt'
const MESSAGE_DETAIL = `${MESSAGE} isDeleted contentType`
const CUSTOMER =
  'id platformId name firstName lastName email phone type channels tags note customAttributes address1 address2 city ' +
  'zip country countryCode ordersCount totalSpent ipAddress ipLocation browser browserVersion os deviceType senderSeq ' +
  'lastChatAt createdAt updatedAt'
const MEMBER = 'id email firstName lastName fullName avatarUrl role active enableAwayMode createdAt'
const NOTE = 'id text isUpdated createdAt updatedAt'
const ATTRIBUTE = 'id name value createdAt updatedAt'

function assertKeys(record: object, keys: string, count: number): void {
  assert.deepEqual(Object.keys(record).sort(), keys.split(' ').sort())
  assert.equal(Object.keys(record).length, count)
}

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const server = await shareServer()
const store = await makeStore(server)
const { api } = store

test('spec 2.1.1, 2.1.2, 2.1.3: a success carries data; lists with pages add paging; reads of conversations and messages add meta', async () => {
  const { id, customerUuid } = await addConversation(store, { messages: [message({ id: 7 })] })
  const path = `/chat/conversations/${id}`
  const keys = async (p: string) => Object.keys((await api.get(p)).body).sort()
  const page = ['data', 'meta', 'paging']
  assert.deepEqual(await keys('/chat/conversations'), page)
  assert.deepEqual(await keys(`${path}/related`), page)
  assert.deepEqual(await keys(`${path}/messages`), page)
  assert.deepEqual(await keys(`/chat/customers/${customerUuid}/conversations`), page)
  assert.deepEqual(await keys(path), ['data', 'meta'])
  assert.deepEqual(await keys(`${path}/messages/7`), ['data', 'meta'])
  assert.deepEqual(await keys(`/chat/customers/${customerUuid}`), ['data'])
  for (const p of ['/chat/members', '/chat/tags', `${path}/attributes`, `/chat/members/${store.owner.memberId}`]) {
    assert.deepEqual(await keys(p), ['data'])
  }
  const { body } = await api.get('/chat/conversations')
  assert.deepEqual(body.meta, { source: 'postgresql' })
  assert.deepEqual(Object.keys(body.paging).sort(), ['hasMore', 'nextCursor'])
})

test('spec 2.2.1, 2.2.2, C9.1: a conversation has 27 keys in lists and 31 in its detail, four of which never carry data', async () => {
  const { id, customerUuid } = await addConversation(store)
  const other = await addConversation(store, { customerUuid })
  const detail = (await api.get(`/chat/conversations/${id}`)).body.data
  assertKeys(detail, CONVERSATION_DETAIL, 31)
  const { customerPhone, memberName, teamId, unreadCount } = detail
  assert.deepEqual([customerPhone, memberName, teamId, unreadCount], [null, null, null, 0])
  for (const path of [
    '/chat/conversations',
    `/chat/conversations/${other.id}/related`,
    `/chat/customers/${customerUuid}/conversations`,
  ]) {
    const listed = ok(await api.get(path)).find((record: { id: string }) => record.id === id)
    assertKeys(listed, CONVERSATION, 27)
    for (const key of CONVERSATION.split(' ')) assert.deepEqual(listed[key], detail[key], key)
  }
})

test('spec 2.2.4, 2.10.1: a new conversation has the documented types, values and defaults', async () => {
  const conversation = await addConversation(store, { channel: 'email' })
  assert.match(conversation.pgConvoId, /^[1-9]\d*$/)
  assert.match(conversation.createdAt, DATETIME)
  assert.match(conversation.updatedAt, DATETIME)
  const { id, pgConvoId, createdAt, updatedAt, customerUuid, customerEmail, ...rest } = conversation
  assert.deepEqual(rest, {
    firestoreId: null,
    shopId: store.shopId,
    sessionId: null,
    customerName: 'Ada Lovelace',
    customerType: 'customer',
    status: 'open',
    isChatBot: false,
    hasChatBot: false,
    isRead: false,
    isCustomerRead: false,
    isOnline: false,
    isBlock: false,
    isStarred: false,
    hasFirstMsg: false,
    hidePreChatMessage: '',
    memberId: null,
    channels: ['email'],
    tags: [],
    messageCount: 0,
    lastMessage: null,
    lastActive: null,
    customerPhone: null,
    memberName: null,
    teamId: null,
    unreadCount: 0,
  })
})

test('spec 2.2.4, 2.2.6, 2.2.7, 4.1.6: every field of a conversation comes back as it was brought in', async () => {
  const fields = {
    firestoreId: 'fire-1',
    pgConvoId: '7000001',
    sessionId: 'session-1',
    customerName: 'Zoë',
    customerEmail: 'ZOE@example.com',
    customerType: 'guest',
    status: 'resolved',
    isChatBot: true,
    hasChatBot: true,
    isRead: true,
    isCustomerRead: true,
    isBlock: true,
    isStarred: true,
    hasFirstMsg: true,
    hidePreChatMessage: 'by-admin',
    memberId: store.owner.memberId,
    channels: ['online_store', 'email'],
    tags: ['vip', 'Berlin'],
    messageCount: 12,
    lastMessage: { text: 'Bye 👋', senderType: 'bot', createdAt: '2026-01-02T03:04:05.678Z' },
    lastActive: '2026-01-02T03:04:05.678Z',
    createdAt: '2025-12-31T23:59:59.000Z',
    updatedAt: '2026-01-03T00:00:00.000Z',
  }
  const conversation = await addConversation(store, fields)
  for (const [name, value] of Object.entries(fields)) assert.deepEqual(conversation[name], value, name)
})

test('spec 2.2.8: lastActive, createdAt and updatedAt may be null on older records', async () => {
  const times = { lastActive: null, createdAt: null, updatedAt: null }
  const { lastActive, createdAt, updatedAt } = await addConversation(store, times)
  assert.deepEqual({ lastActive, createdAt, updatedAt }, times)
})

test('spec 2.3.1, 2.3.2, 2.3.8, 4.2.4, C9.1: a message has 18 keys in lists and 20 alone, each as it was brought in', async () => {
  const fields = {
    id: 'a5a0e1c2-0000-4000-8000-000000000001',
    text: 'See the attached photo',
    senderName: 'Bot',
    memberId: null,
    isAdmin: true,
    isAutomated: true,
    isBot: true,
    isNote: false,
    isFirst: true,
    isTransfer: false,
    isQuickReplyMsg: true,
    isAskBotMessage: true,
    topic: 'shipping',
    chatbotProducts: [{ title: 'Lamp', price: 19.5 }],
    chatbotFaqs: [{ question: 'How long?' }],
    files: [{ url: 'https://example.com/a.png', size: 3 }],
    replyMessage: { id: 'x', text: 'earlier' },
    createdAt: '2026-01-02T03:04:05.678Z',
  }
  const { id } = await addConversation(store, { messages: [{ ...fields, contentType: 'file' }] })
  const [listed] = ok(await api.get(`/chat/conversations/${id}/messages`))
  assertKeys(listed, MESSAGE, 18)
  assert.deepEqual(listed, fields)
  const detail = ok(await api.get(`/chat/conversations/${id}/messages/${fields.id}`))
  assertKeys(detail, MESSAGE_DETAIL, 20)
  assert.deepEqual(detail, { ...fields, isDeleted: false, contentType: 'file' })
})

test('spec 2.4.1, C9.1: a customer has 30 keys, each as it was brought in; numbers stay numbers', async () => {
  const fields = {
    platformId: '991',
    name: 'Ada L.',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'Ada@Example.com',
    phone: '+44 20 7946 0000',
    type: 'guest',
    channels: ['online_store', 'phone_messenger'],
    tags: ['b', 'a'],
    note: 'line one\nline two',
    customAttributes: { size: 'M', 'shoe size': '42' },
    address1: '1 Street',
    address2: 'Flat 2',
    city: 'London',
    zip: '00123',
    country: 'United Kingdom',
    countryCode: 'GB',
    ordersCount: 3,
    totalSpent: 120.75,
    ipAddress: '203.0.113.9',
    ipLocation: 'London, UK',
    browser: 'Firefox',
    browserVersion: '150.0',
    os: 'Linux',
    deviceType: 'desktop',
    senderSeq: 42,
    lastChatAt: '2026-01-02T03:04:05.000Z',
    createdAt: '2025-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:06.000Z',
  }
  const { id, ...customer } = await addContact(store, fields)
  assertKeys({ id, ...customer }, CUSTOMER, 30)
  assert.deepEqual(customer, fields)
})

test('spec 2.4.2: only id, type, channels and createdAt of a customer always carry a value', async () => {
  const customer = await addContact(store, { name: undefined, email: undefined, type: undefined, updatedAt: null })
  const filled = Object.keys(customer).filter((key) => customer[key] !== null)
  assert.deepEqual(filled.sort(), ['channels', 'createdAt', 'id', 'type'])
  assert.equal(customer.type, 'anonymous')
  assert.deepEqual(customer.channels, [])
})

test('spec 2.5.1, 2.5.2, C9.1: a member has 10 keys and never a password', async () => {
  const made = await addMember(store, { password: 'a good password', role: 'admin', enableAwayMode: true })
  assertKeys(made, MEMBER, 10)
  const listed = ok(await api.get('/chat/members')).find((m: { id: string }) => m.id === made.id)
  assert.deepEqual(listed, made)
  assert.equal(made.fullName, 'Grace Hopper')
  assert.equal(made.avatarUrl, '')
  assert.equal(made.active, true)
})

test('spec 2.6.1, 2.7.1, C9.1: a note and an attribute have 5 keys, all with a value', async () => {
  const { id } = await addConversation(store)
  const note = ok(await api.post(`/chat/conversations/${id}/notes`, { text: 'Call back' }), 201)
  assertKeys(note, NOTE, 5)
  assert.equal(note.isUpdated, false)
  const attribute = ok(await api.post(`/chat/conversations/${id}/attributes`, { name: 'size', value: 'M' }), 201)
  assertKeys(attribute, ATTRIBUTE, 5)
  for (const record of [note, attribute]) {
    assert.ok(Object.values(record).every((value) => value !== null))
    assert.match(record.createdAt, DATETIME)
    assert.match(record.updatedAt, DATETIME)
  }
})
