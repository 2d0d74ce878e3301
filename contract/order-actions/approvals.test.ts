import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startShopify } from '#test/doubles/shopify.ts'
import { ok, readPages, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { delivered } from '#test/fixtures/order-actions.ts'
import {
  approvalsOf,
  askAsShopper,
  makeApprovalStore,
  messagesOf,
  placeOrder,
  saidBy,
} from '#test/fixtures/order-approvals.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { EVENT_TYPES } from '../../src/core/webhooks/events.ts'

// Order actions that the AI agent prepares, and members approve.

const shopify = await startShopify()
Object.assign(shopify.budget, { max: 100_000, available: 100_000, restore: 10_000 })
const server = await startServer({ env: { ...shopify.env, PLATFORM_PULL_EVERY: '1h' } })
const now = () => new Date().toISOString()

/** A store, a customer who asked for something of their order, and the approval of it. */
async function prepare(
  text: (number: string) => string,
  { fields = {}, ai = {} }: { fields?: object; ai?: object } = {},
) {
  const order = placeOrder(shopify, fields)
  const store = await makeApprovalStore(server, shopify, ai)
  const asked = await askAsShopper(server, store, `${text(order.number)} ${order.email}`)
  const inbox = await signInOwner(server, store)
  const { inbox: plain, member } = await signInMember(server, store)
  const approvals = approvalsOf(plain, asked.id)
  const [approval] = await approvals.list()
  const held = async () => ok(await store.api.get(`/chat/conversations/${asked.id}`)).isChatBot
  const marked = async () => ok(await inbox.get(`/api/chat/conversations/${asked.id}`)).waitsForApproval
  return { order, store, inbox, plain, member, approvals, approval, held, marked, ...asked }
}
const cancel = (number: string) => `Please cancel my order ${number}.`

test('spec C15.1, C15.2: a cancellation waits for a member, runs once, and the customer hears both', async () => {
  const { writes } = shopify
  const all = await prepare(cancel)
  const { order, store, id, answer, approvals, approval, member, held, marked } = all
  assert.match(answer, /prepared the cancellation of order \d+\. A person on our team checks it/)
  assert.deepEqual(
    [approval.kind, approval.orderId, approval.emailKey, approval.state, approval.request.refunds],
    ['cancel', order.number, order.email, 'waiting', true],
  )
  assert.match(approval.reason, /Please cancel my order/)
  assert.deepEqual([await held(), await marked(), shopify.writes], [true, true, writes])
  const decided = await approvals.decided(approval.id, true)
  assert.deepEqual([decided.state, decided.outcome, decided.memberId], ['approved', 'done', member.id])
  assert.ok(shopify.records.Order.get(order.id).cancelledAt)
  assert.deepEqual((await saidBy(store, id)).slice(1), [`Order ${order.number} has been cancelled.`])
  assert.deepEqual([await held(), await marked(), shopify.writes], [true, undefined, writes + 1])
  // A second decision, of either kind, gets the first one's answer.
  for (const isApproved of [true, false]) assert.deepEqual(await approvals.decided(approval.id, isApproved), decided)
  assert.equal(shopify.writes, writes + 1)
  assert.equal((await saidBy(store, id)).length, 2)
})

test('spec C15.1, C15.2: a refund of what is left; what a member declines is not done, and the customer hears that', async () => {
  const { writes } = shopify
  const all = await prepare((number) => `I want a refund for order ${number}.`, {
    fields: { fulfillments: delivered(now()) },
  })
  const { order, store, id, answer, approvals, approval } = all
  assert.match(answer, /refund of 10\.00 EUR for order/)
  assert.deepEqual(approval.request, { left: '10.00', amount: '10.00', currencyCode: 'EUR' })
  const decided = await approvals.decided(approval.id, false)
  assert.deepEqual([decided.state, decided.outcome], ['declined', null])
  assert.match(
    (await saidBy(store, id))[1] as string,
    new RegExp(`checked your request for order ${order.number} and cannot`),
  )
  assert.deepEqual(await approvals.decided(approval.id, true), decided)
  assert.equal(shopify.writes, writes)
})

test('spec C15.2: asked twice, it waits once; what was asked meanwhile is answered too', async () => {
  const { order, store, id, visitor, approvals, approval } = await prepare(cancel)
  await visitor.say(`Did you cancel order ${order.number}?`)
  await until('the second answer', async () => (await saidBy(store, id)).length === 2)
  assert.match((await saidBy(store, id))[1] as string, /with our team already/)
  assert.equal((await approvals.list()).length, 1)
  // The outcome comes between a question and its answer.
  await visitor.say('Hello')
  await approvals.decided(approval.id, true)
  const said = await until('the greeting', async () => {
    const said = await saidBy(store, id)
    return said.length === 4 && said
  })
  assert.equal(said.filter((text) => /has been cancelled/.test(text)).length, 1)
  assert.equal(said.filter((text) => /What can I help you with/.test(text)).length, 1)
})

test('spec C15.1: only for an order that is proven, with the settings on, and only what the shop can do', async () => {
  const { writes } = shopify
  const [order, other] = [placeOrder(shopify), placeOrder(shopify)]
  const store = await makeApprovalStore(server, shopify)
  const inbox = await signInOwner(server, store)
  for (const text of [
    `Cancel order ${order.number}`,
    `Cancel order ${order.number} ${other.email}`,
    `Do not cancel order ${order.number} ${order.email}`,
    `How do I cancel?`,
    `Refund order ${order.number} ${order.email}`,
  ]) {
    const { id } = await askAsShopper(server, store, text)
    assert.deepEqual(await approvalsOf(inbox, id).list(), [], text)
  }
  const off = await makeApprovalStore(server, shopify, { orderActions: { enabled: false } })
  const { id } = await askAsShopper(server, off, `Cancel order ${order.number} ${order.email}`)
  assert.deepEqual(await approvalsOf(await signInOwner(server, off), id).list(), [])
  assert.equal(shopify.writes, writes)
})

test('spec C15.1: preparing and deciding emit no event of their own: what is said emits the events of messages', async () => {
  const [approved, declined] = [placeOrder(shopify), placeOrder(shopify)]
  const store = await makeApprovalStore(server, shopify)
  const hook = { url: 'https://hooks.example.com/a', events: [...EVENT_TYPES] }
  const { id: subscription } = ok(await store.api.post('/chat/webhooks', hook), 201)
  const inbox = await signInOwner(server, store)
  const ids: string[] = []
  for (const [order, isApproved] of [
    [approved, true],
    [declined, false],
  ] as const) {
    const { id } = await askAsShopper(server, store, `Please cancel my order ${order.number}. ${order.email}`)
    const [waiting] = await approvalsOf(inbox, id).list()
    await approvalsOf(inbox, id).decided(waiting.id, isApproved)
    await until('the outcome', async () => (await saidBy(store, id)).length === 2)
    ids.push(id)
  }
  const feed = (await readPages(store.api, `/chat/webhooks/${subscription}/events?limit=100`)).flat()
  const named = feed.map((event) => (event as unknown as { type: string }).type).sort()
  const seen = (await Promise.all(ids.map((id) => messagesOf(store, id)))).flat().filter(({ isNote }) => !isNote)
  const begun = ['conversation.created', 'conversation.created', 'customer.created', 'customer.created']
  assert.deepEqual(named, [...begun, ...seen.map(() => 'message.created')])
})

test('spec C15.2: nobody else decides: another conversation’s or store’s path, no session', async () => {
  const { approval, id, inbox, store } = await prepare(cancel)
  const other = await askAsShopper(server, store, 'Hello')
  const stranger = await signInOwner(server, await makeStore(server))
  refused(await approvalsOf(inbox, other.id).decide(approval.id, true), 404, 'NOT_FOUND')
  refused(await approvalsOf(stranger, id).decide(approval.id, true), 404, 'NOT_FOUND')
  refused(await approvalsOf(store.api, id).decide(approval.id, true), 401, 'UNAUTHENTICATED')
  for (const bad of ['x', '-'.repeat(36), approval.id.toUpperCase().replace(/\d/g, 'G')]) {
    refused(await approvalsOf(inbox, id).decide(bad, true), 404, 'NOT_FOUND')
  }
  refused(await inbox.post(`${approvalsOf(inbox, id).path}/${approval.id}`, {}), 400, 'INVALID_PARAMS')
})

test('spec C15.3: an approval older than what it refers to does nothing and says why', async () => {
  const { writes } = shopify
  const resolved = await prepare(cancel)
  ok(await resolved.store.api.post(`/chat/conversations/${resolved.id}/state`, { status: 'resolved' }))
  const off = await prepare(cancel)
  ok(
    await off.store.operator.patch(`/operator/stores/${off.store.shopId}`, {
      settings: { ai: { orderActions: { enabled: false } } },
    }),
  )
  for (const [{ approvals, approval, marked }, because] of [
    [resolved, 'resolved'],
    [off, 'switched_off'],
  ] as const) {
    const { state, outdatedBy } = await approvals.decided(approval.id, true)
    assert.deepEqual([state, outdatedBy, await marked()], ['outdated', because, undefined])
  }
  assert.equal((await saidBy(resolved.store, resolved.id)).length, 1)
  assert.match((await saidBy(off.store, off.id))[1] as string, /could not be carried out, and nothing was changed/)

  // The shop knows more than what was prepared: it was refunded in part there.
  const changed = await prepare((number) => `Refund order ${number}`, { fields: { fulfillments: delivered(now()) } })
  shopify.save('Order', { id: changed.order.id, refunds: [{ payment: '1', amount: '4.00' }] })
  const { state, outcome, detail } = await changed.approvals.decided(changed.approval.id, true)
  assert.deepEqual([state, outcome], ['approved', 'refused'])
  assert.match(detail, /changed meanwhile: 6\.00 EUR/)
  assert.match((await saidBy(changed.store, changed.id))[1] as string, /nothing was changed/)

  const gone = await prepare(cancel)
  const { contactId } = { contactId: ok(await gone.inbox.get(`/api/chat/conversations/${gone.id}/context`)).contact.id }
  const redact = `/operator/stores/${gone.store.shopId}/privacy/redact`
  ok(await gone.store.operator.post(redact, { customerUuid: contactId, orders: [] }))
  refused(await gone.approvals.decide(gone.approval.id, true), 404, 'NOT_FOUND')
  assert.deepEqual([await gone.approvals.list(), await gone.marked()], [[], undefined])
  assert.equal(shopify.writes, writes)
})

test('spec C15.2: after a member’s reply the AI agent says nothing; a note tells the team so', async () => {
  const { store, id, approvals, approval } = await prepare(cancel)
  const text = 'Hello, this is Jo.'
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, memberId: store.owner.memberId }), 201)
  assert.equal((await approvals.decided(approval.id, true)).outcome, 'done')
  assert.equal((await saidBy(store, id)).length, 1)
  const notes = (await messagesOf(store, id)).filter(({ isNote }) => isNote)
  assert.ok(notes.some((note) => /has not been told: “Order \d+ has been cancelled\.”/.test(note.text)))
})

