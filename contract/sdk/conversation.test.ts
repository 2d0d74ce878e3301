import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { get, is, listen, newShopper, openChat, push, startShop, visit } from '#test/browser/shop.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// A conversation, from the shopper's side; the team answers through the API.

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server, { settings: { widget: { quickReplies: ['Where is my order?'] } } })
const shop = await startShop(server.baseUrl, store.appId)
const reply = (id: unknown, text: string) =>
  store.api.post(`/chat/conversations/${id}/messages`, { text, memberId: store.owner.memberId })
let shopper: BrowserContext
let page: Page
let frame: Frame

before(async () => {
  if (skip) return
  await importLines(store, [
    {
      kind: 'faq',
      data: { id: 'shipping', question: 'How long does shipping take?', answer: 'Two days. https://a.example/x' },
    },
    { kind: 'faq', data: { id: 'returns', question: 'Can I return it?', answer: 'Within 30 days.' } },
  ])
  shopper = await newShopper(browser)
  page = await visit(shopper, shop.page())
  frame = await openChat(page)
})

test('spec C8.5: what is written on the home screen starts a conversation; the answer comes at once', {
  skip,
}, async () => {
  const heard = await listen(page, 'conversation:started', 'message:sent', 'message:received', 'conversation:assigned')
  await frame.getByLabel('Write a message…').fill('Do you ship to Norway?')
  await frame.getByLabel('Write a message…').press('Enter')
  const { conversationId } = await heard.one('conversation:started')
  assert.equal(await get(page, 'conversation:id'), conversationId)
  const sent = await heard.one('message:sent')
  assert.deepEqual([sent.text, sent.conversationId], ['Do you ship to Norway?', conversationId])
  await frame.getByRole('log').getByText('Do you ship to Norway?').waitFor()
  assert.equal((await reply(conversationId, 'We do: https://shop.example/norway.')).status, 201)
  const received = await heard.one('message:received')
  assert.deepEqual(received.sender, { type: 'agent', name: (received.sender as { name: string }).name })
  const link = frame.getByRole('link', { name: 'https://shop.example/norway' })
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
  assert.equal((await heard.of('message:sent')).length, 1)
})

test('spec C8.14: the shopper reads what they see: nothing stays unread, and the team can tell', { skip }, async () => {
  const path = `/chat/conversations/${await get(page, 'conversation:id')}`
  await until('read by the customer', async () => (await store.api.get(path)).body.data.isCustomerRead)
  await until('nothing unread', async () => (await get(page, 'chat:unread:count')) === 0)
})

test('spec C8.14: what comes while the panel is closed is counted, shown on the launcher and read on opening', {
  skip,
}, async () => {
  const heard = await listen(page, 'unread:changed', 'message:read')
  await push(page, ['do', 'chat:close'])
  const id = await get(page, 'conversation:id')
  await reply(id, 'Anything else?')
  await reply(id, 'We are here until six.')
  await until('two unread', async () => (await get(page, 'chat:unread:count')) === 2)
  assert.equal(await page.locator('.launcher').getAttribute('aria-label'), 'Chat (2)')
  await frame.getByRole('status').getByText('We are here until six.').click()
  await until('none unread', async () => (await get(page, 'chat:unread:count')) === 0)
  const counts = (await heard.of('unread:changed')).map(({ count }) => count)
  assert.deepEqual([counts.at(-1), counts.includes(2)], [0, true])
  await until('told as read', async () => (await heard.of('message:read')).some(({ by }) => by === 'customer'))
})

test('spec C8.14: the team reads: the message is marked as seen', { skip }, async () => {
  const heard = await listen(page, 'message:read')
  await push(page, ['do', 'message:send', ['Thank you!']])
  await frame.getByRole('log').getByText('Thank you!').waitFor()
  await frame.getByText(/· Sent$/).waitFor()
  await store.api.post(`/chat/conversations/${await get(page, 'conversation:id')}/read`, {})
  await frame.getByText(/· Seen$/).waitFor()
  assert.ok((await heard.of('message:read')).some(({ by }) => by === 'agent'))
})

test('spec C8.6: the team types: shown, told, and over by itself', { skip }, async () => {
  const heard = await listen(page, 'typing:changed')
  const body = { active: true, memberId: store.owner.memberId }
  await store.api.post(`/chat/conversations/${await get(page, 'conversation:id')}/typing`, body)
  await frame.getByText(/is typing…$/).waitFor()
  assert.equal((await heard.one('typing:changed')).active, true)
  await frame.getByText(/is typing…$/).waitFor({ state: 'detached' })
  assert.equal((await heard.of('typing:changed')).at(-1)?.active, false)
})

