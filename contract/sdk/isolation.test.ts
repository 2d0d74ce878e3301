import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { abroad, frameOf, get, is, newShopper, openChat, push, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The widget in pages that are strict, careless or hostile; and pages that must notice nothing of the widget.

const server = await shareServer()
const browser = await openBrowser()
/** Frames of another site have storage here, apart for each site that holds them. */
const keeping = await openBrowser({ off: ['TrackingProtection3pcd'] })
const store = await makeStore(server, { settings: { widget: { quickReplies: ['Hello'] } } })
const shop = await startShop(server.baseUrl, store.appId)
const shopper = skip ? (undefined as never) : await newShopper(browser)
after(() => shopper?.close())

/** Position of the launcher: the middle of its circle. */
const launcherAt = (page: Page) => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  return { x: width - 20 - 28, y: height - 20 - 28 }
}

test('spec C8.19: it works under a strict policy with a nonce: script-src, frame-src, connect-src, and trusted types', {
  skip,
}, async () => {
  const { host } = new URL(server.baseUrl)
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-abc123'",
    `frame-src ${server.baseUrl}`,
    `connect-src http://${host}`,
    'img-src data:',
    "style-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const page = await shopper.newPage()
  const watched = watch(page, server.baseUrl, shop.origin)
  await page.goto(shop.page({ headers: { 'content-security-policy': policy } }))
  await sdkReady(page)
  await page.mouse.move(50, 50)
  const { x, y } = launcherAt(page)
  await page.mouse.click(x, y)
  const frame = await frameOf(page)
  await frame.getByRole('button', { name: 'Hello' }).click()
  await until('sent', () => get(page, 'conversation:id'))
  assert.deepEqual(watched, { foreign: [], complaints: [] })
  await page.close()
})

const HOSTILE = `<style>
  html > *, body * { all: unset !important; display: none !important; font: 40px cursive !important; color: red !important }
  div, button, iframe, parley-chat { position: static !important; width: 3px !important; transform: rotate(9deg) !important;
    visibility: hidden !important; opacity: 0.1 !important; pointer-events: none !important; z-index: -1 !important }
  body { display: block !important; transform: scale(0.5) !important; overflow: hidden !important }
</style>`

test('spec C8.19: no style of the shop reaches the widget, important ones neither; none of the widget’s reaches the shop', {
  skip,
}, async () => {
  const page = await visit(shopper, shop.page({ head: HOSTILE }))
  const launcher = page.locator('.launcher')
  await launcher.waitFor()
  const box = await launcher.boundingBox()
  const { x, y } = launcherAt(page)
  assert.deepEqual([box?.width, box?.height, (box?.x ?? 0) + 28, (box?.y ?? 0) + 28], [56, 56, x, y])
  await page.mouse.click(x, y)
  const width = async () => Math.round((await page.locator('.panel').boundingBox())?.width ?? 0)
  await until('the panel to stand still', async () => (await width()) === 400)
  assert.equal(await is(page, 'chat:opened'), true)
  await page.close()

  const bare = await shopper.newPage()
  const styles = async (parts: object) => {
    await bare.goto(shop.page({ ...parts, body: '<button class="launcher panel root">Mine</button>' }))
    return bare.evaluate(`(() => { const all = []
      for (const element of document.body.querySelectorAll('*:not(script)')) { const style = getComputedStyle(element)
        all.push([...style].map((name) => name + style.getPropertyValue(name)).join()) } return all })()`)
  }
  assert.deepEqual(await styles({}), await styles({ script: false }))
  await bare.close()
})

test('spec C8.19: the shop cannot look into the widget, nor other windows speak for either side', {
  skip,
}, async () => {
  const closed = await newShopper(browser, { isClosed: true })
  const sealed = await visit(closed, shop.page())
  await openChat(sealed, 'home')
  assert.deepEqual(await sealed.evaluate('[document.querySelector("parley-chat").shadowRoot, window.length]'), [
    null,
    0,
  ])
  await closed.close()
  const page = await visit(shopper, abroad(shop.page()))
  const frame = await openChat(page, 'home')
  const inside = 'document.querySelector("parley-chat").shadowRoot.querySelector("iframe").contentWindow'
  await assert.rejects(page.evaluate(`${inside}.document.body.innerHTML`), /SecurityError/)
  // Into the frame: a second port, from its parent and from itself; into the page: whatever anybody posts.
  const forged = `{ type: 'command', command: { verb: 'do', name: 'message:send', args: ['forged'] } }`
  await page.evaluate(`{ const { port1, port2 } = new MessageChannel(); window.stolen = []
    port1.onmessage = ({ data }) => stolen.push(data)
    ${inside}.postMessage({ parley: 1, appId: '${store.appId}' }, '*', [port2]); port1.postMessage(${forged}) }`)
  await frame.evaluate(`postMessage(${forged}, '*'); parent.postMessage({ type: 'close' }, '*');
    parent.postMessage({ type: 'event', name: 'message:received', detail: {} }, '*')`)
  await page.waitForTimeout(500)
  assert.deepEqual([await page.evaluate('stolen.length'), await is(page, 'chat:opened')], [0, true])
  assert.equal(await get(page, 'conversation:id'), null)
  await page.close()
})

