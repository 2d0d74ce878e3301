import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, type watch } from '#test/browser/browser.ts'
import { openConversation } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor, type TestVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// The shopper's cart beside the conversation, and products that a member shows: in a browser, by the keyboard.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()

let store: Store
let visitor: TestVisitor
let id: string
let context: BrowserContext
let page: Page
let watched: ReturnType<typeof watch>
const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })
const setCart = async (data: object) => ok(await visitor.api.put('/storefront/context', { kind: 'cart', data }))

before(async () => {
  if (skip) return
  store = await makeStore(server, { name: 'Lamps & Co' })
  const lines = [
    { id: 'lamp', title: 'Reading lamp', priceRange: { min: eur('49.00'), max: eur('49.00') } },
    { id: 'shade', title: 'Lamp shade', priceRange: { min: eur('9.00'), max: eur('19.00') }, available: false },
  ].map((data) => ({ kind: 'product', data }))
  const discount = { id: 'spring', title: 'Spring sale', code: 'SPRING10', type: 'percentage', summary: '10 % off' }
  assert.deepEqual((await importLines(store, [...lines, { kind: 'discount', data: discount }])).rejected, [])
  visitor = await makeVisitor(server, store)
  await visitor.say('Which shade fits?')
  id = ok(await store.api.get('/chat/conversations'))[0].id
  const viewport = { width: 1280, height: 860 }
  const opened = await openConversation(browser, server, store, id, { viewport, locale: 'en-GB' })
  context = opened.context
  page = opened.page
  watched = opened.watched
  await page.getByRole('heading', { name: /^About/ }).waitFor()
})
after(() => context?.close())

test('spec C13.18: the cart stands beside the conversation and follows the shopper', { skip }, async () => {
  const cart = page.getByRole('complementary', { name: 'Details' })
  await setCart({ currency: 'EUR', total: '98.00', items: [{ title: 'Reading lamp', quantity: 2, price: '49.00' }] })
  await cart.getByText('2 × Reading lamp').waitFor()
  await cart.getByText('Total: €98.00').waitFor()
  await auditAll(page, 'cart')
  await setCart({ currency: 'EUR', total: '49.00', items: [{ title: 'Reading lamp', quantity: 1, price: '49.00' }] })
  await cart.getByText('1 × Reading lamp').waitFor()
  await setCart({ items: [] })
  await cart.getByText('Empty', { exact: true }).waitFor()
  // Words that are not known as a cart are shown as they came.
  await setCart({ note: 'two lamps' })
  await cart.getByText('"two lamps"').waitFor({ state: 'attached' })
})

test('spec C13.17: a product and a discount are found, chosen and sent by keys', { skip }, async () => {
  const button = page.getByRole('button', { name: 'Show a product or discount' })
  const dialog = page.getByRole('dialog', { name: 'Show a product or discount' })
  await button.press('Enter')
  await dialog.getByRole('button', { name: /Lamp shade.*Sold out/ }).waitFor()
  await auditAll(page, 'cards-dialog')
  await page.keyboard.type('reading')
  await dialog.getByRole('button', { name: /Lamp shade/ }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: /Reading lamp/ }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await button.press('Enter')
  await page.keyboard.type('xyzzy')
  await dialog.getByText('Nothing found').waitFor()
  await dialog.getByRole('searchbox').fill('')
  await dialog.getByRole('button', { name: /Spring sale.*SPRING10/ }).press('Enter')
  const chosen = page.getByRole('list', { name: 'Products and discounts in this reply' })
  await chosen.getByText('Spring sale').waitFor()
  await auditAll(page, 'cards-chosen')
  // Kept like the draft's text.
  await page.reload()
  await chosen.getByText('Reading lamp').waitFor()
  await page.getByRole('textbox', { name: /Reply to/ }).fill('This one fits.')
  await page.keyboard.press('Enter')
  await chosen.waitFor({ state: 'detached' })
  const sent = await until('the reply', async () => {
    const [newest] = ok(await store.api.get(`/chat/conversations/${id}/messages?order=desc`))
    return newest.isAdmin && newest
  })
  assert.deepEqual(
    sent.chatbotProducts.map((card: { id: string }) => card.id),
    ['lamp', 'spring'],
  )
  await page.getByRole('list', { name: 'Products shown' }).getByText('SPRING10').waitFor()
  await auditAll(page, 'cards-sent')
})

test('spec C13.19: reports show the orders, with the rule; the switch hides them', { skip }, async () => {
  const { customerUuid } = ok(await store.api.get(`/chat/conversations/${id}`))
  const order = { orderNumber: '1042', createdAt: new Date().toISOString(), total: eur('49.00'), customerUuid }
  assert.deepEqual((await importLines(store, [{ kind: 'order', data: order }])).rejected, [])
  await page.goto(`${server.baseUrl}/inbox/reports`)
  const section = page.getByRole('region', { name: 'Orders after conversations' })
  await section.getByText('Counted: orders placed up to 3 days after a reply', { exact: false }).waitFor()
  await section.getByText('€49.00').first().waitFor()
  await auditAll(page, 'sales-report')
  await page.goto(`${server.baseUrl}/inbox/settings/general`)
  await page.getByRole('switch', { name: 'Count orders after conversations' }).press('Space')
  const admin = await signInOwner(server, store)
  await until('the switch', async () => ok(await admin.get('/api/chat/settings')).salesReport === false)
  await page.goto(`${server.baseUrl}/inbox/reports`)
  await page.getByRole('heading', { name: 'Reports' }).waitFor()
  await page.getByText('Counting…').waitFor({ state: 'detached' })
  await section.waitFor({ state: 'detached' })
})

test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
  assert.deepEqual(watched.foreign, [])
  assert.deepEqual(watched.complaints, [])
})
