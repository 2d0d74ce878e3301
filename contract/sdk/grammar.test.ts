import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { frameOf, get, is, listen, newShopper, openChat, push, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The storefront's script as a shop's developer meets it. The shapes themselves are in sdk/page/grammar.test.ts.

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server, {
  settings: { widget: { campaigns: [{ key: 'welcome', text: 'Hello you', senderName: 'Maya' }] } },
})
const shop = await startShop(server.baseUrl, store.appId)
let shopper: BrowserContext
let page: Page

before(async () => {
  if (skip) return
  shopper = await newShopper(browser)
  page = await visit(shopper, shop.page())
})

const QUEUE = `
  window.parley = window.parley || []
  window.kept = window.parley
  window.seen = []
  parley.push(['on', 'sdk:ready', (event) => seen.push(event.type)])
  parley.push(['on', 'chat:visibility', (event) => { seen.push(event.visible); if (seen.length === 1) parley.push(['do', 'chat:show']) }])
  parley.push(null, ['nonsense'], { verb: 'do' }, ['do', 'nothing'])
  parley.push(['do', 'chat:hide'])
  parley.push(['set', 'message:text', 'queued'])
`

test('spec 4.7.18, C8.1: the queue made before the script loads runs once, in order, and that same object gets the methods', {
  skip,
}, async () => {
  const page = await visit(shopper, shop.page({ before: QUEUE }))
  assert.deepEqual(await page.evaluate('seen'), [false, true, 'sdk:ready'])
  assert.equal(await get(page, 'message:text'), 'queued')
  assert.equal(await page.evaluate('kept === parley && kept.length === 0 && typeof kept.push'), 'function')
  await page.close()
})

test('spec 4.7.18, 9.4, C8.2: parley.version() is 1.1.0, and there are six methods', { skip }, async () => {
  assert.equal(await page.evaluate('parley.version()'), '1.1.0')
  const methods = await page.evaluate('Object.getOwnPropertyNames(parley).filter((name) => name !== "length")')
  assert.deepEqual((methods as string[]).sort(), ['get', 'is', 'off', 'on', 'push', 'version'])
})

test('spec 4.7.19, C8.3: nothing returns a value and nothing throws, whatever is pushed', { skip }, async () => {
  const complaints = watch(page, server.baseUrl, shop.origin).complaints
  const values = await page.evaluate(`(() => {
    const hostile = new Proxy({}, { get() { throw new Error('get') }, ownKeys() { throw new Error('keys') } })
    const getter = Object.defineProperty(['do', 'x', 0], 1, { get() { throw new Error('getter') } })
    const revoked = Proxy.revocable([], {}); revoked.revoke()
    const cycle = {}; cycle.self = cycle
    const things = [undefined, null, 0, '', 'do', {}, [], [[]], ['do'], Symbol('s'), 10n, () => {}, hostile, getter,
      revoked.proxy, ['set', 'cart', cycle], ['set', 'cart', hostile], ['do', 'identify', [hostile]], ['do', hostile, []],
      ['on', 'chat:opened', 'x'], ['on', hostile, () => {}], ['do', '__proto__', []], ['do', 'constructor', []]]
    return [
      ...things.map((thing) => parley.push(thing)), parley.push(), parley.push(...things),
      ...things.map((thing) => parley.on(thing, thing)), ...things.map((thing) => parley.off(thing, thing)),
    ].filter((value) => value !== undefined).length
  })()`)
  assert.equal(values, 0)
  const answers = await page.evaluate(`[undefined, null, {}, 'x', '__proto__', 'constructor', 'session:id', Symbol('s')]
    .map((key) => [parley.is(key), parley.get(key)])`)
  for (const answer of answers as unknown[]) assert.deepEqual(answer, [false, null])
  assert.deepEqual(complaints, [])
})

