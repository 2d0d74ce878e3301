import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { type ShopifyShop, startShopify } from '#test/doubles/shopify.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import {
  connectShop,
  delivered,
  NEW_ADDRESS,
  orderOf,
  refund,
  shopifyConnection,
} from '#test/fixtures/order-actions.ts'
import { connectCustom, newOrder, tellAndWait } from '#test/fixtures/platform.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Orders of a conversation's contact, cancelled, refunded and sent elsewhere in the shop that they were placed in.

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const shopify = await startShopify()
// The budget suffices for many stores with one shop.
Object.assign(shopify.budget, { max: 100_000, available: 100_000, restore: 10_000 })
const env = { ...shopify.env, PLATFORM_PULL_EVERY: '1h' }
const server = await startServer({ env })
const NOW = () => new Date().toISOString()
/** Shopify lists orders of 60 days alone. */
const LONG_AGO = new Date(Date.now() - 50 * 86_400_000).toISOString()

/** A store at Shopify, one contact with a conversation, and orders of theirs. */
async function setUp(orders: Record<string, Any>, shop: ShopifyShop = shopify) {
  const email = `${randomUUID()}@customer.example`
  const saved = Object.fromEntries(
    Object.entries(orders).map(([name, fields]) => [name, shop.save('Order', { email, createdAt: NOW(), ...fields })]),
  )
  const store = await makeStore(server)
  await connectShop(store, shopifyConnection(shop))
  const contact = await addContact(store, { email })
  const { id } = await addConversation(store, { customerUuid: contact.id, messages: [message()] })
  const admin = await signInOwner(server, store)
  const { inbox: plain, member } = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  const order = (name: string) => orderOf(id, saved[name].name.slice(1))
  const notes = async () =>
    (ok(await admin.get(`/api/chat/conversations/${id}/messages`)) as Any[])
      .filter(({ isNote }) => isNote)
      .map(({ senderName, text }) => [senderName, text])
  const shown = async (name: string) =>
    ok(await admin.get(`/api/chat/conversations/${id}/context`)).orders.find(
      ({ orderNumber }: Any) => orderNumber === saved[name].name,
    )
  const audited = async () =>
    (ok(await admin.get('/api/chat/audit-log')) as Any[])
      .filter(({ action }) => action.startsWith('order.'))
      .map(({ action, target, details, memberId }) => ({ action, target, details, memberId }))
  return {
    id,
    store,
    admin,
    plain,
    member,
    order,
    saved,
    notes,
    shown,
    audited,
    number: (name: string) => saved[name].name.slice(1),
  }
}

test('a member refunds a part and then the rest: the shop does it, the order is read again, a note and the audit log say who', async () => {
  const at = NOW()
  const all = await setUp({ one: { fulfillments: delivered(at), displayFulfillmentStatus: 'FULFILLED' } })
  const { plain, order, notes, shown, audited, saved, member, number, id } = all
  const { read, done } = order('one')
  const before = await read(plain)
  assert.deepEqual([before.left, before.decimals, before.problem], [{ amount: '10.00', currencyCode: 'EUR' }, 2, null])
  assert.match(before.url, /\/admin\/orders\/\d+$/)
  assert.deepEqual(
    before.actions.map(({ kind, blocked, rule }: Any) => [kind, blocked !== null, rule.eligible]),
    [
      ['cancel', true, true],
      ['refund', false, true],
      ['address', false, true],
      ['return', false, true],
    ],
  )
  const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email: member.email, password: PASSWORD }))
  const headers = { cookie, origin: server.baseUrl }
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  socket.send({ type: 'watch', conversationId: id })
  await socket.next('messages')
  const made = await done(plain, { ...refund('4.50', '10.00'), reason: 'Scratched', notifies: true })
  assert.deepEqual([made.state, made.amount, made.detail, made.memberId], ['done', '4.50', null, member.id])
  assert.equal((await socket.next('details')).conversationId, id)
  assert.deepEqual(shopify.records.Order.get(saved.one.id).refunds, [{ payment: '1', amount: '4.50' }])
  assert.deepEqual(shopify.told.at(-1), { note: 'Scratched', notify: true })
  assert.equal((await shown('one')).financialStatus, 'partially_refunded')
  assert.deepEqual(await notes(), [['Lin Chu', `Order #${number('one')}: refunded 4.50 EUR in the shop.`]])
  const details = { kind: 'refund', amount: '4.50', currencyCode: 'EUR', action: made.id }
  assert.deepEqual(await audited(), [
    {
      action: 'order.action_ended',
      target: number('one'),
      details: { ...details, outcome: 'done' },
      memberId: member.id,
    },
    { action: 'order.action_begun', target: number('one'), details, memberId: member.id },
  ])
  const again = await read(plain)
  assert.equal(again.left.amount, '5.50')
  assert.deepEqual(
    again.done.map(({ id, state }: Any) => [id, state]),
    [[made.id, 'done']],
  )
  assert.equal((await done(plain, refund('5.5', '5.50'))).state, 'done')
  assert.equal((await shown('one')).financialStatus, 'refunded')
  assert.match((await read(plain)).actions[1].blocked, /Nothing is left/)
  assert.equal((await done(plain, refund('1', '0'))).state, 'refused')
})

