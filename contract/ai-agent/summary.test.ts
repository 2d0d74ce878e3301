import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { shownTo, startProvider } from '#test/doubles/provider.ts'
import { ok } from '#test/expect.ts'
import type { Store } from '#test/fixtures/factories.ts'
import { askOnce, makeIslandShop, QUESTION } from '#test/fixtures/model-only-question.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C10, 4.1: a resolved conversation's summary, by the model where there is one.

const provider = await startProvider()
const server = await startServer({ env: { ...provider.env, AI_TIMEOUT: '4s' } })

/** The model's summary; asked for an answer instead, it hands off. */
let said: () => string | undefined | Promise<string | undefined>

beforeEach(() => {
  provider.requests.splice(0)
  provider.behave(async ({ tools }) => {
    if (!tools) return said()
    return [{ name: 'reply', args: { action: 'hand_over', text: '', sourceIds: [], topic: null } }]
  })
})

async function resolveOne(store: Store): Promise<string> {
  const { id } = await askOnce(server, store)
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  return `/chat/conversations/${id}/summary`
}

async function summaryAt(store: Store, path: string): Promise<string> {
  return until('the summary', async () => {
    const { status, body } = await store.api.get(path)
    return status === 200 && body.data.text
  })
}

test('spec 4.1.9, C10.9: a model sums up a resolved conversation, from what was said in it', async () => {
  const store = await makeIslandShop(server)
  said = () => ' The customer asked whether parcels reach an island.\nA person has to answer. '
  const path = await resolveOne(store)
  assert.equal(
    await summaryAt(store, path),
    'The customer asked whether parcels reach an island.\nA person has to answer.',
  )
  assert.match(shownTo(provider.requests.find(({ tools }) => !tools) as never), /on a rock with sheep/)
})

test('spec C10.9: a summary that says more than was said, or none, is made from our own words', async () => {
  for (const wrong of [
    'They paid 42 USD.',
    'Look at https://evil.example/pay',
    'They used SAVE20.',
    '',
    'x'.repeat(5000),
  ]) {
    const store = await makeIslandShop(server)
    said = () => wrong
    assert.match(
      await summaryAt(store, await resolveOne(store)),
      new RegExp(`The customer asked: “${QUESTION.slice(0, 20)}`),
    )
  }
})

test('spec C10.9: a provider that does not answer costs no summary', async () => {
  const store = await makeIslandShop(server)
  said = () => undefined
  assert.match(await summaryAt(store, await resolveOne(store)), /^The customer asked:/)
})

test('spec C10.9: what is made while a customer’s data is deleted is not kept', async () => {
  const store = await makeIslandShop(server)
  let write = () => {}
  const isAsked = new Promise<void>((asked) => {
    said = () => {
      asked()
      return new Promise((done) => {
        write = () => done('The customer has an aunt.')
      })
    }
  })
  const path = await resolveOne(store)
  await isAsked
  const { customerUuid } = ok(await store.api.get(path.replace('/summary', '')))
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid }))
  write()
  said = () => 'Another one.'
  await summaryAt(store, await resolveOne(store)) // made after the first
  assert.equal((await store.api.get(path)).status, 404)
})
