import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addAction, json, PATH, parameter, runIn, runsOf, startActionReceiver } from '#test/fixtures/custom-actions.ts'
import { addConversation, importLines, makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { messagesOf } from '#test/fixtures/order-approvals.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Own HTTP actions that members run from a conversation.

const { receiver, env } = await startActionReceiver()
const server = await startServer({ ownProcess: true, env })

/** A store with a customer whose address the shop vouches for, and one of their orders. */
async function makeDesk() {
  const store = await makeStore(server)
  const email = `${randomUUID()}@customer.example`
  const { id, customerUuid } = await addConversation(store, {})
  const number = String(Math.floor(Math.random() * 1e9))
  const order = {
    orderNumber: number,
    email,
    customerUuid,
    createdAt: '2026-01-01T00:00:00Z',
    total: { amount: '10.00', currencyCode: 'EUR' },
  }
  const contact = { id: customerUuid, name: 'Kim', email }
  const lines = [
    { kind: 'contact', data: contact },
    { kind: 'order', data: order },
  ]
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  const inbox = await signInOwner(server, store)
  const { inbox: plain, member } = await signInMember(server, store)
  const notes = async () => (await messagesOf(store, id)).filter(({ isNote }) => isNote)
  return { store, email, id, customerUuid, number, inbox, plain, member, notes }
}

test('spec C15.18: a member runs an action; ids of contact and order are filled in by the service', async () => {
  const { email, id, customerUuid, number, inbox, plain, member, notes } = await makeDesk()
  const bodyTemplate = JSON.stringify({
    contact: '{{contact.id}}',
    mail: '{{contact.email}}',
    order: '{{order.number}}',
    conversation: '{{conversation.id}}',
    size: '{{size}}',
  })
  const parameters = [parameter('size')]
  const answerTemplate = 'Size {{size}} of {{order.number}}: {{answer.count}}.'
  const more = { method: 'POST', risk: 'write', parameters, bodyTemplate, answerTemplate }
  const { place, action } = await addAction(inbox, receiver, more)
  const [shown] = ok(await plain.get(`/api/chat/conversations/${id}/custom-actions`))
  assert.deepEqual(
    [shown.id, shown.needsOrder, shown.missing, shown.parameters, shown.url],
    [action.id, true, [], parameters, undefined],
  )
  const values = { size: 'L' }
  const run = ok(await runIn(plain, id, action.id, { values, orderNumber: `#${number}` }))
  assert.deepEqual([run.state, run.error, run.answer], ['done', null, `Size L of ${number}: 7.`])
  const [request] = await receiver.take(place, 1)
  assert.deepEqual(JSON.parse(String(request?.body)), {
    contact: customerUuid,
    mail: email,
    order: number,
    conversation: id,
    size: 'L',
  })
  assert.deepEqual(
    (await notes()).map(({ text, memberId }) => [text, memberId]),
    [[`Action “${action.name}”: done. Size L of ${number}: 7.`, member.id]],
  )
  const [logged] = await runsOf(inbox, action.id)
  assert.deepEqual([logged.conversationId, logged.source, logged.memberId], [id, 'member', member.id])
  // Without an order, with another one, or with values that are not the action's, nothing is sent.
  refused(await runIn(plain, id, action.id, { values }), 400, 'INVALID_PARAMS')
  refused(await runIn(plain, id, action.id, { values, orderNumber: '1' }), 404, 'NOT_FOUND')
  refused(await runIn(plain, id, action.id, { values: {}, orderNumber: number }), 400, 'INVALID_PARAMS')
  refused(
    await runIn(plain, id, action.id, { values: { ...values, 'contact.id': 'x' }, orderNumber: number }),
    400,
    'INVALID_PARAMS',
  )
  assert.equal(receiver.received(place).length, 1)
})

test('spec C15.18: an address that nobody has proven is not filled in, and the action does not run', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const visitor = await makeVisitor(server, store)
  ok(await visitor.api.patch('/storefront/visitor', { email: 'somebody@customer.example' }))
  const { id } = (await visitor.say('Hello')).conversation
  const { action, place } = await addAction(inbox, receiver, { url: receiver.url('/x?mail={{contact.email}}') })
  const [shown] = ok(await inbox.get(`/api/chat/conversations/${id}/custom-actions`))
  assert.deepEqual(shown.missing, ['contact.email'])
  assert.match(refused(await runIn(inbox, id, action.id), 400, 'INVALID_PARAMS'), /contact\.email/)
  assert.equal(receiver.received(place).length, 0)
})