test('an order is cancelled with what was paid, though the shop takes its time; then nothing is offered any more', async () => {
  const { admin, plain, order, notes, shown, number, saved } = await setUp({ one: {} })
  const { read, act, done } = order('one')
  assert.equal((await done(plain, { kind: 'cancel', refunds: true })).state, 'done')
  const { cancelledAt, refunds } = shopify.records.Order.get(saved.one.id)
  assert.ok(cancelledAt)
  assert.deepEqual(refunds, [{ payment: '1', amount: '10.0' }])
  assert.deepEqual([(await shown('one')).status, (await shown('one')).financialStatus], ['cancelled', 'refunded'])
  assert.deepEqual(await notes(), [['Lin Chu', `Order #${number('one')}: cancelled in the shop.`]])
  assert.deepEqual((await read(plain)).actions, [])
  for (const body of [
    { kind: 'cancel', beyondRules: true },
    refund('1', '10'),
    { kind: 'address', address: NEW_ADDRESS },
  ]) {
    assert.match(refused(await act(admin, body), 400, 'INVALID_PARAMS'), /cancelled/)
  }
})

test('a shipping address is changed, in the words that the shop takes; one that it refuses changes nothing', async () => {
  const { plain, order, notes, saved } = await setUp({
    one: { shippingAddress: { address1: '1 Elm Street', countryCodeV2: 'NO' } },
  })
  const { read, act, done } = order('one')
  assert.deepEqual(
    [(await read(plain)).address.address1, (await read(plain)).address.countryCode],
    ['1 Elm Street', 'NO'],
  )
  const { state, detail } = await done(plain, { kind: 'address', address: { ...NEW_ADDRESS, countryCode: 'XX' } })
  assert.deepEqual([state, detail], ['refused', 'Shipping address country is not supported'])
  assert.deepEqual(await notes(), [])
  assert.equal((await done(plain, { kind: 'address', address: NEW_ADDRESS })).state, 'done')
  const { address1, countryCodeV2 } = shopify.records.Order.get(saved.one.id).shippingAddress
  assert.deepEqual([address1, countryCodeV2], ['2 Oak Street', 'NO'])
  for (const address of [
    undefined,
    {},
    { ...NEW_ADDRESS, city: ' ' },
    { ...NEW_ADDRESS, countryCode: 'no' },
    { ...NEW_ADDRESS, more: 1 },
  ]) {
    refused(await act(plain, { kind: 'address', address }), 400, 'INVALID_PARAMS')
  }
})

test('outside the after-sale rules only an admin can act, and must say so; the error names the deadline', async () => {
  const { admin, plain, order, audited } = await setUp({ old: { createdAt: LONG_AGO }, fresh: {} })
  const { read, act, done } = order('old')
  const { actions } = await read(plain)
  const [cancel, refunding] = actions
  assert.deepEqual([cancel.rule.eligible, refunding.rule.eligible], [false, false])
  assert.ok(Date.parse(cancel.rule.deadline) < Date.now())
  assert.equal(refunding.rule.deadline, null, 'it has not arrived')
  const { writes } = shopify
  for (const body of [{ kind: 'cancel' }, { kind: 'cancel', beyondRules: true }, refund('1', '10')]) {
    assert.match(refused(await act(plain, body), 403, 'FORBIDDEN'), /Only an admin/)
  }
  assert.match(refused(await act(admin, { kind: 'cancel' }), 403, 'FORBIDDEN'), /beyondRules/)
  assert.equal(shopify.writes, writes)
  assert.deepEqual(await audited(), [])
  assert.equal((await done(admin, { kind: 'cancel', beyondRules: true })).state, 'done')
  assert.equal((await audited()).at(-1)?.details.beyondRules, true)
  // Inside them, saying so means nothing.
  assert.equal((await order('fresh').done(plain, { kind: 'cancel', beyondRules: true })).state, 'done')
  assert.equal('beyondRules' in ((await audited())[1]?.details ?? {}), false)
})