test('spec C8.14: resolved and reopened: told, and a word of the shopper reopens', { skip }, async () => {
  const heard = await listen(page, 'conversation:state_changed')
  await store.api.post(`/chat/conversations/${await get(page, 'conversation:id')}/state`, { status: 'resolved' })
  await frame.getByText('This conversation has ended. Write to reopen it.').waitFor()
  await push(page, ['do', 'message:send', 'One more thing'])
  await until('two changes', async () => (await heard.of('conversation:state_changed')).length === 2)
  const changes = (await heard.of('conversation:state_changed')).map((event) => [event.previousStatus, event.status])
  assert.deepEqual(changes, [
    ['open', 'resolved'],
    ['resolved', 'open'],
  ])
})

test('spec C8.15: notes never reach the browser', { skip }, async () => {
  const heard = await listen(page, 'message:received')
  const path = `/chat/conversations/${await get(page, 'conversation:id')}`
  await store.api.post(`${path}/notes`, { text: 'a secret of the team' })
  await reply(await get(page, 'conversation:id'), 'After the note')
  await until('the reply', async () =>
    (await heard.of('message:received')).some(({ text }) => text === 'After the note'),
  )
  assert.ok(!JSON.stringify(await heard.taken()).includes('secret'))
  assert.ok(!(await frame.content()).includes('secret'))
})

test('spec C8.11: help: a search, an article by its id, and article:shown', { skip }, async () => {
  const heard = await listen(page, 'article:shown')
  await push(page, ['do', 'article:show', ['shipping']])
  await frame.getByRole('heading', { name: 'How long does shipping take?' }).waitFor()
  assert.equal((await heard.one('article:shown')).id, 'shipping')
  await frame.getByRole('button', { name: 'Back', exact: true }).nth(1).click()
  await frame.getByRole('searchbox').fill('return')
  await frame.getByRole('button', { name: 'Can I return it?' }).waitFor()
  await frame.getByRole('button', { name: 'How long does shipping take?' }).waitFor({ state: 'detached' })
})

test('spec C8.13: what the shop sets reaches the team: profile, attributes, context, events, pages', {
  skip,
}, async () => {
  await push(
    page,
    ['set', 'user:name', 'Ada'],
    ['set', 'user:email', 'ada@example.com'],
    ['set', 'user:phone', '+47 1'],
    ['set', 'user:attributes', { tier: 'gold' }],
    ['set', 'user:attributes', { since: '2019' }],
    ['set', 'conversation:attributes', { order: '1042' }],
    ['set', 'cart', { total: 5 }],
    ['do', 'event:track', ['size_guide_opened', { product: 'p1' }]],
  )
  const path = `/chat/conversations/${await get(page, 'conversation:id')}`
  const { customerUuid } = (await store.api.get(path)).body.data
  const customer = await until('the profile', async () => {
    const { data } = (await store.api.get(`/chat/customers/${customerUuid}`)).body
    return data.phone && data
  })
  assert.deepEqual(
    [customer.name, customer.email, customer.customAttributes],
    ['Ada', 'ada@example.com', { tier: 'gold', since: '2019' }],
  )
  await until('the attribute', async () => (await store.api.get(`${path}/attributes`)).body.data[0]?.value === '1042')
  await until('the page', async () =>
    (await store.api.get(`${path}/browsed-pages`)).body.data[0]?.url.includes('/page-'),
  )
  const profile = (await get(page, 'user:profile')) as { name: string; email: string }
  assert.deepEqual([profile.name, profile.email], ['Ada', 'ada@example.com'])
})

test('spec C8.8, C8.9: escalate asks for a person; session:reset starts a new session; without a conversation escalate is dropped', {
  skip,
}, async () => {
  const heard = await listen(page, 'conversation:escalated', 'session:reset')
  const before = [await get(page, 'session:id'), await get(page, 'conversation:id')]
  await push(page, ['do', 'escalate', [{ reason: 'I want a person' }]])
  assert.equal((await heard.one('conversation:escalated')).reason, 'I want a person')
  await push(page, ['do', 'session:reset'])
  const { sessionId } = await heard.one('session:reset')
  assert.notEqual(sessionId, before[0])
  assert.equal(await get(page, 'conversation:id'), null)
  await push(page, ['do', 'escalate'], ['do', 'message:send', 'A new beginning'])
  await until('a conversation', () => get(page, 'conversation:id'))
  assert.notEqual(await get(page, 'conversation:id'), before[1])
  assert.equal((await heard.of('conversation:escalated')).length, 1)
})

