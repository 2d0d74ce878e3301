import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit, auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Rules in the settings: from a ready example to what it did, and their order by keys.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page
let conversation: string

before(async () => {
  if (skip) return
  store = await makeStore(server)
  const messages = [message({ text: 'I would like a refund for my lamp, please' })]
  conversation = (await addConversation(store, { customerName: 'Ada Lovelace', messages })).id
  await addConversation(store, { messages: [message({ text: 'Hello' })] })
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('a ready example is tried on past conversations, saved, switched on, and its log says what it did', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/rules`)
  await page.getByRole('heading', { name: 'Templates' }).waitFor()
  await auditAll(page, 'rules-empty')
  await page.getByRole('button', { name: 'Use this template: Refunds first' }).click()
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByLabel('Condition', { exact: true }).last().selectOption('Channel')
  await page.getByLabel('Online store').check()
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('It would have matched 1 of 2 past conversations.').waitFor()
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  await auditAll(page, 'rules-editor')
  await page.getByRole('button', { name: 'Save' }).click()
  const line = page.getByRole('listitem', { name: 'Refunds first' })
  await line.getByText('Text in the message: refund or money back').waitFor()
  await line.getByRole('switch').click()
  const inbox = await signInOwner(server, store)
  await until('the switch', async () => ok(await inbox.get('/api/chat/rules'))[0].isOn)
  ok(
    await store.api.post(`/chat/conversations/${conversation}/messages`, { text: 'My refund?', asCustomer: true }),
    201,
  )
  await until('its tag', async () => ok(await store.api.get(`/chat/conversations/${conversation}`)).tags.length === 1)
  await line.getByRole('button', { name: 'Log' }).click()
  await line.getByRole('region').getByText('Add tags · Star').waitFor()
  await auditAll(page, 'rules-log')
})

test('rules are put in order by keys, and the focus stays on the button', { skip }, async () => {
  const inbox = await signInOwner(server, store)
  const [first] = ok(await inbox.get('/api/chat/rules'))
  const { id: _, position: __, createdAt: ___, updatedAt: ____, ...rule } = first
  for (const name of ['Second', 'Third']) ok(await inbox.post('/api/chat/rules', { ...rule, name, isOn: false }), 201)
  await page.reload()
  const up = page.getByRole('listitem', { name: 'Third' }).getByRole('button', { name: 'Move up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Third: place 2 of 3').waitFor({ state: 'attached' })
  await page.waitForFunction("document.activeElement.textContent === 'Move up'")
  await page.keyboard.press('Enter')
  await page.getByText('Third: place 1 of 3').waitFor({ state: 'attached' })
  await page.waitForFunction("document.activeElement.textContent === 'Move down'")
  const names = (ok(await inbox.get('/api/chat/rules')) as { name: string }[]).map(({ name }) => name)
  assert.deepEqual(names, ['Third', 'Refunds first', 'Second'])
  await page.setViewportSize({ width: 320, height: 720 })
  await audit(page, 'rules-narrow')
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 320)
})

test('an endpoint is added and tested, and a rule that calls it is made', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/rules`)
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByLabel('Title').fill('Tickets')
  await page.getByLabel('URL').fill('https://1.1.1.1:1/rule')
  await auditAll(page, 'rules-endpoint-form')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const line = page.getByRole('listitem', { name: 'Tickets' })
  await line.getByText('https://1.1.1.1:1/rule').waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByLabel('Name').fill('Tell')
  await page.getByLabel('Action', { exact: true }).selectOption('Call an endpoint')
  await page.getByLabel('Endpoint', { exact: true }).selectOption('Tickets')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('listitem', { name: 'Tell' }).getByText('Call an endpoint: Tickets').waitFor()
  await line.getByRole('button', { name: 'Log' }).click()
  await line.getByText('No rule has called it in the last 30 days.').waitFor()
  await auditAll(page, 'rules-endpoints')
  await line.getByRole('button', { name: 'Send a test' }).click()
  await line.getByRole('status').getByText(/./).waitFor()
})
