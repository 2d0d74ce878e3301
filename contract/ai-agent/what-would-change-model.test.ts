import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reply, startProvider } from '#test/doubles/provider.ts'
import { ok } from '#test/expect.ts'
import { addConversation, message } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { makeIslandShop, QUESTION } from '#test/fixtures/model-only-question.ts'
import { startServer } from '#test/service/server.ts'

// Changed instructions are tried by the model, which costs its operator: few examples and questions, few in one request.

const provider = await startProvider()
const server = await startServer({ env: provider.env })

test('a model tries the newest 20 examples and 20 questions, a few in each request', async () => {
  const store = await makeIslandShop(server)
  const { inbox } = await signInMember(server, store, { role: 'admin' })
  const examples = Array.from({ length: 23 }, (_, i) => `${QUESTION} It is rock number ${i}.`)
  for (const question of examples)
    ok(await inbox.post('/api/chat/ai/examples', { question, articleId: 'islands' }), 201)
  for (let i = 0; i < 9; i++) {
    const messages = [1, 2, 3].flatMap(() => [
      message({ text: QUESTION }),
      message({ text: 'It would.', senderType: 'agent' }),
    ])
    await addConversation(store, { messages })
  }
  // With the new instructions it answers from the other article.
  provider.behave(({ messages }) =>
    JSON.stringify(messages).includes('Be long.')
      ? reply('We wrap gifts in brown paper.', ['article:gifts'])
      : reply('Parcels to islands take 9 days.', ['article:islands']),
  )
  const change = { ai: { instructions: 'Be long.' } }
  const tried: number[] = []
  const calls: number[] = []
  const broken: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    provider.requests.splice(0)
    const path = '/api/chat/ai/what-would-change'
    const step = ok(await inbox.post(path, { ...change, ...(cursor && { cursor }) }))
    assert.equal(step.triedMax, 20)
    tried.push(step.tried)
    calls.push(provider.requests.length)
    // biome-ignore lint/suspicious/noExplicitAny: only the question is read
    broken.push(...step.broken.map(({ example }: any) => example.question))
    cursor = step.nextCursor
  }
  assert.deepEqual(tried, [0, 0, 0, 0, 6, 6, 6, 2])
  assert.deepEqual(calls, [10, 10, 10, 10, 12, 12, 12, 4])
  assert.deepEqual(broken, examples.toReversed().slice(0, 20))
})