test('spec C15.4: an admin allows a kind up to an amount: it runs without approval, above it does not', async () => {
  const { writes } = shopify
  const ai = { orderActions: { cancelUpTo: 10, currencyCode: 'EUR' } }
  const all = await prepare(cancel, { ai })
  assert.match(all.answer, /passing your request for order \d+ on to the shop/)
  await until('the outcome', async () => (await saidBy(all.store, all.id)).length === 2)
  assert.match((await saidBy(all.store, all.id))[1] as string, /has been cancelled/)
  const [approval] = await all.approvals.list()
  assert.deepEqual([approval.state, approval.outcome, approval.memberId], ['approved', 'done', null])
  assert.equal(shopify.writes, writes + 1)
  for (const [orderActions, text] of [
    [{ cancelUpTo: 9.99, currencyCode: 'EUR' }, cancel],
    [{ cancelUpTo: 10, currencyCode: 'USD' }, cancel],
    [{ refundUpTo: 10, currencyCode: 'EUR' }, cancel],
    [{ cancelUpTo: 10, currencyCode: 'EUR' }, (number: string) => `Can I still cancel order ${number}?`],
  ] as const) {
    const { approval: waiting, answer } = await prepare(text, { ai: { orderActions } })
    assert.equal(waiting.state, 'waiting', JSON.stringify(orderActions))
    assert.match(answer, /A person on our team checks it/)
  }
  assert.equal(shopify.writes, writes + 1)
})

