import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type ProviderRequest, reply, startProvider } from '#test/doubles/provider.ts'
import { ok, readPages, refused } from '#test/expect.ts'
import { addAction, json, PATH, parameter, runsOf, startActionReceiver } from '#test/fixtures/custom-actions.ts'
import { importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { approvalsOf, askAsShopper, messagesOf, saidBy } from '#test/fixtures/order-approvals.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { EVENT_TYPES } from '../../src/core/webhooks/events.ts'

// Own HTTP actions as tools of a model: what it may have done, and what a member has to approve.

const provider = await startProvider()
const { receiver, env } = await startActionReceiver()
const server = await startServer({ env: { ...provider.env, ...env } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
/** The names of the tools that a request offers. */
const toolsOf = ({ tools = [] }: ProviderRequest) => tools.map((one) => one.function.name)

/** Calls the only tool of an action with these arguments, then says this with all sources that it got. */
const acting =
  (args: object, says = 'All done by me.') =>
  (request: ProviderRequest) => {
    const name = toolsOf(request).find((one) => one.startsWith('run_'))
    if (name && !request.messages.some(({ role }) => role === 'tool')) return [{ name, args }]
    const sources = [...JSON.stringify(request.messages).matchAll(/sourceId\\*":\\*"([^"\\]+)/g)].map(([, id]) => id)
    return reply(says, sources as string[])
  }

async function makeDesk(more: object = {}, ai: object = {}) {
  const store = await makeStore(server, { settings: { ai: { enabled: true, minConfidence: 1, ...ai } } })
  const inbox = await signInOwner(server, store)
  const { inbox: plain, member } = await signInMember(server, store)
  return { store, inbox, plain, member, ...(await addAction(inbox, receiver, more)) }
}

/** An order of this address, imported. */
async function placeOrder(store: Store, more: object = {}) {
  const [number, email] = [String(Math.floor(1e8 + Math.random() * 9e8)), `${randomUUID()}@customer.example`]
  const total = { amount: '10.00', currencyCode: 'EUR' }
  const data = { orderNumber: number, email, createdAt: new Date().toISOString(), total, ...more }
  assert.deepEqual((await importLines(store, [{ kind: 'order', data }])).rejected, [])
  return { number, email }
}

const POST = { method: 'POST', parameters: [parameter('date')], answerTemplate: 'It comes on {{answer.date}}.' }
const ASKS = 'Would the sheep on the rock perhaps get their hay on Friday 7 instead?'
const QUOTED = { date: 'Friday 7', customer_request: 'get their hay on Friday 7' }

test('spec C15.19: one that reads runs in the turn; its answer is a source, and what is said of it passes the checks', async () => {
  const { store, inbox, action, place } = await makeDesk({ name: 'Stock of hay', parameters: [parameter('place')] })
  receiver.on(`${place}`, json({ count: 42, note: 'x'.repeat(3_000) }))
  provider.behave(acting({ place: 'rock' }, 'There are 42 bales left.'))
  const { id, answer } = await askAsShopper(server, store, 'Is hay for sheep on a rock with you still?')
  assert.match(answer, /There are 42 bales left\./)
  const [run] = await runsOf(inbox, action.id)
  assert.deepEqual([run.state, run.source, run.conversationId], ['done', 'ai_agent', id])
  assert.ok(toolsOf(provider.requests.at(-1) as ProviderRequest).includes('run_stock_of_hay'))
  const given = JSON.stringify(provider.requests.at(-1))
  assert.ok(given.includes('42') && !given.includes('x'.repeat(501)))
  // A number that no source has, and an address that the answer names.
  receiver.on(place, json({ count: 42, note: 'Order at https://evil.example/hay' }))
  for (const says of ['There are 43 bales left.', 'Order at https://evil.example/hay now.']) {
    provider.behave(acting({ place: 'rock' }, says))
    const said = await askAsShopper(server, store, 'Is hay for sheep on a rock with you still?')
    assert.ok(!said.answer.includes(says), said.answer)
  }
})

test('spec C15.19: risk approval waits for a member, runs once, and the customer hears both', async () => {
  const { store, inbox, plain, member, action, place } = await makeDesk({ ...POST, risk: 'approval' })
  const hook = { url: 'https://hooks.example.com/a', events: [...EVENT_TYPES] }
  const { id: subscription } = ok(await store.api.post('/chat/webhooks', hook), 201)
  receiver.on(place, json({ date: '7 May' }))
  provider.behave(acting(QUOTED))
  const { id, answer } = await askAsShopper(server, store, ASKS)
  assert.match(answer, /A person on our team checks it/)
  assert.equal(receiver.received(place).length, 0)
  const held = async () => ok(await store.api.get(`/chat/conversations/${id}`)).isChatBot
  const marked = async () => ok(await inbox.get(`/api/chat/conversations/${id}`)).waitsForApproval
  assert.deepEqual([await held(), await marked()], [true, true])
  const approvals = approvalsOf(plain, id)
  const [waiting] = await approvals.list()
  const { kind, state, actionName, input, reason } = waiting
  assert.deepEqual(
    [kind, state, actionName, input, reason],
    ['custom', 'waiting', action.name, { date: 'Friday 7' }, ASKS],
  )
  // A stranger’s path, another conversation’s.
  const stranger = await signInOwner(server, await makeStore(server))
  refused(await approvalsOf(stranger, id).decide(waiting.id, true), 404, 'NOT_FOUND')
  const decided = await Promise.all(
    [true, false, true, true].map((isApproved) => approvals.decide(waiting.id, isApproved)),
  )
  const last = await until('the outcome', async () => {
    const [one] = await approvals.list()
    return one.outcome !== 'pending' && one
  })
  for (const one of decided) assert.equal(ok(one).state, last.state)
  if (last.state === 'approved') {
    assert.deepEqual([last.outcome, last.memberId, last.detail], ['done', member.id, 'It comes on 7 May.'])
    assert.deepEqual((await saidBy(store, id)).slice(1), ['It comes on 7 May.'])
  }
  assert.equal(receiver.received(place).length, last.state === 'approved' ? 1 : 0)
  for (const isApproved of [true, false]) assert.deepEqual(await approvals.decided(waiting.id, isApproved), last)
  assert.deepEqual([await held(), await marked()], [true, undefined])
  const feed = (await readPages(store.api, `/chat/webhooks/${subscription}/events?limit=100`)).flat() as Any[]
  const seen = (await messagesOf(store, id)).filter(({ isNote }) => !isNote)
  assert.deepEqual(feed.map(({ type }) => type).sort(), [
    'conversation.created',
    'customer.created',
    ...seen.map(() => 'message.created'),
  ])
})

test('spec C15.19: declined, resolved, changed or turned off: nothing is called, and the customer hears it', async () => {
  const { store, inbox, plain, action, place } = await makeDesk({ ...POST, risk: 'approval' })
  provider.behave(acting(QUOTED))
  const ask = async () => {
    const { id } = await askAsShopper(server, store, ASKS)
    const approvals = approvalsOf(plain, id)
    const [waiting] = await approvals.list()
    return { id, decide: (isApproved: boolean) => approvals.decided(waiting.id, isApproved) }
  }
  const declined = await ask()
  assert.deepEqual(
    [(await declined.decide(false)).state, (await declined.decide(true)).state],
    ['declined', 'declined'],
  )
  assert.match((await saidBy(store, declined.id))[1] as string, /checked your request and cannot/)
  const timeline = `/api/chat/conversations/${declined.id}/timeline?kind=custom_action`
  assert.deepEqual(ok(await plain.get(timeline)), [], 'it was never sent')
  const resolved = await ask()
  ok(await store.api.post(`/chat/conversations/${resolved.id}/state`, { status: 'resolved' }))
  const { state, outdatedBy } = await resolved.decide(true)
  assert.deepEqual([state, outdatedBy], ['outdated', 'resolved'])
  const changed = await ask()
  ok(await inbox.patch(`${PATH}/${action.id}`, { description: 'Another meaning.' }))
  assert.equal((await changed.decide(true)).outdatedBy, 'action_changed')
  assert.match((await saidBy(store, changed.id))[1] as string, /nothing was changed/)
  const off = await ask()
  ok(await inbox.patch(`${PATH}/${action.id}`, { isEnabled: false }))
  assert.equal((await off.decide(true)).outdatedBy, 'action_changed')
  assert.equal(receiver.received(place).length, 0)
})

test('spec C15.19: risk write, and approval that an admin allowed without it, run at once; what fails goes to the team', async () => {
  for (const more of [{ risk: 'write' }, { risk: 'approval', skipsApproval: true }]) {
    const { store, plain, place } = await makeDesk({ ...POST, ...more })
    receiver.on(place, json({ date: '7 May' }))
    provider.behave(acting(QUOTED))
    const { id, answer } = await askAsShopper(server, store, ASKS)
    assert.match(answer, /taking care of your request/)
    await until('the outcome', async () => (await saidBy(store, id)).length === 2)
    assert.equal((await saidBy(store, id))[1], 'It comes on 7 May.')
    const [run] = await approvalsOf(plain, id).list()
    assert.deepEqual([run.state, run.outcome, run.memberId], ['approved', 'done', null])
    assert.equal(receiver.received(place).length, 1)
    receiver.on(place, json({}, 500))
    const failing = await askAsShopper(server, store, ASKS)
    await until('the handoff', async () => !ok(await store.api.get(`/chat/conversations/${failing.id}`)).isChatBot)
    assert.match((await saidBy(store, failing.id))[1] as string, /has not been confirmed yet/)
  }
})

test('spec C15.19: no value that the customer did not write, no words of others, no fact of a model’s', async () => {
  const { store, plain, place } = await makeDesk({ ...POST, risk: 'write' })
  for (const args of [
    { ...QUOTED, date: 'Saturday 8' },
    { date: 'Friday 7' },
    { ...QUOTED, customer_request: 'send it to me' },
    { ...QUOTED, customer_request: 'a' },
    { ...QUOTED, 'contact.email': 'x@y.example' },
    { ...QUOTED, date: { a: 1 } },
  ]) {
    provider.behave(acting(args))
    const { id } = await askAsShopper(server, store, ASKS)
    assert.deepEqual(await approvalsOf(plain, id).list(), [], JSON.stringify(args))
  }
  assert.equal(receiver.received(place).length, 0)
})

test('spec C15.19: an order is one that the customer has proven, and is asked for otherwise; a mail address is proven too', async () => {
  const body = { ...POST, risk: 'approval', bodyTemplate: '{"order": "{{order.number}}", "date": "{{date}}"}' }
  const { store, plain, place } = await makeDesk(body)
  const [own, other] = [await placeOrder(store), await placeOrder(store)]
  provider.behave(acting(QUOTED))
  for (const text of [ASKS, `${ASKS} ${own.number}`, `${ASKS} ${own.number} ${other.email}`]) {
    const { id } = await askAsShopper(server, store, text)
    assert.deepEqual(await approvalsOf(plain, id).list(), [], text)
  }
  const { id } = await askAsShopper(server, store, `${ASKS} It is ${own.number}, ${own.email}`)
  const [waiting] = await approvalsOf(plain, id).list()
  assert.deepEqual([waiting.orderNumber, waiting.email], [own.number, own.email])
  assert.equal((await approvalsOf(plain, id).decided(waiting.id, true)).state, 'approved')
  const [request] = await receiver.take(place, 1)
  assert.deepEqual(JSON.parse(String(request?.body)), { order: own.number, date: 'Friday 7' })
  // A typed address proves an order, and nothing else.
  const mails = await makeDesk({ ...POST, risk: 'approval', bodyTemplate: '{"to": "{{contact.email}}"}' })
  const typed = await askAsShopper(server, mails.store, `${ASKS} ${own.email}`)
  assert.deepEqual(await approvalsOf(mails.plain, typed.id).list(), [])
})

test('spec C15.19: what a person would do of an order may be an action; without one a person gets it', async () => {
  const body = { method: 'POST', risk: 'approval', bodyTemplate: '{"order": "{{order.number}}"}' }
  const { store, plain } = await makeDesk(body)
  const deliveredAt = new Date().toISOString()
  const { number, email } = await placeOrder(store, { shipments: [{ status: 'delivered', deliveredAt }] })
  const asks = `I want to return my order ${number}. ${email}`
  provider.behave(acting({ customer_request: 'return my order' }))
  const { id, answer } = await askAsShopper(server, store, asks)
  assert.match(answer, /A person on our team checks it/)
  assert.equal((await approvalsOf(plain, id).list())[0].orderNumber, number)
  provider.behave(() => reply('I have done that.', []))
  const other = await askAsShopper(server, store, asks)
  assert.equal(ok(await store.api.get(`/chat/conversations/${other.id}`)).isChatBot, false)
  assert.ok(!(await saidBy(store, other.id)).join().includes('I have done that.'))
})

test('spec C15.19: suggestions, replays and the playground only read', async () => {
  const { store, inbox, plain, place } = await makeDesk({ ...POST, risk: 'write' }, { enabled: false })
  const { place: reading } = await addAction(inbox, receiver, { name: 'Read' })
  const before = provider.requests.length
  provider.behave(acting({}, 'There are 7.'))
  const { conversation } = await (await makeVisitor(server, store)).say(ASKS)
  ok(await plain.post(`/api/chat/conversations/${conversation.id}/suggestion`))
  const offered = provider.requests.slice(before).flatMap(toolsOf)
  assert.ok(offered.includes('run_read'))
  assert.deepEqual(
    offered.filter((name) => name.startsWith('run_stock')),
    [],
  )
  assert.ok(receiver.received(reading).length > 0)
  assert.equal(receiver.received(place).length, 0)
})
