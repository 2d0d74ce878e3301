import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dumpDatabase } from '#test/database/dump.ts'
import { startWooShop } from '#test/doubles/woocommerce.ts'
import { ok, refused } from '#test/expect.ts'
import {
  delivered,
  NEW_ADDRESS,
  openShopInbox,
  orderOf,
  refund,
  shopifyConnection,
  startOrderAtShopify,
} from '#test/fixtures/order-actions.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Order actions where the shop is another one, may not be written to, or is asked by a server that dies meanwhile.

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

test('an app without write access must be connected again, and nothing is done', async () => {
  const { shop, store, inbox, order } = await startOrderAtShopify()
  const { read, done } = order
  shop.scopes = ['read_orders']
  const { state, detail } = await done(inbox, { kind: 'cancel' })
  assert.equal(state, 'refused')
  assert.match(detail, /lacks a scope: give it that, and connect the shop again.*write_orders/)
  assert.equal(shop.writes, 0)
  assert.equal((await read(inbox)).actions.length, 4, 'reading goes on')
  // A shop that cannot be reached: nothing is done, and the error says so.
  const path = `/operator/stores/${store.shopId}/connections`
  ok(await store.operator.post(path, { ...shopifyConnection(shop), clientSecret: 'wrong' }), 201)
  const away = await until('no answer', async () => (await read(inbox)).problem)
  assert.match(away, /connect/)
  assert.equal((await done(inbox, { kind: 'cancel' })).state, 'refused')
  assert.equal(shop.writes, 0)
})

test('a WooCommerce shop cancels, refunds and changes an address; errors of its payment provider are shown', async () => {
  const shop = await startWooShop()
  const own = await startServer({ env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '1h' } })
  const email = 'kim@customer.example'
  const billing = { email }
  const day = { billing, shipping: { first_name: 'Kim', last_name: 'Hale', address_1: '1 Elm Street', country: 'NO' } }
  const made = Object.fromEntries(
    ['paid', 'cod', 'cut', 'gone'].map((name) => [name, shop.save('orders', { ...day, payment_method: name })]),
  )
  const connect = { kind: 'woocommerce', apiUrl: shop.url, consumerKey: shop.key, consumerSecret: shop.secret }
  const { store, contact, id, inbox: admin } = await openShopInbox(own, connect, email)
  const order = (name: string) => orderOf(id, String(made[name].id))
  const beyond = { beyondRules: true }
  const { actions, address, left, url } = await order('paid').read(admin)
  assert.deepEqual(
    actions.map(({ kind, takesReason, canNotify }: Any) => [kind, takesReason, canNotify]),
    [
      ['cancel', false, false],
      ['refund', true, false],
      ['address', false, false],
    ],
  )
  assert.deepEqual([address.lastName, address.address1, left.amount], ['Hale', '1 Elm Street', '10.00'])
  assert.match(url, /post=\d+&action=edit$/)
  assert.equal(
    (await order('paid').done(admin, { ...refund('2.50', '10.00'), ...beyond, reason: 'Late' })).state,
    'done',
  )
  assert.deepEqual(shop.records.orders.get(made.paid.id).refunds, [{ id: 900, reason: 'Late', total: '-2.50' }])
  assert.equal((await order('paid').read(admin)).left.amount, '7.50')
  assert.equal((await order('paid').done(admin, { kind: 'address', address: NEW_ADDRESS })).state, 'done')
  assert.equal(shop.records.orders.get(made.paid.id).shipping.address_1, '2 Oak Street')
  assert.equal((await order('paid').done(admin, { kind: 'cancel' })).state, 'done')
  assert.equal(shop.records.orders.get(made.paid.id).status, 'cancelled')
  assert.deepEqual((await order('paid').read(admin)).actions, [])

  const cod = await order('cod').done(admin, { ...refund('1', '10.00'), ...beyond })
  assert.equal(cod.state, 'refused')
  assert.match(cod.detail, /does not support automatic refunds/)
  // The answer is lost: it was done, and nobody can say so.
  shop.afterWrite = async () => Promise.reject(new Error('out of memory'))
  assert.equal((await order('cut').done(admin, { ...refund('1', '10.00'), ...beyond })).state, 'unknown')
  shop.afterWrite = null
  assert.equal((await order('cut').read(admin)).left.amount, '9.00')
  shop.permissions = 'read'
  const cannot = await order('cut').done(admin, { kind: 'cancel' })
  assert.deepEqual(
    [cannot.state, /may read and write, and connect the shop again/.test(cannot.detail)],
    ['refused', true],
  )
  // Nothing that a shop says is a fault of ours.
  shop.records.orders.get(made.gone.id).total = 'none'
  assert.match((await order('gone').read(admin)).problem, /cannot be read as an order/)
  assert.match((await order('gone').done(admin, { kind: 'cancel' })).detail, /cannot be read.*Nothing was done/)
  shop.records.orders.delete(made.gone.id)
  assert.match((await order('gone').done(admin, { kind: 'cancel' })).detail, /no longer exists in the shop/)
  shop.troubles.push('busy')
  assert.match((await order('cut').done(admin, { kind: 'cancel' })).detail, /busy \(503\).*Nothing was done/)
  // What a shop said may name somebody: it goes with who was redacted; what was done stays.
  assert.match((await order('cod').read(admin)).done[0].detail, /automatic refunds/)
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid: contact.id }))
  assert.doesNotMatch(JSON.stringify(await dumpDatabase(own)), /automatic refunds/)
})

