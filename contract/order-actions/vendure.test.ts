import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { addProduct, fulfil, installVendure, placeOrder, startVendure } from '#test/doubles/vendure.ts'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Orders that are cancelled, refunded and sent elsewhere in a real shop: Vendure, a program of its own (test/shops/vendure).

const needs = process.env.TEST_DATABASE_URL ? {} : { skip: 'needs a PostgreSQL server: TEST_DATABASE_URL' }

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

test('in a Vendure shop a member refunds an order in parts, has it sent elsewhere, and cancels it', needs, async () => {
  await installVendure()
  const [vendure, server] = await Promise.all([
    startVendure(),
    startServer({ env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '1h' } }),
  ])
  const { variantId } = await addProduct(vendure, { name: 'Copper lamp', price: 4900, stock: 10 })
  const email = `nora-${randomUUID()}@customer.example`
  const [first, second] = [await placeOrder(vendure, variantId, email), await placeOrder(vendure, variantId, email)]
  const store = await makeStore(server)
  const path = `/operator/stores/${store.shopId}/connections`
  ok(await store.operator.post(path, { kind: 'vendure', apiUrl: vendure.apiUrl, apiKey: vendure.apiKey }), 201)
  await until('the orders', async () => {
    const [{ sync }] = ok(await store.operator.get(path))
    return sync.kinds.some(({ kind, isComplete }: Any) => kind === 'order' && isComplete)
  })
  const contact = await addContact(store, { email })
  const { id } = await addConversation(store, { customerUuid: contact.id })
  const inbox = await signInOwner(server, store)
  const of = (code: string) => `/api/chat/conversations/${id}/orders/${code}/actions`
  const read = async (code: string): Promise<Any> => ok(await inbox.get(of(code)))
  const act = async (code: string, body: object): Promise<Any> =>
    ok(await inbox.post(of(code), { id: randomUUID(), ...body }))
  const inShop = (orderId: string) =>
    vendure.admin(
      `query ($id: ID!) { order(id: $id) { state shippingAddress { fullName streetLine1 city }
        payments { refunds { total reason state } } } }`,
      { id: orderId },
    )
  const shown = async (code: string) =>
    ok(await inbox.get(`/api/chat/conversations/${id}/context`)).orders.find((one: Any) => one.orderNumber === code)

  const { left, address, actions } = await read(first.code)
  assert.deepEqual(left, { amount: '54.00', currencyCode: 'USD' })
  assert.deepEqual([address.firstName, address.lastName, address.address1], ['Nora', 'Quill', '1 Elm Street'])
  assert.deepEqual(
    actions.map(({ kind, blocked }: Any) => [kind, blocked]),
    [
      ['cancel', null],
      ['refund', null],
      ['address', null],
    ],
  )
  const money = { kind: 'refund', currencyCode: 'USD', beyondRules: true }
  const refund = await act(first.code, { ...money, amount: '4.25', left: '54.00', reason: 'Scratched' })
  assert.deepEqual([refund.state, /settle the refund in the shop/.test(refund.detail)], ['done', true], refund.detail)
  assert.deepEqual((await inShop(first.id)).payments[0].refunds, [
    { total: 425, reason: 'Scratched', state: 'Pending' },
  ])
  assert.equal((await read(first.code)).left.amount, '49.75')
  assert.match((await act(first.code, { ...money, amount: '50', left: '49.75' })).detail, /Only 49.75 USD is left/)

  const elsewhere = { ...address, address1: '2 Oak Street', city: 'Bergen' }
  const moved = await act(first.code, { kind: 'address', address: elsewhere })
  assert.deepEqual([moved.state, moved.detail], ['done', null])
  const { state, shippingAddress } = await inShop(first.id)
  assert.deepEqual(
    [state, shippingAddress],
    ['PaymentSettled', { fullName: 'Nora Quill', streetLine1: '2 Oak Street', city: 'Bergen' }],
  )
  const nowhere = await act(first.code, { kind: 'address', address: { ...elsewhere, countryCode: 'ZZ' } })
  assert.deepEqual([nowhere.state, /ZZ/.test(nowhere.detail)], ['refused', true], nowhere.detail)
  assert.equal((await inShop(first.id)).state, 'PaymentSettled', nowhere.detail)

  assert.equal((await act(first.code, { kind: 'cancel', reason: 'Changed my mind' })).state, 'done')
  assert.equal((await inShop(first.id)).state, 'Cancelled')
  assert.equal((await shown(first.code)).status, 'cancelled')
  assert.deepEqual((await read(first.code)).actions, [])

  await fulfil(vendure, second.id, 'JD014600')
  assert.equal((await act(second.code, { kind: 'address', address: elsewhere })).state, 'done')
  assert.equal((await inShop(second.id)).state, 'Shipped')
})
