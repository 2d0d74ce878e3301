import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { get, newShopper, openChat, push, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Browsers that shoppers still have, and pages whose other scripts have changed what everybody relies on.

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server)
const shop = await startShop(server.baseUrl, store.appId)

/** What iOS 15 does not have, of all that the widget could use. */
const IOS_15 = `{
  window.CSSStyleSheet = function () { throw new TypeError('Illegal constructor') }
  delete Document.prototype.adoptedStyleSheets
  delete ShadowRoot.prototype.adoptedStyleSheets
  delete AbortSignal.timeout
  delete AbortSignal.any
  delete Object.hasOwn
  delete Object.groupBy
  delete Promise.withResolvers
  delete Navigator.prototype.locks
  delete Navigator.prototype.userActivation
  delete window.BroadcastChannel
  delete window.requestIdleCallback
  delete window.navigation
  delete window.structuredClone
  for (const name of ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with'])
    delete Array.prototype[name]
  delete String.prototype.isWellFormed
  delete String.prototype.toWellFormed
  delete Crypto.prototype.randomUUID
}`

test('spec C8.20: iOS 15: the chat opens, is dressed, sends and hears', { skip }, async () => {
  const shopper = await newShopper(browser)
  await shopper.addInitScript(IOS_15)
  const page = await shopper.newPage()
  const watched = watch(page, shop.origin, server.baseUrl)
  await page.goto(shop.page())
  await sdkReady(page)
  const frame = await openChat(page, 'messages')
  await push(page, ['do', 'message:send', 'from an old phone'])
  await frame.getByText(/· Sent$/).waitFor()
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Welcome!', memberId: store.owner.memberId })
  await frame.getByText('Welcome!').waitFor()
  assert.equal(await frame.evaluate("getComputedStyle(document.querySelector('.bubble')).borderTopLeftRadius"), '18px')
  assert.equal(
    await page
      .locator('.panel')
      .evaluate('getComputedStyle(document.querySelector("parley-chat").shadowRoot.querySelector(".panel")).position'),
    'fixed',
  )
  assert.deepEqual(watched.complaints, [])
  await shopper.close()
})

test('spec C8.1: whatever other scripts put on Object.prototype, the widget works and its global has its methods', {
  skip,
}, async () => {
  const names = [
    'args',
    'verb',
    'name',
    'handler',
    'get',
    'set',
    'value',
    'writable',
    'key',
    'rules',
    'theme',
    'color',
    'texts',
    'type',
    'url',
    'campaigns',
    'reason',
    'hash',
    'data',
    'id',
    'token',
    'kept',
    'text',
  ]
  const shopper = await newShopper(browser)
  for (const name of names) {
    const pollute = `Object.prototype[${JSON.stringify(name)}] = ${['get', 'set'].includes(name) ? '() => 7' : '"polluted"'}`
    const page = await visit(
      shopper,
      shop.page({ before: `${pollute}; window.parley = [['set', 'message:text', 'kept']]` }),
    )
    const heard = await page.evaluate(`(() => {
      const said = []
      parley.on('chat:opened', (event) => said.push(event.type))
      parley.push(['on', 'chat:closed', (event) => said.push(event.type)])
      parley.push(['do', 'chat:open'], ['do', 'chat:close'])
      return [said, typeof parley.version, parley.is('chat:visible'), parley.get('message:text'), Object.keys(parley).length]
    })()`)
    assert.deepEqual(heard, [['chat:opened', 'chat:closed'], 'function', true, 'kept', 0], name)
    await page.close()
  }
  await shopper.close()
})
