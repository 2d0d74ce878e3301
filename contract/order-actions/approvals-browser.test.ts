import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox, openLive, type Screen } from '#test/browser/inbox-page.ts'
import { startShopify } from '#test/doubles/shopify.ts'
import { ok } from '#test/expect.ts'
import type { Store } from '#test/fixtures/factories.ts'
import { askAsShopper, makeApprovalStore, placeOrder, saidBy } from '#test/fixtures/order-approvals.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// The card of an order action that waits for approval.

await buildBrowserCode()
const shop = await startShopify()
const server = await startServer({ env: { ...shop.env, PLATFORM_PULL_EVERY: '1h' } })
const browser = await openBrowser()
const orders = Array.from({ length: 3 }, () => placeOrder(shop))
let store: Store
let screen: Screen
let page: Page
let watched: ReturnType<typeof watch>

before(async () => {
  if (skip) return
  store = await makeApprovalStore(server, shop)
  screen = await openInbox(browser, server, store)
  page = screen.page
  watched = watch(page, server.baseUrl)
})
after(() => screen?.context.close())

const card = () => page.getByRole('article', { name: 'Approval needed: Cancel order' })

/** A conversation in which a cancellation waits, on screen. */
async function open(at: number): Promise<{ id: string; order: (typeof orders)[number] }> {
  const order = orders[at] as (typeof orders)[number]
  const { id } = await askAsShopper(server, store, `Please cancel my order ${order.number} ${order.email}`)
  await openLive(page, `${server.baseUrl}/inbox/ai/${id}`)
  await card().waitFor()
  return { id, order }
}
const isCancelled = ({ id }: { id: string }) => shop.records.Order.get(id).cancelledAt !== null

test('spec C15.2: the list marks it; the card says what, for whom, before and after, and why; Enter on it approves', {
  skip,
}, async () => {
  const { id, order } = await open(0)
  await page.locator('.row', { hasText: 'Approval needed' }).waitFor()
  for (const text of [`#${order.number} · ${order.email}`, 'Total €10.00', 'Order cancelled · €10.00 is refunded']) {
    await card().getByText(text).waitFor()
  }
  await card().getByText(`Please cancel my order ${order.number}`).waitFor()
  await auditAll(page, 'approval-card', ['light', 'dark', 'forced', 'phone'])
  await card().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Order cancelled').first().waitFor()
  await card().waitFor({ state: 'detached' })
  await until('the shop’s word', () => isCancelled(order))
  await until('the outcome for the customer', async () => (await saidBy(store, id)).length === 2)
})

test('spec C15.2: Esc on the card declines, and leads nowhere else', { skip }, async () => {
  const { id, order } = await open(1)
  await card().focus()
  await page.keyboard.press('Escape')
  await card().waitFor({ state: 'detached' })
  assert.match(page.url(), new RegExp(id))
  await page.getByRole('log').getByText('cannot carry it out').waitFor()
  assert.equal(isCancelled(order), false)
})

test('spec C15.3, C15.4: what a colleague decided leaves the screen; an admin sets what needs no approval', {
  skip,
}, async () => {
  const { id, order } = await open(2)
  // Enter in the composer sends what is written, and decides nothing.
  await page.getByPlaceholder('Write a reply. / for canned replies.').fill('I am looking into it')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('I am looking into it').waitFor()
  await card().waitFor()
  assert.equal(isCancelled(order), false)
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  await card().waitFor({ state: 'detached' })
  await page.goto(`${server.baseUrl}/inbox/settings/ai`)
  await page.getByLabel('Cancel orders up to').fill('25.5')
  await page.getByLabel('Currency').fill('eur')
  await auditAll(page, 'order-action-settings')
  await page.locator('form', { hasText: 'Cancel orders up to' }).getByRole('button', { name: 'Save' }).click()
  await until('the setting', async () => {
    const { orderActions } = ok(await store.operator.get(`/operator/stores/${store.shopId}`)).settings.ai
    return orderActions?.cancelUpTo === 25.5 && orderActions.currencyCode === 'EUR'
  })
  assert.deepEqual(watched.complaints, [])
})
