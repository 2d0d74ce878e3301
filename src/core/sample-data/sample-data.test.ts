import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, readPages } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

const server = await shareServer()

interface Message {
  text: string
  createdAt: string
  isNote: boolean
  isTransfer: boolean
}

interface Conversation {
  id: string
  shopId: string
  pgConvoId: string
  customerUuid: string | null
  memberId: string | null
  messageCount: number
  lastActive: string | null
  lastMessage: { text: string } | null
  tags: string[]
}

const make = async (store: Store, request: object) =>
  ok(await store.operator.post(`/operator/stores/${store.shopId}/sample-data`, request))

async function all<T>(store: Store, path: string): Promise<T[]> {
  return (await readPages(store.api, `${path}?limit=100`)).flat() as T[]
}

const conversationsOf = (store: Store) => all<Conversation>(store, '/chat/conversations')
const messagesOf = (store: Store, id: string) => all<Message>(store, `/chat/conversations/${id}/messages`)

/** What the seed says of a store's conversations: everything but the store's own id. */
async function read(store: Store) {
  return Promise.all(
    (await conversationsOf(store)).map(async ({ shopId: _, ...conversation }) => ({
      ...conversation,
      messages: await messagesOf(store, conversation.id),
    })),
  )
}

const request = { contacts: 12, conversations: 25, messagesPerConversation: 6, seed: 'tests' }

test('spec C3.8: the same seed makes the same data in another store, and again in the same one', async () => {
  const [one, other] = await Promise.all([makeStore(server), makeStore(server)])
  const counts = await make(one, request)
  assert.deepEqual([counts.contacts, counts.conversations, counts.members], [12, 25, 5])
  const made = await read(one)
  assert.equal(made.length, 25)
  assert.deepEqual(await make(other, request), counts)
  assert.deepEqual(await read(other), made)
  assert.deepEqual(await make(one, request), counts)
  assert.deepEqual(await read(one), made)
  assert.equal(ok(await one.api.get('/chat/members')).length, 6)
})

test('another seed adds its own data', async () => {
  const store = await makeStore(server)
  await make(store, request)
  await make(store, { ...request, seed: 'others' })
  const conversations = await conversationsOf(store)
  assert.equal(conversations.length, 50)
  const numbers = conversations.map(({ pgConvoId }) => pgConvoId)
  assert.equal(new Set(numbers).size, 50)
  assert.equal(ok(await store.api.get('/chat/members')).length, 11)
})

test('what was made can be worked with: counts are right, and the next message follows on', async () => {
  const store = await makeStore(server)
  await make(store, request)
  const made = await read(store)
  const members = ok(await store.api.get('/chat/members'))
  for (const conversation of made) {
    const visible = conversation.messages.filter((m) => !m.isNote && !m.isTransfer)
    assert.equal(conversation.messageCount, visible.length)
    assert.equal(conversation.lastActive, visible.at(-1)?.createdAt ?? null)
    assert.equal(conversation.lastMessage?.text, visible.at(-1)?.text)
    if (conversation.customerUuid) ok(await store.api.get(`/chat/customers/${conversation.customerUuid}`))
    if (conversation.memberId) assert.ok(members.some((member: { id: string }) => member.id === conversation.memberId))
    if (conversation.tags.length > 0) {
      const catalog = ok(await store.api.get('/chat/tags'))
      for (const tag of conversation.tags) assert.ok(catalog.includes(tag))
      const found = (
        await store.api.get(`/chat/conversations?limit=100&tag=${encodeURIComponent(String(conversation.tags[0]))}`)
      ).body
      assert.ok(found.data.some(({ id }: Conversation) => id === conversation.id))
    }
  }
  const conversation = made[3]
  assert.ok(conversation)
  const path = `/chat/conversations/${conversation.id}`
  ok(await store.api.post(`${path}/messages`, { text: 'And one more thing', asCustomer: true }), 201)
  const after = ok(await store.api.get(path))
  assert.equal(after.messageCount, conversation.messageCount + 1)
  assert.equal((await messagesOf(store, conversation.id)).at(-1)?.text, 'And one more thing')
  const contact = after.customerUuid && ok(await store.api.get(`/chat/customers/${after.customerUuid}`))
  if (contact) assert.equal(contact.lastChatAt, after.lastActive)
})

test('nothing at all can be asked for, and too much is refused', async () => {
  const store = await makeStore(server)
  const counts = await make(store, { contacts: 0, conversations: 0 })
  assert.deepEqual([counts.contacts, counts.conversations, counts.messages], [0, 0, 0])
  assert.equal((await make(store, { contacts: 0, conversations: 3 })).conversations, 3)
  const path = `/operator/stores/${store.shopId}/sample-data`
  assert.equal((await store.operator.post(path, { contacts: 1_000_001 })).status, 400)
})
