import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// What a stranger writes goes through the AI agent's patterns on the thread that serves all stores. However it is made, no
// request of another store waits for it.

const TEXT_MAX = 5_000
/** Processor seconds of the event loop that another store's request may wait for. The worst row takes a quarter of it on a busy machine. */
const WAIT_SECONDS_MAX = 0.25
const server = await startServer({ ownProcess: true })

const repeat = (text: string) => text.repeat(Math.ceil(TEXT_MAX / text.length)).slice(0, TEXT_MAX - 1)

/** Sentences of one unknown word each, all different: each may be a word of a wish, misspelt. */
const misspelt = (row: number) =>
  Array.from({ length: 600 }, (_, i) =>
    `w${((row * 600 + i) * 7_919).toString(36).padStart(5, 'q')}`.replace(/\d/g, 'x'),
  )
    .join('. ')
    .slice(0, TEXT_MAX - 1)

/** Rows of messages, each written by one visitor within a minute. */
const ROWS: Record<string, string[]> = {
  'letters, then white space': ['!AA', ...Array.from({ length: 5 }, () => `a${'\t'.repeat(TEXT_MAX - 3)}a`)],
  'pairs of letters between white space': Array.from({ length: 5 }, () => repeat('aa \t \t')),
  'a ligature that becomes 18 letters': Array.from({ length: 5 }, () => repeat('\ufdfa')),
  'a wish without an end': Array.from({ length: 5 }, () => repeat('quiero hablar con ')),
  'misspelt words': Array.from({ length: 5 }, (_, i) => misspelt(i)),
  'one word without an end': Array.from({ length: 5 }, () => repeat('a')),
  'names without an end': Array.from({ length: 5 }, () => repeat('a Bc')),
  'addresses that are none': Array.from({ length: 5 }, () => repeat('a@')),
  'sentence ends': Array.from({ length: 5 }, () => repeat('.a')),
  numbers: Array.from({ length: 5 }, () => repeat('1-')),
}

/** The AI agent's tables are loaded with the first question, which is not measured. */
before(async () => {
  const store = await makeStore(server, { settings: { ai: { enabled: true } } })
  await (await makeVisitor(server, store)).say('Hello, do you ship to islands?')
  const [conversation] = (await store.api.get('/chat/conversations?limit=1')).body.data
  await untilAnswered(store, conversation.id)
})

function untilAnswered(store: Store, id: string) {
  return until('the AI agent to be through', async () => {
    const lines = (await store.api.get(`/chat/conversations/${id}/messages`)).body.data
    return lines.some(({ senderType }: { senderType: string }) => senderType !== 'customer')
  })
}

for (const [what, texts] of Object.entries(ROWS)) {
  test(`${what}: no other store waits while they are read`, async () => {
    const settings = { ai: { enabled: true } }
    const [store, other] = [await makeStore(server, { settings }), await makeStore(server)]
    const visitor = await makeVisitor(server, store)
    let isRead = false
    let longest = 0
    const others = (async () => {
      while (!isRead) {
        const before = server.eventLoopSeconds()
        assert.equal((await other.api.get('/chat/tags')).status, 200)
        const waited = server.eventLoopSeconds() - before
        longest = Math.max(longest, waited)
      }
    })()
    try {
      for (const text of texts) await visitor.say(text)
      const [conversation] = (await store.api.get('/chat/conversations?limit=1')).body.data
      await untilAnswered(store, conversation.id)
    } finally {
      isRead = true
      await others
    }
    assert.ok(longest < WAIT_SECONDS_MAX, `a request beside ${what} waited for ${longest} s of work`)
  })
}
