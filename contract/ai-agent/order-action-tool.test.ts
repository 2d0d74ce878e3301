import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProviderRequest, reply, startProvider } from '#test/doubles/provider.ts'
import { startShopify } from '#test/doubles/shopify.ts'
import { importLines } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { approvalsOf, askAsShopper, makeApprovalStore, placeOrder } from '#test/fixtures/order-approvals.ts'
import { startServer } from '#test/service/server.ts'

// What a model may do with orders: prepare, for a member to approve.

const provider = await startProvider()
const shopify = await startShopify()
Object.assign(shopify.budget, { max: 100_000, available: 100_000, restore: 10_000 })
const server = await startServer({ env: { ...provider.env, ...shopify.env, PLATFORM_PULL_EVERY: '1h' } })

/** First calls the tool with these arguments, then says something. */
const preparing = (args: object) => (request: ProviderRequest) =>
  request.messages.some(({ role }) => role === 'tool')
    ? reply('It is done, all of it.', [])
    : [{ name: 'prepare_order_action', args }]

const shippingAddress = {
  firstName: 'Kim',
  lastName: 'Hale',
  address1: '1 Elm Street',
  city: 'Oslo',
  countryCodeV2: 'NO',
}

/** What a model's call prepares for a customer who writes this; `ORDER` and `EMAIL` stand for their own. */
async function ask(text: string, args: object, { ai = {}, faq = '' }: { ai?: object; faq?: string } = {}) {
  const [order, other] = [placeOrder(shopify, { shippingAddress }), placeOrder(shopify)]
  const store = await makeApprovalStore(server, shopify, ai)
  if (faq) await importLines(store, [{ kind: 'faq', data: { id: 'far', question: 'Sheep on a rock?', answer: faq } }])
  const fill = (one: string) =>
    one.replaceAll('ORDER', order.number).replaceAll('EMAIL', order.email).replaceAll('OTHER', other.number)
  provider.behave(preparing(JSON.parse(fill(JSON.stringify(args)))))
  const { id, answer } = await askAsShopper(server, store, fill(text))
  return { order, other, answer, approvals: await approvalsOf(await signInOwner(server, store), id).list() }
}

test('spec C15.5: a new address is prepared from the customer’s words; other lines stay; our text is what they read', async () => {
  const { answer, approvals } = await ask('Change the address of order ORDER EMAIL to 2 Oak Street, Bergen', {
    kind: 'address',
    address: { address1: '2 Oak Street', city: 'Bergen' },
  })
  assert.match(answer, /prepared the new delivery address of order/)
  assert.doesNotMatch(answer, /all of it/)
  const [{ state, request, before }] = approvals
  assert.equal(state, 'waiting')
  assert.deepEqual(
    [request.address.address1, request.address.city, request.address.lastName, before.address.address1],
    ['2 Oak Street', 'Bergen', 'Hale', '1 Elm Street'],
  )
})

test('spec C15.5: no line that the customer did not write, no order by id, no amount, and never without approval', async () => {
  const { writes } = shopify
  const wrong = await ask('Change the address of order ORDER EMAIL to 2 Oak Street', {
    kind: 'address',
    address: { address1: '66 Thief Lane', city: 'Oslo' },
  })
  assert.deepEqual(wrong.approvals, [])
  const allowed = { ai: { orderActions: { cancelUpTo: 1_000, addressUpTo: 1_000, currencyCode: 'EUR' } } }
  const mine = await ask(
    'My parcel ORDER for EMAIL should travel to a rock with sheep, 2 Oak Street. Would it get there at all?',
    { kind: 'cancel', orderNumber: 'OTHER', orderId: 'OTHER', amount: '99', email: 'x@y.example' },
    allowed,
  )
  for (const { orderId, state, request } of mine.approvals) {
    assert.deepEqual([orderId, state, request.amount], [mine.order.number, 'waiting', undefined])
  }
  const unproven = await ask(
    'A rock with sheep is my home, ORDER. Would it get there at all?',
    { kind: 'cancel' },
    allowed,
  )
  assert.deepEqual(unproven.approvals, [])
  assert.equal(shopify.writes, writes)
})
