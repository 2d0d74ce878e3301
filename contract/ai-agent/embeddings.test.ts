import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { type EmbeddingBehaviour, reply, shownTo, startProvider, vectorOf } from '#test/doubles/provider.ts'
import { ok } from '#test/expect.ts'
import { importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { metric } from '#test/service/metrics.ts'
import { runUntilExit, type Server, startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// Spec C10: articles are found by what they mean, with an embedding model that here is a local server.

const provider = await startProvider()
const KEY = 'provider-key-of-the-operator'
const embedding = { ...provider.env, AI_API_KEY: KEY, AI_TIMEOUT: '4s', AI_EMBEDDING_MODEL: 'test-embedding' }
const server = await startServer({ env: embedding })

/** No word of the question stands in the article that answers it. */
const QUESTION = 'Darf mein Vierbeiner mitkommen?'
const PETS = { id: 'zz-pets', question: 'Are corgis allowed inside?', answer: 'Corgis are welcome on a leash.' }
const ALIKE = [['vierbeiner', 'corgis'], ['mitkommen', 'inside'], ['darf', 'allowed']] // biome-ignore format: rows
const meaning: EmbeddingBehaviour = (texts) => texts.map((text) => vectorOf(text, ALIKE))
const OTHERS = [
  ['Can you wrap a gift?', 'We wrap gifts in brown paper.'],
  ['What about parcels to islands?', 'Parcels to islands take longer.'],
  ['Which cards do you take?', 'We take Visa.'],
  ['How do I wash the wool blanket?', 'By hand in cold water.'],
  ['Is the lamp dimmable?', 'It is.'],
  ['Where is your workshop?', 'In Torstrasse.'],
  ['Do you repair shoes?', 'We repair soles.'],
].map(([question = '', answer = ''], i) => ({ id: `article-${i}`, question, answer }))
const FOUND = 'Ja, an der Leine ist das gar kein Problem.'
const LOST = 'Das kann ich Ihnen leider nicht sagen.'

beforeEach(() => {
  provider.requests.splice(0)
  provider.embedded.splice(0)
  provider.embed(meaning)
  // Knows what the store's records tell it.
  provider.behave((request) =>
    shownTo(request).includes('Corgis') ? reply(FOUND, ['article:zz-pets']) : reply(LOST, [], { action: 'ask_back' }),
  )
})

type Article = { id: string; question: string; answer: string }
const faq = (data: Article) => ({ kind: 'faq', data: { ...data, url: null } })

async function makeShop(articles: Article[], on: Server = server): Promise<Store> {
  const store = await makeStore(on, { settings: { ai: { enabled: true } } })
  assert.deepEqual((await importLines(store, articles.map(faq))).rejected, [])
  return store
}

const embedded = (on: Server = server) =>
  until('vectors of all articles', async () => (await metric(on, 'parley_ai_articles_pending')) === 0)

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Message = any

/** What the AI agent says to a question, and how long it took. */
async function ask(store: Store, text = QUESTION, on: Server = server): Promise<{ text: string; ms: number }> {
  const visitor = await makeVisitor(on, store)
  const begun = performance.now()
  const { conversation } = await visitor.say(text)
  const answer = await until('an answer', async () => {
    const lines: Message[] = ok(await store.api.get(`/chat/conversations/${conversation.id}/messages`))
    return lines.find(({ isBot, isNote }) => isBot && !isNote)
  })
  return { text: answer.text, ms: performance.now() - begun }
}

const questions = () => provider.embedded.filter(({ input }) => input.some((text) => text.includes('Vierbeiner')))

test('spec C10.4, C10.12: an article that shares no word with the question is found by its meaning', async () => {
  const store = await makeShop([...OTHERS, PETS])
  await embedded()
  assert.match((await ask(store)).text, new RegExp(FOUND))
  assert.ok(provider.embedded.every(({ model }) => model === 'test-embedding'))
  assert.ok(provider.embedded.some(({ input }) => input.includes(PETS.answer)))
  assert.ok(!server.logs().includes(KEY))
})

test('spec C10.4: it is found among more articles than are compared word by word', async () => {
  const many = Array.from({ length: 330 }, (_, i) => ({
    id: `lamp-${i}`,
    question: `Is lamp ${i} dimmable?`,
    answer: `Lamp ${i} is.`,
  }))
  const store = await makeShop([...many, PETS])
  await embedded()
  assert.match((await ask(store)).text, new RegExp(FOUND))
})

test('spec C10.4: what is sure by its words costs no vector', async () => {
  const store = await makeShop([...OTHERS, PETS])
  await embedded()
  provider.embedded.splice(0)
  assert.match((await ask(store, 'Can you wrap a gift?')).text, /brown paper/)
  assert.equal(provider.embedded.length, 0)
})

const edit = (admin: Client, change: object) => admin.patch(`/api/chat/articles/${PETS.id}`, change)

test('spec C10.4: a changed article is found by its new text, and by its old one no more', async () => {
  const store = await makeShop([...OTHERS, { ...PETS, question: 'Is the bag waterproof?', answer: 'The bag is.' }])
  const admin = await signInOwner(server, store)
  await embedded()
  assert.ok(!(await ask(store)).text.includes(FOUND))
  const { question, answer } = PETS
  ok(await edit(admin, { question, answer }))
  await embedded()
  assert.match((await ask(store)).text, new RegExp(FOUND))
  ok(await edit(admin, { question: 'Is the bag waterproof?', answer: 'The bag is.' }))
  await embedded()
  assert.ok(!(await ask(store)).text.includes(FOUND))
})

test('spec C10.4: an article that is saved again as it is costs no vector', async () => {
  const store = await makeShop([PETS])
  await embedded()
  provider.embedded.splice(0)
  assert.deepEqual((await importLines(store, [faq(PETS)])).rejected, [])
  await sleep(2_500) // longer than it takes workers to look again
  assert.equal(provider.embedded.length, 0)
})

test('spec C10.4: a deleted article is found no more', async () => {
  const store = await makeShop([...OTHERS, PETS])
  const admin = await signInOwner(server, store)
  await embedded()
  assert.match((await ask(store)).text, new RegExp(FOUND))
  ok(await admin.delete(`/api/chat/articles/${PETS.id}`))
  assert.ok(!(await ask(store)).text.includes(FOUND))
})

test('spec C10.4: no article of another store is ever found', async () => {
  const other = await makeShop([...OTHERS, PETS])
  const store = await makeShop(OTHERS)
  await embedded()
  assert.match((await ask(other)).text, new RegExp(FOUND))
  provider.requests.splice(0)
  assert.ok(!(await ask(store)).text.includes(FOUND))
  assert.ok(provider.requests.length > 0)
  assert.ok(!provider.requests.some((request) => shownTo(request).includes('Corgis')))
})

const tenth =
  (json: string): EmbeddingBehaviour =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(json)
    return undefined
  }
const FAILURES: [string, EmbeddingBehaviour][] = [
  ['limits rates', (_, response) => void response.writeHead(429).end('{"error":{"message":"slow down"}}')],
  ['fails', (_, response) => void response.writeHead(500).end()],
  ['is slow', () => undefined],
  ['resets the connection', (_, response) => void response.destroy()],
  ['redirects', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['sends no JSON', tenth('<html>')],
  ['sends no vectors', tenth('{"data":[]}')],
  ['sends too many vectors', (texts) => [...texts, ...texts].map((text) => vectorOf(text, ALIKE))],
  ['sends vectors of another size', (texts) => texts.map(() => [1, 2, 3])],
  ['sends empty vectors', (texts) => texts.map(() => [])],
  ['sends NaN', tenth('{"data":[{"embedding":[NaN,1]}]}')],
  ['sends what is no number', tenth('{"data":[{"embedding":["a",null]}]}')],
  ['sends infinite numbers', tenth('{"data":[{"embedding":[1e999,1]}]}')],
  ['sends zeros', (texts) => texts.map(() => new Array<number>(64).fill(0))],
  ['sends far too much', (_, response) => void response.writeHead(200).end('x'.repeat(17 * 1024 * 1024))],
]
for (const [i, [what, behaviour]] of FAILURES.entries()) {
  test(`spec C10.12: while an embedding model ${what}, answers are as without one, and no customer waits long`, async () => {
    const store = await makeShop([...OTHERS, PETS])
    await embedded()
    // No question twice: its vector would be known. And a success makes the failures before count no more.
    assert.match((await ask(store, `${QUESTION}${' .'.repeat(2 * i + 1)}`)).text, new RegExp(FOUND))
    provider.embed(behaviour)
    provider.embedded.splice(0)
    const { text, ms } = await ask(store, `${QUESTION}${' .'.repeat(2 * i + 2)}`)
    assert.match(text, new RegExp(LOST))
    assert.ok(ms < 15_000, String(ms))
    assert.equal(questions().length, 1)
    assert.match((await ask(store, 'Do you repair shoes?')).text, /soles/)
  })
}

test('spec C10.12: an embedding model that failed five times is left alone for a while', async () => {
  const store = await makeShop([...OTHERS, PETS])
  await embedded()
  provider.embed((_, response) => void response.writeHead(500).end())
  for (let i = 0; i < 5; i++) await ask(store, `${QUESTION} ${'x'.repeat(i + 3)}`)
  const asked = questions().length
  assert.ok(asked > 0 && asked <= 5, String(asked))
  assert.match((await ask(store, `${QUESTION} Danke`)).text, new RegExp(LOST))
  assert.equal(questions().length, asked)
})

test('spec C10.12: an article that the provider does not take keeps no other from its vectors', async () => {
  const own = await startServer({ env: embedding })
  provider.embed((texts, response) => {
    if (!texts.some((text) => text.includes('unspeakable'))) return meaning(texts, response)
    response.writeHead(400).end('{"error":{"message":"not that"}}')
    return undefined
  })
  const bad = { id: 'bad', question: 'Is it unspeakable?', answer: 'It is unspeakable.' }
  const store = await makeShop([bad, ...OTHERS.slice(0, 3), PETS], own)
  await until('the other vectors', async () => (await metric(own, 'parley_ai_articles_pending')) === 1)
  assert.match((await ask(store, QUESTION, own)).text, new RegExp(FOUND))
})

test('spec C10.12: another embedding model recomputes all vectors', async () => {
  const own = await startServer({ env: embedding })
  const store = await makeShop([...OTHERS, PETS], own)
  await embedded(own)
  provider.embedded.splice(0)
  await own.restart({ AI_EMBEDDING_MODEL: 'next-embedding' })
  provider.embed((texts) => texts.map((text) => [...vectorOf(text, ALIKE), ...vectorOf(text, ALIKE)]))
  await until('the new vectors', () =>
    provider.embedded.some(({ model, input }) => model === 'next-embedding' && input.includes(PETS.answer)),
  )
  await embedded(own)
  assert.match((await ask(store, QUESTION, own)).text, new RegExp(FOUND))
})

test('spec C10.12, C10.13: vectors count in a store’s budget, at whose end words alone decide', async () => {
  const own = await startServer({ env: { ...embedding, AI_TOKENS_PER_DAY: '100' } })
  const store = await makeShop([...OTHERS, PETS], own)
  await embedded(own) // of ten tokens each
  assert.ok((await metric(own, 'parley_ai_tokens_total')) >= 160)
  provider.embedded.splice(0)
  assert.ok(!(await ask(store, QUESTION, own)).text.includes(FOUND))
  const more = { id: 'more', question: 'Are there kayaks?', answer: 'There are.' }
  assert.deepEqual((await importLines(store, [faq(more)])).rejected, [])
  await until(
    'the budget to be met',
    async () => (await metric(own, 'parley_ai_embedding_calls_total', 'use="articles",outcome="over_budget"')) > 0,
  )
  assert.equal(provider.embedded.length, 0)
  assert.equal(await metric(own, 'parley_ai_articles_pending'), 1)
})

test('spec C10.12: without AI_EMBEDDING_MODEL no vector is ever asked for', async () => {
  const plain = await startServer({ env: provider.env })
  const store = await makeShop([...OTHERS, PETS], plain)
  assert.match((await ask(store, QUESTION, plain)).text, new RegExp(LOST))
  await sleep(2_500)
  assert.equal(provider.embedded.length, 0)
  // And what was written meanwhile gets its vectors once there is one.
  await plain.restart({ AI_EMBEDDING_MODEL: 'test-embedding' })
  await embedded(plain)
  assert.match((await ask(store, QUESTION, plain)).text, new RegExp(FOUND))
})

test('spec C10.12: AI_EMBEDDING_MODEL with a provider that has none stops the start', async () => {
  const env = { AI_PROVIDER: 'anthropic', AI_MODEL: 'm', AI_API_KEY: KEY, AI_EMBEDDING_MODEL: 'test-embedding' }
  const { code, stderr } = await runUntilExit(env)
  assert.equal(code, 1)
  assert.match(stderr, /^AI_EMBEDDING_MODEL=test-embedding: expected it unset, for AI_PROVIDER=anthropic/)
  assert.ok(!stderr.includes(KEY))
})
