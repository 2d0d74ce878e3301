import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { ok, refused } from '#test/expect.ts'
import { RULE } from '#test/fixtures/body-cases.ts'
import { readEvents } from '#test/fixtures/events.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C13.20, C13.21: templates of WhatsApp that are sent later and by rules, and ratings that they ask for.

const graph = await startGraph()
const server = await startServer({ env: graph.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const DAY_MS = 24 * 60 * 60 * 1000
const newNumber = () => String(Math.floor(Math.random() * 1e13) + 1e12)
const template = (name: string, text: string, example: string[][], more: object = {}) => ({
  name,
  language: 'en',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text, example: { body_text: example } }],
  ...more,
})

/** A store whose customer Anna wrote two days ago. */
async function makeDesk() {
  const store = await makeStoreWithEvents(server)
  const [externalId, businessId, sender] = [newNumber(), newNumber(), newNumber()]
  const list = [
    template('back', 'Hi {{1}}, order {{2}} is back.', [['Anna', '#1']]),
    template('rate', 'How did it go?', [], { components: [{ type: 'BODY', text: 'How did it go? 1 to 5' }] }),
    template('off', 'Off', [], { status: 'PAUSED' }),
  ]
  graph.templates.set(businessId, list)
  const account = { channel: 'phone_messenger', externalId, businessId, accessToken: `${externalId}:token` }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, account), 201)
  const owner = await signInOwner(server, store)
  const { inbox } = await signInMember(server, store)
  const say = async (text: string, at = Date.now()) => {
    const said = webhooks.whatsAppText(sender, text, { at, name: 'Anna' })
    assert.equal(await graph.deliver(server.baseUrl, webhooks.whatsApp(externalId, said)), 200)
  }
  await say('Hello', Date.now() - 2 * DAY_MS)
  const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
  const path = (rest: string) => `/api/chat/conversations/${id}${rest}`
  ok(await inbox.post(path('/templates/refresh'), {}))
  const sent = () => graph.sends.filter(({ recipient }) => recipient === sender)
  const messages = async (): Promise<Any[]> => ok(await inbox.get(path('/messages')))
  const addRule = async (rule: object) => ok(await owner.post('/api/chat/rules', { ...RULE, isOn: true, ...rule }), 201)
  return { store, owner, inbox, id, path, say, sent, messages, addRule, list, businessId }
}
const back = { name: 'back', language: 'en', parameters: ['Anna', '#1042'] }
const later = () => new Date(Date.now() + 60 * 60 * 1000).toISOString()

test('spec C13.20: a template is scheduled, keeps its text, and is sent as a template', async () => {
  const { inbox, path, sent } = await makeDesk()
  const planned = ok(await inbox.post(path('/scheduled'), { text: '', sendAt: later(), template: back }), 201)
  assert.deepEqual([planned.text, planned.template], ['Hi Anna, order #1042 is back.', back])
  const one = path(`/scheduled/${planned.id}`)
  refused(await inbox.patch(one, { text: 'Something else' }), 400, 'INVALID_PARAMS')
  ok(await inbox.patch(one, { sendAt: later(), text: planned.text, files: [] }))
  assert.equal(ok(await inbox.post(`${one}/send`)).text, planned.text)
  const [template] = await until('the template', async () => sent().length === 1 && sent())
  assert.equal(template?.template?.name, 'back')
})

test('spec C13.20: what cannot be sent is refused when it is scheduled, and held when it cannot be sent any more', async () => {
  const { inbox, path, list, businessId } = await makeDesk()
  const plan = (template: object) => inbox.post(path('/scheduled'), { text: '', sendAt: later(), template })
  refused(await plan({ ...back, parameters: [] }), 400, 'INVALID_PARAMS')
  refused(await plan({ ...back, name: 'off', parameters: [] }), 400, 'INVALID_PARAMS')
  refused(await plan({ ...back, name: 'nothing' }), 404, 'NOT_FOUND')
  const { id } = ok(await plan(back), 201)
  graph.templates.set(
    businessId,
    list.map((one) => ({ ...one, status: 'PAUSED' })),
  )
  ok(await inbox.post(path('/templates/refresh'), {}))
  refused(await inbox.post(path(`/scheduled/${id}/send`)), 400, 'INVALID_PARAMS')
})

