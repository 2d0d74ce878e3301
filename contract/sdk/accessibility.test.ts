import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Frame, Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { frameOf, get, is, newShopper, openChat, push, startShop, visit } from '#test/browser/shop.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { contrast } from '../../src/base/colour.ts'

// The widget by keyboard, by ear, on small screens, in other directions and colours.

const server = await shareServer()
const browser = await openBrowser()
const field = { name: 'name', label: 'Your name', type: 'text', required: true }
const store = await makeStore(server, { settings: { widget: { quickReplies: ['Where is my order?'] } } })
const asking = await makeStore(server, {
  settings: { widget: { color: '#ffe14d', darkMode: 'dark', preChat: { mode: 'optional', fields: [field] } } },
})
await importLines(store, [{ kind: 'faq', data: { id: 'a', question: 'How long?', answer: 'Two days.' } }])
const shop = await startShop(server.baseUrl, store.appId)
const askingShop = await startShop(server.baseUrl, asking.appId)

/** The accessibility tree of a page's own documents, closed roots included. */
async function readerSees(page: Page): Promise<{ role: string; name: string }[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes
    .filter((node) => !node.ignored)
    .map((node) => ({ role: String(node.role?.value), name: String(node.name?.value ?? '') }))
}

test('spec C8.18: axe finds nothing on any screen, light and dark, with a bright colour too', { skip }, async () => {
  for (const [at, dark] of [
    [shop, false],
    [askingShop, true],
  ] as const) {
    const shopper = await newShopper(browser, { colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
    const page = await visit(shopper, at.page())
    await audit(page, 'the shop’s page with the launcher')
    const frame = await openChat(page, 'home')
    await audit(frame, 'home')
    await push(page, ['do', 'chat:open', ['messages']])
    await frame.getByRole('log').waitFor()
    await audit(frame, 'before the first message')
    await push(page, ['do', 'message:send', 'Hello https://a.example'])
    await frame.getByText(/· Sent$/).waitFor()
    const id = await get(page, 'conversation:id')
    const key = dark ? asking : store
    await key.api.post(`/chat/conversations/${id}/messages`, { text: 'Hi!', memberId: key.owner.memberId })
    await frame.getByText('Hi!').waitFor()
    await frame.getByRole('button', { name: 'Emoji' }).click()
    await frame.getByRole('button', { name: '👍' }).waitFor()
    await audit(frame, 'conversation')
    await push(page, ['do', 'chat:open', ['help']])
    await frame.getByRole('searchbox').waitFor()
    await audit(frame, 'help')
    await shopper.close()
  }
})

test('spec C8.4, C8.18: by keyboard alone: open, write, read, go back, close; focus is where one expects it', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  await page.locator('#own').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await until('open', () => is(page, 'chat:opened'))
  const frame = await openChat(page)
  const focused = () =>
    frame.evaluate('document.activeElement.tagName + " " + (document.activeElement.ariaLabel ?? "")')
  await until('focus in the composer', async () => (await focused()) === 'TEXTAREA Write a message…')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('you')
  await page.keyboard.press('Enter')
  await frame.getByRole('log').getByText('Hello you').waitFor()
  await until('focus stays', async () => (await focused()) === 'TEXTAREA Write a message…')
  // Backwards to the thread; a form that asks for an address may stand between.
  await until('focus on the thread', async () => {
    await page.keyboard.press('Shift+Tab')
    await page.waitForTimeout(50)
    return (await focused()) === 'DIV Conversation'
  })
  await page.keyboard.press('Escape')
  await until('closed', async () => !(await is(page, 'chat:opened')))
  await until('focus on the launcher', async () => (await page.locator('.launcher:focus').count()) === 1)
  assert.equal(await page.evaluate('document.activeElement.localName'), 'parley-chat')
  // Opened by a button of the shop's own, focus returns to that.
  await page.locator('#own').focus()
  await push(page, ['do', 'chat:open', ['messages']])
  await until('focus in the composer', async () => (await focused()) === 'TEXTAREA Write a message…')
  await page.keyboard.press('Escape')
  await until('closed', async () => !(await is(page, 'chat:opened')))
  await until('focus on the shop’s button', async () => (await page.evaluate('document.activeElement.id')) === 'own')
  await shopper.close()
})

test('spec C8.18: a screen reader hears names on everything, the log as a log, and what is new', { skip }, async () => {
  const shopper = await newShopper(browser, { isClosed: true })
  const page = await visit(shopper, shop.page())
  const before = await readerSees(page)
  assert.ok(before.some(({ role, name }) => role === 'button' && name === 'Chat'))
  const frame = await openChat(page, 'messages')
  const open = await readerSees(page)
  assert.ok(open.some(({ role, name }) => role === 'dialog' && name === 'Chat · Acme'))
  const nameless = [...before, ...open].filter(({ role, name }) => /button|link|textbox|Iframe/.test(role) && !name)
  assert.deepEqual(nameless, [])
  const log = frame.getByRole('log', { name: 'Conversation' })
  assert.equal(await log.getAttribute('aria-live'), 'polite')
  await push(page, ['do', 'message:send', 'Listen'])
  await log.getByText('Listen').waitFor()
  assert.match(await log.innerText(), /You\s+Listen/)
  await shopper.close()
})

test('spec C8.18: on a phone the panel covers the page, keeps the keyboard in, and gives both back', {
  skip,
}, async () => {
  for (const width of [320, 390]) {
    const shopper = await newShopper(browser, { viewport: { width, height: 640 }, hasTouch: true, isMobile: true })
    const page = await visit(shopper, shop.page())
    const frame = await openChat(page, 'home')
    await until('drawn', async () => (await page.locator('.panel').boundingBox())?.y === 0)
    const panel = await page.locator('.panel').boundingBox()
    assert.deepEqual([panel?.x, panel?.width, panel?.height], [0, width, 640])
    assert.equal(await page.evaluate('document.body.inert'), true)
    assert.equal(await page.locator('.launcher').isVisible(), false)
    for (const view of ['home', 'messages', 'help']) {
      await push(page, ['do', 'chat:open', [view]])
      await frame.locator('button').first().waitFor()
      assert.equal(await frame.evaluate('document.documentElement.scrollWidth'), width, view)
      const small = await frame.evaluate(`[...document.querySelectorAll('button, a, summary, input')]
        .map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width && (width < 24 || height < 24)).length`)
      assert.equal(small, 0, `targets of 24 px in ${view}`)
    }
    await frame.getByRole('button', { name: 'Close' }).click()
    await until('closed', async () => !(await is(page, 'chat:opened')))
    assert.equal(await page.evaluate('document.body.inert'), false)
    await shopper.close()
  }
})

test('spec C8.18: from right to left where the page is; the side stays the store’s', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page({ lang: 'ar' }))
  const frame = await openChat(page, 'messages')
  assert.deepEqual(await frame.evaluate('[document.documentElement.dir, document.documentElement.lang]'), ['rtl', 'ar'])
  await frame.getByLabel('اكتب رسالة…').fill('English inside')
  await frame.getByLabel('اكتب رسالة…').press('Enter')
  const bubble = frame.locator('.ours .bubble')
  await bubble.waitFor()
  assert.equal(await frame.evaluate('getComputedStyle(document.querySelector(".ours .bubble")).direction'), 'ltr')
  const box = await bubble.boundingBox()
  const panel = await page.locator('.panel').boundingBox()
  assert.ok((box?.x ?? 0) - (panel?.x ?? 0) < 100, 'one’s own words stand at the left')
  assert.ok((panel?.x ?? 0) > 500, 'the panel stands at the right')
  await push(page, ['set', 'locale', 'de'])
  await frame.getByLabel('Nachricht schreiben …').waitFor()
  assert.equal(await frame.evaluate('document.documentElement.dir'), 'ltr')
  await shopper.close()
})

