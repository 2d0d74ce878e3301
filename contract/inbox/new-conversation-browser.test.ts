import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Contacts that members write, and conversations that they begin: in a browser, by the keyboard.

await buildBrowserCode()
const world = await startMailWorld()
const server = await startServer({ env: world.env })
const browser = await openBrowser()

let store: Store
let context: BrowserContext
let page: Page
let watched: ReturnType<typeof watch>
const email = `kim-${randomUUID()}@customer.example`

before(async () => {
  if (skip) return
  store = await makeStore(server, { name: 'Lamps & Co' })
  context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
  page = await context.newPage()
  watched = watch(page, server.baseUrl)
})
after(() => context?.close())

test('spec C13.5: a contact is created and edited', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/contacts`)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'New contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'New contact' })
  await dialog.getByLabel('Name', { exact: true }).fill('Kim Park')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Note').fill('Prefers mail')
  await auditAll(page, 'contact-new')
  await dialog.getByLabel('Email').press('Enter')
  await page.getByRole('heading', { name: 'Kim Park' }).waitFor()
  await page.getByText('Prefers mail').waitFor()
  await page.getByRole('button', { name: 'Edit the contact' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit the contact' })
  await edit.getByLabel('Phone').fill('+49 151 1234')
  await edit.getByLabel('Custom attributes').fill('size: M\ncolour: red: dark')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  await page.getByText('red: dark').waitFor()
  await auditAll(page, 'contact-edited')
})

test('spec C13.4: c begins a conversation by email, with the contact found by name', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await page
    .getByText('Conversations appear here')
    .or(page.getByRole('heading', { name: 'All open' }))
    .first()
    .waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByText('No mailbox is connected').waitFor()
  await auditAll(page, 'conversation-new-no-mailbox')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const account = { channel: 'email', address: 'support@lamps.example', name: 'Lamps & Co' }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, account), 201)
  await page.reload()
  await page.getByRole('heading', { name: 'All open' }).waitFor()
  await page.keyboard.press('c')
  await dialog.getByRole('textbox', { name: 'To' }).fill('Kim')
  await dialog.getByRole('button', { name: /Kim Park/ }).click()
  await dialog.getByLabel('Subject').fill('Your lamp is back')
  await dialog.getByLabel('Message').fill('It is in stock again.')
  await auditAll(page, 'conversation-new')
  await dialog.getByLabel('Message').press('Control+Enter')
  await page.getByText('Sent', { exact: true }).waitFor()
  const mail = await until('the mail', async () => (await world.sentTo(email))[0])
  assert.equal(mail.subject, 'Your lamp is back')
  await auditAll(page, 'conversation-begun')
})

test('spec C13.6: Ctrl+Shift+Enter sends a reply and resolves the conversation', { skip }, async () => {
  const composer = page.getByRole('textbox', { name: 'Reply' })
  await composer.fill('I put one aside for you.')
  await composer.press('Control+Shift+Enter')
  await until('it is resolved', async () => ok(await store.api.get('/chat/conversations'))[0].status === 'resolved')
  await page.getByText('I put one aside for you.').first().waitFor()
  await until('the mail', async () => (await world.sentTo(email)).length === 2)
  assert.equal(await page.getByRole('button', { name: 'Send and resolve' }).count(), 0)
})

test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
  assert.deepEqual(watched.foreign, [])
  assert.deepEqual(watched.complaints, [])
})
