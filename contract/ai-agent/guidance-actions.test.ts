import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { GUIDANCE } from '#test/fixtures/body-cases.ts'
import { addAction, parameter, runsOf, startActionReceiver } from '#test/fixtures/custom-actions.ts'
import { importLines } from '#test/fixtures/factories.ts'
import { makeGuidedStore, question, saying, textsOf } from '#test/fixtures/guidance.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C15.22: own actions as a step of guidance, without a model.

const { receiver, env } = await startActionReceiver()
const server = await startServer({ env })

const acting = (actionId: string, values: Record<string, string> = {}) => ({ do: 'action', actionId, values })

test('spec C15.22: an action that reads runs with the answers, and its text is said behind the step before', async () => {
  const { inbox, guide, customer } = await makeGuidedStore(server)
  const parameters = [parameter('piece'), parameter('pieces', { type: 'number' })]
  const { action, place } = await addAction(inbox, receiver, { parameters, method: 'POST' })
  const questions = [question('piece', 'text', 'Which piece?'), question('pieces', 'number', 'How many?')]
  await guide({
    questions,
    steps: [saying('I looked.'), acting(action.id, { piece: 'a {{piece}}', pieces: '{{pieces}}' })],
  })
  const asked = await customer()
  await asked.say('my cup is broken')
  await asked.say('cup & saucer')
  assert.deepEqual(textsOf(await asked.say('3')), ['I looked.\n\nThere are 7 left.'])
  const [run] = await runsOf(inbox, action.id)
  assert.equal(run.state, 'done')
  const [sent] = receiver.received(place)
  assert.deepEqual(JSON.parse(String(sent?.body)), { piece: 'a cup & saucer', pieces: 3 })
})

test('spec C15.22: one that changes something waits for approval, and runs nothing in the playground', async () => {
  const { inbox, guide, customer } = await makeGuidedStore(server)
  const { action } = await addAction(inbox, receiver, { method: 'POST', risk: 'approval', answerTemplate: 'Sent.' })
  await guide({ steps: [acting(action.id)] })
  const asked = await customer()
  assert.match(textsOf(await asked.say('my cup is broken'))[0] ?? '', /A person on our team checks it/)
  assert.equal((await asked.conversation()).isChatBot, true)
  const approvals = async () => ok(await inbox.get(`/api/chat/conversations/${asked.id}/approvals`))
  assert.equal((await approvals()).length, 1)
  const { conversationId } = ok(await inbox.post('/api/chat/ai/playground', { text: 'my cup is broken' }), 201)
  const [{ trace }] = await until('a trace', async () => {
    const found = ok(await inbox.get(`/api/chat/conversations/${conversationId}/ai`))
    return found.length > 0 && found
  })
  assert.match(trace.guidance.at(-1).did.join(), /its action did not run: This is a trial/)
  assert.equal((await runsOf(inbox, action.id)).length, 1)
})

test('spec C15.22: an action on an order asks for what proves it, and goes on with the answer', async () => {
  const { store, inbox, guide, customer } = await makeGuidedStore(server)
  const total = { amount: '10.00', currencyCode: 'EUR' }
  const data = { orderNumber: '#1042', email: 'ana@shop.example', createdAt: '2026-01-05T10:00:00Z', total }
  assert.deepEqual((await importLines(store, [{ kind: 'order', data }])).rejected, [])
  const { action } = await addAction(inbox, receiver, { answerTemplate: 'Order {{order.number}}: {{answer.count}}.' })
  await guide({ questions: [question('order', 'order_number', 'Which order?')], steps: [acting(action.id)] })
  const asked = await customer()
  await asked.say('my cup is broken')
  assert.match(textsOf(await asked.say('#1042'))[0] ?? '', /email address you ordered with/)
  assert.deepEqual(textsOf(await asked.say('ana@shop.example')), ['Order 1042: 7.'])
  const stranger = await customer()
  await stranger.say('my cup is broken')
  await stranger.say('#1042')
  assert.ok(
    !textsOf(await stranger.say('eve@evil.example'))
      .join()
      .includes('7.'),
  )
})

test('spec C15.22: an action that fails or is gone hands off with the reason, and wrong values are refused', async () => {
  const { inbox, guide, customer } = await makeGuidedStore(server)
  const { action } = await addAction(inbox, receiver, { parameters: [parameter('piece')] })
  for (const values of [{}, { piece: ' ' }, { piece: 'x', other: 'y' }, { piece: '{{nobody}}' }]) {
    const steps = [acting(action.id, values as Record<string, string>)]
    refused(await inbox.post('/api/chat/ai/guidance', { ...GUIDANCE, steps }), 400, 'INVALID_PARAMS')
  }
  refused(await inbox.post('/api/chat/ai/guidance', { ...GUIDANCE, steps: [acting('none')] }), 400, 'INVALID_PARAMS')
  await guide({ steps: [acting(action.id, { piece: 'cup' })] })
  ok(await inbox.delete(`/api/chat/custom-actions/${action.id}`))
  const end = await (await customer()).say('my cup is broken')
  assert.match(end.find(({ isNote }) => isNote)?.text, /The store has no such action\./)
})
