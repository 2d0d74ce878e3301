import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { frameOf, get, newShopper, openChat, push, startShop, visit } from '#test/browser/shop.ts'
import { variants } from '#test/depth.ts'
import { ok } from '#test/expect.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { LANGUAGES } from '../../sdk/shared/language.ts'
import { ARTICLE_QUESTION_MAX, MESSAGE_TEXT_MAX, STORE_NAME_MAX, WIDGET_MAX } from '../../src/core/limits.ts'

// Whatever a store, a member or a shopper writes, however long and without a gap: nothing stands out of the panel, at
// no width; and in the lowest window the composer can be reached.

const server = await shareServer()
const browser = await openBrowser()
const WIDTHS = [320, 360, 390, 480, 481, 600, 768, 1_024, 1_280, 1_440]
/** A word without a place to break, as wide as letters get. */
const word = (length: number, letter = 'W') => letter.repeat(length)
const VIEWS = ['home', 'messages', 'help'] as const

const fields = ['text', 'email', 'phone', 'select'].map((type) => ({
  name: type,
  label: word(WIDGET_MAX.fieldLabel),
  type,
  required: true,
  ...(type === 'select' ? { options: [word(120), word(120, 'm')] } : {}),
}))
const widget = {
  greeting: word(WIDGET_MAX.greeting),
  intro: word(WIDGET_MAX.intro),
  launcher: 'pill',
  quickReplies: Array.from({ length: WIDGET_MAX.quickReplies }, (_, at) => word(WIDGET_MAX.quickReply - 1) + at),
  campaigns: [{ key: 'long', text: word(WIDGET_MAX.campaignText), senderName: word(80) }],
}

/** Every place where something is wider than what it stands in; what ends in an ellipsis is meant to be. */
const OVERFLOWS = `(root) => {
  const found = []
  const name = (one) => (one.localName + '.' + one.className + ' ' + one.textContent.slice(0, 20)).trim()
  const isCut = (one) => { const style = getComputedStyle(one); return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || one.classList.contains('hidden') }
  for (const one of root.querySelectorAll('*')) {
    if (['INPUT', 'SELECT', 'OPTION', 'SCRIPT', 'STYLE', 'PATH'].includes(one.tagName.toUpperCase()) || one.closest('svg')) continue
    const box = one.getBoundingClientRect()
    if (!box.width || getComputedStyle(one).visibility === 'hidden') continue
    const style = getComputedStyle(one)
    if (style.overflowX !== 'visible' && !isCut(one) && one.scrollWidth > one.clientWidth + 1) found.push('scrolls: ' + name(one))
    let cut = false
    for (let up = one; up && up !== root; up = up.parentElement) cut ||= isCut(up) && up !== one
    if (!cut && (box.left < -1 || box.right > innerWidth + 1)) found.push('stands out: ' + name(one) + ' ' + Math.round(box.left) + ' to ' + Math.round(box.right))
  }
  return [...new Set(found)]
}`
const inFrame = (frame: Frame) => frame.evaluate(`(${OVERFLOWS})(document)`) as Promise<string[]>
const inPage = (page: Page) =>
  page.evaluate(`(${OVERFLOWS})(document.querySelector('parley-chat').shadowRoot)`) as Promise<string[]>

/** Looks at the frame and at the shop's page at every width; `what` names the state. */
async function look(page: Page, frame: Frame, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 })
    assert.deepEqual(await inFrame(frame), [], `${what} at ${width} px`)
    assert.deepEqual(await inPage(page), [], `${what} at ${width} px, the shop’s page`)
  }
}

test('the longest words without a gap stand in every field, at every width', { skip }, async () => {
  const store = await makeStore(server, { name: word(STORE_NAME_MAX), settings: { widget } })
  const question = word(ARTICLE_QUESTION_MAX)
  await importLines(store, [
    {
      kind: 'faq',
      data: {
        id: 'long',
        question,
        answer: `${word(2_000)} https://a.example/${word(500)}`,
        url: `https://a.example/${word(300)}`,
      },
    },
    { kind: 'member', data: { id: 'long', email: 'long@example.com', firstName: word(100), lastName: word(100) } },
  ])
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser, { reducedMotion: 'reduce' })
  const page = await visit(shopper, shop.page())
  await push(page, ['do', 'trigger:run', 'long'])
  const peek = await frameOf(page)
  await peek.locator('.peek').waitFor()
  await look(page, peek, 'a campaign and the launcher')
  const frame = await openChat(page, 'home')
  for (const view of VIEWS) {
    await push(page, ['do', 'chat:open', [view]])
    await frame.locator('main button').first().waitFor()
    await look(page, frame, view)
  }
  await frame.getByRole('button', { name: question }).click()
  await frame.getByRole('heading', { name: question }).waitFor()
  await look(page, frame, 'an article')
  await push(page, ['do', 'chat:open', ['messages']])
  await frame.locator('textarea').fill(word(MESSAGE_TEXT_MAX + 1))
  await frame.locator('input[type=file]').setInputFiles([
    { name: `${word(180)}.txt`, buffer: Buffer.from('x'), mimeType: 'text/plain' },
    { name: `${word(180, 'm')}.txt`, buffer: Buffer.alloc(0), mimeType: 'text/plain' },
  ])
  await frame.locator('progress').waitFor({ state: 'detached' })
  await frame.getByRole('button', { name: 'Emoji' }).click()
  await frame.getByRole('button', { name: '👍' }).waitFor()
  await look(page, frame, 'a long draft with files')
  await frame.getByRole('button', { name: 'Emoji' }).click()
  await frame.locator('textarea').fill(word(MESSAGE_TEXT_MAX))
  await frame.getByRole('button', { name: 'Send', exact: true }).click()
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  const path = `/chat/conversations/${id}`
  const sent = ok(await store.api.get(`${path}/messages`))[0]
  assert.equal(sent.files[0].name.length > 60, true)
  // What members and assistants write, and what an import brings: names, cards, quotes.
  ok(await store.api.post(`${path}/assign`, { memberId: 'long' }))
  ok(await store.api.post(`${path}/messages`, { text: word(MESSAGE_TEXT_MAX), memberId: 'long' }), 201)
  await until('the member is typing', async () => {
    ok(await store.api.post(`${path}/typing`, { memberId: 'long', active: true })) // ends by itself
    return frame.locator('.typing').isVisible()
  })
  await look(page, frame, 'a conversation')
  await push(page, ['do', 'chat:open', ['home']])
  await frame.locator('.card').first().waitFor()
  await look(page, frame, 'home after a conversation')
  await shopper.close()
})