test('spec C8.2: seven states and five values have an answer before there is a session', { skip }, async () => {
  const states = ['chat:opened', 'chat:visible', 'launcher:visible', 'session:ongoing', 'user:identified', 'bot:active']
  const answers = await Promise.all([...states, 'agent:online'].map((state) => is(page, state)))
  assert.deepEqual(answers, [false, true, true, false, false, false, false])
  const keys = ['chat:unread:count', 'message:text', 'session:id', 'conversation:id', 'user:profile']
  assert.deepEqual(await Promise.all(keys.map((key) => get(page, key))), [0, '', null, null, null])
})

test('spec C8.4: show and hide: the whole widget, and the button alone', { skip }, async () => {
  const heard = await listen(page, 'chat:visibility')
  await push(page, ['do', 'launcher:hide'])
  assert.deepEqual([await is(page, 'launcher:visible'), await is(page, 'chat:visible')], [false, true])
  await push(page, ['do', 'chat:hide'], ['do', 'chat:hide', []], ['do', 'launcher:show'])
  assert.deepEqual([await is(page, 'launcher:visible'), await is(page, 'chat:visible')], [false, false])
  await push(page, ['do', 'chat:show'])
  assert.deepEqual([await is(page, 'launcher:visible'), await is(page, 'chat:visible')], [true, true])
  assert.deepEqual(
    (await heard.of('chat:visibility')).map(({ visible }) => visible),
    [false, true],
  )
})

test('spec C8.2, C8.14: each event hands its handlers one frozen object; a handler that throws stops nothing', {
  skip,
}, async () => {
  const result = await page.evaluate(`(() => {
    const seen = []
    const again = (event) => seen.push(event)
    parley.on('cart:updated', () => { throw new Error('mine') })
    parley.on('cart:updated', again); parley.on('cart:updated', again)
    parley.on('cart:updated', (event) => { event.cart.items.push(1) })
    parley.on('cart:updated', (event) => seen.push(event))
    parley.push(['set', 'cart', { items: [], total: 5 }])
    parley.off('cart:updated', again)
    parley.push(['set', 'cart', { items: [], total: 6 }])
    parley.off('cart:updated')
    parley.push(['set', 'cart', { items: [], total: 7 }])
    return { totals: seen.map((event) => event.cart.total), same: seen[0] === seen[1],
      frozen: Object.isFrozen(seen[0]) && Object.isFrozen(seen[0].cart.items), items: seen[0].cart.items.length }
  })()`)
  assert.deepEqual(result, { totals: [5, 5, 6], same: true, frozen: true, items: 0 })
})

test('spec C8.2: sdk:ready reaches who asks for it later', { skip }, async () => {
  const version = await page.evaluate(
    'new Promise((resolve) => parley.on("sdk:ready", (event) => resolve(event.version)))',
  )
  assert.equal(version, '1.1.0')
})

test('spec 8.23, C8.5: 15 messages per minute, 5,000 characters each; anything beyond is dropped whole', {
  skip,
}, async () => {
  const page = await visit(shopper, shop.page())
  const heard = await listen(page, 'message:sent', 'message:failed', 'conversation:started')
  await push(page, ['do', 'message:send', '𝒽'.repeat(5_001)], ['do', 'message:send', ['first', 'second']])
  await page.evaluate('for (let i = 1; i <= 20; i++) parley.push(["do", "message:send", "message " + i])')
  await until('15 messages', async () => (await heard.of('message:sent')).length === 15, 20_000)
  const [started] = await heard.of('conversation:started')
  const messages = await store.api.get(`/chat/conversations/${started?.conversationId}/messages`)
  assert.deepEqual(
    messages.body.data.map(({ text }: { text: string }) => text).sort(),
    Array.from({ length: 15 }, (_, i) => `message ${i + 1}`).sort(),
  )
  assert.deepEqual(await heard.of('message:failed'), [])
  await page.close()
})

test('spec C8.3: with data-debug the console says why a command was dropped; without it nothing is said', {
  skip,
}, async () => {
  const said = async (script: Record<string, string>) => {
    const page = await shopper.newPage()
    const { complaints } = watch(page)
    await page.goto(shop.page({ script }))
    await sdkReady(page)
    await push(page, ['do', 'message:send', 7], ['do', 'prechat:skip'], ['do', 'typing:set', 'yes'])
    await page.close()
    return complaints.filter((words) => words.startsWith('[parley]'))
  }
  assert.deepEqual(await said({}), [])
  const [first, second] = await said({ 'data-debug': '' })
  assert.match(first ?? '', /text is not a string/)
  assert.match(second ?? '', /not true or false/)
})