test('spec C13.20: a rule sends a template with what is known of the customer', async () => {
  const { store, owner, inbox, path, sent, messages, addRule } = await makeDesk()
  assert.deepEqual(
    ok(await owner.get('/api/chat/templates')).map((one: Any) => one.name),
    ['back', 'rate'],
  )
  const parameters = ['{{name}}', 'no. 7']
  const action = { do: 'send_template', template: { ...back, parameters, asksRating: false } }
  await addRule({ name: 'Back', trigger: { on: 'tag', tag: 'back' }, actions: [action] })
  ok(await inbox.post(path('/tags'), { tags: ['back'] }))
  const [send] = await until('the template', async () => sent().length > 0 && sent())
  assert.equal(send?.template?.name, 'back')
  const [message] = await messages()
  assert.deepEqual(
    [message.text, message.senderName, message.isAutomated],
    ['Hi Anna, order no. 7 is back.', 'Back', true],
  )
  const events = await readEvents(server, store.shopId)
  assert.ok(events.some(({ type, data }: Any) => type === 'message.created' && data.text === message.text))
})

test('spec C13.20: an order that nobody knows leaves the template unsent, and the log says so', async () => {
  const { owner, inbox, path, sent, addRule } = await makeDesk()
  const action = { do: 'send_template', template: { ...back, parameters: ['x', '{{order}}'], asksRating: false } }
  const rule = { trigger: { on: 'tag', tag: 'back' }, actions: [action, { do: 'star' }] }
  const { id: ruleId } = await addRule(rule)
  ok(await inbox.post(path('/tags'), { tags: ['back'] }))
  const [run] = await until('the log', async () => {
    const runs: Any[] = ok(await owner.get(`/api/chat/rules/${ruleId}/runs`))
    return runs.length > 0 && runs
  })
  assert.deepEqual(run.outcomes, [
    { do: 'send_template', isDone: false, reason: 'cannot_send' },
    { do: 'star', isDone: true },
  ])
  assert.deepEqual(sent(), [])
})

test('spec C13.21: a resolved conversation asks for a rating; the answer is kept and opens nothing', async () => {
  const { store, inbox, id, path, say, sent, addRule } = await makeDesk()
  const action = { do: 'send_template', template: { name: 'rate', language: 'en', parameters: [], asksRating: true } }
  await addRule({ trigger: { on: 'resolved' }, actions: [action] })
  ok(await inbox.post(path('/state'), { status: 'resolved' }))
  await until('the question', async () => sent().length === 1)
  const read = async () => ok(await store.api.get(`/chat/conversations/${id}`))
  await say('4 – good')
  const attributes = await until('the rating', async () => {
    const all: Any[] = ok(await store.api.get(`/chat/conversations/${id}/attributes`))
    return all.length > 0 && all
  })
  assert.deepEqual([attributes[0].name, attributes[0].value], ['Rating', '4'])
  assert.equal((await read()).status, 'resolved')
  // Nobody asked a second time: this is a message like any other.
  await say('5')
  await until('another conversation', async () => ok(await store.api.get('/chat/conversations')).length === 2)
})

test('spec C13.20: rules need what belongs together', async () => {
  const { owner } = await makeDesk()
  const template = { ...back, asksRating: false }
  for (const action of [
    { do: 'send_template' },
    { do: 'star', template },
    { do: 'send_template', template, text: 'x' },
  ]) {
    refused(await owner.post('/api/chat/rules', { ...RULE, actions: [action] }), 400, 'INVALID_PARAMS')
  }
})
