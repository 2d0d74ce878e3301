import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C13.19: orders that were placed after replies.

const server = await shareServer()

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const HOUR_MS = 60 * 60 * 1000
const start = Date.UTC(2026, 4, 4)
const at = (hours: number) => new Date(start + hours * HOUR_MS).toISOString()
const span = { from: at(-24), to: at(24 * 20) }
const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })

async function makeShop() {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const { inbox, member } = await signInMember(server, store)
  const { member: other } = await signInMember(server, store)
  /** A conversation with replies at these hours, each by a member, the AI agent (null), or the customer. */
  const talk = async (replies: [hour: number, by: string | null | 'customer'][], more: object = {}) => {
    const { id } = await addContact(store, { email: `${randomUUID()}@example.com`, type: 'guest', ...more })
    const messages = replies.map(([hour, by]) => {
      if (by === 'customer') return message({ createdAt: at(hour) })
      const from = by === null ? { senderType: 'bot' } : { senderType: 'agent', memberId: by }
      return message({ text: 'Yes', createdAt: at(hour), ...from })
    })
    await addConversation(store, { customerUuid: id, messages })
    return id as string
  }
  const order = async (hour: number, data: object) => {
    const line = { orderNumber: randomUUID(), createdAt: at(hour), total: eur('10.00'), ...data }
    assert.deepEqual((await importLines(store, [{ kind: 'order', data: line }])).rejected, [])
  }
  const report = async (within: Record<string, string> = span): Promise<Any> =>
    ok(await inbox.get(`/api/chat/reports/sales?${new URLSearchParams(within)}`))
  return { store, owner, inbox, memberId: member.id as string, otherId: other.id as string, talk, order, report }
}
const sales = (orders: number, amount?: string) => ({ orders, amounts: amount ? [eur(amount)] : [] })

test('spec C13.19: an order counts once, for the last reply in the three days before it', async () => {
  const { memberId, otherId, talk, order, report } = await makeShop()
  assert.deepEqual((await report()).total, sales(0))
  const both = await talk([
    [0, 'customer'],
    [1, memberId],
    [2, null],
    [3, otherId],
    [200, memberId],
  ])
  await order(4, { customerUuid: both, total: eur('20.00') })
  await order(2.5, { customerUuid: both, total: eur('5.50') })
  await order(1.5, { customerUuid: both })
  // Before any reply, on the last moment of three days, and after it.
  await order(0.5, { customerUuid: both })
  await order(3 + 72, { customerUuid: both })
  await order(3 + 72.1, { customerUuid: both })
  await order(5, { customerUuid: both, status: 'cancelled' })
  await order(5, { customerUuid: both, cancelledAt: at(6) })
  const { total, aiAgent, members, campaigns, withinDays } = await report()
  assert.deepEqual([withinDays, total, aiAgent, campaigns], [3, sales(4, '45.50'), sales(1, '5.50'), []])
  assert.deepEqual(members, [
    { key: otherId, ...sales(2, '30.00') },
    { key: memberId, ...sales(1, '10.00') },
  ])
})

test('spec C13.19: the customer is known by the order’s contact or its address; another person’s order is not counted', async () => {
  const { memberId, talk, order, report } = await makeShop()
  const email = `${randomUUID()}@example.com`
  await talk([[1, memberId]], { email })
  await order(2, { email: email.toUpperCase(), total: { amount: '7.00', currencyCode: 'USD' } })
  await order(2, { email: 'stranger@example.com' })
  await order(2, {})
  await order(3, { email })
  const { total } = await report()
  assert.deepEqual(total, { orders: 2, amounts: [eur('10.00'), { amount: '7.00', currencyCode: 'USD' }] })
  assert.deepEqual((await report({ from: at(2.5), to: at(24) })).total, sales(1, '10.00'))
})

test('spec C13.19: notes, deleted replies and the other store’s orders do not count', async () => {
  const { inbox, store, memberId, talk, order, report } = await makeShop()
  const quiet = await talk([[0, 'customer']])
  const [conversation] = ok(await store.api.get('/chat/conversations'))
  const say = async (body: object) =>
    ok(await inbox.post(`/api/chat/conversations/${conversation.id}/messages`, body), 201)
  await say({ text: 'Wants a lamp', isNote: true })
  const gone = await say({ text: 'Hello' })
  ok(await inbox.delete(`/api/chat/conversations/${conversation.id}/messages/${gone.id}`))
  const now = new Date(Date.now() + HOUR_MS).toISOString()
  await order(0, { customerUuid: quiet, createdAt: now })
  const other = await makeShop()
  const id = await other.talk([[1, memberId]])
  await other.order(2, { customerUuid: id })
  const within = { from: at(-24), to: new Date(Date.now() + 24 * HOUR_MS).toISOString() }
  assert.deepEqual((await report(within)).total, sales(0))
})

test('spec C13.19: a campaign has the orders after conversations that began with it', async () => {
  const { inbox, owner, store, order, report, memberId } = await makeShop()
  const campaigns = [{ key: 'leaving', text: 'Wait: 10 % off', once: false, rules: { exit: true } }]
  ok(await owner.patch('/api/chat/settings', { settings: { widget: { campaigns } } }))
  const visitor = await makeVisitor(server, store)
  await visitor.say('Really?', { campaign: 'leaving' })
  const [{ id, customerUuid }] = ok(await store.api.get('/chat/conversations'))
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Yes' }), 201)
  const placed = new Date(Date.now() + HOUR_MS)
  await order(0, { customerUuid, createdAt: placed.toISOString() })
  const found = await report({ from: at(0), to: new Date(placed.getTime() + HOUR_MS).toISOString() })
  assert.deepEqual(found.campaigns, [{ key: 'leaving', ...sales(1, '10.00') }])
  assert.deepEqual(found.members, [{ key: memberId, ...sales(1, '10.00') }])
})

test('spec C13.19: an admin turns it off', async () => {
  const { owner, inbox, report } = await makeShop()
  assert.equal(ok(await owner.get('/api/chat/settings')).salesReport, true)
  refused(await inbox.patch('/api/chat/settings', { salesReport: false }), 403, 'FORBIDDEN')
  assert.equal(ok(await owner.patch('/api/chat/settings', { salesReport: false })).salesReport, false)
  assert.equal(await report(), null)
  ok(await owner.patch('/api/chat/settings', { name: 'Renamed' }))
  assert.equal(await report(), null)
  refused(await inbox.get('/api/chat/reports/sales?from=x&to=y'), 400, 'INVALID_PARAMS')
})