test('spec C15.18: an action that is off, of another store, or in another store’s conversation', async () => {
  const { id, inbox, plain } = await makeDesk()
  const { action, place } = await addAction(inbox, receiver, { isEnabled: false })
  refused(await runIn(plain, id, action.id), 400, 'INVALID_PARAMS')
  assert.deepEqual(ok(await plain.get(`/api/chat/conversations/${id}/custom-actions`)), [])
  ok(await inbox.patch(`${PATH}/${action.id}`, { isEnabled: true }))
  const other = await makeDesk()
  refused(await runIn(other.plain, other.id, action.id), 404, 'NOT_FOUND')
  refused(await runIn(other.plain, id, action.id), 404, 'NOT_FOUND')
  refused(await runIn(plain, other.id, action.id), 404, 'NOT_FOUND')
  for (const bad of [{ id: 'x' }, { values: { a: { b: 1 } } }, { values: [] }])
    refused(await runIn(plain, id, action.id, bad as object), 400, 'INVALID_PARAMS')
  assert.equal(receiver.received(place).length, 0)
})

test('spec C15.18: the same id runs once, however often and at once it is sent', async () => {
  const { id, inbox, plain } = await makeDesk()
  const { action, place } = await addAction(inbox, receiver, { risk: 'approval', method: 'POST' })
  const run = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => runIn(plain, id, action.id, { id: run })))
  for (const answer of answers) assert.ok(['pending', 'done'].includes(ok(answer).state))
  assert.equal(ok(await runIn(plain, id, action.id, { id: run })).state, 'done')
  assert.equal(receiver.received(place).length, 1)
  const { action: another } = await addAction(inbox, receiver)
  refused(await runIn(plain, id, another.id, { id: run }), 400, 'INVALID_PARAMS')
})

test('spec C15.18: a process that dies during a call leaves an unknown outcome, which the team reads; nothing is repeated', async () => {
  const { id, inbox, plain, notes } = await makeDesk()
  const { action, place } = await addAction(inbox, receiver, { risk: 'write', method: 'POST' })
  const run = randomUUID()
  let reached: (() => void) | undefined
  const called = new Promise<void>((resolve) => {
    reached = resolve
  })
  receiver.on(place, (_: ServerResponse) => reached?.(), json({ count: 1 }))
  const cut = runIn(plain, id, action.id, { id: run }).catch(() => null)
  await called
  await server.kill()
  await cut
  await server.restart()
  const again = ok(await runIn(plain, id, action.id, { id: run }))
  assert.ok(['pending', 'unknown'].includes(again.state))
  await until('the note', async () => (await notes()).length === 1, 60_000)
  assert.match((await notes())[0].text, /its outcome is unknown\. It may have been carried out/)
  assert.equal(ok(await runIn(plain, id, action.id, { id: run })).state, 'unknown')
  assert.equal(receiver.received(place).length, 1)
})

test('spec C15.18: what was sent stands in the contact’s timeline, with values, answer and outcome', async () => {
  const { id, inbox, plain } = await makeDesk()
  const path = `/api/chat/conversations/${id}/timeline`
  const template = { answerTemplate: 'Stock: {{answer.count}}' }
  const { action } = await addAction(inbox, receiver, { name: 'Stock', parameters: [parameter('note')], ...template })
  const broken = await addAction(inbox, receiver, { name: 'Broken' })
  receiver.on(broken.place, json({}, 500))
  ok(await runIn(plain, id, action.id, { values: { note: 'blue' } }))
  ok(await runIn(plain, id, broken.action.id))
  refused(await runIn(plain, id, action.id, { values: { unknown: 'x' } }), 400, 'INVALID_PARAMS')
  const say = ({ text, detail, run }: Record<string, unknown>) => ({ text, detail, ...(run as object) })
  const listed = ok(await plain.get(`${path}?kind=custom_action`))
  assert.deepEqual(listed.map(say), [
    { text: 'Broken', detail: listed[0].detail, state: 'failed', input: {} },
    { text: 'Stock', detail: 'Stock: 7', state: 'done', input: { note: 'blue' } },
  ])
  assert.match(listed[0].detail, /500/)
  const first = (await plain.get(`${path}?kind=custom_action&limit=1`)).body
  const cursor = encodeURIComponent(first.paging.nextCursor)
  const rest = (await plain.get(`${path}?kind=custom_action&limit=1&cursor=${cursor}`)).body
  assert.deepEqual([...first.data, ...rest.data], listed)
  assert.equal(rest.paging.hasMore, false)
  assert.ok(ok(await plain.get(path)).some((one: { kind: string }) => one.kind === 'custom_action'))
  assert.deepEqual(ok(await plain.get(`${path}?kind=page`)), [])
})

test('spec C15.18: what was run goes with the contact’s data', async () => {
  const { store, id, customerUuid, inbox, plain } = await makeDesk()
  const { action } = await addAction(inbox, receiver, { parameters: [parameter('note')] })
  ok(await runIn(plain, id, action.id, { values: { note: 'private' } }))
  assert.equal((await runsOf(inbox, action.id)).length, 1)
  const redact = `/operator/stores/${store.shopId}/privacy/redact`
  ok(await store.operator.post(redact, { customerUuid, orders: [] }))
  assert.deepEqual(await runsOf(inbox, action.id), [])
})