test('spec C8.18: no motion for those who want none, nothing on paper', { skip }, async () => {
  const shopper = await newShopper(browser, { reducedMotion: 'reduce' })
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'home')
  const durations = (place: Page | Frame, selector: string) =>
    place.locator(selector).evaluate((element) => {
      const style = (globalThis as unknown as { getComputedStyle(e: unknown): CSSStyle }).getComputedStyle(element)
      return [style.transitionDuration, style.animationDuration].map((time) => Number.parseFloat(time) < 0.001)
    })
  interface CSSStyle {
    transitionDuration: string
    animationDuration: string
  }
  for (const found of [await durations(page, '.panel'), await durations(frame, '.app')])
    assert.deepEqual(found, [true, true])
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.launcher').isVisible(), false)
  await shopper.close()
})

test('spec C8.4: focus returns to what opened the chat, also after another command to open it', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  await page.locator('#own').focus()
  await push(page, ['do', 'chat:open', ['home']])
  const frame = await openChat(page, 'messages')
  const isInField = () => frame.evaluate('document.activeElement?.tagName === "TEXTAREA" && document.hasFocus()')
  await until('focus in the composer', isInField)
  await page.keyboard.press('Escape')
  await until('focus on the shop’s button', async () => (await page.evaluate('document.activeElement.id')) === 'own')
  await shopper.close()
})