test('the same id does a thing once: sent twice at once, and again later', async () => {
  const { plain, admin, order, notes } = await setUp({
    one: { fulfillments: delivered(NOW()) },
    two: { fulfillments: delivered(NOW()) },
  })
  const { act, done } = order('one')
  const { writes } = shopify
  const id = randomUUID()
  const both = await Promise.all([act(plain, { id, ...refund('4', '10') }), act(plain, { id, ...refund('4', '10') })])
  for (const answer of both) assert.equal(ok(answer).id, id)
  await until('the end of it', async () => (await order('one').read(plain)).done[0].state === 'done')
  assert.equal((await done(admin, { id, ...refund('4', '10') })).state, 'done')
  assert.equal(shopify.writes, writes + 1)
  assert.equal((await notes()).length, 1)
  assert.match(refused(await act(plain, { id, kind: 'cancel' }), 400, 'INVALID_PARAMS'), /id has already been used/)
  assert.match(
    refused(await order('two').act(plain, { id, ...refund('4', '10') }), 400, 'INVALID_PARAMS'),
    /id has already been used/,
  )
  for (const bad of ['x', randomUUID().toUpperCase(), 7])
    refused(await act(plain, { id: bad, kind: 'cancel' }), 400, 'INVALID_PARAMS')
})

test('two members refund once: while one is at it the other waits, and then sees that less is left', async () => {
  const { plain, admin, order } = await setUp({ one: { fulfillments: delivered(NOW()) } })
  const { read, act, done } = order('one')
  const { writes } = shopify
  const held = Promise.withResolvers<void>()
  shopify.afterWrite = () => held.promise
  const first = done(plain, refund('4', '10.00'))
  await until('the shop to be asked', () => shopify.writes === writes + 1)
  shopify.afterWrite = null
  assert.equal((await read(admin)).done[0].state, 'pending')
  assert.match(refused(await act(admin, refund('4', '10.00')), 400, 'INVALID_PARAMS'), /just now/)
  assert.match(refused(await act(admin, { kind: 'cancel' }), 400, 'INVALID_PARAMS'), /just now/)
  held.resolve()
  assert.equal((await first).state, 'done')
  const second = await done(admin, refund('4', '10.00'))
  assert.equal(second.state, 'refused')
  assert.match(second.detail, /changed meanwhile: 6.00 EUR/)
  assert.equal(shopify.writes, writes + 1)
  const both = await Promise.all([plain, admin].map((member) => act(member, refund('6', '6'))))
  assert.equal(both.filter(({ body }) => body.data?.state === 'done').length, 1)
  for (const answer of both) {
    if (answer.status !== 200) assert.match(refused(answer, 400, 'INVALID_PARAMS'), /just now/)
  }
  assert.equal(shopify.writes, writes + 2)
})

test('a shop that does not answer leaves it unknown: it may have done it, is looked at, and it is not done again', async () => {
  const { plain, order, notes, shown, number } = await setUp({ one: { fulfillments: delivered(NOW()) } })
  const { read, done } = order('one')
  const { writes } = shopify
  shopify.afterWrite = () => new Promise(() => {})
  const begun = Date.now()
  const made = await done(plain, refund('10', '10.00'))
  shopify.afterWrite = null
  assert.equal(made.state, 'unknown')
  assert.ok(Date.now() - begun < 25_000, `${Date.now() - begun} ms`)
  assert.equal((await shown('one')).financialStatus, 'refunded')
  assert.equal((await read(plain)).left.amount, '0.00')
  assert.match(
    (await notes())[0]?.[1],
    new RegExp(`^Order #${number('one')}: the shop was asked to refund 10.00 EUR, and gave no answer`),
  )
  assert.equal((await done(plain, refund('10', '10.00'))).state, 'refused')
  assert.equal(shopify.writes, writes + 1)
})

