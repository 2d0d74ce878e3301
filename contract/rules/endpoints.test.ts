import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { startOwnWithReceiver, verifyWebhook } from '#test/fixtures/webhooks.ts'
import { until } from '#test/until.ts'

// Endpoints: addresses of the store's own that rules call.

const { server, receiver } = await startOwnWithReceiver()

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const says = (status: number) => (response: ServerResponse) => void response.writeHead(status).end()

async function makeDesk() {
  const store = await makeStore(server)
  const { inbox } = await signInMember(server, store, { role: 'admin' })
  const addEndpoint = async (more: object = {}, answer = says(200)) => {
    const place = `/${randomUUID()}`
    receiver.on(place, answer)
    const words = { title: 'Tickets', url: receiver.url(place), includesNotes: false, ...more }
    return { place, endpoint: ok(await inbox.post('/api/chat/rule-endpoints', words), 201) }
  }
  const addRule = async (endpointId: string, actions: object[] = []) => {
    const parts = { trigger: { on: 'message' }, match: 'all', conditions: [], stopProcessing: false }
    const rule = {
      name: 'Tell',
      isOn: true,
      ...parts,
      actions: [...actions, { do: 'call_endpoint', values: [endpointId] }],
    }
    return ok(await inbox.post('/api/chat/rules', rule), 201)
  }
  const write = async (text = 'Hello', id?: string) => {
    const conversation = id ?? (await addConversation(store, {})).id
    ok(await store.api.post(`/chat/conversations/${conversation}/messages`, { text, asCustomer: true }), 201)
    return conversation as string
  }
  const calls = async (id: string) => ok(await inbox.get(`/api/chat/rule-endpoints/${id}/calls`)) as Any[]
  const settled = (id: string, status: string) =>
    until(`a call that is ${status}`, async () => (await calls(id)).find((call) => call.status === status))
  return { store, inbox, addEndpoint, addRule, write, calls, settled }
}

test('a rule calls an endpoint: signed, with conversation, customer and messages, after its other actions', async () => {
  const { store, inbox, addEndpoint, addRule, write, settled } = await makeDesk()
  const { place, endpoint } = await addEndpoint()
  const rule = await addRule(endpoint.id, [{ do: 'add_tags', values: ['told'] }])
  const id = await write('Where is it?')
  const call = await settled(endpoint.id, 'delivered')
  const [request] = await receiver.take(place, 1)
  assert.ok(request && verifyWebhook(request.headers, request.body, endpoint.secret))
  const body = JSON.parse(String(request.body))
  const keys = ['callId', 'shopId', 'isTest', 'rule', 'trigger', 'occurredAt', 'conversation', 'customer', 'messages']
  assert.deepEqual(Object.keys(body).sort(), keys.sort())
  assert.deepEqual(
    [body.callId, body.shopId, body.isTest, body.rule, body.trigger, body.conversation.id, body.conversation.tags],
    [call.id, store.shopId, false, { id: rule.id, name: 'Tell' }, 'message', id, ['told']],
  )
  assert.equal(request.headers['x-webhook-delivery-id'], call.id)
  assert.equal(body.messages.at(-1).text, 'Where is it?')
  assert.deepEqual(Object.keys(body.customer), ['customerUuid', 'email', 'emailIsProven', 'phone', 'name'])
  assert.deepEqual(
    [call.conversationId, call.ruleId, call.attempts, call.responseStatus, call.error],
    [id, rule.id, 1, 200, null],
  )
  const [run] = ok(await inbox.get(`/api/chat/rules/${rule.id}/runs`))
  assert.deepEqual(run.outcomes.at(-1), { do: 'call_endpoint', isDone: true })
})

test('internal notes are sent only where an admin chose so', async () => {
  const { inbox, addEndpoint, addRule, write } = await makeDesk()
  const silent = await addEndpoint()
  const open = await addEndpoint({ includesNotes: true })
  const id = await write()
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Between us', isNote: true }), 201)
  await addRule(silent.endpoint.id)
  await addRule(open.endpoint.id)
  await write('Again', id)
  const [without] = await receiver.take(silent.place, 1)
  const [withNotes] = await receiver.take(open.place, 1)
  assert.doesNotMatch(String(without?.body), /Between us/)
  assert.match(String(withNotes?.body), /Between us/)
})

test('a call is tried again as a webhook is, with the same id; a 4xx is final, and the log says why', async () => {
  const { addEndpoint, addRule, write, settled } = await makeDesk()
  let tries = 0
  const { place, endpoint } = await addEndpoint({}, (response) => says(++tries < 3 ? 500 : 200)(response))
  await addRule(endpoint.id)
  await write()
  assert.equal((await settled(endpoint.id, 'delivered')).attempts, 3)
  const ids = (await receiver.take(place, 3)).map(({ body }) => JSON.parse(String(body)).callId)
  assert.equal(new Set(ids).size, 1)

  const refusing = await addEndpoint({}, says(422))
  await addRule(refusing.endpoint.id)
  await write()
  const dropped = await settled(refusing.endpoint.id, 'dropped')
  assert.deepEqual([dropped.attempts, dropped.responseStatus], [1, 422])
  assert.match(dropped.error, /answered 422/)
  const failing = await addEndpoint({}, says(503))
  await addRule(failing.endpoint.id)
  await write()
  assert.equal((await settled(failing.endpoint.id, 'failed')).attempts, 7)
})

