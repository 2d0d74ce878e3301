import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { newShopper, openChat, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import { startProvider, streamReply } from '#test/doubles/provider.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// The answer of a model as a shopper sees it: sentence by sentence, then as a message in the same place.

const provider = await startProvider()
const server = await startServer({ env: provider.env })
const browser = await openBrowser()
const store = await makeStore(server, { settings: { ai: { enabled: true, name: 'Ava' } } })
const shop = await startShop(server.baseUrl, store.appId)

test('spec C10.14: sentences of an answer show while it is written, and the message takes their place', {
  skip,
}, async () => {
  const answer = 'Parcels to islands take 9 days and cost 14.50 EUR.'
  const data = { id: 'islands', question: 'What about parcels to islands?', answer, url: '/help/islands' }
  assert.deepEqual((await importLines(store, [{ kind: 'faq', data }])).rejected, [])
  const asked = Promise.withResolvers<ReturnType<typeof streamReply>>()
  provider.behave((_, response) => asked.resolve(streamReply(response)) as undefined)

  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  await sdkReady(page)
  const frame = await openChat(page, 'messages')
  const field = frame.getByLabel('Write a message…')
  await field.fill('My aunt lives far out at sea, on a rock with sheep. Would a delivery get there at all?')
  await field.press('Enter')
  const model = await asked.promise
  const [draft, dots] = [frame.locator('.draft'), frame.locator('.dots')]
  await dots.waitFor()
  assert.equal(await draft.count(), 0)

  model.send('{"action":"answer","sourceIds":["article:islands"],"topic":"shipping","text":"Yes, it would. It takes 9')
  await draft.getByText('Yes, it would.').waitFor()
  assert.doesNotMatch(await draft.innerText(), /takes/)
  await dots.waitFor()
  model.send(' days. It costs 14.50')
  await draft.getByText('It takes 9 days.').waitFor()
  // Seen, not read out: the message will be.
  assert.equal(await draft.getAttribute('aria-hidden'), 'true')
  await audit(frame, 'sentences of an answer')

  model.send(' EUR."}')
  model.end()
  await frame.getByText('It takes 9 days. It costs 14.50 EUR.').waitFor()
  await draft.waitFor({ state: 'detached' })
  await dots.waitFor({ state: 'detached' })
  assert.equal(await frame.getByText('Yes, it would.').count(), 1)
  await shopper.close()
})
