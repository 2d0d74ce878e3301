import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// A member sends a template of WhatsApp after the window has closed: in a browser, by the keyboard.

await buildBrowserCode()
const graph = await startGraph()
const server = await startServer({ env: graph.env })
const browser = await openBrowser()

let store: Store
let context: BrowserContext
let page: Page
let watched: ReturnType<typeof watch>
const [number, business, customer] = ['3001', '4001', '4915112345678']
const DAY_MS = 24 * 60 * 60 * 1000
const template = (name: string, text: string, more: object = {}) => ({
  name,
  language: 'en',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [
    { type: 'BODY', text, example: { body_text: [['Anna', '#1001']] } },
    { type: 'FOOTER', text: 'Lamps & Co' },
  ],
  ...more,
})

before(async () => {
  if (skip) return
  store = await makeStore(server, { name: 'Lamps & Co' })
  context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
  page = await context.newPage()
  watched = watch(page, server.baseUrl)
  graph.templates.set(business, [
    template('order_back', 'Hi {{1}}, your order {{2}} is back.'),
    template('sale', 'Everything is cheaper.', { category: 'MARKETING', status: 'PAUSED' }),
    template('lamps', 'New lamps are here.', { category: 'MARKETING' }),
  ])
  const account = {
    channel: 'phone_messenger',
    externalId: number,
    businessId: business,
    accessToken: `${number}:token`,
  }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, account), 201)
})
after(() => context?.close())

test('spec C13.10: the closed window offers a template: chosen, filled in, previewed, sent', { skip }, async () => {
  const said = webhooks.whatsAppText(customer, 'Is it back?', { name: 'Kim Park', at: Date.now() - 2 * DAY_MS })
  assert.equal(await graph.deliver(server.baseUrl, webhooks.whatsApp(number, said)), 200)
  const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  await page.getByText('accepts replies for 24 hours', { exact: false }).waitFor()
  await auditAll(page, 'template-offered')
  await page.getByRole('status').getByRole('button', { name: 'Send a template' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send a template' })
  await dialog.getByRole('button', { name: /order_back/ }).waitFor()
  assert.equal(await dialog.getByRole('button', { name: /sale.*Paused/ }).isDisabled(), true)
  await auditAll(page, 'template-list')
  await page.keyboard.type('order')
  await dialog.getByRole('button', { name: /lamps/ }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: /order_back/ }).press('Enter')
  assert.equal(await dialog.getByLabel('Text: 1').inputValue(), 'Kim Park')
  await dialog.getByLabel('Text: 2').fill('#1042')
  await dialog.getByText('Hi Kim Park, your order #1042 is back.').waitFor()
  await dialog.getByText('Meta charges for it', { exact: false }).waitFor()
  await auditAll(page, 'template-form')
  await dialog.getByLabel('Text: 2').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Sent', { exact: true }).waitFor()
  const sent = graph.sends.find(({ recipient }) => recipient === customer)
  assert.equal(sent?.template?.name, 'order_back')
  await auditAll(page, 'template-sent')
})

test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
  assert.deepEqual(watched.foreign, [])
  assert.deepEqual(watched.complaints, [])
})
