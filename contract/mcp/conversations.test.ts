import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assistantOf } from '#test/clients/mcp.ts'
import { ok, readAllIds } from '#test/expect.ts'
import { readEvents } from '#test/fixtures/events.ts'
import { addConversation, addMember, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'

// Spec 4.7: the tools that act on conversations, and what REST and the outbox show of them afterwards.
// One file for one server, whose outbox the tests read.

const server = await startServer()
const ALWAYS = [
  'send_message',
  'faq_retrieval',
  'add_note',
  'update_tags',
  'assign_member',
  'list_members',
  'list_conversations',
  'register_webhook',
]
const SKILLS = ['check_order_status', 'customer_support', 'human_agent_transfer']

const read = async ({ api }: Store, id: string) => ok(await api.get(`/chat/conversations/${id}`))
const messages = async ({ api }: Store, id: string) => ok(await api.get(`/chat/conversations/${id}/messages`))

test('spec 4.7.1, 4.7.2, C4.3, C7.6: an untouched store has 11 tools on every plan; a switched-off tool does not exist', async () => {
  for (const plan of ['free', 'basic', 'pro', 'plus']) {
    const store = await makeStore(server, { plan })
    assert.deepEqual((await assistantOf(server, store).names()).sort(), [...ALWAYS, ...SKILLS].sort(), plan)
  }
  const store = await makeStore(server)
  const assistant = assistantOf(server, store)
  assert.equal(
    (await assistant.rpc('tools/call', { name: 'product_lookup', arguments: { query: 'x' } })).body.error.code,
    -32602,
  )
})

test('spec 4.7.1: each switch adds or takes away its tools at once', async () => {
  const store = await makeStore(server)
  const assistant = assistantOf(server, store)
  const set = async (ai: object) =>
    ok(await store.operator.patch(`/operator/stores/${store.shopId}`, { settings: { ai } }))
  await set({ skills: { orderTracking: false, afterSale: false, humanHandoff: false } })
  assert.deepEqual((await assistant.names()).sort(), [...ALWAYS].sort())
  await set({ training: { products: true } })
  assert.deepEqual((await assistant.names()).slice(8), ['product_lookup', 'product_faq_lookup', 'manage_cart'])
  await set({ training: { products: false, collections: true, discounts: true }, skills: { sizeGuide: true } })
  assert.deepEqual((await assistant.names()).slice(8), ['collection_lookup', 'discount_lookup', 'size_guide_lookup'])
  await set({ training: { products: true }, skills: { orderTracking: true, afterSale: true, humanHandoff: true } })
  assert.equal((await assistant.names()).length, 17)
})

test('spec 4.7.3: send_message posts a bot reply: REST shows it, and message.created tells of it', async () => {
  const store = await makeStoreWithEvents(server)
  const made = await addConversation(store, { isChatBot: true, messages: [message()] })
  const { message: sent } = await assistantOf(server, store).call('send_message', {
    conversationId: made.pgConvoId,
    text: 'Hi 👋',
  })
  assert.deepEqual(
    [sent.text, sent.isBot, sent.isAdmin, sent.isNote, sent.memberId],
    ['Hi 👋', true, true, false, null],
  )
  assert.deepEqual(ok(await store.api.get(`/chat/conversations/${made.id}/messages/${sent.id}`)), sent)
  const after = await read(store, made.id)
  assert.deepEqual(
    [after.isChatBot, after.hasChatBot, after.messageCount, after.lastMessage.senderType],
    [true, true, 2, 'bot'],
  )
  const [event] = await readEvents(server, store.shopId)
  assert.deepEqual([event?.type, event?.data.senderType, event?.data.messageId], ['message.created', 'bot', sent.id])
})

test('spec C10.6: once a member has replied send_message yields, where the store wants that, until the conversation is given back', async () => {
  const store = await makeStore(server)
  const assistant = assistantOf(server, store)
  const { member, inbox } = await signInMember(server, store)
  const { id } = await addConversation(store, { isChatBot: true, messages: [message()] })
  const set = async (ai: object) =>
    ok(await store.operator.patch(`/operator/stores/${store.shopId}`, { settings: { ai } }))
  const post = async (body: object) =>
    ok(await store.api.post(`/chat/conversations/${id}/messages`, { memberId: member.id, ...body }), 201)
  const send = { conversationId: id, text: 'It is on its way.' }
  assert.equal((await set({ enabled: true })).settings.ai.assistantsYield, false)
  await post({ text: 'I take over.' })
  await assistant.call('send_message', send)
  await set({ assistantsYield: true })
  assert.match(await assistant.refused('send_message', send, 'CHANNEL_UNAVAILABLE'), /member of the team has replied/)
  await assistant.call('add_note', { conversationId: id, text: 'It is on its way.' })
  ok(await inbox.post(`/api/chat/conversations/${id}/ai`, { isChatBot: true }))
  await assistant.call('send_message', send)
  const { id: quiet } = await addConversation(store, { messages: [message()] })
  ok(
    await store.api.post(`/chat/conversations/${quiet}/messages`, {
      text: 'A note',
      memberId: member.id,
      isNote: true,
    }),
    201,
  )
  await assistant.call('send_message', { conversationId: quiet, text: 'Nobody has replied here.' })
})

test('spec 4.7.3, C7.7: send_message refuses what REST refuses', async () => {
  const store = await makeStore(server)
  const assistant = assistantOf(server, store)
  const closed = await addConversation(store, { channel: 'email', customerUuid: null })
  await assistant.refused('send_message', { conversationId: closed.id, text: 'x' }, 'CHANNEL_UNAVAILABLE')
  await assistant.refused('send_message', { conversationId: randomUUID(), text: 'x' }, 'NOT_FOUND')
  const { id } = await addConversation(store)
  for (const text of ['', '  ', 'x'.repeat(5_001), 5, 'a\0b', undefined]) {
    await assistant.refused('send_message', { conversationId: id, text }, 'INVALID_PARAMS')
  }
  await assistant.call('send_message', { conversationId: id, text: '👋'.repeat(5_000) })
  assert.match(
    await assistant.refused('send_message', { conversationId: id, text: '👋'.repeat(5_001) }, 'INVALID_PARAMS'),
    /text has 5001 characters; at most 5000/,
  )
})

test('spec C9.24: add_note by the AI agent is internal, emits nothing and leaves the read state alone; a member’s marks it read', async () => {
  const store = await makeStoreWithEvents(server)
  const assistant = assistantOf(server, store)
  const member = await addMember(store)
  const inactive = await addMember(store, { active: false })
  const { id } = await addConversation(store, { isRead: false, channel: 'email', customerUuid: null })
  const { message: note } = await assistant.call('add_note', { conversationId: id, text: 'Check the address' })
  assert.deepEqual([note.isNote, note.isBot, note.memberId], [true, true, null])
  assert.equal((await read(store, id)).isRead, false)
  assert.equal((await read(store, id)).messageCount, 0)
  const { message: theirs } = await assistant.call('add_note', {
    conversationId: id,
    text: 'Done',
    memberId: member.id,
  })
  assert.deepEqual([theirs.memberId, theirs.senderName, theirs.isBot], [member.id, member.fullName, false])
  assert.equal((await read(store, id)).isRead, true)
  await assistant.refused('add_note', { conversationId: id, text: 'x', memberId: inactive.id }, 'INVALID_PARAMS')
  assert.deepEqual(await readEvents(server, store.shopId), [])
})

test('spec 8.21, C7.8: update_tags cuts to 50 code points, drops empties, merges repeats, keeps 100, and emits only on change', async () => {
  const store = await makeStoreWithEvents(server)
  const assistant = assistantOf(server, store)
  const { id, pgConvoId } = await addConversation(store, { tags: ['old'] })
  const long = '😀'.repeat(60)
  const set = (tags: string[]) => assistant.call('update_tags', { conversationId: pgConvoId, tags })
  assert.deepEqual(await set([long, ' ', '', 'vip', 'vip', `${long}x`]), {
    conversationId: id,
    tags: ['😀'.repeat(50), 'vip'],
  })
  await set(['😀'.repeat(50), 'vip'])
  const many = Array.from({ length: 130 }, (_, i) => `tag-${i}`)
  assert.deepEqual((await set(many)).tags, many.slice(0, 100))
  assert.deepEqual((await set([])).tags, [])
  assert.deepEqual((await read(store, id)).tags, [])
  const events = await readEvents(server, store.shopId)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.tags.length]),
    [
      ['conversation.tags_updated', 2],
      ['conversation.tags_updated', 100],
      ['conversation.tags_updated', 0],
    ],
  )
  assert.ok(ok(await store.api.get('/chat/tags')).includes('vip'))
})

