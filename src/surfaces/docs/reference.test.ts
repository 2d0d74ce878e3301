import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, skip, type Watched, watch } from '#test/browser.ts'
import { makeStore, type Store } from '#test/factories.ts'
import { startServer } from '#test/server.ts'

const server = await startServer()
const browser = await openBrowser()
let store: Store
let page: Page
let watched: Watched

before(async () => {
  if (skip) return
  store = await makeStore(server)
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/docs`)
  await page.getByRole('heading', { name: 'Parley API' }).waitFor()
})

test('the reference shows the operations and links to the guides', { skip }, async () => {
  await page.getByRole('heading', { name: 'List conversations' }).waitFor()
  const guide = page.getByRole('link', { name: 'Getting started' })
  assert.equal(await guide.getAttribute('href'), `${server.baseUrl}/docs/api/getting-started.md`)
})

test('an operation is found with the keyboard alone', { skip }, async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('assign')
  await page.getByRole('option', { name: /Assign to a member/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/assign$/)
})

test('a request is sent with a key, and its answer shown', { skip }, async () => {
  await page.goto(`${server.baseUrl}/docs#tag/members/GET/chat/members`)
  await page.reload()
  // The placeholder is the library's own; the field has no label to go by.
  await page.locator('input[placeholder^="QUxMIF"]').first().fill(store.key)
  await page.getByRole('button', { name: /Test Request.*chat\/members\b(?!\/)/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send get request/ })
    .click()
  await page.getByRole('dialog').getByText('200 OK').waitFor()
  await page.getByRole('dialog').getByText(store.owner.memberId).waitFor()
})

test('the key is not kept when the page is left', { skip }, async () => {
  const kept = JSON.stringify([await page.context().storageState(), await page.evaluate('({ ...sessionStorage })')])
  assert.ok(!kept.includes(store.key))
})

test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
  assert.deepEqual(watched, { foreign: [], complaints: [] })
})
