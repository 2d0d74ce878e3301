import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addConversation, addMember, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Keys of the inbox beyond those of a usual day (inbox-browser.test.ts).

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page

const row = (name: string) => page.locator('.row', { hasText: name })
const selected = async () => (await page.locator('.row.selected .row-name').allTextContents()).sort()
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

before(async () => {
  if (skip) return
  store = await makeStore(server)
  for (const [i, name] of ['One', 'Two', 'Three', 'Four', 'Five'].entries()) {
    const messages = [message({ text: `Hello from ${name}`, createdAt: at(i) })]
    await addConversation(store, { customerName: name, messages })
  }
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('Shift and a click selects up to there, both ways; Shift and an arrow goes on from the cursor', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row('Two').getByRole('checkbox').check()
  await row('Four')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  assert.deepEqual(await selected(), ['Four', 'Three', 'Two'])
  await row('One')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  assert.deepEqual(await selected(), ['Four', 'One', 'Three', 'Two'])
  await page.getByText('4 selected').waitFor()
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  assert.deepEqual(await selected(), ['One', 'Three', 'Two'])
  await page.keyboard.press('Escape')
  assert.deepEqual(await selected(), [])
})

test('Escape closes the suggestions, and only them; typing on brings them back', { skip }, async () => {
  const owner = await signInOwner(server, store)
  ok(await owner.post('/api/chat/canned-replies', { shortcut: 'hi', text: 'Hi there' }), 201)
  await addMember(store, { firstName: 'Lin', lastName: 'Chu' })
  await page.reload()
  await row('One').locator('a').click()
  await page.getByRole('log').getByText('Hello from One').waitFor()
  const suggestions = page.getByRole('list', { name: 'Suggestions' })
  for (const [key, typed, more] of [
    ['r', '/h', 'i'],
    ['n', 'for @Li', 'n'],
  ] as const) {
    await page.getByRole('log').focus()
    await page.keyboard.press(key)
    await page.keyboard.type(typed)
    await suggestions.waitFor()
    await page.keyboard.press('Escape')
    await suggestions.waitFor({ state: 'detached' })
    const box = page.locator('.composer textarea')
    assert.equal(await box.inputValue(), typed)
    await page.keyboard.type(more)
    await suggestions.waitFor()
    await page.keyboard.press('Enter')
    await box.fill('')
  }
})

test('the palette, the search and ? work from settings, reports and the setup', { skip }, async () => {
  for (const path of ['settings/general', 'reports', 'setup']) {
    await page.goto(`${server.baseUrl}/inbox/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('resolved')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Resolved' }).waitFor()
  }
})

test('product cards show what a product costs, as the browser writes money', { skip }, async () => {
  const money = (amount: string) => ({ amount, currencyCode: 'EUR' })
  const chatbotProducts = [
    { id: '1', title: 'Boots', price: money('189.00') },
    { id: '2', title: 'Socks', priceRange: { min: money('5.00'), max: money('9.50') } },
    { id: '3', title: 'Hat', price: '12.00', currency: 'USD' },
    { id: '4', title: 'Scarf', price: 'on request' },
  ]
  const messages = [message({ text: 'What have you got?' }), message({ text: 'These', isBot: true, chatbotProducts })]
  const { id } = await addConversation(store, { messages })
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  const cards = page.getByRole('list', { name: 'Products shown' })
  await cards.waitFor()
  const prices = await cards.locator('.product-price').allTextContents()
  assert.deepEqual(prices, ['€189.00', '€5.00 – €9.50', '$12.00', 'on request'])
  await audit(page, 'product cards')
})
