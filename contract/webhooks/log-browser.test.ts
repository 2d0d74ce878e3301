import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { answer } from '#test/doubles/receiver.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { readLog, say, startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Spec C16.7, C16.8: how admins look into an endpoint's deliveries in the settings, and send them again.

await buildBrowserCode()
const { server, receiver } = await startWithReceiver()
const browser = await openBrowser()

let store: Store
let screen: Screen
let subscription: { id: string }

before(async () => {
  if (skip) return
  store = await makeStore(server)
  receiver.on('/log', answer(400), answer(422), answer())
  subscription = await subscribe(store, receiver.url('/log'))
  for (const text of ['one', 'two', 'three']) {
    const { id } = await addConversation(store, { id: `conversation-${text}` })
    await say(store, text, id)
    await until(`an answer to ${text}`, async () =>
      (await readLog(store, subscription)).every(({ status }) => status !== 'pending'),
    )
  }
  screen = await openInbox(browser, server, store)
})
after(() => screen?.context.close())

test('spec C16.7, C16.8: deliveries are filtered, searched, opened and sent again; each day has its digest', {
  skip,
}, async () => {
  const { page } = screen
  await page.goto(`${server.baseUrl}/inbox/settings/webhooks`)
  await page.getByRole('button', { name: 'Delivery log' }).click()
  const lines = page.getByRole('listitem').filter({ hasText: 'message.created' })
  const shows = (count: number) => until(`${count} deliveries`, async () => (await lines.count()) === count)
  await shows(3)
  await page.getByLabel('Status').selectOption({ label: 'Rejected by the endpoint' })
  await shows(2)
  await page.getByLabel('Search by event or conversation').fill('conversation-two')
  await shows(1)
  await lines.getByRole('button', { name: 'Details' }).click()
  await page.getByText('Attempt 1').waitFor()
  assert.match(await page.getByLabel('Body').inputValue(), /"text":"two"/)
  await page.getByRole('button', { name: 'Events by day' }).click()
  await page.getByRole('row', { name: new RegExp(new Date().toISOString().slice(0, 10)) }).waitFor()
  await audit(page, 'webhook-log')
  await page.getByLabel('Search by event or conversation').fill('')
  await page.getByRole('button', { name: 'Send all again' }).click()
  await page.getByText('2 deliveries are sent again').waitFor()
  // The log goes on by itself.
  await page.getByLabel('Status').selectOption({ label: 'All deliveries' })
  await until(
    'three deliveries that are delivered',
    async () => (await lines.filter({ hasText: 'Delivered' }).count()) === 3,
  )
  await until('both to be delivered', async () =>
    (await readLog(store, subscription)).every(({ status }) => status === 'delivered'),
  )
  await page.getByLabel('Status').selectOption({ label: 'Delivered' })
  await shows(3)
  await page.getByLabel('Status').selectOption({ label: 'On hold' })
  await page.getByText('No delivery matches.').waitFor()
})
