import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { credentials } from '#test/clients/mcp.ts'
import { ok } from '#test/expect.ts'
import { addConversation, addMember, importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C16.4: Idempotency-Key on calls of tools that write.

const server = await shareServer()
const store = await makeStore(server, { settings: { ai: { training: { products: true } } } })
const client = createClient(server.baseUrl, credentials(store))
let id = 0

/** One call of a tool with a key; answers the result, the request's id and whether it was replayed. */
async function call(name: string, args: object, key: string) {
  const own = ++id
  const headers = { 'mcp-protocol-version': '2025-11-25', 'idempotency-key': key }
  const body = { jsonrpc: '2.0', id: own, method: 'tools/call', params: { name, arguments: args } }
  const answer = await client.post('/mcp', body, headers)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(answer.body.id, own)
  return { result: answer.body.result, isReplay: answer.headers.get('idempotent-replayed') === 'true' }
}

const texts = async (conversationId: string) =>
  ok(await store.api.get(`/chat/conversations/${conversationId}/messages`)).map((one: { text: string }) => one.text)

test('spec C16.4: a repeated call of a tool that writes gets the first result under its own id', async () => {
  const { id: conversationId } = await addConversation(store)
  const { id: memberId } = await addMember(store)
  const key = randomUUID()
  for (const [name, args] of [
    ['send_message', { conversationId, text: 'On its way' }],
    ['add_note', { conversationId, text: 'Ask Kim' }],
    ['update_tags', { conversationId, tags: ['vip'] }],
    ['assign_member', { conversationId, memberId }],
    ['human_agent_transfer', { conversationId }],
    ['register_webhook', { url: 'https://hooks.example/parley', events: ['message.created'] }],
  ] as const) {
    // With another tool the same key is another key.
    const first = await call(name, args, key)
    const second = await call(name, args, key)
    assert.equal(first.result.isError, false, JSON.stringify(first.result))
    assert.deepEqual([first.isReplay, second.isReplay], [false, true], name)
    assert.deepEqual(second.result, first.result)
  }
  assert.deepEqual(
    (await texts(conversationId)).filter((text: string) => text === 'On its way' || text === 'Ask Kim'),
    ['On its way', 'Ask Kim'],
  )
})

test('spec C16.4: a cart is changed once', async () => {
  const product = { id: 'cup', title: 'Cup', variants: [{ id: 'c', price: { amount: '5', currencyCode: 'EUR' } }] }
  await importLines(store, [{ kind: 'product', data: product }])
  const args = { action: 'add', lines: [{ variantId: 'c', quantity: 1 }] }
  const key = randomUUID()
  const [one, other] = await Promise.all([call('manage_cart', args, key), call('manage_cart', args, key)])
  assert.deepEqual(one.result, other.result)
  assert.deepEqual([one.isReplay, other.isReplay].sort(), [false, true])
  assert.equal(one.result.structuredContent.cart.totalQuantity, 1)
})

test('spec C16.4: other arguments, and a key of other characters, are INVALID_PARAMS; tools that read ignore the key', async () => {
  const { id: conversationId } = await addConversation(store)
  const key = randomUUID()
  await call('add_note', { conversationId, text: 'One' }, key)
  for (const [text, with_] of [
    ['Two', key],
    ['One', 'a b'],
  ] as const) {
    const { result, isReplay } = await call('add_note', { conversationId, text }, with_)
    assert.deepEqual([result.isError, isReplay], [true, false])
    assert.match(result.content[0].text, /^INVALID_PARAMS: .*Idempotency-Key/)
  }
  for (const query of ['One', 'Two']) {
    const { result, isReplay } = await call('faq_retrieval', { query }, key)
    assert.deepEqual([result.isError, isReplay], [false, false])
  }
})

test('spec C16.4: refusals are not remembered, but a channel that could not deliver is', async () => {
  const { id: conversationId } = await addConversation(store, { channel: 'phone_messenger' })
  const late = randomUUID()
  const key = randomUUID()
  assert.match((await call('add_note', { conversationId: late, text: 'x' }, key)).result.content[0].text, /^NOT_FOUND/)
  await addConversation(store, { id: late })
  assert.equal((await call('add_note', { conversationId: late, text: 'x' }, key)).result.isError, false)
  const first = await call('send_message', { conversationId, text: 'Hello' }, key)
  assert.match(first.result.content[0].text, /^CHANNEL_UNAVAILABLE/)
  assert.deepEqual(await call('send_message', { conversationId, text: 'Hello' }, key), { ...first, isReplay: true })
})