test('the form before the chat, with the longest labels, options and consent', { skip }, async () => {
  const consent = { text: word(WIDGET_MAX.consent), required: true }
  const store = await makeStore(server, { settings: { widget: { preChat: { mode: 'optional', fields, consent } } } })
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser, { reducedMotion: 'reduce' })
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  await frame.getByRole('button', { name: 'Start chat' }).click()
  await frame.getByRole('alert').first().waitFor()
  await look(page, frame, 'the form')
  await shopper.close()
})

test('every language stands in the narrowest panel, and axe finds nothing: home, orders, help, and how it went', {
  skip,
}, async () => {
  const store = await makeStore(server, {
    settings: { widget: { orders: true, replyTime: 'hours' }, ai: { enabled: true } },
  })
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser, { viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' })
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  await push(page, ['do', 'message:send', 'Thanks'])
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  await frame.locator('.scores button').last().click()
  const screens = { home: '.hero', help: '.search', messages: '.rating' } as const
  for (const [at, language] of LANGUAGES.entries()) {
    await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'light' : 'dark' })
    await push(page, ['set', 'locale', [language]])
    await frame.locator(`main[lang="${language}"]`).waitFor()
    for (const [view, landmark] of Object.entries(screens)) {
      await push(page, ['do', 'chat:open', [view]])
      await frame.locator(landmark).waitFor()
      assert.deepEqual(await inFrame(frame), [], `${view} in ${language}`)
      if (variants(view, LANGUAGES).includes(language)) await audit(frame, `${view} in ${language}`)
    }
    await push(page, ['do', 'chat:open', ['home']])
    await frame.locator('.card', { has: frame.locator('.i-parcel') }).click()
    await frame.locator('#order-key').waitFor()
    await frame.locator('form .primary').click()
    await frame.getByRole('alert').waitFor()
    assert.deepEqual(await inFrame(frame), [], `orders in ${language}`)
    if (variants('orders', LANGUAGES).includes(language)) await audit(frame, `orders in ${language}`)
  }
  await shopper.close()
})

test('1.4.10 at 400 % zoom one reads and writes, whatever stands around the composer', { skip }, async () => {
  const quickReplies = Array.from({ length: WIDGET_MAX.quickReplies }, (_, at) => `What about my order number ${at}?`)
  const store = await makeStore(server, { settings: { widget: { quickReplies }, ai: { enabled: true } } })
  const shop = await startShop(server.baseUrl, store.appId)
  // 1,280 by 1,024 pixels at 400 %.
  const shopper = await newShopper(browser, { viewport: { width: 320, height: 256 }, reducedMotion: 'reduce' })
  const page = await visit(shopper, shop.page())
  for (const [view, landmark] of Object.entries({ home: '.hero', messages: '[role="log"]' })) {
    const frame = await openChat(page, view)
    await frame.locator(landmark).waitFor() // the other view has a field, too
    const field = frame.locator('textarea')
    await field.scrollIntoViewIfNeeded()
    const isReached = () =>
      frame.evaluate(`(() => { const field = document.querySelector('textarea'), box = field.getBoundingClientRect()
        return box.top >= 0 && box.bottom <= innerHeight + 1 && document.elementFromPoint(box.x + 20, box.y + 9) === field })()`)
    assert.equal(await isReached(), true, `the field of ${view}`)
    const send = frame.getByRole('button', { name: 'Send', exact: true })
    await field.fill('Hello')
    await send.scrollIntoViewIfNeeded()
    await send.click({ trial: true })
    // At least a few lines of what was said are seen beside it.
    const height = await frame.evaluate("document.querySelector('.scroll').clientHeight")
    assert.ok(Number(height) >= 60, `${height} px are left to read in ${view}`)
    await frame.getByRole('button', { name: quickReplies[5] as string }).scrollIntoViewIfNeeded()
    await frame.getByRole('button', { name: quickReplies[5] as string }).click({ trial: true })
  }
  await shopper.close()
})