test('a panel that comes up late leaves the focus to who has begun to write in the shop', { skip }, async () => {
  const shopper = await newShopper(browser)
  await shopper.route('**/storefront/frame*', async (route) => {
    await setTimeout(1_500)
    await route.continue()
  })
  const page = await visit(shopper, shop.page({ body: '<input id="search">' }))
  await push(page, ['do', 'chat:open', ['messages']])
  const search = page.locator('#search')
  await search.click()
  await search.pressSequentially('wool ')
  await (await frameOf(page)).locator('[data-focus]').waitFor()
  await until('a session', () => is(page, 'session:ongoing'))
  await page.keyboard.type('socks')
  assert.equal(await search.inputValue(), 'wool socks')
  await shopper.close()
})

test('whatever colour a store has, what is filled with it can be told from the panel, and text on it reads', {
  skip,
}, async () => {
  for (const [color, darkMode] of [
    ['#ffffff', 'light'],
    ['#ffe14d', 'light'],
    ['#1b1e22', 'dark'],
    ['#000000', 'dark'],
  ] as const) {
    const pale = await makeStore(server, { settings: { widget: { color, darkMode } } })
    const shopper = await newShopper(browser, { reducedMotion: 'reduce' })
    const page = await visit(shopper, (await startShop(server.baseUrl, pale.appId)).page())
    const frame = await openChat(page, 'home')
    await audit(frame, `${color} on home`)
    await push(page, ['do', 'chat:open', ['messages']], ['do', 'message:send', 'Can you see me?'])
    await frame.getByText(/· Sent$/).waitFor()
    await frame.locator('textarea').fill('more')
    await audit(frame, color)
    for (const selector of ['.ours .bubble', '.send']) {
      const [edge, fill, panel] = (await frame.evaluate(`(() => {
        const style = getComputedStyle(document.querySelector('${selector}'))
        return [/rgba?\\([^)]*\\)/.exec(style.boxShadow)?.[0] ?? 'none', style.backgroundColor, getComputedStyle(document.body).backgroundColor]
      })()`)) as [string, string, string]
      const best = Math.max(
        contrast(hexOf(fill), hexOf(panel)),
        edge === 'none' ? 1 : contrast(hexOf(edge), hexOf(panel)),
      )
      assert.ok(best >= 3, `${color}: ${selector} is ${fill}, edged ${edge}, on ${panel}`)
    }
    await shopper.close()
  }
})

/** `rgb(1, 2, 3)` as six hex digits. */
const hexOf = (rgb: string) =>
  `#${(rgb.match(/[\d.]+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`

test('spec C8.4: on a phone the panel keeps to what the keyboard leaves, wherever the page is scrolled to', {
  skip,
}, async () => {
  const shopper = await newShopper(browser, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
  // What a phone's keyboard does to the visual viewport, by hand.
  await shopper.addInitScript(`if (window === top) {
    const view = new EventTarget(); Object.assign(view, { height: innerHeight, offsetTop: 0, width: innerWidth })
    Object.defineProperty(window, 'visualViewport', { value: view })
  }`)
  const page = await visit(shopper, shop.page())
  await openChat(page, 'messages')
  const move = (height: number, offsetTop: number, type: string) =>
    page.evaluate(
      `Object.assign(visualViewport, { height: ${height}, offsetTop: ${offsetTop} }).dispatchEvent(new Event('${type}'))`,
    )
  const box = async () => {
    const found = await page.locator('.panel').boundingBox()
    return [found?.y, found?.height]
  }
  await move(460, 0, 'resize')
  await until('above the keyboard', async () => String(await box()) === '0,460')
  await move(460, 130, 'scroll')
  await until('where one looks', async () => String(await box()) === '130,460')
  await shopper.close()
})
