import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startShopify } from '#test/doubles/shopify.ts'
import { ok, refused } from '#test/expect.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { delivered, openShopInbox, orderOf, shopifyConnection } from '#test/fixtures/order-actions.ts'
import { approvalsOf, askAsShopper, makeApprovalStore, placeOrder, saidBy } from '#test/fixtures/order-approvals.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Returns of an order's items: by members, and prepared by the AI agent.

const shopify = await startShopify()
Object.assign(shopify.budget, { max: 100_000, available: 100_000, restore: 10_000 })
const server = await startServer({ env: { ...shopify.env, PLATFORM_PULL_EVERY: '1h' } })

const lineItems = {
  nodes: [
    { title: 'Brass lamp', variantTitle: 'Large', quantity: 1 },
    { title: 'Oak chair', variantTitle: null, quantity: 4 },
  ],
}
const sent = () => ({
  lineItems,
  displayFulfillmentStatus: 'FULFILLED',
  fulfillments: delivered(new Date().toISOString()),
})
const returnedOf = (id: string) => shopify.records.Order.get(id).returned ?? {}

test('a member returns some of what was sent, and no more than that', async () => {
  const { number, email, id: orderId } = placeOrder(shopify, sent())
  const { inbox, id } = await openShopInbox(server, shopifyConnection(shopify), email)
  const order = orderOf(id, number)
  const { returnable, actions } = await order.read(inbox)
  assert.deepEqual(
    returnable.map(({ title, quantity }: { title: string; quantity: number }) => [title, quantity]),
    [
      ['Brass lamp – Large', 1],
      ['Oak chair', 4],
    ],
  )
  assert.ok(
    actions.some(({ kind, blocked }: { kind: string; blocked: string | null }) => kind === 'return' && !blocked),
  )
  const [, chair] = returnable
  const done = await order.done(inbox, {
    kind: 'return',
    items: [{ id: chair.id, quantity: 3 }],
    reason: 'One leg wobbles',
    notifies: true,
  })
  assert.deepEqual([done.state, done.kind, done.amount], ['done', 'return', null])
  assert.deepEqual(returnedOf(orderId), { [chair.id]: 3 })
  assert.deepEqual(shopify.told.at(-1), { note: 'One leg wobbles', notify: true })
  const more = await order.done(inbox, { kind: 'return', items: [{ id: chair.id, quantity: 2 }] })
  assert.deepEqual([more.state, more.detail], ['refused', 'What can be returned has changed meanwhile. Look again.'])
  assert.deepEqual(returnedOf(orderId), { [chair.id]: 3 })
  const notes = ok(await inbox.get(`/api/chat/conversations/${id}/messages`))
    .filter(({ isNote }: { isNote: boolean }) => isNote)
    .map(({ text }: { text: string }) => text)
  assert.deepEqual(notes, [`Order #${number}: return opened in the shop.`])
})

test('a return names each item once; what was not sent, or the app may not see, is not offered', async () => {
  const { number, email } = placeOrder(shopify, sent())
  const unsent = placeOrder(shopify, { email, lineItems })
  const { inbox, id } = await openShopInbox(server, shopifyConnection(shopify), email)
  const order = orderOf(id, number)
  const { writes } = shopify
  const [lamp] = (await order.read(inbox)).returnable
  for (const items of [undefined, [], [{ id: lamp.id, quantity: 0 }], [{ id: '', quantity: 1 }]])
    refused(await order.act(inbox, { kind: 'return', items }), 400, 'INVALID_PARAMS')
  const twice = [
    { id: lamp.id, quantity: 1 },
    { id: lamp.id, quantity: 1 },
  ]
  refused(await order.act(inbox, { kind: 'return', items: twice }), 400, 'INVALID_PARAMS')
  const foreign = await order.done(inbox, { kind: 'return', items: [{ id: 'gid://x/1', quantity: 1 }] })
  assert.equal(foreign.state, 'refused')
  const blockedOf = async (which: string) =>
    (await orderOf(id, which).read(inbox)).actions.find(({ kind }: { kind: string }) => kind === 'return').blocked
  assert.equal(await blockedOf(unsent.number), 'Nothing of it was sent.')
  shopify.scopes = ['read_orders', 'write_orders']
  assert.match(await blockedOf(number), /lacks a scope.*read_returns/)
  shopify.scopes.push('read_returns', 'write_returns')
  assert.equal(await blockedOf(number), null)
  assert.equal(shopify.writes, writes)
})

