import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { microphone } from '#test/browser/microphone.ts'
import { get, newShopper, openChat, startShop, visit } from '#test/browser/shop.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Voice messages that shoppers record in the widget, and files that it plays or names.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server)
const shop = await startShop(server.baseUrl, store.appId)

test('spec C13.25: a voice message is recorded, discarded and sent by keys, and played in the conversation', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  await shopper.addInitScript(microphone())
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  assert.match(String(await page.locator('iframe').first().getAttribute('allow')), /\bmicrophone\b/)
  const record = frame.getByRole('button', { name: 'Record a voice message' })
  await record.press('Enter')
  await frame.getByRole('timer').getByText('0:01').waitFor()
  await audit(frame, 'widget-voice')
  await frame.getByRole('button', { name: 'Discard the recording' }).press('Enter')
  await record.press('Enter')
  await frame.getByRole('timer').getByText('0:01').waitFor()
  // The focus is on the button that ends it.
  await page.keyboard.press('Enter')
  await frame.getByRole('button', { name: /^Remove Voice message\./ }).waitFor()
  await frame.locator('progress').first().waitFor({ state: 'detached' })
  await frame.getByRole('button', { name: 'Send' }).click()
  await frame.getByRole('log').locator('audio').waitFor()
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  const [message] = ok(await store.api.get(`/chat/conversations/${id}/messages`))
  assert.equal(message.files.length, 1)
  assert.match(message.files[0].type, /^audio\//)

  const pdf = { name: 'Return form.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nx\n%%EOF\n') }
  await frame.locator('input[type=file]').setInputFiles([pdf])
  await frame.locator('progress').first().waitFor({ state: 'detached' })
  await frame.getByRole('button', { name: 'Send' }).click()
  await frame
    .getByRole('log')
    .getByRole('link', { name: /^PDF\s*Return form\.pdf/ })
    .waitFor()
  await audit(frame, 'widget-files')
  await shopper.close()
})

test('spec C13.25: a microphone that the browser refuses is said in words', { skip }, async () => {
  const shopper = await newShopper(browser)
  await shopper.addInitScript(microphone('NotAllowedError'))
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  await frame.getByRole('button', { name: 'Record a voice message' }).press('Enter')
  await frame.getByRole('alert').getByText('The browser does not allow the microphone here.').waitFor()
  await frame.evaluate("window.refusal = 'NotFoundError'")
  await frame.getByRole('button', { name: 'Record a voice message' }).press('Enter')
  await frame.getByRole('alert').getByText('The microphone cannot be used now.').waitFor()
  await shopper.close()
})
