import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openConversation } from '#test/browser/inbox-page.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { makeMailShop } from '#test/fixtures/mail-shop.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// A member marks spam and takes it back, in a browser, by the keyboard.

await buildBrowserCode()
const world = await startMailWorld()
const server = await startServer({ env: world.env })
const browser = await openBrowser()
let screen: Awaited<ReturnType<typeof openConversation>> | undefined
after(() => screen?.context.close())

test('spec C13.13: a key marks spam, its list shows it, and its sender is listed and removed', { skip }, async () => {
  const shop = await makeMailShop(server, world)
  const text = 'Win a lamp'
  const { id } = await shop.begin({ From: 'Ads <ads@spam.example>', Subject: 'Win' }, text)
  screen = await openConversation(browser, server, shop, id)
  const { page, watched } = screen
  await page.getByText(text).first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('!')
  await page.getByText('Marked as spam').waitFor()
  await page.goto(`${server.baseUrl}/inbox/spam/${id}`)
  await page.getByText('This conversation is spam.').waitFor()
  await auditAll(page, 'spam-list')
  await page.getByRole('button', { name: 'Always from spam.example' }).press('Enter')
  await page.getByText('Always spam: spam.example').waitFor()
  await page.getByRole('button', { name: 'Not spam' }).press('Enter')
  await page.getByText('This conversation is spam.').waitFor({ state: 'detached' })
  await page.goto(`${server.baseUrl}/inbox/settings/spam`)
  await page.getByText('spam.example', { exact: true }).waitFor()
  await auditAll(page, 'spam-senders')
  await page.getByRole('button', { name: 'Remove spam.example' }).press('Enter')
  await page.getByText('None yet.').waitFor()
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  await page.getByText(text).first().waitFor()
  assert.deepEqual([watched.foreign, watched.complaints], [[], []])
})
