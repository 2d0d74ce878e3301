import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The page that shows a store's widget as it is set up.

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server)
const url = (appId: string) => `${server.baseUrl}/storefront/preview?app=${encodeURIComponent(appId)}`

test('the preview opens the store’s widget, and nothing else', { skip }, async () => {
  const page = await browser.newPage()
  const watched = watch(page, server.baseUrl)
  await page.goto(url(store.appId))
  await page.waitForFunction("parley.is && parley.is('chat:opened')")
  const frame = await until('the frame', () => page.frames().find((one) => one.url().includes('/storefront/frame')))
  await frame.getByRole('textbox').waitFor()
  assert.deepEqual(watched, { foreign: [], complaints: [] })
  await page.close()
})

test('no other site may frame the preview, and an App ID of no store has none', async () => {
  const { headers } = await fetch(url(store.appId))
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /frame-ancestors 'self'/)
  assert.doesNotMatch(policy, /unsafe/)
  for (const appId of ['app_none', '"><script>alert(1)</script>']) {
    const missing = await fetch(url(appId))
    assert.equal(missing.status, 404)
    assert.doesNotMatch(await missing.text(), /<script/)
  }
})
