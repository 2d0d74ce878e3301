import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Drafts in two browsers of one member.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()

let store: Store
let id: string
const contexts: BrowserContext[] = []
let [desk, laptop]: Page[] = []
const complaints: string[][] = []
const composer = (page: Page) => page.getByRole('textbox', { name: /Reply to/ })

async function open(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  contexts.push(context)
  const page = await context.newPage()
  complaints.push(watch(page, server.baseUrl).complaints)
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  await composer(page).waitFor()
  return page
}

before(async () => {
  if (skip) return
  store = await makeStore(server)
  id = (await addConversation(store, { messages: [message()] })).id
  desk = await open()
  laptop = await open()
})
after(() => Promise.all(contexts.map((context) => context.close())))

test('spec C13.22: a draft appears in the other browser, and goes there when it is sent', { skip }, async () => {
  await composer(desk as Page).pressSequentially('It comes tomorrow')
  await until('the draft', async () => (await composer(laptop as Page).inputValue()) === 'It comes tomorrow')
  await composer(desk as Page).press('Enter')
  await until('nothing', async () => (await composer(laptop as Page).inputValue()) === '')
  const [sent] = ok(await store.api.get(`/chat/conversations/${id}/messages?order=desc`))
  assert.equal(sent.text, 'It comes tomorrow')
})

test('spec C13.22: a draft that is being typed in is not replaced; a page that opens later has the newest', {
  skip,
}, async () => {
  const [here, there] = [laptop as Page, desk as Page]
  // The laptop's time stands still: what is typed there stays typed in, and is not sent yet.
  await here.clock.install()
  await here.clock.pauseAt(Date.now() + 60_000)
  await composer(here).pressSequentially('Here')
  const heard = here.waitForResponse(
    (response) => response.url().includes('/draft') && response.request().method() === 'GET',
  )
  await composer(there).pressSequentially('There')
  await (await heard).finished()
  // A further request: by its answer the page has taken the one before in.
  await here.evaluate("fetch('/healthz')")
  assert.equal(await composer(here).inputValue(), 'Here')
  const sent = here.waitForResponse(
    (response) => response.url().includes('/draft') && response.request().method() === 'PUT',
  )
  await here.clock.resume()
  await sent
  const third = await open()
  await until('the newest', async () => (await composer(third).inputValue()) === 'Here')
})

test('nothing was complained of', { skip }, () => {
  assert.deepEqual(complaints.flat(), [])
})
