import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, skip } from '#test/browser.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/factories.ts'
import { shareServer } from '#test/server.ts'
import { get, is, listen, newShopper, push, sdkReady, startShop, visit } from '#test/shop.ts'
import { until } from '#test/until.ts'

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server, {
  settings: {
    widget: {
      campaigns: [
        { key: 'scarves', text: 'A scarf?', senderName: 'Maya', rules: { url: '/page-', cartTotal: 100 } },
        { key: 'patience', text: 'Still here?', rules: { seconds: 1, url: 'query=slow' }, once: false },
      ],
    },
  },
})
const shop = await startShop(server.baseUrl, store.appId)

test('campaigns show by page, time and cart, once each where they say so; an answer begins with them', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const heard = await listen(page, 'trigger:fired')
  await push(page, ['set', 'cart', { total: '99.90' }])
  await page.mouse.move(100, 100) // the first sign of a person
  await page.waitForTimeout(500)
  assert.deepEqual(await heard.of('trigger:fired'), [])
  await push(page, ['set', 'cart', { total: { amount: '120.00' } }])
  assert.equal((await heard.one('trigger:fired')).key, 'scarves')
  await page.getByRole('status').getByText('A scarf?').click()
  const frame = await until('the frame', () => page.frames().find((one) => one.url().includes('/storefront/frame')))
  await frame.getByRole('log').getByText('A scarf?').waitFor()
  await push(page, ['do', 'message:send', 'Yes please'])
  const id = await until('sent', () => get(page, 'conversation:id'))
  const texts = ok(await store.api.get(`/chat/conversations/${id}/messages`)).map(({ text }: { text: string }) => text)
  assert.deepEqual(texts, ['A scarf?', 'Yes please'])
  await shopper.close()

  const other = await newShopper(browser)
  const again = await visit(other, `${shop.page()}?query=slow`)
  await again.mouse.move(100, 100)
  assert.equal((await (await listen(again, 'trigger:fired')).one('trigger:fired')).key, 'patience')
  await again.getByRole('button', { name: 'Close' }).click()
  assert.equal(await again.getByText('Still here?').isVisible(), false)
  await other.close()
})

test('an open panel is open on the next page, without taking the focus; back and forward find it alive', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  await push(page, ['do', 'chat:open', ['messages']], ['do', 'message:send', 'going on'])
  const id = await until('sent', () => get(page, 'conversation:id'))
  const next = shop.page({ body: '<input id="field" autofocus>' })
  await page.goto(next)
  await sdkReady(page)
  await until('open again', async () => (await is(page, 'chat:opened')) && (await get(page, 'conversation:id')) === id)
  assert.equal(await page.evaluate('document.activeElement.id'), 'field')
  await page.goBack()
  await sdkReady(page)
  await until('connected', async () => (await get(page, 'conversation:id')) === id)
  const heard = await listen(page, 'message:received')
  const body = { text: 'welcome back', memberId: store.owner.memberId }
  ok(await store.api.post(`/chat/conversations/${id}/messages`, body), 201)
  assert.equal((await heard.one('message:received')).text, 'welcome back')
  await shopper.close()
})
