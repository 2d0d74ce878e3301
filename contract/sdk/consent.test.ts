import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { get, is, listen, newShopper, push, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// With `data-consent` on the tag: nothing before the shop says so, and nothing left when it is taken back.

const server = await shareServer()
const browser = await openBrowser()
const campaigns = [{ key: 'hello', text: 'Hello!', rules: { seconds: 0 } }]
const store = await makeStore(server, { settings: { widget: { campaigns } } })
const shop = await startShop(server.baseUrl, store.appId)
const parts = {
  script: { 'data-consent': '' },
  before: "parley = [['set', 'user:name', 'Ada'], ['do', 'chat:open', ['messages']], ['do', 'message:send', 'hi']]",
}
const KEPT = 'JSON.stringify([Object.keys(localStorage), Object.keys(sessionStorage), document.cookie])'
const EMPTY = '[[],[],""]'

test('spec C8.17: before consent nothing is sent, kept or shown; what was pushed runs with it, in order', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await shopper.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(shop.page(parts))
  await sdkReady(page)
  await page.mouse.move(200, 200)
  await page.keyboard.press('Tab')
  await push(page, ['set', 'cart', { total: 5 }])
  await page.waitForTimeout(700)
  assert.deepEqual(requests.slice(1), ['/sdk.js'])
  assert.equal(await page.evaluate(KEPT), EMPTY)
  assert.equal(await page.locator('parley-chat').count(), 0)
  assert.deepEqual([await is(page, 'chat:visible'), await get(page, 'session:id')], [false, null])
  await push(page, ['do', 'consent', [true]])
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  const { body } = await store.api.get(`/chat/conversations/${id}`)
  assert.equal(body.data.customerName, 'Ada')
  assert.equal(await is(page, 'chat:opened'), true)
  await shopper.close()
})

test('spec C8.17: withdrawn consent logs out, forgets and removes; new consent starts again', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page({ ...parts, before: "parley = [['do', 'consent', true]]" }))
  await push(page, ['do', 'message:send', 'a secret'])
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  const heard = await listen(page, 'session:reset')
  await push(page, ['do', 'consent', false])
  await heard.one('session:reset')
  await until('forgotten', async () => (await page.evaluate(KEPT)) === EMPTY)
  assert.equal(await page.locator('.launcher').isVisible(), false)
  const kept = await Promise.all(
    page
      .frames()
      .slice(1)
      .map((frame) => frame.evaluate('JSON.stringify(localStorage)')),
  )
  assert.ok(!JSON.stringify(kept).includes('secret') && !JSON.stringify(kept).includes('vt_'), JSON.stringify(kept))
  await push(page, ['do', 'message:send', 'not yet'])
  await page.waitForTimeout(300)
  assert.equal(await get(page, 'conversation:id'), null)
  await push(page, ['do', 'consent', true])
  const next = await until('another conversation', () => get(page, 'conversation:id'))
  assert.notEqual(next, id)
  await page.locator('.launcher').waitFor()
  await shopper.close()
})