test('spec 4.7.5: assign_member assigns, reassigns and unassigns, each told once', async () => {
  const store = await makeStoreWithEvents(server)
  const assistant = assistantOf(server, store)
  const [a, b, away] = [await addMember(store), await addMember(store), await addMember(store, { active: false })]
  const { id } = await addConversation(store)
  const give = (memberId: string | null) => assistant.call('assign_member', { conversationId: id, memberId })
  assert.deepEqual(await give(a.id), { conversationId: id, memberId: a.id, previousMemberId: null })
  assert.deepEqual(await give(a.id), { conversationId: id, memberId: a.id, previousMemberId: a.id })
  assert.deepEqual(await give(b.id), { conversationId: id, memberId: b.id, previousMemberId: a.id })
  assert.deepEqual(await give(null), { conversationId: id, memberId: null, previousMemberId: b.id })
  for (const memberId of [away.id, randomUUID(), '']) {
    await assistant.refused('assign_member', { conversationId: id, memberId }, 'INVALID_PARAMS')
  }
  await assistant.refused('assign_member', { conversationId: id }, 'INVALID_PARAMS')
  assert.equal((await readEvents(server, store.shopId)).length, 3)
})

test('spec 4.7.6: list_members lists the team as REST does, or those whose active flag equals the argument', async () => {
  const store = await makeStore(server)
  const assistant = assistantOf(server, store)
  const away = await addMember(store, { active: false })
  const { members } = await assistant.call('list_members')
  assert.deepEqual(members, ok(await store.api.get('/chat/members')))
  assert.deepEqual((await assistant.call('list_members', { active: false })).members, [away])
  assert.equal((await assistant.call('list_members', { active: true })).members.length, members.length - 1)
})

