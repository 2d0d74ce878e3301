import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { reply, shownTo, startProvider } from '#test/doubles/provider.ts'
import { ok } from '#test/expect.ts'
import { askOnce, makeIslandShop, QUESTION } from '#test/fixtures/model-only-question.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { assertQuick } from '#test/quick.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C10: what calls of a model cost in time and tokens, and models that do not call `reply`.

const provider = await startProvider()
const server = await startServer({ env: { ...provider.env, AI_TIMEOUT: '1s' } })
const tokens = () => metric(server, 'parley_ai_tokens_total')
const ended = (outcome: string) => metric(server, 'parley_ai_model_calls_total', `outcome="${outcome}"`)
const RIGHT = reply('Parcels to islands take 9 days.', ['article:islands'])

beforeEach(() => provider.requests.splice(0))

test('spec C10.11: a model that answers in words is asked once more to call reply', async () => {
  const store = await makeIslandShop(server)
  const before = await tokens()
  provider.behave(({ messages }) => (messages.length > 2 ? RIGHT : 'Parcels get everywhere.'))
  assert.match((await askOnce(server, store)).answer.text, /9 days/)
  assert.equal(provider.requests.length, 2)
  assert.match(shownTo(provider.requests[1] as never), /End with one call of reply/)
  assert.equal((await tokens()) - before, 500)
})

test('spec C10.11: one that only ever answers in words fails nobody, and its tokens are counted', async () => {
  const store = await makeIslandShop(server)
  const before = [await tokens(), await ended('rejected'), await ended('failed')] as const
  provider.behave(() => 'Parcels get everywhere.')
  for (let i = 0; i < 6; i++) {
    assert.doesNotMatch((await askOnce(server, store)).answer.text, /everywhere/)
  }
  assert.equal(provider.requests.length, 12)
  const after = [await tokens(), await ended('rejected'), await ended('failed')] as const
  assert.deepEqual([after[0] - before[0], after[1] - before[1], after[2] - before[2]], [3_000, 6, 0])
})

test('spec C10.11: a reply that is written out instead of called for is checked and said like any', async () => {
  const store = await makeIslandShop(server)
  provider.behave(() => `Here it is:\n\`\`\`json\n${JSON.stringify(RIGHT[0]?.args)}\n\`\`\``)
  assert.match((await askOnce(server, store)).answer.text, /9 days/)
  const wrong = { action: 'answer', text: 'They take 4 days.', sourceIds: ['article:islands'], topic: null }
  provider.behave(() => JSON.stringify(wrong))
  assert.doesNotMatch((await askOnce(server, store)).answer.text, /4 days/)
})

test('spec C10.11: AI_TIMEOUT is for one call: several that each keep to it may take longer together', async () => {
  const store = await makeIslandShop(server)
  provider.behave(async ({ messages }) => {
    await sleep(600)
    const lookedUp = messages.filter(({ role }) => role === 'tool').length
    return lookedUp > 1 ? RIGHT : [{ name: 'search_articles', args: { query: 'islands' } }]
  })
  assert.match((await askOnce(server, store)).answer.text, /9 days/)
  assert.equal(provider.requests.length, 3)
})

test('spec C10.11: a call that takes longer ends the run, and what the calls before it took is counted', async () => {
  const store = await makeIslandShop(server)
  const before = [await tokens(), await ended('failed')] as const
  provider.behave(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? undefined
      : [{ name: 'search_articles', args: { query: 'islands' } }],
  )
  const begun = performance.now()
  assert.doesNotMatch((await askOnce(server, store)).answer.text, /9 days/)
  await assertQuick(begun, 5_000)
  assert.deepEqual([(await tokens()) - before[0], (await ended('failed')) - before[1]], [250, 1])
})

test('spec C10.11: a kill while the model works costs the customer some ten seconds, not what calls may take; a long call is made once', async () => {
  const slow = await startServer({ ownProcess: true, env: { ...provider.env, AI_TIMEOUT: '2m' } })
  const store = await makeIslandShop(slow)
  const { conversation } = await (await makeVisitor(slow, store)).say(QUESTION)
  const path = `/chat/conversations/${conversation.id}/messages`
  provider.behave(() => undefined)
  await until('the call', () => provider.requests.length === 1)
  await slow.kill()
  // Before the restart: where that takes longer than the lease, the call is made again before it is through.
  provider.behave(async () => {
    await sleep(15_000)
    return RIGHT
  })
  await slow.restart()
  const restarted = performance.now()
  await until('the call again', () => provider.requests.length === 2)
  assert.ok(performance.now() - restarted < 60_000, 'the call is made again long before AI_TIMEOUT, which is 2 minutes')
  const lines = await until('the answer', async () => {
    const lines = ok(await store.api.get(path))
    return lines.some(({ isBot }: { isBot: boolean }) => isBot) && lines
  })
  assert.match(lines.at(-1).text, /9 days/)
  assert.equal(provider.requests.length, 2)
})