test('spec C8.1: what a tag manager leaves of the snippet works by ?app=, and says why where it does not', {
  skip,
}, async () => {
  const left = (src: string) =>
    `const tag = document.createElement('script'); tag.src = '${src}'; document.head.append(tag)`
  const open = async (query: string) => {
    const page = await shopper.newPage()
    const { complaints } = watch(page)
    await page.goto(shop.page({ script: false, before: left(`${server.baseUrl}/sdk.js${query}`) }))
    await page.waitForLoadState('networkidle')
    return { page, complaints: complaints.filter((words) => words.startsWith('[parley]')) }
  }
  const whole = await open(`?app=${store.appId}`)
  await sdkReady(whole.page)
  assert.deepEqual(whole.complaints, [])
  const missing = await open('')
  assert.equal(missing.complaints.length, 1)
  assert.match(missing.complaints[0] ?? '', /no App ID/)
  for (const { page } of [whole, missing]) await page.close()
})

test('spec C8.1: included twice, for the same store or another, the first one stays and nothing runs twice', {
  skip,
}, async () => {
  const again = (appId: string) => `<script src="${server.baseUrl}/sdk.js" data-app-id="${appId}" async></script>`
  const body = again(store.appId) + again('app_another')
  const page = await visit(
    shopper,
    shop.page({ before: 'parley = []; parley.push(["set", "message:text", "once"])', body }),
  )
  await page.waitForLoadState('load')
  await page.locator('parley-chat').first().waitFor({ state: 'attached' })
  assert.equal(await page.locator('parley-chat').count(), 1)
  // A frame that is there already may answer for its own, older draft before it hears of this one.
  await until('the draft', async () => (await get(page, 'message:text')) === 'once')
  await page.close()
})

test('spec C8.10: trigger:run shows a campaign of the store; a key it has not is dropped', { skip }, async () => {
  const page = await visit(shopper, shop.page())
  const heard = await listen(page, 'trigger:fired', 'chat:opened')
  await push(page, ['do', 'trigger:run', 'nonsense'], ['do', 'trigger:run', ['welcome']])
  assert.deepEqual(await heard.one('trigger:fired'), { type: 'trigger:fired', key: 'welcome', text: 'Hello you' })
  await (await frameOf(page)).getByRole('status').getByText('Hello you').click()
  await heard.one('chat:opened')
  await page.close()
})

test('spec C8.4: open, close and toggle, to a view; the panel and its events', { skip }, async () => {
  const heard = await listen(page, 'chat:opened', 'chat:closed')
  const frame = await openChat(page, 'home')
  await frame.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await is(page, 'chat:opened'), true)
  await push(page, ['do', 'chat:toggle'])
  assert.equal(await is(page, 'chat:opened'), false)
  await push(page, ['do', 'chat:toggle', 'messages'])
  await frame.getByRole('log').waitFor()
  await push(page, ['do', 'chat:close'], ['do', 'chat:close'])
  assert.deepEqual(
    (await heard.taken()).map(({ type }) => type).filter((type) => type !== 'chat:visibility'),
    ['chat:opened', 'chat:closed', 'chat:opened', 'chat:closed'],
  )
})

test('spec C8.1: a name on the window that is not a queue makes way; a blocked script leaves a harmless queue', {
  skip,
}, async () => {
  const named = await visit(shopper, shop.page({ body: '<div id="parley">An element</div>' }))
  assert.equal(await named.evaluate('parley.version()'), '1.1.0')
  await named.close()
  const blocked = await shopper.newPage()
  await blocked.route('**/sdk.js', (route) => route.abort())
  await blocked.goto(shop.page({ before: 'window.parley = window.parley || []; parley.push(["do", "chat:open"])' }))
  assert.equal(await blocked.evaluate('parley.push(["do", "chat:close"])'), 2)
  await blocked.close()
})
