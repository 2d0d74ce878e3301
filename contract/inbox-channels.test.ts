import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { auditAll } from '#test/audit.ts'
import { openBrowser, skip, watch } from '#test/browser.ts'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/factories.ts'
import { startServer } from '#test/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../scripts/build.ts'

// Channels as an admin and a member meet them: in a browser. One file, for it is one browser that goes on where the test
// before left it.

await buildBrowserCode()
const graph = await startGraph()
const server = await startServer({ env: graph.env })
const browser = await openBrowser()

let store: Store
let context: BrowserContext
let page: Page
let watched: ReturnType<typeof watch>

const customer = '4915112345678'
const say = (text: string) =>
  graph.deliver(server.baseUrl, webhooks.whatsApp('3001', webhooks.whatsAppText(customer, text, { name: 'Kim Park' })))

before(async () => {
  if (skip) return
  store = await makeStore(server, { name: 'Lamps & Co' })
  context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
  page = await context.newPage()
  watched = watch(page, server.baseUrl)
})
after(() => context?.close())

test('nothing is connected: it says what that means; a wrong token is refused in words', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/channels`)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  await page.getByText('No mailbox is connected: replies on email conversations stay here.').waitFor()
  await page.getByText('Connect a mailbox').click()
  await page.getByText('Connect a messenger').click()
  await page.getByText(`${server.baseUrl}/channels/meta`).waitFor()
  await auditAll(page, 'channels-empty')
  graph.revoked.add('wrong')
  await page.getByLabel('Phone number ID').fill('3001')
  await page.getByLabel('Access token').fill('wrong')
  await page.getByRole('button', { name: 'Connect WhatsApp' }).click()
  await page.getByText(/accessToken is not accepted by Meta/).waitFor()
})

test('a messenger is connected, checked, and its trouble is told', { skip }, async () => {
  await page.getByLabel('Access token').fill('3001:token')
  await page.getByRole('button', { name: 'Connect WhatsApp' }).click()
  await page.getByText('WhatsApp connected').waitFor()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText(/Meta accepts the token/).waitFor()
  await auditAll(page, 'channels-connected')
  graph.revoked.add('3001:token')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Does not work').waitFor()
  await page
    .getByText(/Meta does not accept the token/)
    .first()
    .waitFor()
  await auditAll(page, 'channels-broken')
  graph.revoked.delete('3001:token')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
})

test('a reply’s way stands in the composer, its state beside it; what failed is sent again', { skip }, async () => {
  assert.equal(await say('Does the lamp come with a bulb?'), 200)
  const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  await page.getByText('Replies leave by phone messenger', { exact: false }).waitFor()
  graph.troubles = [null, { status: 400, code: 131026 }]
  const composer = page.getByRole('textbox', { name: 'Reply' })
  for (const text of ['It does: a warm one.', 'Shall I put one aside?']) {
    await composer.fill(text)
    await page.keyboard.press('Control+Enter')
    await page.getByText(text).first().waitFor()
  }
  await page.getByText('Not delivered', { exact: true }).waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()
  await auditAll(page, 'channels-thread')
  await page.getByRole('button', { name: 'Try again' }).click()
  await until('both have left', async () => (await page.getByText('Sent', { exact: true }).count()) === 2)
  assert.equal(await page.getByText('Not delivered', { exact: true }).count(), 0)
})

test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
  assert.deepEqual(watched.foreign, [])
  assert.deepEqual(
    watched.complaints.filter((text) => !/Failed to load resource/.test(text)),
    [],
  )
})
