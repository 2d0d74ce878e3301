import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Finding things again in the inbox, as members do: by / and by the views.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const field = () => page.getByRole('combobox', { name: 'Search' })
async function search(text: string): Promise<void> {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await page.locator('.row').first().waitFor()
  await page.keyboard.press('/')
  await field().fill(text)
}

before(async () => {
  if (skip) return
  store = await makeStore(server)
  const says = (text: string, minutes: number) => message({ text, createdAt: at(minutes) })
  const many = Array.from({ length: 320 }, (_, i) => {
    const data = { id: `c${i}`, channel: 'online_store', messages: [says(`Nothing ${i}`, i)] }
    return { kind: 'conversation', data }
  })
  const long = Array.from({ length: 240 }, (_, i) => says(i === 20 ? 'One porcupine, please' : `Line ${i}`, 9_000 - i))
  many.push({ kind: 'conversation', data: { id: 'long', channel: 'online_store', messages: long } })
  assert.deepEqual((await importLines(store, many)).rejected, [])
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('a word of an old conversation is found, and in sight when it is opened', { skip }, async () => {
  await search('porcupine')
  const option = page.getByRole('option', { name: /One porcupine, please/ })
  await option.waitFor()
  await page.getByText('All messages were searched.').waitFor()
  await audit(page, 'deep search')
  await page.keyboard.press('Enter')
  const found = page.locator('.message', { hasText: 'One porcupine, please' })
  await found.waitFor()
  await until('it to be in sight', async () => {
    const [box, pane] = [await found.boundingBox(), await page.getByRole('log').boundingBox()]
    return box && pane && box.y >= pane.y && box.y + box.height <= pane.y + pane.height
  })
  await audit(page, 'a message that was found')
  // An address can be shared: anyone who opens it sees the same message.
  await page.reload()
  await found.waitFor()
  await until('it to be in sight', async () => ((await found.boundingBox())?.y ?? -1) > 50)
})

test('an order leads to who placed it, in either case, by its address', { skip }, async () => {
  const buyer = await addContact(store, { name: 'Olive Buyer', email: 'olive@example.com' })
  await addConversation(store, { customerUuid: buyer.id, customerName: 'Olive Buyer', messages: [message()] })
  const data = { orderNumber: '#DE-100A', createdAt: at(5), email: 'Olive@example.com' }
  await importLines(store, [{ kind: 'order', data: { ...data, total: { amount: '1.00', currencyCode: 'EUR' } } }])
  await search('#de-100a')
  await page.getByRole('option', { name: /Olive Buyer/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.row', { hasText: 'Olive Buyer' }).waitFor()
})

test('the view of a tag shows its conversations, whatever the tag holds', { skip }, async () => {
  for (const tag of ['size/fit', '100% wool', 'a#b?c&d=e', 'né "x" \\ y']) {
    const { id } = await addConversation(store, { customerName: tag, messages: [message({ text: `About ${tag}` })] })
    await store.api.post(`/chat/conversations/${id}/tags`, { tags: [tag] })
    await page.goto(`${server.baseUrl}/inbox/starred`)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: tag, exact: true }).click()
    await page.locator('.row', { hasText: `About ${tag}` }).click()
    await page.getByRole('log').getByText(`About ${tag}`).waitFor()
    await page.reload()
    await page.locator('.row', { hasText: `About ${tag}` }).waitFor()
    assert.equal(await page.locator('.row').count(), 1)
  }
})
