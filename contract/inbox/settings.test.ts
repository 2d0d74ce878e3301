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

test('spec 5.1.12: keys stand in Settings, General, Manage keys; the old address leads there', { skip }, async () => {
  await show('settings/general')
  await page.getByRole('link', { name: 'Manage keys' }).click()
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  await page.getByLabel('Name of the key').fill('Warehouse')
  await page.getByRole('button', { name: 'Generate key' }).click()
  await page.getByText(/^sk_/).waitFor()
  const settings = page.getByRole('navigation', { name: 'Settings' })
  assert.equal(await settings.getByRole('link', { name: 'API keys' }).getAttribute('aria-current'), 'page')
  await page.getByRole('main').getByRole('link', { name: 'General' }).click()
  await page.getByRole('heading', { name: 'General', level: 1 }).waitFor()
  await show('settings/keys')
  await page.getByText('Warehouse').waitFor()
  assert.equal(new URL(page.url()).pathname, '/inbox/settings/general/keys')
  await audit(page, 'keys')
})

test('the settings’ menu has groups, whose pages the arrow keys go through', { skip }, async () => {
  await show('settings/general')
  const menu = page.getByRole('navigation', { name: 'Settings' })
  const groups = ['Personal', 'Workspace', 'Channels', 'Automation', 'Developers']
  await menu.getByRole('heading', { name: 'Personal' }).waitFor()
  assert.deepEqual(await menu.getByRole('heading', { level: 2 }).allInnerTexts(), groups)
  for (const [group, title] of [
    ['Workspace', 'Audit log'],
    ['Developers', 'API keys'],
  ] as const) {
    await menu.getByRole('list', { name: group }).getByRole('link', { name: title }).waitFor()
  }
  await menu.getByRole('link', { name: 'General' }).focus()
  const focused = () => page.evaluate('document.activeElement.innerText')
  await page.keyboard.press('ArrowUp')
  assert.equal(await focused(), 'Notifications')
  await page.keyboard.press('End')
  assert.equal(await focused(), 'Assistants')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
})

test('what was entered and not saved is there again after another page of the settings', { skip }, async () => {
  await show('settings/general')
  await page.getByLabel('Name', { exact: true }).fill('Half a name')
  await page.getByLabel('Days for returns, from delivery').fill('21')
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await menu.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
  await menu.getByRole('link', { name: 'General' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await page.getByText('Not saved yet: this is what you entered before.').first().waitFor()
  assert.equal(await name.inputValue(), 'Half a name')
  assert.equal(await page.getByLabel('Days for returns, from delivery').inputValue(), '21')
  await name.fill(await page.evaluate('document.querySelector("[name=name]").defaultValue'))
  await page.locator('form', { has: name }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await menu.getByRole('link', { name: 'Team' }).click()
  await menu.getByRole('link', { name: 'General' }).click()
  await name.waitFor()
  assert.equal(await page.getByText('Not saved yet').count(), 1, 'the other form’s draft alone')
})

test('the events of an endpoint are edited, and its secret stays', { skip }, async () => {
  const before = ok(await store.api.get('/chat/webhooks'))[0]
  await show('settings/webhooks')
  await page.getByRole('button', { name: 'Edit events' }).click()
  const card = page.locator('.card', { hasText: before.url })
  await card.getByLabel('conversation.created').check()
  await card.getByLabel('message.created').uncheck()
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('button', { name: 'Edit events' }).waitFor()
  const after = ok(await store.api.get('/chat/webhooks'))[0]
  assert.deepEqual([after.id, after.secret, after.events], [before.id, before.secret, ['conversation.created']])
})

test('spec C9.13: tags have a page: they are made there, found, and lead to their conversations', {
  skip,
}, async () => {
  await show('settings/tags')
  await page.getByRole('link', { name: 'size/fit' }).waitFor()
  await page.getByLabel('Name of the tag').fill('made/here')
  await page.getByRole('button', { name: 'Create tag' }).click()
  await page.getByRole('link', { name: 'made/here' }).waitFor()
  await audit(page, 'tags')
  await page.getByRole('link', { name: 'size/fit' }).click()
  await page.locator('.row', { hasText: 'Ada' }).waitFor()
})

test('spec C9.13: a tag that was made is in the catalog of every door, once, in its place', async () => {
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
  await page.getByRole('switch', { name: 'Assign to the member who replies' }).click()
  await page.getByText('Saved').waitFor()
  await show('settings/audit')
  await page.getByText('Settings changed').first().waitFor()
  await page.getByText('Assign to the member who replies: on').waitFor()
  await page.getByText('API key created: Warehouse').waitFor()
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
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  await page.getByRole('button', { name: 'Events by day' }).click()
  await page.getByRole('table').waitFor()
  small.push(...((await page.evaluate(SMALL)) as string[]))
  assert.deepEqual(small, [])
})
