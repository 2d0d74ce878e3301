import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { listen, newShopper, openChat, startShop, visit } from '#test/browser/shop.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Formatted text: typed by keys in the composer, shown in the inbox and in the widget.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()
const store: Store = await makeStore(server)
const shop = await startShop(server.baseUrl, store.appId)

let screen: Screen
let page: Page
let watched: ReturnType<typeof watch>
const composer = () => page.getByRole('textbox', { name: /Reply to/ })

before(async () => {
  if (skip) return
  screen = await openInbox(browser, server, store)
  page = screen.page
  watched = watch(page, server.baseUrl)
})
after(() => screen?.context.close())

test('spec C13.23: a reply is formatted by keys, previewed, and shown to members and in the widget', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const shopPage = await visit(shopper, shop.page())
  const frame = await openChat(shopPage)
  const heard = await listen(shopPage, 'conversation:started')
  await frame.getByLabel('Write a message…').fill('Hello')
  await frame.getByLabel('Write a message…').press('Enter')
  const { conversationId } = await heard.one('conversation:started')

  await page.goto(`${server.baseUrl}/inbox/open/${conversationId}`)
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await composer().press('Control+b')
  await composer().pressSequentially('Now')
  await composer().press('End')
  await composer().pressSequentially(' and ')
  await composer().press('Control+i')
  await composer().pressSequentially('here')
  await composer().press('End')
  await composer().press('Shift+Enter')
  await composer().pressSequentially('- one')
  await composer().press('Shift+Enter')
  await composer().pressSequentially('two')
  assert.equal(await composer().inputValue(), '**Now** and _here_\n- one\n- two')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('listitem').nth(1).waitFor()
  assert.equal(await preview.locator('strong').textContent(), 'Now')
  await auditAll(page, 'formatting-composer')
  // The browser's own undo takes a key of formatting back.
  await composer().press('Control+b')
  await composer().press('Control+z')
  assert.equal(await composer().inputValue(), '**Now** and _here_\n- one\n- two')
  await composer().press('Enter')

  const shown = page.getByRole('log').locator('.message.team:not(.pending)')
  await shown.locator('strong', { hasText: 'Now' }).waitFor()
  assert.equal(await shown.locator('li').count(), 2)
  const [newest] = ok(await store.api.get(`/chat/conversations/${conversationId}/messages?order=desc`))
  assert.equal(newest.text, 'Now and here\n- one\n- two')

  const bubble = frame.getByRole('log').locator('.bubble', { hasText: 'Now and' })
  await bubble.locator('strong', { hasText: 'Now' }).waitFor()
  assert.deepEqual(await bubble.getByRole('listitem').allTextContents(), ['one', 'two'])
  await shopper.close()
})

test('spec C13.23: buttons format what is selected, by pointer and by arrows; an edit shows the marks', {
  skip,
}, async () => {
  await composer().fill('Our page')
  await composer().selectText()
  const bar = page.getByRole('toolbar', { name: 'Formatting' })
  await bar.getByRole('button', { name: 'Bold' }).click()
  assert.equal(await composer().inputValue(), '**Our page**')
  await bar.getByRole('button', { name: 'Bold' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  assert.equal(await composer().inputValue(), '**[Our page](https://)**')
  await page.keyboard.type('https://shop.example/page')
  await composer().press('Enter')
  const line = page.getByRole('log').locator('.message', { has: page.getByRole('link', { name: 'Our page' }) })
  const link = line.getByRole('link', { name: 'Our page' })
  assert.equal(await link.getAttribute('href'), 'https://shop.example/page')
  await line.hover()
  await line.getByRole('button', { name: 'Edit the message' }).click()
  const edit = page.getByRole('textbox', { name: 'Message text' })
  assert.equal(await edit.inputValue(), '**[Our page](https://shop.example/page)**')
  await edit.fill('_Later_')
  await page.getByRole('button', { name: 'Save' }).click()
  await until('the edit', async () => (await page.getByRole('log').locator('em').allTextContents()).includes('Later'))
  assert.deepEqual(watched.complaints, [])
})
