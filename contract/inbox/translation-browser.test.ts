import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, type watch } from '#test/browser/browser.ts'
import { openConversation } from '#test/browser/inbox-page.ts'
import { startDeepL } from '#test/doubles/translation.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Translation in a browser, by the keyboard.

await buildBrowserCode()
const deepL = await startDeepL()
const server = await startServer({ env: deepL.env })
const browser = await openBrowser()

let store: Store
let id: string
let context: BrowserContext
let page: Page
let watched: ReturnType<typeof watch>
const log = () => page.getByRole('log', { name: 'Messages' })
const composer = () => page.getByRole('textbox', { name: /Reply to/ })

before(async () => {
  if (skip) return
  store = await makeStore(server, { name: 'Lamps & Co' })
  const text = 'Bonjour, où est ma commande ?'
  id = (await addConversation(store, { messages: [message({ text })] })).id
  const viewport = { width: 1280, height: 860 }
  const opened = await openConversation(browser, server, store, id, { viewport, locale: 'en-GB' })
  context = opened.context
  page = opened.page
  watched = opened.watched
  await log().getByText(text).waitFor()
})
after(() => context?.close())

test('spec C13.15: a message is translated by keys, and its original is one step away', { skip }, async () => {
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Translate the message')
  await page.keyboard.press('Enter')
  await log().getByText('[en] Bonjour, où est ma commande ?').waitFor()
  await page.getByText('Translated from French').waitFor()
  await auditAll(page, 'translated-message')
  await page.getByRole('button', { name: 'Show the original' }).press('Enter')
  await log().getByText('Bonjour, où est ma commande ?', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show the translation' }).press('Enter')
  await log().getByText('[en] Bonjour, où est ma commande ?').waitFor()
})

test('spec C13.16: a reply is translated, read, and then sent; colleagues find what was written', {
  skip,
}, async () => {
  await composer().fill('It comes tomorrow.')
  await page.getByRole('button', { name: 'Translate into the customer’s language' }).press('Enter')
  await page.getByText('You wrote: It comes tomorrow.').waitFor()
  assert.equal(await composer().inputValue(), '[fr] It comes tomorrow.')
  await auditAll(page, 'translated-reply')
  await page.getByRole('button', { name: 'Back to your text' }).press('Enter')
  assert.equal(await composer().inputValue(), 'It comes tomorrow.')
  await page.getByRole('button', { name: 'Translate into the customer’s language' }).press('Enter')
  await page.getByText('You wrote: It comes tomorrow.').waitFor()
  await composer().press('Enter')
  await page.getByText('Sent in translation').waitFor()
  await page.getByRole('button', { name: 'Show what was written' }).press('Enter')
  await log().getByText('It comes tomorrow.', { exact: true }).waitFor()
  const [sent] = ok(await store.api.get(`/chat/conversations/${id}/messages?order=desc`))
  assert.equal(sent.text, '[fr] It comes tomorrow.')
  await auditAll(page, 'translation-sent')
})

test('spec C13.15: l translates always, and Send translates first', { skip }, async () => {
  await composer().press('Escape')
  await page.keyboard.press('l')
  await page.getByText('You read in English. Replies are translated into French.').waitFor()
  await auditAll(page, 'translation-always')
  await page.keyboard.press('r')
  await composer().fill('You are welcome.')
  await composer().press('Enter')
  await page.getByText('You wrote: You are welcome.').waitFor()
  await composer().press('Enter')
  await until('the reply', async () => {
    const [newest] = ok(await store.api.get(`/chat/conversations/${id}/messages?order=desc`))
    return newest.text === '[fr] You are welcome.'
  })
  await page.reload()
  await page.getByText('You read in English. Replies are translated into French.').waitFor()
  deepL.refuse({ status: 456, body: { message: 'Quota exceeded' } })
  await composer().fill('One more thing.')
  await composer().press('Enter')
  await page.getByText('The monthly limit at DeepL is used up.').waitFor()
  assert.equal(await composer().inputValue(), 'One more thing.')
  deepL.refuse(undefined)
  await page.getByRole('button', { name: 'Stop translating' }).press('Enter')
  await page.getByText('You read in English.').waitFor({ state: 'detached' })
})

test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
  assert.deepEqual(watched.foreign, [])
  assert.deepEqual(
    watched.complaints.filter((line) => !line.includes('503')),
    [],
  )
})
