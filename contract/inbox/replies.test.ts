import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

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

/** Opens a conversation and picks a canned reply in its composer. */
async function pick(index: number, hello: string, shortcut: string, offered = shortcut): Promise<void> {
  await page.goto(`${server.baseUrl}/inbox/open/${ids[index]}`)
  await page.getByRole('log').getByText(hello).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type(shortcut)
  await page.locator('.suggestions').getByText(offered).waitFor()
  await page.keyboard.press('Enter')
}

test('made in the settings: text, tags, assignee, and what comes afterwards', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/canned`)
  await page.getByLabel('Shortcut').fill('refund')
  await page.getByLabel('Text').fill('Hi {{name}}, {{store}} has refunded {{order}}.')
  await page.getByText('Actions when it is sent').click()
  await page.getByLabel('Add these tags, one per line').fill('refund\nmoney back')
  await page.getByLabel('Assign to').selectOption({ label: 'The sender' })
  await page.getByLabel('Afterwards').selectOption({ label: 'Resolve' })
  await audit(page, 'canned replies')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Tags: refund, money back · Assign to the sender · Resolve').waitFor()
})

test('picked by a slash, it shows what it will do; sent, all of it is done', { skip }, async () => {
  // What is offered is filled in already.
  await pick(0, 'Hello from Ada', '/refund', 'Hi Ada, Acme has refunded #1001.')
  await page.getByText('When you send this: Tags: refund, money back').waitFor()
  await audit(page, 'a reply that does something')
  assert.equal(await page.locator('.composer textarea').inputValue(), 'Hi Ada, Acme has refunded #1001.')
  await page.keyboard.press('Enter')
  await page.locator('.row', { hasText: 'Ada' }).waitFor({ state: 'detached' })
  const inbox = await signInOwner(server, store)
  const one = ok(await inbox.get(`/api/chat/conversations/${ids[0]}`))
  assert.deepEqual([one.status, one.memberId, one.tags], ['resolved', store.owner.memberId, ['refund', 'money back']])
  assert.equal(one.lastMessage.text, 'Hi Ada, Acme has refunded #1001.')
})

test('one that gives to a team is made, shown and sent; in its form the team is the chosen one', { skip }, async () => {
  const inbox = await signInOwner(server, store)
  const draft = { name: 'Returns', emoji: '', memberIds: [], assignment: 'by_hand', receivesNew: false }
  const team = ok(await inbox.post('/api/chat/teams', { ...draft, receivesHandoffs: false }), 201)
  await page.goto(`${server.baseUrl}/inbox/settings/canned`)
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Add' }) })
  await form.getByLabel('Shortcut').fill('return')
  await form.getByLabel('Text').fill('Our returns team looks at it.')
  await form.getByText('Actions when it is sent').click()
  await form.getByLabel('Assign to').selectOption({ label: 'Returns' })
  await form.getByRole('button', { name: 'Add' }).click()
  const line = page.locator('li', { hasText: '/return' })
  await line.getByText('Give to Returns').waitFor()
  await page.reload()
  await line.getByText('Give to Returns').waitFor()
  await line.getByRole('button', { name: 'Edit' }).click()
  const chosen = page.locator('li').getByLabel('Assign to').locator('option:checked')
  assert.equal(await chosen.textContent(), 'Returns')
  await audit(page, 'a canned reply with a team')
  await pick(1, 'Hello from Grace', '/return')
  await page.getByText('When you send this: Give to Returns').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Our returns team looks at it.').waitFor()
  await until('the team', async () => ok(await inbox.get(`/api/chat/conversations/${ids[1]}`)).team === team.id)
})

test('sent later, it says what it will do, and does it then', { skip }, async () => {
  await pick(1, 'Hello from Grace', '/return')
  await page.getByText('When you send this: Give to Returns').waitFor()
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  const reply = page.getByRole('article', { name: 'Scheduled reply' })
  await reply.getByText(/To be sent .+ · Give to Returns/).waitFor()
  await page.getByText('When you send this').waitFor({ state: 'detached' })
  await audit(page, 'a scheduled reply that does something')
  await reply.getByRole('button', { name: 'Do not send' }).click()
  await reply.waitFor({ state: 'detached' })
})

test('what is not known is not sent; and the text alone can be', { skip }, async () => {
  await pick(1, 'Hello from Grace', '/refund')
  await page.getByText('When you send this').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Fill in {{order}} first: this contact has no known orders.').waitFor()
  const box = page.locator('.composer textarea')
  await box.fill((await box.inputValue()).replace('{{order}}', '#7'))
  await page.getByRole('button', { name: 'Send the text only' }).click()
  await page.getByText('When you send this').waitFor({ state: 'detached' })
  await box.press('Enter')
  await page.getByRole('log').getByText('Hi Grace, Acme has refunded #7.').waitFor()
  await page.getByText('Sending…').waitFor({ state: 'detached' })
  const inbox = await signInOwner(server, store)
  const one = ok(await inbox.get(`/api/chat/conversations/${ids[1]}`))
  assert.deepEqual([one.status, one.tags], ['open', []])
})
