import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { startWithReceiver } from '#test/fixtures/webhooks.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// An admin sets a customer card up, and members see it beside a conversation.

await buildBrowserCode()
const { server, receiver } = await startWithReceiver()
const browser = await openBrowser()
let screen: Screen
let store: Store
let id: string

before(async () => {
  if (skip) return
  store = await makeStore(server)
  id = (await addConversation(store, {})).id
  screen = await openInbox(browser, server, store)
})
after(() => screen?.context.close())

test('a card is set up in the settings and shown in the details, refreshed by a button', { skip }, async () => {
  const { page } = screen
  let points = 1_200
  receiver.on('/card', (response) => {
    const blocks = [
      { type: 'badge', label: 'Gold', tone: 'good' },
      { type: 'badge', label: 'Payment due', tone: 'bad' },
      { type: 'row', label: 'Points', value: String(points) },
      { type: 'link', label: 'Open in the loyalty program', url: 'https://loyalty.example/c/1' },
      { type: 'text', text: 'Birthday in May. Prefers to be called.' },
    ]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ttl: 600, blocks }))
  })
  await page.goto(`${server.baseUrl}/inbox/settings/customer-cards`)
  await page.getByLabel('Title').fill('Loyalty')
  await page.getByLabel('URL').fill(receiver.url('/card'))
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.getByRole('heading', { name: 'Loyalty' }).waitFor()
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await auditAll(page, 'customer-card-settings')

  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('1200').waitFor()
  assert.equal(
    await details.getByRole('link', { name: 'Open in the loyalty program' }).getAttribute('rel'),
    'noopener noreferrer',
  )
  await auditAll(page, 'customer-card')
  points = 1_300
  await details.getByRole('button', { name: 'Refresh Loyalty' }).click()
  await details.getByText('1300').waitFor()
})
