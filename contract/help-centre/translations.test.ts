import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeepL } from '#test/doubles/translation.ts'
import { ok, refused } from '#test/expect.ts'
import { makeHelpStore } from '#test/fixtures/help-centre.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer, startServer } from '#test/service/server.ts'

// Contract 14: what the editor of articles knows beside their texts.

const deepL = await startDeepL()
const server = await startServer({ env: deepL.env })
const plain = await shareServer()
const ARTICLES = '/api/chat/articles'

const BODY = [
  '# Sizes',
  '',
  '> [!TIP]',
  '> Take the larger one.',
  '',
  '1. Measure *twice*',
  '- 42',
  '',
  '| Size | cm |',
  '| --- | --- |',
  '',
  '```',
  'code stays',
  '```',
].join('\n')

test('spec C14.18: a first draft of a translation keeps its Markdown, and no reader sees it', async () => {
  const store = await makeHelpStore(server)
  const admin = await signInOwner(server, store)
  const made = ok(
    await admin.post(ARTICLES, { question: 'Sizes', body: BODY, description: 'All sizes', private: true }),
    201,
  )
  const draft = ok(await admin.post(`${ARTICLES}/${made.id}/translations`, { locale: 'de', isTranslated: true }), 201)
  assert.deepEqual(
    [draft.question, draft.description, draft.status, draft.private, draft.locale, draft.translationGroupId],
    ['[de] Sizes', '[de] All sizes', 'draft', true, 'de', made.id],
  )
  assert.equal(
    draft.body,
    [
      '# [de] Sizes',
      '',
      '> [!TIP]',
      '> [de] Take the larger one.',
      '',
      '1. [de] Measure *twice*',
      '- 42',
      '',
      '| [de] Size | cm |',
      '| --- | --- |',
      '',
      '```',
      'code stays',
      '```',
    ].join('\n'),
  )
  refused(await admin.post(`${ARTICLES}/${made.id}/translations`, { locale: 'de' }), 400, 'INVALID_PARAMS')
  refused(await admin.post(`${ARTICLES}/${made.id}/translations`, { locale: 'en' }), 400, 'INVALID_PARAMS')
  refused(await admin.post(`${ARTICLES}/${made.id}/translations`, { locale: '-' }), 400, 'INVALID_PARAMS')
  refused(await admin.post(`${ARTICLES}/none/translations`, { locale: 'fr' }), 404, 'NOT_FOUND')
})

test('spec C14.18: an article of very many lines is not translated at once', async () => {
  const store = await makeHelpStore(server)
  const admin = await signInOwner(server, store)
  const long = ok(await admin.post(ARTICLES, { question: 'Long', body: 'line\n'.repeat(501) }), 201)
  const before = deepL.requests.length
  const draft = { locale: 'de', isTranslated: true }
  refused(await admin.post(`${ARTICLES}/${long.id}/translations`, draft), 400, 'INVALID_PARAMS')
  assert.equal(deepL.requests.length, before)
})

test('spec C14.18: without a translation service a translation begins as a copy', async () => {
  const store = await makeHelpStore(plain)
  const admin = await signInOwner(plain, store)
  const made = ok(await admin.post(ARTICLES, { question: 'Returns', answer: 'Within 30 days.' }), 201)
  const path = `${ARTICLES}/${made.id}/translations`
  refused(await admin.post(path, { locale: 'de', isTranslated: true }), 400, 'INVALID_PARAMS')
  const copy = ok(await admin.post(path, { locale: 'de' }), 201)
  assert.deepEqual([copy.question, copy.answer, copy.body, copy.status], ['Returns', 'Within 30 days.', null, 'draft'])
  const { inbox } = await signInMember(plain, store)
  refused(await inbox.post(path, { locale: 'nl' }), 403, 'FORBIDDEN')
})

test('spec C14.18: a translation is behind once its original says something else, until it is changed or confirmed', async () => {
  const store = await makeHelpStore(plain)
  const admin = await signInOwner(plain, store)
  const { id } = ok(await admin.post(ARTICLES, { question: 'Returns', body: 'Within 30 days.' }), 201)
  const { id: german } = ok(await admin.post(`${ARTICLES}/${id}/translations`, { locale: 'de' }), 201)
  const states = async () =>
    ok(await admin.get(`${ARTICLES}/${german}/translations`)).map(
      (one: { locale: string; isOriginal: boolean; isBehind: boolean }) => [one.locale, one.isOriginal, one.isBehind],
    )
  const fresh = [
    ['en', true, false],
    ['de', false, false],
  ]
  assert.deepEqual(await states(), fresh)
  ok(await admin.patch(`${ARTICLES}/${id}`, { status: 'draft' }))
  assert.deepEqual(await states(), fresh)
  ok(await admin.patch(`${ARTICLES}/${id}`, { body: 'Within 14 days.' }))
  assert.deepEqual((await states())[1], ['de', false, true])
  const listed = ok(await admin.get(ARTICLES)).map((one: { id: string; isBehind: boolean }) => [one.id, one.isBehind])
  assert.deepEqual(
    new Map(listed),
    new Map([
      [id, false],
      [german, true],
    ]),
  )
  ok(await admin.patch(`${ARTICLES}/${german}`, { isUpToDate: true }))
  assert.deepEqual(await states(), fresh)
  ok(await admin.patch(`${ARTICLES}/${id}`, { body: 'Within 7 days.' }))
  ok(await admin.patch(`${ARTICLES}/${german}`, { body: 'Innerhalb von 7 Tagen.' }))
  assert.deepEqual(await states(), fresh)
})

test('the list is filtered by state, language and collection, with and without a query', async () => {
  const store = await makeHelpStore(plain, {
    articles: [
      { id: 'a', question: 'Ship kayaks', answer: 'x', collection: 'Orders' },
      { id: 'b', question: 'Ship boats', answer: 'x', private: true },
      { id: 'c', question: 'Ship rafts', answer: 'x', status: 'draft' },
      { id: 'd', question: 'Ship Boote', answer: 'x', locale: 'de' },
    ],
  })
  const admin = await signInOwner(plain, store)
  ok(await admin.patch(`${ARTICLES}/d`, { reviewAt: '2020-01-01' }))
  ok(await admin.patch(`${ARTICLES}/a`, { reviewAt: '2999-01-01' }))
  const { collectionId } = ok(await admin.get(`${ARTICLES}/a`))
  const cases: [string, string[]][] = [
    ['', ['a', 'b', 'c', 'd']],
    ['state=published', ['a', 'd']],
    ['state=private', ['b']],
    ['state=draft', ['c']],
    ['state=review', ['d']],
    ['locale=de', ['d']],
    ['locale=en', ['a', 'b', 'c']],
    ['locale=en&state=draft', ['c']],
    [`collectionId=${collectionId}`, ['a']],
    ['collectionId=none', ['b', 'c', 'd']],
    ['collectionId=unknown', []],
  ]
  for (const [filter, ids] of cases) {
    for (const query of ['', 'q=ship']) {
      const found = ok(await admin.get(`${ARTICLES}?${filter}&${query}`)).map(({ id }: { id: string }) => id)
      assert.deepEqual(found.sort(), ids, `${filter} ${query}`)
    }
  }
  refused(await admin.get(`${ARTICLES}?state=gone`), 400, 'INVALID_PARAMS')
})
