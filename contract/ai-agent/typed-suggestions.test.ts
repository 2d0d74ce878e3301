import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Sentences of the store's articles for the one that a member is typing.

const server = await startServer()

const ANSWER = `You can return everything within 30 days, free of charge.
Put the label on the parcel. Has the refund not arrived after all this time? The refund is with you within 5 days after the parcel has arrived here.`
const ARTICLES = [
  { id: 'returns', question: 'How do returns work?', answer: ANSWER },
  { id: 'gifts', question: 'Can you wrap gifts?', answer: 'We wrap gifts in brown paper for 3 EUR.' },
  {
    id: 'ruecksendung',
    question: 'Wie sende ich zurück?',
    answer: 'Sie können alles innerhalb von 30 Tagen zurücksenden.',
  },
]

async function open(text = 'Hello, the lamp is too big for my table') {
  const store = await makeStore(server)
  const lines = ARTICLES.map((data) => ({ kind: 'faq', data }))
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  const { id } = await addConversation(store, { customerName: 'Ada', messages: [message({ text })] })
  return { store, id }
}

test('the sentence that begins as typed comes first, then those that share its words; each names its article', async () => {
  const { store, id } = await open()
  const { inbox } = await signInMember(server, store)
  const suggest = async (text: string, of = id) =>
    ok(await inbox.post(`/api/chat/conversations/${of}/typed-suggestions`, { text }))
  const [first, ...more] = await suggest('You can re')
  assert.deepEqual(Object.keys(first), ['text', 'source'])
  assert.deepEqual(Object.keys(first.source), ['id', 'question', 'url'])
  assert.deepEqual(
    [first.text, first.source.id],
    ['You can return everything within 30 days, free of charge.', 'returns'],
  )
  assert.deepEqual(more, [])
  const [refund, ...none] = await suggest('After your parcel arrived, the refund')
  assert.deepEqual(none, [])
  assert.match(refund.text, /^The refund is with you within 5 days/)
  const [german] = await suggest('Sie können alles inner')
  assert.equal(german.source.id, 'ruecksendung')
  for (const text of ['You', 'Have a nice day', 'We wrap gifts in brown paper for 3 EUR.', '🛒', '<b>%_\\']) {
    assert.deepEqual(await suggest(text), [], text)
  }
})

test('another store’s conversation is not found, and what is too long or empty is refused', async () => {
  const { store, id } = await open()
  const other = await open()
  const { inbox } = await signInMember(server, store)
  const ask = (of: string, body: object) => inbox.post(`/api/chat/conversations/${of}/typed-suggestions`, body)
  refused(await ask(other.id, { text: 'You can re' }), 404, 'NOT_FOUND')
  for (const body of [{}, { text: ' ' }, { text: 'x'.repeat(301) }, { text: 1 }, { text: 'You can', more: 1 }])
    refused(await ask(id, body), 400, 'INVALID_PARAMS')
})

test('of a draft nothing is suggested; of a published article it is', async () => {
  const { store, id } = await open()
  const admin = await signInOwner(server, store)
  const suggest = async () =>
    ok(await admin.post(`/api/chat/conversations/${id}/typed-suggestions`, { text: 'Wash the cover' }))
  const article = { question: 'Care', body: 'Wash the cover **cold** and let it dry.', status: 'draft' }
  const made = ok(await admin.post('/api/chat/articles', article), 201)
  assert.deepEqual(await suggest(), [])
  ok(await admin.patch(`/api/chat/articles/${made.id}`, { status: 'published' }))
  assert.equal((await suggest())[0].text, 'Wash the cover cold and let it dry.')
})

const browser = await openBrowser()

test('Tab takes the sentence, Esc closes it, and a setting of the browser turns it off', { skip }, async () => {
  const { store, id } = await open()
  const { page } = await openInbox(browser, server, store)
  const watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  const reply = page.getByRole('textbox', { name: 'Reply to Ada' })
  const offered = page.getByRole('region', { name: 'Sentences from your articles' })
  await reply.pressSequentially('Hello Ada! You can re')
  await offered.getByText('You can return everything', { exact: false }).first().waitFor()
  await offered.getByText('How do returns work?').waitFor()
  await auditAll(page, 'typed-suggestions')
  await reply.press('Tab')
  assert.equal(await reply.inputValue(), 'Hello Ada! You can return everything within 30 days, free of charge.')
  await offered.waitFor({ state: 'detached' })
  await reply.fill('')
  await reply.pressSequentially('The refund is')
  await offered.waitFor()
  await reply.press('Escape')
  await offered.waitFor({ state: 'detached' })
  assert.equal(await page.locator('textarea:focus').count(), 1)
  await page.goto(`${server.baseUrl}/inbox/settings/account`)
  await page.getByRole('switch', { name: 'Suggest sentences while you type' }).click()
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await reply.fill('')
  await reply.pressSequentially('You can re')
  // The draft is saved later than suggestions would be asked for.
  await until('the draft to be saved', async () => asked.some((url) => url.includes('/draft')))
  assert.deepEqual(
    asked.filter((url) => url.includes('typed-suggestions')),
    [],
  )
  assert.deepEqual(watched, { foreign: [], complaints: [] })
})
