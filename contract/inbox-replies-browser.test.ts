import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/audit.ts'
import { openBrowser, skip } from '#test/browser.ts'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/factories.ts'
import { signInOwner } from '#test/inbox.ts'
import { openInbox, type Screen } from '#test/inbox-page.ts'
import { startServer } from '#test/server.ts'
import { buildBrowserCode } from '../scripts/build.ts'

// Canned replies with what is done along with them: made in the settings, picked by a slash, seen before they are sent.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page
const ids: string[] = []

before(async () => {
  if (skip) return
  store = await makeStore(server)
  for (const name of ['Ada Lovelace', 'Grace Hopper']) {
    const contact = await addContact(store, { name, email: `${name.slice(0, 3)}@example.com`.toLowerCase() })
    const messages = [message({ text: `Hello from ${name}` })]
    ids.push((await addConversation(store, { customerUuid: contact.id, customerName: name, messages })).id)
  }
  const order = {
    orderNumber: '#1001',
    createdAt: '2026-01-01T00:00:00.000Z',
    total: { amount: '1.00', currencyCode: 'EUR' },
  }
  await importLines(store, [{ kind: 'order', data: { ...order, email: 'ada@example.com' } }])
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('made in the settings: text, tags, assignee, and what comes afterwards', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/canned`)
  await page.getByLabel('Shortcut').fill('refund')
  await page.getByLabel('Text').fill('Hi {{name}}, {{store}} has refunded {{order}}.')
  await page.getByText('Do something along with it').click()
  await page.getByLabel('Put on these tags, one a line').fill('refund\nmoney back')
  await page.getByLabel('Assign to').selectOption({ label: 'Whoever sends it' })
  await page.getByLabel('Afterwards').selectOption({ label: 'Resolve' })
  await audit(page, 'canned replies')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Tags: refund, money back · Assign to who sends it · Resolve').waitFor()
})

test('picked by a slash, it shows what it will do; sent, all of it is done', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open/${ids[0]}`)
  await page.getByRole('log').getByText('Hello from Ada').waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('/refund')
  // What is offered is filled in already.
  await page.locator('.suggestions').getByText('Hi Ada, Acme has refunded #1001.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Along with this reply: Tags: refund, money back').waitFor()
  await audit(page, 'a reply that does something')
  assert.equal(await page.locator('.composer textarea').inputValue(), 'Hi Ada, Acme has refunded #1001.')
  await page.keyboard.press('Enter')
  await page.locator('.row', { hasText: 'Ada' }).waitFor({ state: 'detached' })
  const inbox = await signInOwner(server, store)
  const one = ok(await inbox.get(`/api/chat/conversations/${ids[0]}`))
  assert.deepEqual([one.status, one.memberId, one.tags], ['resolved', store.owner.memberId, ['refund', 'money back']])
  assert.equal(one.lastMessage.text, 'Hi Ada, Acme has refunded #1001.')
})

test('what is not known is not sent; and the text alone can be', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open/${ids[1]}`)
  await page.getByRole('log').getByText('Hello from Grace').waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('/refund')
  await page.locator('.suggestions').getByText('/refund').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Along with this reply').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Fill in {{order}} first: no order of this contact is known.').waitFor()
  const box = page.locator('.composer textarea')
  await box.fill((await box.inputValue()).replace('{{order}}', '#7'))
  await page.getByRole('button', { name: 'Only the text' }).click()
  await page.getByText('Along with this reply').waitFor({ state: 'detached' })
  await box.press('Enter')
  await page.getByRole('log').getByText('Hi Grace, Acme has refunded #7.').waitFor()
  await page.getByText('Sending…').waitFor({ state: 'detached' })
  const inbox = await signInOwner(server, store)
  const one = ok(await inbox.get(`/api/chat/conversations/${ids[1]}`))
  assert.deepEqual([one.status, one.tags], ['open', []])
})