test('spec C8.5: message:text is the composer’s text, both ways, and survives a reload', { skip }, async () => {
  await push(page, ['do', 'chat:open', ['messages']], ['set', 'message:text', 'Half a sent'])
  await frame.getByLabel('Write a message…').and(frame.locator('textarea')).pressSequentially('ence')
  await until('both', async () => (await get(page, 'message:text')) === 'Half a sentence')
  await page.reload()
  await page.waitForFunction('typeof window.parley?.version === "function"')
  frame = await openChat(page, 'messages')
  await until('kept', async () => (await frame.locator('textarea').inputValue()) === 'Half a sentence')
  await push(page, ['set', 'message:text', ''])
})

test('history is there on return, with its days; a quick reply is one touch', { skip }, async () => {
  await frame.getByRole('log').getByText('A new beginning').waitFor()
  await frame.getByText('Today').waitFor()
  const other = await newShopper(browser)
  const fresh = await visit(other, shop.page())
  const home = await openChat(fresh, 'home')
  await home.getByRole('button', { name: 'Where is my order?' }).click()
  await until('sent', () => get(fresh, 'conversation:id'))
  const { body } = await store.api.get(`/chat/conversations/${await get(fresh, 'conversation:id')}/messages`)
  assert.equal(body.data[0].isQuickReplyMsg, true)
  assert.equal(await is(fresh, 'bot:active'), false)
  await other.close()
})

test('spec C8.5: the Enter that ends a composition does not send, in Safari neither', { skip }, async () => {
  const other = await newShopper(browser)
  const at = await visit(other, shop.page({ lang: 'ja' }))
  const typed = await openChat(at, 'messages')
  await typed.locator('textarea').fill('きしゃ')
  const enter = (more: string) =>
    typed.evaluate(
      `document.querySelector('textarea').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ${more} }))`,
    )
  await enter('isComposing: true')
  await enter('isComposing: false, keyCode: 229')
  assert.equal(await typed.locator('.ours').count(), 0)
  await enter('isComposing: false, keyCode: 13')
  await typed.locator('.ours').waitFor()
  await other.close()
})

test('spec C8.6: while a member types the team is there: no word of being away, no form for an address', {
  skip,
}, async () => {
  const other = await newShopper(browser)
  const at = await visit(other, shop.page())
  const seen = await openChat(at, 'messages')
  await push(at, ['do', 'message:send', 'Anybody there?'])
  await seen.getByText('We’re away and will reply').waitFor()
  await seen.getByLabel('Leave your email address').waitFor()
  const body = { active: true, memberId: store.owner.memberId }
  await store.api.post(`/chat/conversations/${await get(at, 'conversation:id')}/typing`, body)
  await seen.getByText('We’re online').waitFor()
  assert.equal(await seen.getByLabel('Leave your email address').count(), 0)
  await other.close()
})

test('spec C8.9: escalate takes a reason of 1,000 characters on the page and at the server', { skip }, async () => {
  const asking = await makeStore(server, { settings: { ai: { enabled: true } } })
  const other = await newShopper(browser)
  const at = await visit(other, (await startShop(server.baseUrl, asking.appId)).page())
  await openChat(at, 'messages')
  await push(at, ['do', 'message:send', 'Hello'])
  await until('a conversation', () => get(at, 'conversation:id'))
  const heard = await listen(at, 'conversation:escalated')
  await push(at, ['do', 'escalate', [{ reason: 'x'.repeat(1_000) }]])
  assert.equal(String((await heard.one('conversation:escalated')).reason).length, 1_000)
  await other.close()
})

test('spec C8.14: the title of a page that nobody looks at counts what waits; the store says how far from the edge it stands', {
  skip,
}, async () => {
  const far = await makeStore(server, { settings: { widget: { offset: { side: 60, bottom: 110 } } } })
  const other = await newShopper(browser, { viewport: { width: 1_000, height: 760 } })
  const at = await visit(other, (await startShop(server.baseUrl, far.appId)).page())
  await openChat(at, 'home')
  await push(at, ['do', 'message:send', 'Hello'], ['do', 'chat:close'])
  const id = await until('a conversation', () => get(at, 'conversation:id'))
  await until('the launcher to stand still', async () => {
    const place = await at.locator('.launcher').boundingBox()
    return place?.x === 1_000 - 60 - 56 && place.y === 760 - 110 - 56
  })
  const look = (isHidden: boolean) =>
    at.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true }), document.dispatchEvent(new Event('visibilitychange'))`,
    )
  await look(true)
  const body = { text: 'Hi!', memberId: far.owner.memberId }
  for (const count of [1, 2]) {
    await far.api.post(`/chat/conversations/${id}/messages`, body)
    await until('counted', async () => (await at.title()) === `(${count}) Shop`)
  }
  await look(false)
  assert.equal(await at.title(), 'Shop')
  await other.close()
})