test('a crash while the shop is asked: the action is unknown, the order is read again, and nothing is done twice', async () => {
  const {
    shop,
    server,
    id,
    inbox,
    order: { read, act, done },
  } = await startOrderAtShopify({ fulfillments: delivered(new Date().toISOString()) })
  const action = { id: randomUUID(), ...refund('10', '10.00') }
  shop.afterWrite = () => new Promise(() => {})
  const asked = act(inbox, action).catch(() => null)
  await until('the shop to be asked', () => shop.writes === 1)
  await server.kill()
  await asked
  shop.afterWrite = null
  shop.road.lost = 1 // nobody tells but who is asked
  await server.restart()
  assert.equal((await done(inbox, action)).state, 'pending')
  assert.match(refused(await act(inbox, refund('10', '10.00')), 400, 'INVALID_PARAMS'), /just now/)
  const ended = await until(
    'the action to be settled',
    async () => {
      const [one] = (await read(inbox)).done
      return one.state !== 'pending' && one
    },
    90_000,
  )
  assert.deepEqual([ended.id, ended.state], [action.id, 'unknown'])
  await until('the order to be read again', async () => {
    const { orders } = ok(await inbox.get(`/api/chat/conversations/${id}/context`))
    return orders[0].financialStatus === 'refunded'
  })
  assert.equal((await done(inbox, action)).state, 'unknown')
  assert.equal((await done(inbox, refund('10', '10.00'))).state, 'refused')
  assert.equal(shop.writes, 1)
})

test('what was done with orders stands in the contact’s timeline, in pages, too; what a shop refused does not', async () => {
  const { shop, id, inbox, order } = await startOrderAtShopify({ fulfillments: delivered(new Date().toISOString()) })
  const path = `/api/chat/conversations/${id}/timeline`
  const say = ({ kind, text, total, action }: Any) =>
    [kind, text, total?.amount, action?.kind, action?.state].filter(Boolean).join(' ')
  const { name } = [...shop.records.Order.values()][0]
  const number = name.slice(1)
  assert.equal((await order.done(inbox, refund('4.50', '10.00'))).state, 'done')
  assert.equal((await order.done(inbox, refund('1', '10.00'))).state, 'refused')
  assert.equal((await order.done(inbox, { kind: 'address', address: NEW_ADDRESS })).state, 'done')
  const whole = [
    `order_action ${number} address done`,
    `order_action ${number} 4.50 refund done`,
    `order ${name} 10.00`,
  ]
  const orders = ok(await inbox.get(`${path}?kind=order&kind=order_action`))
  assert.deepEqual(orders.map(say), whole)
  assert.deepEqual(orders[1].conversationId, id)
  const seen: string[] = []
  for (let cursor = '', hasMore = true; hasMore; ) {
    const { body } = await inbox.get(`${path}?kind=order_action&kind=order&limit=1${cursor}`)
    seen.push(...body.data.map(say))
    cursor = `&cursor=${encodeURIComponent(body.paging.nextCursor)}`
    hasMore = body.paging.hasMore
  }
  assert.deepEqual(seen, whole)
  assert.ok(ok(await inbox.get(path)).length > whole.length, 'and the conversation itself')
})
