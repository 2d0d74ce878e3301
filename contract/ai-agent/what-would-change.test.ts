import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// What a change of articles or settings would make of past questions. What is asked stands word for word in an article,
// so that the answers are the same however it finds them.

const server = await shareServer()
const NORWAY = { id: 'norway', question: 'Do you ship to Norway?', answer: 'Yes. Parcels to Norway take 4 to 6 days.' }
const RETURNS = { id: 'returns', question: 'How do I return a lamp?', answer: 'Send it back within 30 days.' }

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

async function makeShop(asked: string[][]) {
  const store = await makeStore(server)
  const lines = [NORWAY, RETURNS].map((data) => ({ kind: 'faq', data }))
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  const ids: string[] = []
  for (const texts of asked) {
    const messages = texts.map((text) => message({ text }))
    ids.push((await addConversation(store, { messages })).id)
  }
  const { inbox } = await signInMember(server, store, { role: 'admin' })
  const tryChange = (change: object) => inbox.post('/api/chat/ai/what-would-change', change)
  /** All steps. */
  const tryAll = async (change: object) => {
    const steps: Any[] = []
    for (let cursor: string | undefined; ; ) {
      const step = ok(await tryChange({ ...change, ...(cursor && { cursor }) }))
      steps.push(step)
      if (!step.nextCursor) return steps
      cursor = step.nextCursor
    }
  }
  return { store, inbox, ids, tryChange, tryAll }
}

test('past questions are answered with an article as it would be, and nothing is written', async () => {
  const { inbox, ids, tryAll } = await makeShop([[NORWAY.question], [RETURNS.question], ['Hello']])
  const article = { id: 'norway', question: NORWAY.question, answer: 'No. We ship to Sweden only.' }
  const [step, ...more] = await tryAll({ article })
  assert.deepEqual(more, [])
  assert.deepEqual([step.tried, step.triedMax, step.broken], [3, 200, []])
  assert.deepEqual(
    step.changed.map(({ conversationId, asked, before, after }: Any) => [
      conversationId,
      asked,
      before.text,
      after.text,
    ]),
    [[ids[0], [NORWAY.question], NORWAY.answer, article.answer]],
  )
  assert.equal(ok(await inbox.get('/api/chat/articles/norway')).answer, NORWAY.answer)
  const [same] = await tryAll({ article: NORWAY })
  assert.deepEqual([same.tried, same.changed], [3, []])
})

test('a new article answers what none did; a draft and a private one answer nothing', async () => {
  const question = 'Can I rent the moon for a birthday?'
  const { tryAll } = await makeShop([[question], [NORWAY.question]])
  const article = { question, body: 'You **can**, for an hour.' }
  const [step] = await tryAll({ article })
  assert.deepEqual(
    step.changed.map(({ before, after }: Any) => [before.act, after.act, after.text]),
    [['ask_back', 'answer', 'You can, for an hour.']],
  )
  for (const more of [{ status: 'draft' }, { private: true }]) {
    assert.deepEqual((await tryAll({ article: { ...article, ...more } }))[0].changed, [])
    const [hidden] = await tryAll({ article: { ...NORWAY, ...more } })
    assert.deepEqual(
      hidden.changed.map(({ asked }: Any) => asked),
      [[NORWAY.question]],
    )
  }
})

test('settings of the AI agent are tried as they would be saved', async () => {
  const { tryAll, tryChange } = await makeShop([[NORWAY.question]])
  const [step] = await tryAll({ ai: { handOffTopics: ['Norway'] } })
  const [changed] = step.changed
  assert.deepEqual(
    [changed.before.act, changed.after.act, changed.after.reason],
    ['answer', 'hand_over', 'store_topic'],
  )
  refused(await tryChange({ ai: { minConfidence: 2 } }), 400, 'INVALID_PARAMS')
  refused(await tryChange({ ai: { nonsense: 1 } }), 400, 'INVALID_PARAMS')
  refused(await tryChange({ article: { question: 'Only this' } }), 400, 'INVALID_PARAMS')
  refused(await tryChange({ cursor: 'nonsense' }), 400, 'INVALID_PARAMS')
})

test('steps go through all conversations, newest first, each once', async () => {
  const { ids, tryAll } = await makeShop(Array.from({ length: 12 }, () => [NORWAY.question]))
  const steps = await tryAll({ article: { ...NORWAY, answer: 'No.' } })
  const changed = steps.flatMap((step) => step.changed)
  assert.deepEqual(
    steps.map(({ tried }) => tried),
    [10, 2],
  )
  assert.deepEqual(changed.map(({ conversationId }) => conversationId).sort(), ids.toSorted())
})

test('steps end at 200 questions, and begin with the examples', async () => {
  const turn = () => [message({ text: NORWAY.question }), message({ text: 'It can.', senderType: 'agent' })]
  const { store, inbox, tryAll } = await makeShop([])
  for (let i = 0; i < 42; i++) await addConversation(store, { messages: [1, 2, 3, 4, 5].flatMap(turn) })
  for (let i = 0; i < 51; i++) {
    ok(await inbox.post('/api/chat/ai/examples', { question: NORWAY.question, articleId: 'norway' }), 201)
  }
  const steps = await tryAll({ article: { ...NORWAY, status: 'draft' } })
  assert.deepEqual(
    steps.map(({ tried, broken }) => [tried, broken.length]),
    [
      [0, 50],
      [0, 1],
      [50, 0],
      [50, 0],
      [50, 0],
      [50, 0],
    ],
  )
})