test('spec C15.4: what is allowed and gets no answer of the shop goes to the team', async () => {
  shopify.afterWrite = () => new Promise(() => {})
  const { store, id, held } = await prepare(cancel, { ai: { orderActions: { cancelUpTo: 10, currencyCode: 'EUR' } } })
  await until('the handoff', async () => !(await held()))
  shopify.afterWrite = null
  const said = await saidBy(store, id)
  assert.deepEqual(said.length, 2)
  assert.match(said[1] as string, /The shop has not confirmed your request for order \d+ yet/)
})

test('spec C15.2: who has the conversation is notified of an approval; otherwise who chose that, or all admins', async () => {
  const [first, second] = [placeOrder(shopify), placeOrder(shopify)]
  const store = await makeApprovalStore(server, shopify)
  const owner = await signInOwner(server, store)
  const [lin, noor] = [await signInMember(server, store), await signInMember(server, store)]
  type Told = { kind: string; conversationId: string }
  const told = async ({ inbox }: { inbox: typeof owner }) =>
    (ok(await inbox.get('/api/chat/notifications')) as Told[]).filter(({ kind }) => kind === 'approval').length
  const toldAll = async () => [await told({ inbox: owner }), await told(lin), await told(noor)]
  await askAsShopper(server, store, `${cancel(first.number)} ${first.email}`)
  assert.deepEqual(await toldAll(), [1, 0, 0])
  const quiet = { wants: 'mentions', quietFrom: null, quietUntil: null, timeZone: 'UTC', byMail: false }
  ok(await lin.inbox.put('/api/chat/notifications/mail', { ...quiet, unassignedMissed: true }))
  await askAsShopper(server, store, `${cancel(second.number)} ${second.email}`)
  assert.deepEqual(await toldAll(), [1, 1, 0])
})

test('spec C15.3, C12.12: what waits goes with the shop’s data, and the conversation waits no longer', async () => {
  const { store, marked, id, approvals } = await prepare(cancel)
  assert.equal(await marked(), true)
  const connections = `/operator/stores/${store.shopId}/connections`
  const [connection] = ok(await store.operator.get(connections))
  const address = `${server.baseUrl}/platform/shopify/webhooks?connection=${connection.id}`
  assert.equal(await shopify.uninstall(address), 200)
  await until(
    'the end of the connection',
    async () => ok(await store.operator.get(connections))[0].state === 'disconnected',
  )
  const request = { shop_domain: shopify.domain, shop_id: 1 }
  assert.equal(await shopify.deliver(address, 'shop/redact', request), 200)
  await until('the mark to go', async () => (await marked()) === undefined)
  assert.deepEqual(await approvals.list(), [])
  ok(await store.api.get(`/chat/conversations/${id}`))
})
