import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { abroad, get, is, listen, newShopper, openChat, push, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Networks, reloads, tabs: no message is lost, and none is sent twice.

const server = await startServer()
const browser = await openBrowser()
const store = await makeStore(server)
const shop = await startShop(server.baseUrl, store.appId)
const url = shop.page()

/** What the team has of the shopper's words, oldest first. */
async function texts(page: Page): Promise<string[]> {
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  const { body } = await store.api.get(`/chat/conversations/${id}/messages`)
  return body.data.map(({ text }: { text: string }) => text)
}

const reply = async (page: Page, text: string) =>
  ok(
    await store.api.post(`/chat/conversations/${await get(page, 'conversation:id')}/messages`, {
      text,
      memberId: store.owner.memberId,
    }),
    201,
  )

test('spec C8.20: written offline, kept through a reload, sent once when the network is back', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, url)
  const frame = await openChat(page, 'messages')
  await shopper.route('**/storefront/messages', (route) => route.abort('internetdisconnected'))
  await push(page, ['do', 'message:send', 'first'], ['do', 'message:send', 'second'])
  await frame.getByText('Sending…').nth(1).waitFor()
  await page.reload()
  await sdkReady(page)
  const again = await openChat(page, 'messages')
  await again.getByRole('log').getByText('second').waitFor()
  await shopper.unroute('**/storefront/messages')
  await again.evaluate('dispatchEvent(new Event("online"))')
  await again.getByText(/· Sent$/).waitFor()
  assert.deepEqual(await texts(page), ['first', 'second'])
  await shopper.close()
})

test('spec C8.20: an answer lost after the commit makes no second message', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, url)
  await openChat(page, 'messages')
  const heard = await listen(page, 'message:sent', 'message:failed', 'conversation:started')
  let lost = 0
  await shopper.route('**/storefront/messages', async (route) => {
    if (lost++ > 1) return route.continue()
    await route.fetch() // the server has it
    await route.abort('connectionreset')
  })
  await push(page, ['do', 'message:send', 'just once'])
  await heard.one('message:sent')
  assert.deepEqual(await texts(page), ['just once'])
  const names = (await heard.taken()).map(({ type }) => type)
  assert.deepEqual(names.sort(), ['conversation:started', 'message:sent'])
  assert.ok(lost >= 3)
  await shopper.close()
})

test('a message that the server rejects is shown, kept, and sent again or removed by the shopper', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, url)
  const frame = await openChat(page, 'messages')
  const heard = await listen(page, 'message:failed', 'message:sent')
  const error = JSON.stringify({ error: { code: 'FORBIDDEN', message: 'Not now.' } })
  await shopper.route('**/storefront/messages', (route) => route.fulfill({ status: 403, body: error }))
  await push(page, ['do', 'message:send', 'one'], ['do', 'message:send', 'two'])
  await frame.getByText('Not sent').nth(1).waitFor()
  assert.deepEqual(
    [(await heard.one('message:failed')).code, (await heard.one('message:failed')).text],
    ['FORBIDDEN', 'one'],
  )
  await shopper.unroute('**/storefront/messages')
  await frame.getByRole('button', { name: 'Remove' }).first().click()
  await frame.getByRole('button', { name: 'Try again' }).click()
  await heard.one('message:sent')
  assert.deepEqual(await texts(page), ['two'])
  await shopper.close()
})

test('spec C8.20: after the server was away, and after sleep, what was missed is there', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, url)
  const frame = await openChat(page, 'messages')
  await push(page, ['do', 'message:send', 'hello'])
  await frame.getByText(/· Sent$/).waitFor()
  const heard = await listen(page, 'message:received')
  await server.restart()
  await reply(page, 'while you were away')
  await frame.evaluate('dispatchEvent(new Event("online"))')
  await frame.getByText('while you were away').waitFor()
  await until('told', async () => (await heard.of('message:received')).length === 1)
  await page.reload()
  await sdkReady(page)
  await (await openChat(page, 'messages')).getByText('while you were away').waitFor()
  await shopper.close()
})

test('spec C8.20: a socket that fell silent in its sleep is given up on waking, and nothing is missed', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  let sleeping = 0
  let opened = 0
  await shopper.routeWebSocket(/storefront.socket/, (socket) => {
    const number = ++opened
    const upstream = socket.connectToServer()
    socket.onMessage((words) => void (number > sleeping && upstream.send(words)))
    upstream.onMessage((words) => void (number > sleeping && socket.send(words)))
  })
  const page = await visit(shopper, url)
  const frame = await openChat(page, 'messages')
  await push(page, ['do', 'message:send', 'good night'])
  await frame.getByText(/· Sent$/).waitFor()
  await until('a socket', () => opened > 0)
  sleeping = opened // from here on nothing passes through those that are open
  await reply(page, 'said in your sleep')
  await page.waitForTimeout(300)
  assert.equal(await frame.getByText('said in your sleep').count(), 0)
  await frame.evaluate('dispatchEvent(new Event("online"))')
  await frame.getByText('said in your sleep').waitFor({ timeout: 20_000 })
  await shopper.close()
})

