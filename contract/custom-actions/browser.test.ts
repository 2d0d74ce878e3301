import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox, openLive, type Screen } from '#test/browser/inbox-page.ts'
import { type ProviderRequest, reply, startProvider } from '#test/doubles/provider.ts'
import { ok } from '#test/expect.ts'
import { addAction, json, PATH, parameter, startActionReceiver } from '#test/fixtures/custom-actions.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { askAsShopper, saidBy } from '#test/fixtures/order-approvals.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Own actions on screen: describing one, testing it, its log; running one in a conversation; the card that waits for approval.

await buildBrowserCode()
const provider = await startProvider()
const { receiver, env } = await startActionReceiver()
const server = await startServer({ env: { ...provider.env, ...env } })
const browser = await openBrowser()
let store: Store
let screen: Screen
let page: Page
let watched: ReturnType<typeof watch>

before(async () => {
  if (skip) return
  store = await makeStore(server, { settings: { ai: { enabled: true, minConfidence: 1 } } })
  screen = await openInbox(browser, server, store)
  page = screen.page
  watched = watch(page, server.baseUrl)
})
after(() => screen?.context.close())

test('spec C15.15, C15.17: an admin describes an action, tries it, turns it on, and reads its log', {
  skip,
}, async () => {
  receiver.on('/stock?size=L', json({ count: 3 }))
  await page.goto(`${server.baseUrl}/inbox/settings/ai/actions`)
  await page.getByRole('button', { name: 'Add action' }).click()
  const form = page.locator('form', { hasText: 'When to use it' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Stock in town')
  await form.getByLabel('When to use it').fill('When a customer asks what the shop in town has.')
  await form.getByLabel('URL').fill(`${receiver.url('/stock')}?size={{size}}`)
  await form.getByLabel('Authentication').selectOption('Bearer token')
  await form.getByLabel('Secret').fill('very-secret-token')
  await form.getByRole('button', { name: 'Add parameter' }).click()
  const row = form.getByRole('group', { name: 'Parameter 1' })
  await row.getByRole('textbox', { name: 'Name' }).fill('size')
  await row.getByLabel('Description').fill('Size, such as L')
  await form.getByLabel('Answer for the customer').fill('There are {{answer.count}} left.')
  await auditAll(page, 'action-form', ['light', 'dark', 'forced', 'phone'])
  await form.getByRole('button', { name: 'Add action' }).click()
  const line = page.getByRole('listitem', { name: 'Stock in town' })
  await line.getByText('Only reads').waitFor()
  await line.getByRole('button', { name: 'Test', exact: true }).click()
  await line.getByLabel('Size, such as L').fill('L')
  await line.getByRole('button', { name: 'Run the test' }).click()
  await line.getByText('The customer reads: There are 3 left.').waitFor()
  const [request] = receiver.received('/stock?size=L')
  assert.equal(request?.headers.authorization, 'Bearer very-secret-token')
  await auditAll(page, 'action-test')
  await line.getByRole('button', { name: 'Log' }).click()
  await line.getByRole('region', { name: 'Runs of Stock in town' }).getByText('Done').waitFor()
  await line.getByRole('switch', { name: 'Stock in town' }).click()
  const inbox = await signInOwner(server, store)
  await until('the switch', async () => ok(await inbox.get(PATH))[0].isEnabled)
  assert.ok(!(await page.content()).includes('very-secret-token'))
})

test('spec C15.18: a member runs an action in a conversation by a form', { skip }, async () => {
  const { id } = await addConversation(store, {})
  await openLive(page, `${server.baseUrl}/inbox/open/${id}`)
  await page.getByLabel('Action to run').selectOption('Stock in town')
  await page.getByLabel('Size, such as L').fill('L')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Done. There are 3 left.').waitFor()
  await auditAll(page, 'run-action', ['light', 'dark'])
  await page.getByText('Timeline', { exact: true }).click()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  const line = page.locator('.timeline li', { hasText: 'Stock in town: Done' })
  await line.getByText('size: L · There are 3 left.').waitFor()
  await auditAll(page, 'action-timeline')
})

test('spec C15.19: the card shows values and the customer’s words; Enter approves', { skip }, async () => {
  const inbox = await signInOwner(server, store)
  const more = {
    ...{ name: 'New delivery date', method: 'POST', risk: 'approval', parameters: [parameter('date')] },
    answerTemplate: 'It comes on {{answer.date}}.',
  }
  const { place } = await addAction(inbox, receiver, more)
  receiver.on(place, json({ date: '7 May' }))
  provider.behave((request: ProviderRequest) =>
    request.messages.some(({ role }) => role === 'tool')
      ? reply('Done.', [])
      : [{ name: 'run_new_delivery_date', args: { date: 'Friday 7', customer_request: 'hay on Friday 7' } }],
  )
  const asks = 'Would the sheep on the rock perhaps get their hay on Friday 7 instead?'
  const { id } = await askAsShopper(server, store, asks)
  await openLive(page, `${server.baseUrl}/inbox/ai/${id}`)
  const card = page.getByRole('article', { name: 'Approval needed: New delivery date' })
  for (const text of ['Friday 7', asks]) await card.getByText(text, { exact: true }).waitFor()
  await auditAll(page, 'action-approval', ['light', 'dark', 'forced', 'phone'])
  await card.focus()
  await page.keyboard.press('Enter')
  await card.waitFor({ state: 'detached' })
  await until('the outcome', async () => (await saidBy(store, id)).includes('It comes on 7 May.'))
  assert.deepEqual(watched.complaints, [])
})