test('spec C2.4, C4.2, C8.19: only the pages that a store allows may hold its frame', { skip }, async () => {
  const picky = await makeStore(server, { settings: { allowedOrigins: ['https://shop.example'] } })
  const other = await startShop(server.baseUrl, picky.appId)
  const page = await visit(shopper, other.page())
  await push(page, ['do', 'chat:open'])
  await page.getByText('The chat cannot be reached now.').waitFor()
  await page.close()
})

test('spec C8.19: text is only ever text', { skip }, async () => {
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  const words = `<img src=x onerror="alert(1)"><script>alert(2)</script> javascript:alert(3) [x](javascript:alert(4))`
  await push(page, ['do', 'message:send', `${words} http://a.example/?q=<b> https://b.example.`])
  await frame
    .getByText(/· Sent$/)
    .last()
    .waitFor()
  assert.equal(await frame.locator('.bubble img, .bubble script, .bubble b').count(), 0)
  const links = await frame.locator('.bubble a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  assert.deepEqual(links.slice(-2), ['http://a.example/?q=', 'https://b.example/'])
  assert.ok(links.every((href) => /^https?:/.test(href ?? '')))
  await page.close()
})

test('spec C8.19: no cookie, no request to others, and in the shop’s storage nothing of what was said', {
  skip,
}, async () => {
  const context = await newShopper(browser)
  const page = await context.newPage()
  const watched = watch(page, server.baseUrl, shop.origin)
  await page.goto(shop.page())
  await sdkReady(page)
  await push(page, ['do', 'message:send', 'between us'], ['set', 'user:name', 'Ada Secret'])
  await until('sent', () => get(page, 'conversation:id'))
  await openChat(page, 'messages')
  assert.deepEqual(await context.cookies(), [])
  const kept = String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'))
  assert.ok(kept.includes('talked'))
  assert.doesNotMatch(kept, /between us|Secret|vt_/)
  assert.deepEqual(watched.foreign, [])
  await context.close()
})

test('spec C8.19: it survives pages that replace their body, and tells the pages of single-page shops', {
  skip,
}, async () => {
  const page = await visit(shopper, shop.page())
  await push(page, ['do', 'message:send', 'on the move'])
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  await page.evaluate('document.body.innerHTML = "<h1>Another page</h1>"')
  await page.evaluate('document.body.replaceWith(document.createElement("body"))')
  await page.evaluate('document.querySelector("parley-chat").remove()')
  await page.locator('.launcher').waitFor()
  await openChat(page, 'messages')
  assert.equal(await get(page, 'conversation:id'), id)
  const frame = await frameOf(page)
  await frame.getByRole('log').getByText('on the move').waitFor()
  await page.evaluate('history.pushState({}, "", "/products/scarf?color=moss#top"); document.title = "Scarf"')
  const pages = await until('the page', async () => {
    const { data } = (await store.api.get(`/chat/conversations/${id}/browsed-pages`)).body
    return data[0]?.url.includes('scarf') && data
  })
  assert.deepEqual([pages[0].url, pages[0].title], [`${shop.origin}/products/scarf?color=moss`, 'Scarf'])
  const urls = pages.map((one: { url: string }) => one.url)
  assert.equal(new Set(urls).size, urls.length, 'no page is told twice')
  await page.close()
})

test('other scripts’ changes to prototypes and globals do no harm', { skip }, async () => {
  const before = `Array.prototype.toJSON = function () { return 'broken' }; Array.prototype.last = () => 0
    Object.prototype.once = true; Object.prototype.passive = true; Object.prototype.view = 'x'
    Object.defineProperty(Object.prototype, 'campaign', { get() { throw new Error('polluted') } })
    String.prototype.extra = 1; window.name = 'top'; window.open = window.status = null`
  const page = await shopper.newPage()
  const watched = watch(page, server.baseUrl, shop.origin)
  await page.goto(shop.page({ before }))
  await sdkReady(page)
  await push(page, ['set', 'cart', { items: [1, 2] }], ['do', 'message:send', 'still here'])
  await until('sent', () => get(page, 'conversation:id'))
  assert.deepEqual(watched.complaints, [])
  await page.close()
})

test('in a browser that keeps storage per site, the conversation is there on the next page', { skip }, async () => {
  const context = await newShopper(keeping)
  const page = await visit(context, abroad(shop.page()))
  await push(page, ['do', 'message:send', 'remember me'])
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  await page.goto(abroad(shop.page()))
  await sdkReady(page)
  await until('the same conversation, without a touch', async () => (await get(page, 'conversation:id')) === id)
  await context.close()
})