test('a call that waits for its next attempt survives a kill of the service', async () => {
  await server.restart({ ...server.env, WEBHOOK_RETRY_DELAYS: '5s,5s,5s,5s,5s,5s' })
  const { addEndpoint, addRule, write, calls, settled } = await makeDesk()
  let status = 500
  const { endpoint } = await addEndpoint({}, (response) => says(status)(response))
  await addRule(endpoint.id)
  await Promise.all(Array.from({ length: 5 }, () => write()))
  await until(
    'five failures',
    async () => (await calls(endpoint.id)).filter((call) => call.attempts === 1).length === 5,
  )
  await server.kill()
  status = 200
  await server.restart()
  await settled(endpoint.id, 'delivered')
  await until('all', async () => (await calls(endpoint.id)).every((call) => call.status === 'delivered'))
})

test('a test says what the endpoint answered, and is in no log', async () => {
  const { inbox, addEndpoint, write, calls } = await makeDesk()
  const { place, endpoint } = await addEndpoint()
  const send = async (id: string) => ok(await inbox.post(`/api/chat/rule-endpoints/${id}/test`))
  const empty = await send(endpoint.id)
  assert.deepEqual([empty.responseStatus, empty.error], [200, null])
  const id = await write('Hi')
  await send(endpoint.id)
  const bodies = (await receiver.take(place, 2)).map(({ body }) => JSON.parse(String(body)))
  assert.deepEqual(
    bodies.map(({ isTest, conversation, rule }) => [isTest, conversation?.id ?? null, rule]),
    [
      [true, null, null],
      [true, id, null],
    ],
  )
  const wrong = await addEndpoint({}, says(404))
  assert.match((await send(wrong.endpoint.id)).error, /answered 404/)
  assert.deepEqual(await calls(endpoint.id), [])
})

test('a store has its own secret, or one is made; wrong secrets and addresses are refused', async () => {
  const [{ inbox, addEndpoint }, other] = [await makeDesk(), await makeDesk()]
  const add = (more: object) =>
    inbox.post('/api/chat/rule-endpoints', { title: 'x', url: 'https://1.1.1.1/', includesNotes: false, ...more })
  for (const url of ['http://1.1.1.1/', 'https://10.0.0.1/', 'nonsense'])
    refused(await add({ url }), 400, 'INVALID_PARAMS')
  for (const secret of ['short', 'with a space in it', 'x'.repeat(129)])
    assert.match(refused(await add({ secret }), 400, 'INVALID_PARAMS'), /16 to 128/)
  const own = 'my-own-secret-0123'
  const { place, endpoint } = await addEndpoint({ secret: own })
  assert.equal(endpoint.secret, own)
  const changed = ok(await inbox.patch(`/api/chat/rule-endpoints/${endpoint.id}`, { secret: `${own}4` }))
  assert.deepEqual([changed.secret, changed.title, changed.url], [`${own}4`, 'Tickets', endpoint.url])
  ok(await inbox.post(`/api/chat/rule-endpoints/${endpoint.id}/test`))
  const [request] = await receiver.take(place, 1)
  assert.ok(request && verifyWebhook(request.headers, request.body, `${own}4`))
  refused(await other.inbox.patch(`/api/chat/rule-endpoints/${endpoint.id}`, { title: 'x' }), 404, 'NOT_FOUND')
  for (let i = 1; i < 10; i++) ok(await add({}), 201)
  assert.match(refused(await add({}), 400, 'INVALID_PARAMS'), /at most 10/)
})

test('a rule names an endpoint of its store; one that was deleted is named in its log', async () => {
  const { inbox, addEndpoint, addRule, write } = await makeDesk()
  const { endpoint } = await addEndpoint()
  const rule = await addRule(endpoint.id)
  const actions = (...values: string[]) => ({ actions: [{ do: 'call_endpoint', values }] })
  for (const wrong of [actions(), actions('none'), actions(endpoint.id, endpoint.id)])
    refused(await inbox.patch(`/api/chat/rules/${rule.id}`, wrong), 400, 'INVALID_PARAMS')
  ok(await inbox.delete(`/api/chat/rule-endpoints/${endpoint.id}`))
  await write()
  const run = await until('its run', async () => ok(await inbox.get(`/api/chat/rules/${rule.id}/runs`))[0] as Any)
  assert.deepEqual(run.outcomes, [{ do: 'call_endpoint', isDone: false, reason: 'not_an_endpoint' }])
})