test('only orders that the details show as the contact’s own: not those of others, of a claimed address, or another store’s', async () => {
  const all = await setUp({ one: {} })
  const other = await setUp({ one: {} })
  const { writes } = shopify
  const claimed = await addConversation(all.store, { customerEmail: all.saved.one.email, messages: [message()] })
  for (const [client, conversation, number] of [
    [all.admin, all.id, other.number('one')],
    [all.admin, other.id, other.number('one')],
    [other.admin, all.id, all.number('one')],
    [all.admin, all.id, 'none'],
    [all.admin, (await addConversation(all.store)).id, all.number('one')],
    [other.admin, claimed.id, all.number('one')],
  ] as const) {
    const { path, act } = orderOf(conversation, number)
    refused(await client.get(path), 404, 'NOT_FOUND')
    refused(await act(client, { kind: 'cancel' }), 404, 'NOT_FOUND')
    refused(await act(client, { kind: 'nonsense' }), 404, 'NOT_FOUND')
  }
  assert.equal(shopify.writes, writes)
})

test('amounts: nothing, less, more than is left, more decimals than the currency has, another currency', async () => {
  const of = (currencyCode: string, amount: string) => ({
    fulfillments: delivered(NOW()),
    currentTotalPriceSet: { shopMoney: { amount, currencyCode } },
  })
  const { plain, order } = await setUp({ eur: of('EUR', '10.0'), jpy: of('JPY', '500'), kwd: of('KWD', '1.5') })
  const { writes } = shopify
  const { act, done } = order('eur')
  for (const amount of ['0', '0.00', '-1', '1.005', '1,5', '1e1', '', ' 1', '9999999999999', 5, null]) {
    refused(await act(plain, { ...refund('1', '10'), amount }), 400, 'INVALID_PARAMS')
  }
  for (const body of [
    { kind: 'refund' },
    { ...refund('1', '10'), currencyCode: 'euro' },
    { kind: 'refund', amount: '1' },
  ]) {
    refused(await act(plain, body), 400, 'INVALID_PARAMS')
  }
  assert.match((await done(plain, refund('10.01', '10.00'))).detail, /Only 10.00 EUR is left/)
  assert.match((await done(plain, refund('1', '10.00', 'USD'))).detail, /paid in EUR/)
  assert.match((await done(plain, refund('1', 'x'))).detail, /changed meanwhile/)
  assert.equal(shopify.writes, writes)
  const yen = await order('jpy').read(plain)
  assert.deepEqual([yen.left, yen.decimals], [{ amount: '500', currencyCode: 'JPY' }, 0])
  assert.match(refused(await order('jpy').act(plain, refund('1.5', '500', 'JPY')), 400, 'INVALID_PARAMS'), /JPY has 0/)
  assert.equal((await order('jpy').done(plain, refund('120', '500', 'JPY'))).state, 'done')
  assert.equal((await order('jpy').read(plain)).left.amount, '380')
  assert.equal((await order('kwd').done(plain, refund('0.125', '1.500', 'KWD'))).state, 'done')
  assert.equal((await order('kwd').read(plain)).left.amount, '1.375')
})

test('an order that no connected shop has: nothing is offered, and nothing can be done', async () => {
  const store = await makeStore(server)
  const contact = await addContact(store, {})
  const total = { amount: '12.50', currencyCode: 'EUR' }
  const shop = await connectCustom(server, store)
  await tellAndWait(shop, [newOrder({ orderNumber: 'T1', customerUuid: contact.id, total })])
  await importLines(store, [
    { kind: 'order', data: { orderNumber: '#77', createdAt: NOW(), total, customerUuid: contact.id } },
  ])
  const { id } = await addConversation(store, { customerUuid: contact.id })
  const inbox = await signInOwner(server, store)
  for (const number of ['77', 'T1']) {
    const { read, act } = orderOf(id, number)
    const { shop: none, actions } = await read(inbox)
    assert.deepEqual([none, actions], [null, []])
    assert.match(refused(await act(inbox, { kind: 'cancel' }), 400, 'INVALID_PARAMS'), /No connected shop/)
  }
})
