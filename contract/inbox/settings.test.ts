import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// The settings' pages and the reports, as members use them in a browser.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page
let conversationId: string
const show = (path: string) => page.goto(`${server.baseUrl}/inbox/${path}`)

before(async () => {
  if (skip) return
  store = await makeStore(server)
  const contact = await addContact(store, { name: 'Ada' })
  const tags = ['vip', 'size/fit', 'returns']
  const made = { customerUuid: contact.id, customerName: 'Ada', tags, messages: [message()] }
  conversationId = (await addConversation(store, made)).id
  const path = `/chat/conversations/${conversationId}`
  ok(await store.api.post(`${path}/notes`, { text: 'Call the carrier' }), 201)
  ok(await store.api.post(`${path}/attributes`, { name: 'size', value: 'XL' }), 201)
  ok(await store.api.post('/chat/webhooks', { url: 'https://example.com/hook', events: ['message.created'] }), 201)
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('5.1 keys stand in Settings, General, Manage keys; the old address leads there', { skip }, async () => {
  await show('settings/general')
  await page.getByRole('link', { name: 'Manage keys' }).click()
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  await page.getByLabel('Name of the key').fill('Warehouse')
  await page.getByRole('button', { name: 'Generate key' }).click()
  await page.getByText(/^sk_/).waitFor()
  const settings = page.getByRole('navigation', { name: 'Settings' })
  assert.equal(await settings.getByRole('link', { name: 'General' }).getAttribute('aria-current'), 'true')
  await page.getByRole('main').getByRole('link', { name: 'General' }).click()
  await page.getByRole('heading', { name: 'General', level: 1 }).waitFor()
  await show('settings/keys')
  await page.getByText('Warehouse').waitFor()
  assert.equal(new URL(page.url()).pathname, '/inbox/settings/general/keys')
  await audit(page, 'keys')
})

test('§9 tags have a page: they are made there, found, and lead to their conversations', { skip }, async () => {
  await show('settings/tags')
  await page.getByRole('link', { name: 'size/fit' }).waitFor()
  await page.getByLabel('Name of the tag').fill('made/here')
  await page.getByRole('button', { name: 'Make the tag' }).click()
  await page.getByRole('link', { name: 'made/here' }).waitFor()
  await audit(page, 'tags')
  await page.getByRole('link', { name: 'size/fit' }).click()
  await page.locator('.row', { hasText: 'Ada' }).waitFor()
})

test('§9 a tag that was made is in the catalog of every door, once, in its place', async () => {
  const own = await makeStore(server)
  const { inbox } = await signInMember(server, own)
  for (const name of ['beta', 'Alpha', 'beta']) ok(await inbox.post('/api/chat/tags', { name }), 201)
  assert.deepEqual(ok(await own.api.get('/chat/tags')), ['Alpha', 'beta'])
  for (const name of ['', '  ', 'x'.repeat(101), 'a\u0000b']) {
    refused(await inbox.post('/api/chat/tags', { name }), 400, 'INVALID_PARAMS')
  }
})

test('the audit log names what was changed', { skip }, async () => {
  await show('settings/general')
  await page.getByRole('switch', { name: 'Assign to who replies' }).click()
  await page.getByText('Saved').waitFor()
  await show('settings/audit')
  await page.getByText('Settings changed').first().waitFor()
  await page.getByText('settings › autoAssign: on').waitFor()
  await page.getByText('API key made: Warehouse').waitFor()
  await page.getByText('Webhook saved: example.com').waitFor()
  await audit(page, 'audit log')
})

const PAGES = ['account', 'canned', 'tags', 'general', 'general/keys', 'widget', 'ai', 'ai/playground', 'knowledge']
PAGES.push('rules', 'targets', 'team', 'assistants', 'webhooks', 'privacy', 'audit')

/** What is pressed and is smaller than 24 by 24 pixels. A field's label is a part of it; links in a text are exempt. */
const SMALL = `(() => {
  const isInText = (element) => element.tagName === 'A' && getComputedStyle(element).display === 'inline'
  return [...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, textarea, summary, [role=switch]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInText(element) && !element.closest('.sr-only, [inert]'))
    .flatMap((element) => {
      const label = element.labels?.[0]
      const boxes = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect())
      const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))]
      const name = element.getAttribute('aria-label') || element.textContent || element.name
      return width < 23.5 || height < 23.5 ? [element.tagName + ' ' + name.trim().slice(0, 40) + ' ' + width + 'x' + height] : []
    })
})()`

test('whatever is pressed is 24 pixels wide and high, on every page', { skip }, async () => {
  const small: string[] = []
  for (const path of [
    `open/${conversationId}`,
    'contacts',
    'reports',
    'setup',
    ...PAGES.map((one) => `settings/${one}`),
  ]) {
    await show(path)
    await page.waitForLoadState('networkidle')
    small.push(...((await page.evaluate(SMALL)) as string[]).map((one) => `${path}: ${one}`))
  }
  await show('settings/webhooks')
  await page.getByRole('button', { name: 'Delivery log' }).click()
  await page.getByRole('button', { name: 'Look again' }).waitFor()
  small.push(...((await page.evaluate(SMALL)) as string[]))
  assert.deepEqual(small, [])
})
