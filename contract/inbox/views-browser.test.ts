import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Saved views in the inbox: made, seen by colleagues, kept up to date, changed, put in order, deleted.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let lin: Awaited<ReturnType<typeof signInMember>>
let screen: Screen
let page: Page
const ids: Record<string, string> = {}
const row = (name: string) => page.locator('.row', { hasText: name })
const names = () => page.locator('.row-name').allTextContents()
const navigation = () => page.getByRole('navigation', { name: 'Views' })
const dialog = () => page.getByRole('dialog')

before(async () => {
  if (skip) return
  store = await makeStore(server)
  lin = await signInMember(server, store)
  for (const [i, name] of ['One', 'Two', 'Three', 'Four'].entries()) {
    const messages = [
      message({ text: `Hello from ${name}`, createdAt: new Date(Date.now() - i * 60_000).toISOString() }),
    ]
    const tags = i % 2 ? ['refund'] : []
    ids[name] = (await addConversation(store, { customerName: name, tags, messages })).id
  }
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('a view is made from the sidebar, opened, counted, and kept up to date as conversations change', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await navigation().getByRole('button', { name: 'New view' }).click()
  await dialog().getByLabel('Name').fill('Refunds')
  await dialog().getByLabel('refund').check()
  await dialog().getByLabel('Who sees it').selectOption({ label: 'Everybody in the store' })
  await audit(page, 'a new view')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Refunds' }).waitFor()
  await row('Two').waitFor()
  assert.deepEqual(await names(), ['Two', 'Four'])
  await navigation().getByRole('link', { name: 'Refunds 2' }).waitFor()
  ok(await lin.inbox.post(`/api/chat/conversations/${ids.One}/tags`, { tags: ['refund'] }))
  await row('One').waitFor()
  await navigation().getByRole('link', { name: 'Refunds 3' }).waitFor()
  ok(await lin.inbox.post(`/api/chat/conversations/${ids.Four}/state`, { status: 'resolved' }))
  await row('Four').waitFor({ state: 'detached' })
  await audit(page, 'a saved view')
})

test('its address opens it for a colleague, who changes it: what one has on screen follows', { skip }, async () => {
  const [view] = ok(await lin.inbox.get('/api/chat/saved-views'))
  const theirs = await openInbox(browser, server, store, { email: lin.member.email })
  await theirs.page.goto(`${server.baseUrl}/inbox/${encodeURIComponent(`view:${view.id}`)}`)
  await theirs.page.getByRole('heading', { name: 'Refunds' }).waitFor()
  await theirs.page.locator('.row', { hasText: 'Two' }).waitFor()
  await theirs.page.getByRole('button', { name: 'Edit the view' }).click()
  const theirDialog = theirs.page.getByRole('dialog')
  await theirDialog.getByLabel('Name').fill('No refunds')
  await theirDialog.getByLabel('refund').uncheck()
  await theirDialog.getByLabel('Read by the team').selectOption({ label: 'Unread' })
  await theirDialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'No refunds' }).waitFor()
  await row('Three').waitFor()
  assert.deepEqual(await names(), ['One', 'Two', 'Three'])
  await theirs.context.close()
})

test('views are put in order, reached by the palette, and deleted', { skip }, async () => {
  const filters = { status: 'open' }
  for (const name of ['Second', 'Third'])
    ok(await lin.inbox.post('/api/chat/saved-views', { name, isShared: true, filters }), 201)
  await navigation().getByRole('link', { name: /Third/ }).waitFor()
  const links = () => navigation().locator('a[href*="view%3A"] .nav-title').allTextContents()
  assert.deepEqual(await links(), ['No refunds', 'Second', 'Third'])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to third')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Third' }).waitFor()
  await page.getByRole('button', { name: 'Edit the view' }).click()
  await dialog().getByText('Place 3 of 3').waitFor()
  await dialog().getByRole('button', { name: 'Move up' }).click()
  await dialog().getByText('Place 2 of 3').waitFor()
  await until('the order', async () => (await links()).join() === 'No refunds,Third,Second')
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'All open' }).waitFor()
  await until('the end of it', async () => (await links()).join() === 'No refunds,Second')
})
