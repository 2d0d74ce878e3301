import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

test('a page whose code cannot be loaded says so, takes nothing else away, and comes with another try', {
  skip,
}, async () => {
  const { page, context } = await openInbox(browser, server, await makeStore(server))
  await page.goto(`${server.baseUrl}/inbox/open`)
  const reports = page.getByRole('link', { name: 'Reports' })
  await reports.waitFor()
  let isAway = true
  await page.route(/\/Reports-[^/]*$/, (route) => (isAway ? route.abort() : route.continue()))
  await reports.click()
  const told = page.getByRole('alert').filter({ hasText: 'This page could not be shown.' })
  await told.waitFor()
  await page.goBack()
  await reports.waitFor()
  assert.equal(await told.count(), 0)
  await reports.click()
  await told.waitFor()
  isAway = false
  await told.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Reports' }).first().waitFor()
  await context.close()
})