test('spec 4.7.7, 8.22: list_conversations lists the playground only, newest first, in pages of any size', async () => {
  const store = await makeStore(server)
  const assistant = assistantOf(server, store)
  const real = await addConversation(store, { messages: [message()] })
  const lines = Array.from({ length: 130 }, (_, i) => ({
    kind: 'conversation',
    data: {
      id: `play-${i}`,
      channel: 'online_store',
      isPlayground: true,
      lastActive: new Date(2e12 + i * 1000).toISOString(),
    },
  }))
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  const expected = lines.map(({ data }) => data.id).reverse()
  const first = await assistant.call('list_conversations')
  assert.deepEqual(ids(first), expected.slice(0, 20))
  assert.deepEqual(ids(await assistant.call('list_conversations', { limit: 1e9 })), expected)
  const all: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await assistant.call('list_conversations', { limit: 33, ...(cursor && { cursor }) })
    all.push(...ids(page))
    assert.equal(page.paging.hasMore, page.paging.nextCursor !== null)
    if (!page.paging.hasMore) break
    cursor = page.paging.nextCursor
  }
  assert.deepEqual(all, expected)
  await assistant.refused('list_conversations', { cursor: 'nonsense' }, 'INVALID_PARAMS')
  await assistant.refused('list_conversations', { limit: 0 }, 'INVALID_PARAMS')
  assert.deepEqual(await readAllIds(store.api, '/chat/conversations'), [real.id])
})

const ids = ({ conversations }: { conversations: { id: string }[] }) => conversations.map(({ id }) => id)

