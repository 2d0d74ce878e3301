import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { getPage, makeHelpStore } from '#test/fixtures/help-centre.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'

// The settings' page that says what to write next, and what each article did.

const server = await startServer()
const browser = await openBrowser()

test('an admin makes a draft of a suggestion, and sees what articles did', { skip }, async () => {
  const store = await makeHelpStore(server, { articles: [{ id: 'a', question: 'Oars', answer: 'Of wood.' }] })
  await store.get('/en/search?q=unicorn saddle')
  await store.get('/en/search?q=engrave paddle')
  await server.restart() // writes down what was counted
  const admin = await signInOwner(server, store)
  const { conversation } = await (await makeVisitor(server, store)).say('Do you engrave a paddle?')
  ok(await admin.post(`/api/chat/conversations/${conversation.id}/messages`, { text: 'We do, for 9 euros.' }), 201)
  ok(await admin.post(`/api/chat/conversations/${conversation.id}/state`, { status: 'resolved' }))
  await getPage(`${server.baseUrl}${store.help}/en/articles/oars/helpful`, {}, { helpful: 'no' })
  const { page } = await openInbox(browser, server, store)
  const watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/settings/knowledge/insights`)
  const line = page.locator('.suggested-article').filter({ hasText: 'Do you engrave a paddle?' })
  await line.getByText('1 search without a result · 1 conversation solved by your team').waitFor()
  await line.getByText('What your team answered').click()
  await line.getByText('We do, for 9 euros.').waitFor()
  await page.getByRole('row', { name: /Oars/ }).waitFor()
  await auditAll(page, 'help-insights')
  await line.getByRole('button', { name: 'Create a draft' }).click()
  await page.getByText('Draft created').waitFor()
  await line.waitFor({ state: 'detached' })
  const articles: { question: string; status: string }[] = ok(await admin.get('/api/chat/articles'))
  assert.deepEqual(
    articles.map(({ question, status }) => [question, status]).filter(([, status]) => status === 'draft'),
    [['Do you engrave a paddle?', 'draft']],
  )
  await page.locator('.suggested-article').getByRole('button', { name: 'Write the article' }).click()
  await page.waitForURL(/\/knowledge\/new\/Unicorn/i)
  assert.deepEqual(watched, { foreign: [], complaints: [] })
})