test('spec C8.20: two tabs at once: one visitor, one conversation; unread and read are shared', { skip }, async () => {
  const shopper = await newShopper(browser)
  const tabs = [await visit(shopper, url), await visit(shopper, url)] as [Page, Page]
  await Promise.all(tabs.map((tab, at) => push(tab, ['do', 'message:send', `from tab ${at}`])))
  await Promise.all(tabs.map((tab) => until('a conversation', () => get(tab, 'conversation:id'))))
  assert.equal(await get(tabs[0], 'conversation:id'), await get(tabs[1], 'conversation:id'))
  await until('both', async () => (await texts(tabs[0])).length === 2)
  await reply(tabs[0], 'for both')
  for (const tab of tabs) await until('unread', async () => (await get(tab, 'chat:unread:count')) === 1)
  await openChat(tabs[0], 'messages')
  for (const tab of tabs) await until('read', async () => (await get(tab, 'chat:unread:count')) === 0)
  await shopper.close()
})

test('spec C8.8: logout forgets the visitor in every tab', { skip }, async () => {
  const shopper = await newShopper(browser)
  const tabs = [await visit(shopper, url), await visit(shopper, url)] as [Page, Page]
  await push(tabs[0], ['do', 'message:send', 'private words'])
  const id = await until('a conversation', () => get(tabs[0], 'conversation:id'))
  const frame = await openChat(tabs[1], 'messages')
  await frame.getByRole('log').getByText('private words').waitFor()
  const heard = await listen(tabs[1], 'session:reset')
  await push(tabs[0], ['do', 'logout'])
  await heard.one('session:reset')
  await frame.getByText('private words').waitFor({ state: 'detached' })
  for (const tab of tabs) assert.equal(await get(tab, 'conversation:id'), null)
  assert.equal(await frame.evaluate('JSON.stringify(localStorage).includes("private")'), false)
  await push(tabs[1], ['do', 'message:send', 'somebody else'])
  const next = await until('a conversation', () => get(tabs[1], 'conversation:id'))
  assert.notEqual(next, id)
  await shopper.close()
})

test('spec C8.8: a logout while answers are under way: nothing of the one before comes back', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, url)
  const frame = await openChat(page, 'messages')
  const heard = await listen(page, 'message:sent', 'session:reset')
  const before = await get(page, 'session:id')
  await shopper.route('**/storefront/messages', async (route) => {
    const response = await route.fetch()
    await push(page, ['do', 'logout'])
    await heard.one('session:reset')
    await route.fulfill({ response })
  })
  await push(page, ['do', 'message:send', 'mine alone'])
  await until('a new session', async () => ![before, null].includes((await get(page, 'session:id')) as string))
  await page.waitForTimeout(500)
  assert.equal(await get(page, 'conversation:id'), null)
  assert.equal(await frame.getByText('mine alone').count(), 0)
  assert.deepEqual(
    (await heard.taken()).map(({ type }) => type),
    ['session:reset'],
  )
  // On the next page, too, whether the command comes before the frame or with it.
  await shopper.unroute('**/storefront/messages')
  await push(page, ['do', 'message:send', 'of the second'])
  await until('a conversation', () => get(page, 'conversation:id'))
  await page.goto(shop.page({ before: 'window.parley = [["do", "logout"], ["do", "chat:open", ["messages"]]]' }))
  await sdkReady(page)
  const next = await openChat(page, 'messages')
  await page.waitForTimeout(700)
  assert.equal(await next.getByText('of the second').count(), 0)
  assert.equal(await get(page, 'conversation:id'), null)
  await shopper.close()
})

test('where the frame is refused storage, the shop’s page keeps it: the chat is there again after a reload', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, abroad(url)) // this browser refuses it to frames of another site
  const frame = await openChat(page, 'messages')
  assert.equal(await frame.evaluate('(() => { try { return !!localStorage } catch { return false } })()'), false)
  await push(page, ['do', 'message:send', 'remember me'])
  await frame.getByText(/· Sent$/).waitFor()
  const id = await get(page, 'conversation:id')
  await page.reload()
  await sdkReady(page)
  await until('the same conversation, without a touch', async () => (await get(page, 'conversation:id')) === id)
  await push(page, ['do', 'logout'])
  await until('forgotten', async () => (await get(page, 'conversation:id')) === null)
  await page.reload()
  await sdkReady(page)
  await openChat(page, 'messages')
  assert.equal(await get(page, 'conversation:id'), null)
  await shopper.close()
})

