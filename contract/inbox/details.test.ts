import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { addContact, addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// The details beside a conversation belong to that conversation, in whatever order the answers come.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()

let store: Store
let context: BrowserContext
let page: Page
const ids: string[] = []
const details = () => page.getByRole('complementary', { name: 'Details' })
const row = (name: string) => page.locator('.row', { hasText: name })

before(async () => {
  if (skip) return
  store = await makeStore(server)
  for (const [name, city] of [
    ['Ada Lovelace', 'London'],
    ['Grace Hopper', 'New York'],
  ] as const) {
    const person = await addContact(store, { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com`, city })
    const made = await addConversation(store, {
      customerUuid: person.id,
      customerName: name,
      messages: [message({ text: `Hello from ${name}` })],
    })
    ids.push(made.id)
  }
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  await page.goto(`${server.baseUrl}/inbox/open`)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  await row('Ada Lovelace').waitFor()
})
after(() => context?.close())

test('details that answer late never stand beside another conversation', { skip }, async () => {
  let late: Route | undefined
  const asked = Promise.withResolvers<void>()
  await page.route(`**/conversations/${ids[0]}/context`, (route) => {
    late = route
    asked.resolve()
  })
  await row('Ada Lovelace').locator('a').click()
  await asked.promise
  await row('Grace Hopper').locator('a').click()
  await details().getByText('New York').waitFor()

  await late?.continue().catch(() => {}) // the page may have given the request up
  await page.waitForTimeout(500)
  assert.equal(await details().getByText('New York').count(), 1)
  assert.equal(await details().getByText('London').count(), 0)

  await page.unroute(`**/conversations/${ids[0]}/context`)
  await row('Ada Lovelace').locator('a').click()
  await details().getByText('London').waitFor()
  assert.equal(await details().getByText('New York').count(), 0)
})
