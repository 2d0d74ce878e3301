import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox, openLive, type Screen } from '#test/browser/inbox-page.ts'
import { startShopify } from '#test/doubles/shopify.ts'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Orders in the details of a conversation: refunded, sent elsewhere and cancelled from there.

await buildBrowserCode()
const shop = await startShopify()
const server = await startServer({ env: { ...shop.env, PLATFORM_PULL_EVERY: '1h' } })
const browser = await openBrowser()

// biome-ignore lint/suspicious/noExplicitAny: records of a shop, in that shop's own shapes
const orders: Record<string, any> = {}
let store: Store
let screen: Screen
let page: Page
let watched: ReturnType<typeof watch>
let conversationId: string

before(async () => {
  if (skip) return
  const email = 'kim@customer.example'
  const at = new Date().toISOString()
  const parcel = { displayStatus: 'DELIVERED', createdAt: at, deliveredAt: at, trackingInfo: [] }
  const shippingAddress = {
    firstName: 'Kim',
    lastName: 'Hale',
    address1: '1 Elm Street',
    city: 'Oslo',
    countryCodeV2: 'NO',
  }
  orders.fresh = shop.save('Order', { name: '#2001', email, createdAt: at, fulfillments: [parcel], shippingAddress })
  const old = new Date(Date.now() - 40 * 86_400_000).toISOString()
  orders.old = shop.save('Order', { name: '#2002', email, createdAt: old })
  store = await makeStore(server)
  const path = `/operator/stores/${store.shopId}/connections`
  const { domain: shopDomain, clientId, clientSecret } = shop
  ok(await store.operator.post(path, { kind: 'shopify', shopDomain, clientId, clientSecret }), 201)
  await until('the orders', async () => {
    const [{ sync }] = ok(await store.operator.get(path))
    return sync.kinds.some(
      ({ kind, isComplete }: { kind: string; isComplete: boolean }) => kind === 'order' && isComplete,
    )
  })
  const contact = await addContact(store, { email, name: 'Kim Hale' })
  conversationId = (await addConversation(store, { customerUuid: contact.id, messages: [message({ text: 'Broken' })] }))
    .id
  screen = await openInbox(browser, server, store)
  page = screen.page
  watched = watch(page, server.baseUrl)
})
after(() => screen?.context.close())

const card = (number: string, on = page) => on.locator('.orders details', { hasText: `#${number}` })
const dialog = (on = page) => on.locator('.order-dialog')

async function open(number: string, on = page): Promise<void> {
  await openLive(on, `${server.baseUrl}/inbox/open/${conversationId}`)
  await card(number, on).locator('summary').click()
  await card(number, on).getByRole('button', { name: 'Refund' }).waitFor()
}

test('by the keyboard a member refunds a part: too much is said at once, the order and its note show what was done', {
  skip,
}, async () => {
  await open('2001')
  await auditAll(page, 'order-actions')
  await card('2001').getByRole('button', { name: 'Refund' }).focus()
  await page.keyboard.press('Enter')
  await dialog().getByText('€10.00 can still be refunded.').waitFor()
  await auditAll(page, 'refund-dialog')
  const amount = dialog().getByLabel('Amount')
  assert.equal(await amount.evaluate((input: { matches(selector: string): boolean }) => input.matches(':focus')), true)
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await page.locator('.order-dialog input:invalid').waitFor()
  assert.equal(shop.writes, 0)
  await amount.fill('4,50')
  await dialog().getByLabel('Reason').fill('Scratched')
  await page.keyboard.press('Enter')
  await page.getByText('Refunded €4.50').first().waitFor()
  await dialog().waitFor({ state: 'detached' })
  await card('2001').getByText('Refunded €4.50').waitFor()
  await card('2001').getByText('partially refunded').waitFor()
  await page.getByRole('log').getByText('Order #2001: refunded 4.50 EUR in the shop.').waitFor()
  assert.deepEqual(shop.told, [{ note: 'Scratched', notify: true }])
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('Timeline', { exact: true }).click()
  await details.getByRole('button', { name: 'Orders' }).click()
  await details.locator('.timeline li', { hasText: '#2001' }).getByText('Refunded €4.50').waitFor()
  await auditAll(page, 'order-timeline')
  assert.deepEqual(watched.complaints, [])
})

test('an address is prefilled; what the shop refuses stands in the dialog, and the next try goes through', {
  skip,
}, async () => {
  await card('2001').getByRole('button', { name: 'Change address' }).click()
  assert.equal(await dialog().getByLabel('Street and number').inputValue(), '1 Elm Street')
  await auditAll(page, 'address-dialog')
  await dialog().getByLabel('Country').fill('xx')
  await dialog().getByRole('button', { name: 'Change address' }).click()
  await dialog().getByRole('alert').getByText('country is not supported').waitFor()
  await dialog().getByLabel('Country').fill('no')
  await dialog().getByLabel('Street and number').fill('2 Oak Street')
  await dialog().getByRole('button', { name: 'Change address' }).click()
  await page.getByText('Address changed').first().waitFor()
  assert.equal(shop.records.Order.get(orders.fresh.id).shippingAddress.address1, '2 Oak Street')
})

test('items are returned by how many of each; none of them is said at once', { skip }, async () => {
  const lineItems = { nodes: [{ title: 'Oak chair', variantTitle: null, quantity: 4 }] }
  shop.save('Order', { id: orders.fresh.id, lineItems, displayFulfillmentStatus: 'FULFILLED' })
  await open('2001')
  await card('2001').getByRole('button', { name: 'Return items' }).click()
  const chairs = dialog().getByLabel('Oak chair')
  assert.equal(await chairs.inputValue(), '4')
  await auditAll(page, 'return-dialog')
  await chairs.fill('0')
  await page.keyboard.press('Enter')
  await page.locator('.order-dialog input:invalid').waitFor()
  await chairs.fill('3')
  await dialog().getByLabel('Reason').fill('Wobbly')
  await page.keyboard.press('Enter')
  await page.getByText('Return opened').first().waitFor()
  await dialog().waitFor({ state: 'detached' })
  assert.deepEqual(shop.records.Order.get(orders.fresh.id).returned, { 'gid://shopify/FulfillmentLineItem/1': 3 })
  assert.deepEqual(watched.complaints, [])
})

test('outside the rules a member sees why and by when, and an admin has to confirm the override', {
  skip,
}, async () => {
  const { member } = await signInMember(server, store)
  const lin = await openInbox(browser, server, store, { email: member.email })
  await open('2002', lin.page)
  await card('2002', lin.page).getByRole('button', { name: 'Cancel order' }).click()
  await dialog(lin.page).getByText('Only an admin can override this.').waitFor()
  await dialog(lin.page).getByText('The time for it ended on').waitFor()
  assert.equal(await dialog(lin.page).locator('button[type=submit]').count(), 0)
  await auditAll(lin.page, 'order-rule')
  await lin.context.close()

  const { writes } = shop
  await open('2002')
  await card('2002').getByRole('button', { name: 'Cancel order' }).click()
  const cancel = dialog().getByRole('button', { name: 'Cancel order' })
  await cancel.click()
  await page.locator('.order-dialog input:invalid').waitFor()
  await dialog().getByLabel('Do it anyway').check()
  await cancel.click()
  await page.getByText('Order cancelled').first().waitFor()
  await until('the shop’s word', () => shop.records.Order.get(orders.old.id).cancelledAt)
  assert.equal(shop.writes, writes + 1)
  await dialog().waitFor({ state: 'detached' })
  await card('2002').getByRole('button', { name: 'Cancel order' }).waitFor({ state: 'detached' })
})