test('spec 4.7.8: register_webhook subscribes as REST does, keeps a known url’s secret, and counts to ten', async () => {
  const store = await makeStore(server, { plan: 'free' })
  const assistant = assistantOf(server, store)
  const request = { url: 'https://example.com/hook', events: ['message.created'], metadata: { a: { b: 1 } } }
  const { webhook, created } = await assistant.call('register_webhook', request)
  assert.equal(created, true)
  assert.match(webhook.secret, /^whsec_/)
  assert.deepEqual(ok(await store.api.get('/chat/webhooks')), [webhook])
  const again = await assistant.call('register_webhook', { url: request.url, events: ['customer.created'] })
  assert.deepEqual([again.created, again.webhook.id, again.webhook.secret], [false, webhook.id, webhook.secret])
  assert.deepEqual([again.webhook.events, again.webhook.metadata], [['customer.created'], { a: { b: 1 } }])
  const wrong: object[] = [
    { url: 'http://example.com/x' },
    { url: 'https://127.0.0.1/x' },
    { url: 'nonsense' },
    { events: [] },
    { events: ['message_created'] },
    { events: ['message.created', 'message.created'] },
    { metadata: { a: 'x'.repeat(2_100) } },
  ]
  for (const change of wrong) await assistant.refused('register_webhook', { ...request, ...change }, 'INVALID_PARAMS')
  for (let i = 1; i < 10; i++) await assistant.call('register_webhook', { ...request, url: `https://example.com/${i}` })
  await assistant.refused('register_webhook', { ...request, url: 'https://example.com/11' }, 'INVALID_PARAMS')
})

test('spec 4.7.17, C9.28: human_agent_transfer leaves the transfer line and the reason as a note, and assigns when nobody holds it', async () => {
  const store = await makeStoreWithEvents(server, { settings: { widget: { handOff: 'Gleich ist jemand da.' } } })
  const assistant = assistantOf(server, store)
  const member = await addMember(store)
  const made = await addConversation(store, { isChatBot: true, messages: [message()] })
  const outcome = await assistant.call('human_agent_transfer', {
    conversationId: made.pgConvoId,
    reason: 'Angry',
    memberId: member.id,
  })
  assert.deepEqual(outcome, {
    conversationId: made.id,
    transferred: true,
    isChatBot: false,
    memberId: member.id,
    customerMessage: 'Gleich ist jemand da.',
  })
  const [, line, note, ...rest] = await messages(store, made.id)
  assert.deepEqual([line.isTransfer, line.isAutomated, line.isAdmin, line.isNote], [true, true, true, false])
  assert.deepEqual([note.text, note.isNote, note.isBot, rest.length], ['Angry', true, true, 0])
  const after = await read(store, made.id)
  assert.deepEqual([after.isChatBot, after.memberId, after.messageCount], [false, member.id, 1])
  const events = await readEvents(server, store.shopId)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['conversation.assigned'],
  )
  const again = await assistant.call('human_agent_transfer', { conversationId: made.id, reason: 'More' })
  assert.deepEqual([again.transferred, again.memberId, again.customerMessage], [false, member.id, null])
  assert.deepEqual(await read(store, made.id), after)
})

test('spec C9.28: human_agent_transfer leaves a conversation with the member who holds it; a bad member is refused', async () => {
  const store = await makeStoreWithEvents(server)
  const assistant = assistantOf(server, store)
  const [holder, other] = [await addMember(store), await addMember(store)]
  const { id } = await addConversation(store, { isChatBot: true, memberId: holder.id })
  await assistant.refused('human_agent_transfer', { conversationId: id, memberId: randomUUID() }, 'INVALID_PARAMS')
  assert.equal((await read(store, id)).isChatBot, true)
  const { memberId, customerMessage } = await assistant.call('human_agent_transfer', {
    conversationId: id,
    memberId: other.id,
  })
  assert.equal(memberId, holder.id)
  assert.ok(customerMessage.length > 0)
  assert.deepEqual(await readEvents(server, store.shopId), [])
})