test('an example that would not hold any more is named, and goes with its article', async () => {
  const { inbox, tryAll } = await makeShop([])
  const add = (example: object) => inbox.post('/api/chat/ai/examples', example)
  const kept = ok(await add({ question: NORWAY.question, articleId: 'norway' }), 201)
  const silent = ok(await add({ question: 'Can I rent the moon for a birthday?', articleId: null }), 201)
  assert.deepEqual([kept.articleTitle, silent.articleTitle], [NORWAY.question, null])
  refused(await add({ question: ' ', articleId: null }), 400, 'INVALID_PARAMS')
  refused(await add({ question: 'x', articleId: 'none' }), 400, 'INVALID_PARAMS')
  refused(await add({ question: 'x', articleId: null, conversationId: 'none' }), 400, 'INVALID_PARAMS')

  const article = { id: 'norway', question: 'How do I look after brass?', answer: 'With a dry cloth.' }
  const [step] = await tryAll({ article })
  assert.deepEqual(
    step.broken.map(({ example, after }: Any) => [example.id, after.act]),
    [[kept.id, 'ask_back']],
  )
  const [other] = await tryAll({ article: { question: silent.question, answer: 'You can.' } })
  assert.deepEqual(
    other.broken.map(({ example }: Any) => example.id),
    [silent.id],
  )

  ok(await inbox.delete('/api/chat/articles/norway'))
  assert.deepEqual(
    ok(await inbox.get('/api/chat/ai/examples')).map(({ id }: Any) => id),
    [silent.id],
  )
  ok(await inbox.delete(`/api/chat/ai/examples/${silent.id}`))
  refused(await inbox.delete(`/api/chat/ai/examples/${silent.id}`), 404, 'NOT_FOUND')
})

test('another store’s articles, conversations and examples are out of reach', async () => {
  const [one, other] = [await makeShop([[NORWAY.question]]), await makeShop([])]
  const example = ok(await one.inbox.post('/api/chat/ai/examples', { question: 'x', articleId: 'norway' }), 201)
  assert.equal((await other.tryAll({ article: { ...NORWAY, answer: 'No.' } }))[0].tried, 0)
  assert.deepEqual(ok(await other.inbox.get('/api/chat/ai/examples')), [])
  refused(await other.inbox.delete(`/api/chat/ai/examples/${example.id}`), 404, 'NOT_FOUND')
  const theirs = { question: 'x', articleId: null, conversationId: one.ids[0] }
  refused(await other.inbox.post('/api/chat/ai/examples', theirs), 400, 'INVALID_PARAMS')
})

test('the last 30 days are asked again and compared with what the team answered', async () => {
  const { store, inbox } = await makeShop([])
  const ask = (asked: string, answered?: string) =>
    addConversation(store, {
      messages: [message({ text: asked }), ...(answered ? [message({ text: answered, senderType: 'agent' })] : [])],
    })
  await ask(NORWAY.question, 'Yes, parcels to Norway take about 4 to 6 days.')
  const { id } = await ask(RETURNS.question, 'Ring us up, please.')
  await ask(NORWAY.question)
  await ask('Can I rent the moon for a birthday?', 'No.')
  await ask('I want to talk to a person', 'Here I am.')
  await ask('Where is my order 1001? My email is kim@shop.example', 'On its way.')
  const old = { createdAt: new Date(Date.now() - 31 * 24 * 3_600_000).toISOString() }
  await addConversation(store, { ...old, lastActive: old.createdAt, messages: [message({ text: 'Hello?', ...old })] })
  const step = ok(await inbox.post('/api/chat/ai/replay-month', {}))
  const { differences, ...counts } = step
  assert.deepEqual(counts, {
    questions: 6,
    answered: 3,
    alike: 1,
    different: 1,
    unknown: 1,
    askedBack: 1,
    handedOff: 1,
    aboutOrders: 1,
    tokens: 0,
    questionsMax: 2_000,
    nextCursor: null,
  })
  assert.deepEqual(differences, [
    { conversationId: id, asked: [RETURNS.question], said: RETURNS.answer, team: 'Ring us up, please.' },
  ])
  refused(await inbox.post('/api/chat/ai/replay-month', { cursor: 'nonsense' }), 400, 'INVALID_PARAMS')
  const { inbox: member } = await signInMember(server, store)
  refused(await member.post('/api/chat/ai/replay-month', {}), 403, 'FORBIDDEN')
})

test('a replay of 30 days goes through all conversations in steps, each once', async () => {
  const { inbox } = await makeShop(Array.from({ length: 23 }, () => [NORWAY.question]))
  const tried: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const step = ok(await inbox.post('/api/chat/ai/replay-month', { ...(cursor && { cursor }) }))
    tried.push(step.questions)
    cursor = step.nextCursor
  }
  assert.deepEqual(tried, [10, 10, 3])
})
