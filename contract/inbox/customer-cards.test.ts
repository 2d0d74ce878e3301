import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, importLines, makeStore } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { startWithReceiver, verifyWebhook } from '#test/fixtures/webhooks.ts'

// Customer cards: what addresses of the store's own know of a customer.

const { server, receiver } = await startWithReceiver()

const says =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function makeDesk() {
  const store = await makeStore(server)
  const { inbox } = await signInMember(server, store, { role: 'admin' })
  const made = await addConversation(store, {})
  const path = `/api/chat/conversations/${made.id}/customer-cards`
  const addCard = async (answer: (response: ServerResponse) => void, title = 'Loyalty') => {
    const place = `/${randomUUID()}`
    receiver.on(place, answer)
    const card = ok(await inbox.post('/api/chat/customer-cards', { title, url: receiver.url(place) }), 201)
    return { place, card }
  }
  const show = async (query = '') => ok(await inbox.get(path + query))
  return { store, inbox, made, path, addCard, show }
}

const BLOCKS = [
  { type: 'badge', label: 'Gold', tone: 'good' },
  { type: 'row', label: 'Points', value: '1,200' },
  { type: 'link', label: 'Open in the loyalty program', url: 'https://loyalty.example/c/1' },
  { type: 'text', text: 'Birthday in May' },
]

test('an address gets a signed request with customer and orders, and its answer is shown', async () => {
  const { store, made, addCard, show } = await makeDesk()
  const order = {
    orderNumber: `#${randomUUID()}`,
    total: { amount: '9.00', currencyCode: 'EUR' },
    createdAt: '2026-01-01T00:00:00.000Z',
    customerUuid: made.customerUuid,
  }
  assert.deepEqual((await importLines(store, [{ kind: 'order', data: order }])).rejected, [])
  const { place, card } = await addCard(says({ ttl: 60, blocks: BLOCKS, more: 'ignored' }))
  assert.deepEqual(await show(), [{ id: card.id, title: 'Loyalty', blocks: BLOCKS, error: null }])
  const [request] = await receiver.take(place, 1)
  assert.ok(request && verifyWebhook(request.headers, request.body, card.secret))
  const asked = JSON.parse(String(request.body))
  assert.deepEqual(Object.keys(asked).sort(), ['cardId', 'conversationId', 'customer', 'orderNumbers', 'shopId'])
  assert.deepEqual(
    [asked.shopId, asked.cardId, asked.conversationId, asked.customer.customerUuid, asked.orderNumbers],
    [store.shopId, card.id, made.id, made.customerUuid, [order.orderNumber]],
  )
  assert.deepEqual(Object.keys(asked.customer), ['customerUuid', 'email', 'emailIsProven', 'phone', 'name'])
})

test('an answer is kept as long as it says, until it is asked for afresh or the card is changed', async () => {
  const { inbox, addCard, show } = await makeDesk()
  const { place, card } = await addCard(says({ ttl: 3_600, blocks: [] }))
  const { place: fleeting } = await addCard(says({ ttl: 0, blocks: [] }), 'Fleeting')
  await show()
  await show()
  assert.deepEqual([receiver.received(place).length, receiver.received(fleeting).length], [1, 2])
  await show('?fresh=true')
  assert.equal(receiver.received(place).length, 2)
  ok(await inbox.patch(`/api/chat/customer-cards/${card.id}`, { title: 'Renamed' }))
  assert.equal((await show())[0].title, 'Renamed')
  assert.equal(receiver.received(place).length, 3)
})

test('what cannot be shown is said in a sentence, and other cards are shown', async () => {
  const { addCard, show } = await makeDesk()
  const wrong: [(response: ServerResponse) => void, RegExp][] = [
    [says({ blocks: [{ type: 'script', text: 'x' }] }), /blocks/],
    [(response) => void response.writeHead(302, { location: 'https://127.0.0.1/' }).end(), /cannot be reached/],
    [(response) => void response.writeHead(200).end('x'.repeat(70_000)), /cannot be reached|not JSON/],
    [says({}, 500), /answered 500/],
  ]
  for (const [answer] of wrong) await addCard(answer)
  await addCard(says({ blocks: BLOCKS }), 'Right')
  const shown = await show()
  wrong.forEach(([, words], i) => {
    assert.match(shown[i].error, words)
    assert.deepEqual(shown[i].blocks, [])
  })
  assert.deepEqual([shown[4].error, shown[4].blocks], [null, BLOCKS])
})

test('links lead to web addresses only, and long or odd answers are refused', async () => {
  const { addCard, show } = await makeDesk()
  const answers = [
    { blocks: [{ type: 'link', label: 'x', url: 'javascript:alert(1)' }] },
    { blocks: Array.from({ length: 21 }, () => ({ type: 'text', text: 'x' })) },
    { blocks: [{ type: 'text', text: 'x'.repeat(1_001) }] },
    { blocks: [], ttl: -1 },
    [],
  ]
  for (const answer of answers) await addCard(says(answer))
  for (const { error, blocks } of await show()) {
    assert.match(error, /^127|^localhost/)
    assert.deepEqual(blocks, [])
  }
})

test('addresses are https and allowed, five at most, and a store’s own', async () => {
  const [{ inbox, addCard }, other] = [await makeDesk(), await makeDesk()]
  const add = (url: string, title = 'x') => inbox.post('/api/chat/customer-cards', { title, url })
  for (const url of ['http://1.1.1.1/', 'https://10.0.0.1/', 'nonsense']) {
    refused(await add(url), 400, 'INVALID_PARAMS')
  }
  refused(await add('https://1.1.1.1/', ' '), 400, 'INVALID_PARAMS')
  const { card } = await addCard(says({ blocks: [] }))
  refused(await other.inbox.patch(`/api/chat/customer-cards/${card.id}`, { title: 'x' }), 404, 'NOT_FOUND')
  refused(await other.inbox.delete(`/api/chat/customer-cards/${card.id}`), 404, 'NOT_FOUND')
  assert.deepEqual(await other.show(), [])
  for (let i = 1; i < 5; i++) await addCard(says({ blocks: [] }))
  assert.match(refused(await add('https://1.1.1.1/'), 400, 'INVALID_PARAMS'), /at most 5/)
  ok(await inbox.delete(`/api/chat/customer-cards/${card.id}`))
  assert.equal(ok(await inbox.get('/api/chat/customer-cards')).length, 4)
})