async function prepare(text: string, ai: object = {}) {
  const order = placeOrder(shopify, sent())
  const store = await makeApprovalStore(server, shopify, ai)
  const words = text.replace('ORDER', order.number)
  const { id, answer } = await askAsShopper(server, store, `${words} ${order.email}`)
  const { inbox } = await signInMember(server, store)
  return { order, store, id, answer, approvals: approvalsOf(inbox, id) }
}

test('spec C15.1, C15.2: the AI agent prepares the return of what the customer names; a member approves, once', async () => {
  const { order, store, id, answer, approvals } = await prepare('I want to return the chairs of order ORDER.')
  assert.match(answer, /prepared the return of order \d+\. A person on our team checks it/)
  const [approval] = await approvals.list()
  assert.deepEqual(
    [approval.kind, approval.state, approval.request.items, approval.before.returnable.length],
    ['return', 'waiting', [{ id: 'gid://shopify/FulfillmentLineItem/2', title: 'Oak chair', quantity: 4 }], 2],
  )
  assert.deepEqual(returnedOf(order.id), {})
  const [first, second] = await Promise.all([approvals.decided(approval.id, true), approvals.decide(approval.id, true)])
  assert.equal(first.state, 'approved')
  assert.ok([200, 400].includes(second.status))
  assert.deepEqual(returnedOf(order.id), { 'gid://shopify/FulfillmentLineItem/2': 4 })
  assert.deepEqual((await saidBy(store, id)).slice(1), [
    `Order ${order.number}: the return is open. The shop tells you how to send it back.`,
  ])
})

test('spec C15.1: all of it where the customer says so; nothing where it is not clear, only asked, or declined', async () => {
  const whole = await prepare('Ich möchte meine Bestellung ORDER komplett zurückschicken.')
  assert.equal((await whole.approvals.list())[0].request.items.length, 2)
  for (const text of [
    'I want to return something of ORDER.',
    'How do I return order ORDER?',
    'I do not want to return order ORDER.',
  ]) {
    assert.deepEqual(await (await prepare(text)).approvals.list(), [], text)
  }
})

test('spec C15.3, C15.4: what was returned meanwhile is not returned again; up to an amount a return needs no approval', async () => {
  const late = await prepare('I want to return the lamp of order ORDER.')
  const [approval] = await late.approvals.list()
  shopify.save('Order', { id: late.order.id, returned: { 'gid://shopify/FulfillmentLineItem/1': 1 } })
  const decided = await late.approvals.decided(approval.id, true)
  assert.deepEqual(
    [decided.outcome, decided.detail],
    ['refused', 'What can be returned has changed meanwhile. Look again.'],
  )
  assert.match((await saidBy(late.store, late.id))[1] as string, /could not be carried out, and nothing was changed/)
  const free = await prepare('I want to return the lamp of order ORDER.', {
    orderActions: { returnUpTo: 1_000, currencyCode: 'EUR' },
  })
  assert.match(free.answer, /passing your request/)
  const owner = await signInOwner(server, free.store)
  await until('the return', async () => 'gid://shopify/FulfillmentLineItem/1' in returnedOf(free.order.id))
  const [allowed] = await approvalsOf(owner, free.id).list()
  assert.deepEqual([allowed.kind, allowed.state, allowed.memberId], ['return', 'approved', null])
})