test('where the page may keep nothing either, the chat works and forgets with the page', { skip }, async () => {
  const shopper = await newShopper(browser)
  await shopper.addInitScript("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })")
  const page = await visit(shopper, abroad(url))
  const frame = await openChat(page, 'messages')
  await push(page, ['do', 'message:send', 'without memory'])
  await frame.getByText(/· Sent$/).waitFor()
  await reply(page, 'no matter')
  await frame.getByText('no matter').waitFor()
  await page.reload()
  await sdkReady(page)
  assert.equal(await get(page, 'conversation:id'), null)
  await shopper.close()
})

test('where the frame cannot be reached it says so, and tries again when asked', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await shopper.newPage()
  await page.route('**/storefront/frame?*', (route) => route.abort())
  await page.goto(url)
  await sdkReady(page)
  await push(page, ['do', 'chat:open'], ['do', 'message:send', 'kept in the queue'])
  await page.getByText('The chat cannot be reached now.').waitFor()
  await page.unroute('**/storefront/frame?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await until('sent', () => get(page, 'conversation:id'))
  assert.deepEqual(await texts(page), ['kept in the queue'])
  assert.equal(await is(page, 'chat:opened'), true)
  await shopper.close()
})

test('spec C8.13: details that are set while nothing gets through arrive; one that is refused takes no other with it', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, url)
  const frame = await openChat(page, 'messages')
  await push(page, ['do', 'message:send', 'hello'])
  await frame.getByText(/· Sent$/).waitFor()
  let lost = 0
  await shopper.route('**/storefront/visitor', (route) =>
    lost++ < 2 ? route.abort('connectionreset') : route.continue(),
  )
  await push(page, ['set', 'user:email', 'ada@example.com'], ['set', 'user:attributes', { tier: 'gold' }])
  await until('a try', () => lost > 0)
  await push(page, ['set', 'user:name', 'Ada Lovelace'])
  const profile = () => get(page, 'user:profile') as Promise<Record<string, unknown>>
  await until('all of them', async () => (await profile()).name === 'Ada Lovelace')
  assert.equal((await profile()).email, 'ada@example.com')
  assert.deepEqual((await profile()).attributes, { tier: 'gold' })
  // A server that is stricter than the page: the others of the batch are still stored.
  await shopper.unroute('**/storefront/visitor')
  await shopper.route('**/storefront/visitor', (route) =>
    route.request().postDataJSON().phone === undefined
      ? route.continue()
      : route.fulfill({ status: 400, json: { error: { code: 'INVALID_PARAMS', message: 'phone is no phone.' } } }),
  )
  await push(page, ['set', 'user:phone', 'no phone'], ['set', 'user:name', 'Countess'], ['set', 'user:email', 'a@b.c'])
  await until('the good ones', async () => (await profile()).name === 'Countess' && (await profile()).email === 'a@b.c')
  assert.equal((await profile()).phone, null)
  // Kept through a reload, too.
  await shopper.unroute('**/storefront/visitor')
  await shopper.route('**/storefront/visitor', (route) => route.abort('connectionreset'))
  await push(page, ['set', 'user:phone', '+44 20 7946 0000'])
  await page.reload()
  await shopper.unroute('**/storefront/visitor')
  await sdkReady(page)
  await until('after the reload', async () => (await profile())?.phone === '+44 20 7946 0000')
  await shopper.close()
})

test('spec C8.20: two tabs of a private window are one visitor, with one outbox', { skip }, async () => {
  const shopper = await newShopper(browser)
  const tabs = [await visit(shopper, abroad(url)), await visit(shopper, abroad(url))] as [Page, Page]
  await Promise.all(tabs.map((tab) => openChat(tab, 'messages')))
  const isShared = async () => {
    const [one, other] = await Promise.all(tabs.map((tab) => get(tab, 'conversation:id')))
    return one && one === other
  }
  await until('one visitor', async () => {
    const [one, other] = (await Promise.all(tabs.map((tab) => get(tab, 'user:profile')))) as { id: string }[]
    return one && one.id === other?.id
  })
  await Promise.all(tabs.map((tab, at) => push(tab, ['do', 'message:send', `from tab ${at}`])))
  await until('both', async () => (await texts(tabs[0])).length === 2)
  await until('the same conversation', isShared)
  // Other things that a page keeps do not take the visitor away.
  await tabs[1].evaluate(`window.dispatchEvent(new Event('pageshow'))`)
  await tabs[0].reload()
  await sdkReady(tabs[0])
  await until('the same after a reload', isShared)
  await shopper.close()
})
