import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { getPage, makeHelpStore } from '#test/fixtures/help-centre.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// What articles did, and what to write next, for the store's admins.

const server = await startServer()
const PATH = '/api/chat/help-insights'
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' }

test('views of people are counted, and last once the service has stopped; robots and Markdown are not', async () => {
  const store = await makeHelpStore(server, { articles: [{ id: 'a', question: 'Oars', answer: 'Of wood.' }] })
  for (let n = 0; n < 3; n++) await store.get('/en/articles/oars', BROWSER)
  await store.get('/en/articles/oars', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await store.get('/en/articles/oars', { ...BROWSER, 'sec-purpose': 'prefetch;prerender' })
  await store.get('/en/articles/oars.md', BROWSER)
  await store.get('/en/articles/none', BROWSER)
  await getPage(`${server.baseUrl}${store.help}/en/articles/oars/helpful`, BROWSER, { helpful: 'no' })
  await server.restart()
  const admin = await signInOwner(server, store)
  const { articles } = ok(await admin.get(PATH))
  const figures = { views: 3, helpful: 0, notHelpful: 1, answered: 0, ended: 0 }
  assert.deepEqual(articles, [{ id: 'a', title: 'Oars', locale: null, ...figures }])
  const { inbox } = await signInMember(server, store)
  refused(await inbox.get(PATH), 403, 'FORBIDDEN')
})

test('searches without a result and what members solved become suggestions, with a draft in their words', async () => {
  const store = await makeHelpStore(server, { articles: [{ id: 'a', question: 'Oars', answer: 'Of wood.' }] })
  for (const query of ['engrave a paddle', 'Engrave a paddle', 'oars']) await store.get(`/en/search?q=${query}`)
  await server.restart() // writes down what was counted
  const admin = await signInOwner(server, store)
  const ids: string[] = []
  for (const [asked, answer] of [
    ['Hello! Can you engrave a paddle for me?', 'Hi Kim,\n\nYes: up to 20 letters, for 9 euros.\nIt takes a week.'],
    ['Can you engrave my paddle?', 'Yes, we do.'],
    ['Is Anna there today?', 'She is.'],
  ] as const) {
    const { conversation } = await (await makeVisitor(server, store)).say(asked)
    ids.push(conversation.id)
    ok(await admin.post(`/api/chat/conversations/${conversation.id}/messages`, { text: answer }), 201)
    ok(await admin.post(`/api/chat/conversations/${conversation.id}/state`, { status: 'resolved' }))
  }
  const { suggestions } = ok(await admin.get(PATH))
  assert.equal(suggestions.length, 1, JSON.stringify(suggestions))
  const [{ conversationIds, ...suggestion }] = suggestions
  assert.deepEqual(suggestion, {
    question: 'Can you engrave my paddle?',
    answer: 'Yes: up to 20 letters, for 9 euros.\nIt takes a week.',
    searched: 2,
    unanswered: 0,
    solved: 2,
  })
  assert.deepEqual(conversationIds.toSorted(), ids.slice(0, 2).sort())
  const { question, answer } = suggestion
  ok(await admin.post('/api/chat/articles', { question, answer, status: 'draft' }), 201)
  assert.deepEqual(ok(await admin.get(PATH)).suggestions, [])
})

test('the AI agent’s use of an article is counted, and the conversation that it ended', async () => {
  const question = 'How long does delivery to the far islands take?'
  const store = await makeHelpStore(server, {
    ai: { enabled: true },
    articles: [{ id: 'far', question, answer: 'Delivery to the far islands takes nine days.' }],
  })
  const admin = await signInOwner(server, store)
  const { conversation } = await (await makeVisitor(server, store)).say(question)
  const insight = () => admin.get(PATH).then((answer) => ok(answer).articles[0])
  const answered = await until('an answer', insight)
  assert.deepEqual([answered.id, answered.answered, answered.ended], ['far', 1, 0])
  ok(await admin.post(`/api/chat/conversations/${conversation.id}/state`, { status: 'resolved' }))
  assert.equal((await insight()).ended, 1)
})
