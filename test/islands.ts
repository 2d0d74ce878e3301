import assert from 'node:assert/strict'
import { ok } from './expect.ts'
import { importLines, makeStore, type Store } from './factories.ts'
import type { Server } from './server.ts'
import { until } from './until.ts'
import { makeVisitor } from './visitor.ts'

/** A store whose AI agent has two articles, and a question that only a model answers from them. */

const ARTICLES = [
  ['islands', 'What about parcels to islands?', 'Parcels to islands take 9 days and cost 14.50 EUR.'],
  ['gifts', 'Can you wrap a gift?', 'We wrap gifts in brown paper for 3 EUR.'],
].map(([id, question, answer]) => ({ kind: 'faq', data: { id, question, answer, url: `/help/${id}` } }))

/** Nothing that is sure offline. */
export const QUESTION = 'My aunt lives far out at sea, on a rock with sheep. Would a delivery get there at all?'

export async function makeIslandShop(server: Server): Promise<Store> {
  const store = await makeStore(server, { settings: { ai: { enabled: true, instructions: 'Be brief.' } } })
  assert.deepEqual((await importLines(store, ARTICLES)).rejected, [])
  return store
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Message = any

/** Asks one question in a new conversation; returns what the AI agent said, and the conversation then. */
export async function askOnce(
  server: Server,
  store: Store,
  text = QUESTION,
): Promise<{ id: string; answer: Message; isChatBot: boolean }> {
  const { conversation } = await (await makeVisitor(server, store)).say(text)
  const path = `/chat/conversations/${conversation.id}`
  const answer = await until('an answer', async () => {
    const lines: Message[] = ok(await store.api.get(`${path}/messages`))
    return lines.find(({ isBot, isNote }) => isBot && !isNote)
  })
  return { id: conversation.id, answer, isChatBot: ok(await store.api.get(path)).isChatBot }
}
