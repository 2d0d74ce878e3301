import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit, auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, openLive, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { workLater } from '#test/fixtures/missed-target.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Reply-time targets in the inbox: set in the settings, seen as clocks, missed first in Due; priorities by the keyboard.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page
const ids: Record<string, string> = {}
const row = (name: string) => page.locator('.row', { hasText: name })
const names = () => page.locator('.row-name').allTextContents()

before(async () => {
  if (skip) return
  store = await makeStore(server)
  for (const name of ['One', 'Two']) ids[name] = (await addConversation(store, { customerName: name })).id
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('an admin sets targets in a table; nothing is due before, and a store without hours sees a notice', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/targets`)
  await page.getByText('The store has no opening hours yet, so all time counts.').waitFor()
  await audit(page, 'settings: reply times')
  const set = async (label: string, value: string, unit: string) => {
    await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByLabel(`${label}, unit`).selectOption(unit)
  }
  await set('Normal, First reply', '4', 'hours')
  await set('Normal, To resolve', '3', 'days')
  await set('Urgent, First reply', '10', 'minutes')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.reload()
  await until(
    'the saved hours',
    async () => (await page.getByLabel('Normal, First reply', { exact: true }).inputValue()) === '4',
  )
  assert.equal(await page.getByLabel('Normal, To resolve, unit').inputValue(), 'days')
  await page.getByLabel('Normal, To resolve', { exact: true }).fill('31')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.targets input:invalid').waitFor() // 30 days at most
})

test('a waiting customer shows a clock, and Due what is missed first; p says how urgent it is', { skip }, async () => {
  await openLive(page, `${server.baseUrl}/inbox/due`)
  await page.getByText('No customer is waiting and nothing is due.').waitFor()
  for (const name of ['One', 'Two']) {
    const path = `/chat/conversations/${ids[name]}/messages`
    ok(await store.api.post(path, { text: `Hello from ${name}`, asCustomer: true }), 201)
    await row(name)
      .getByText(/(3 h 59 min|4 h) left$/)
      .waitFor()
  }
  await page.getByRole('link', { name: 'Due 2' }).waitFor()
  assert.deepEqual(await names(), ['One', 'Two'])
  await row('Two').locator('.row-link').click()
  await page.getByRole('log').getByText('Hello from Two').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'Urgent' }).waitFor()
  await audit(page, 'priority menu')
  await page.keyboard.type('urg')
  await page.keyboard.press('Enter')
  await row('Two')
    .getByText(/(9|10) min left$/)
    .waitFor()
  await until('what is missed first to stand first', async () => (await names()).join() === 'Two,One')
  await row('Two').getByText('Urgent').waitFor()
  await audit(page, 'due')
  await page.keyboard.press('z')
  await until('the order as before', async () => (await names()).join() === 'One,Two')
})

test('a missed target is on the bell; members choose to hear of unassigned conversations', {
  skip,
}, async () => {
  const members = ok(await store.api.get('/chat/members')) as { id: string }[]
  const { id } = await addConversation(store, { customerName: 'Three', memberId: members[0]?.id })
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hello?', asCustomer: true }), 201)
  await page.goto('about:blank')
  await workLater(server, store.shopId, 5)
  await openLive(page, `${server.baseUrl}/inbox/due`)
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
  const line = page.getByRole('option', { name: 'Reply-time target missed: Three' })
  await line.waitFor()
  await auditAll(page, 'missed-told')
  await line.click()
  await page.waitForURL(new RegExp(`${id}$`))
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await page.goto(`${server.baseUrl}/inbox/settings/notifications`)
  const choice = page.getByRole('switch', { name: 'Also for unassigned conversations' })
  assert.equal(await choice.getAttribute('aria-checked'), 'false')
  await choice.press('Space')
  await page.getByText('Saved').waitFor()
  await auditAll(page, 'missed-choice')
  // What else is chosen on the page leaves it as it is.
  await page.getByLabel('What you are notified about').selectOption('all')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.reload()
  await choice.waitFor()
  assert.equal(await choice.getAttribute('aria-checked'), 'true')
})
