import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { frameOf, is, newShopper, openChat, push, startShop, visit } from '#test/browser/shop.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Pages of shops that make parts of themselves inert, trap the focus or the clicks, or keep copies of their body.

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server)
const shop = await startShop(server.baseUrl, store.appId)

const DIALOGS = `
  <button id="quick" onclick="document.getElementById('one').showModal()">Quick view</button>
  <dialog id="two"><button id="inner">Inner</button></dialog>
  <dialog id="one" style="inset: 40px auto auto 40px; margin: 0; width: 300px; height: 200px; transform: translate(10px, 10px); overflow: hidden">
    <input id="field"><button onclick="document.getElementById('two').showModal()">More</button></dialog>`

const parentOf = (page: Page) =>
  page.evaluate(
    'document.querySelector("parley-chat").parentNode.id || document.querySelector("parley-chat").parentNode.localName',
  )

/** Notes when the widget's frame loads, so that a test can tell that it did not load again. */
async function countLoads(page: Page): Promise<() => number> {
  const frame = await frameOf(page)
  let loads = 0
  page.on('framenavigated', (one) => {
    if (one.url() === frame.url()) loads++
  })
  return () => loads
}

test('spec C8.19: with modal dialogs of the shop open, the chat is in the last one, works, and stays what it was', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page({ body: DIALOGS }))
  const frame = await openChat(page, 'messages')
  const composer = frame.getByLabel('Write a message…')
  await composer.fill('half a sen')
  await push(page, ['do', 'chat:close'])
  const loads = await countLoads(page)
  await page.locator('#quick').click()
  assert.equal(await parentOf(page), 'one')
  await page.locator('.launcher').click()
  await composer.click()
  await composer.press('End')
  await composer.pressSequentially('tence')
  assert.equal(await composer.inputValue(), 'half a sentence')
  // The dialog's transform and its edges neither move nor cut the widget.
  await until('the launcher’s corner', async () => {
    const box = await page.locator('.launcher').boundingBox()
    return box && box.x + box.width === 980 && box.y + box.height === 740
  })

  await page.getByText('More').click()
  assert.equal(await parentOf(page), 'two')
  await composer.click()
  await page.evaluate('document.getElementById("two").close()')
  await until('back in the first', async () => (await parentOf(page)) === 'one')
  await composer.click()
  await page.evaluate('document.getElementById("one").close()')
  await until('back beside the body', async () => (await parentOf(page)) === 'html')
  assert.equal(await composer.inputValue(), 'half a sentence')
  await composer.press('Enter')
  await frame.getByText(/· Sent$/).waitFor()
  assert.equal(loads(), 0)
  await shopper.close()
})

test('spec C8.19: a dialog that is removed while it is open takes nothing with it', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page({ body: DIALOGS }))
  await page.locator('#quick').click()
  await openChat(page, 'messages')
  await page.evaluate('document.getElementById("one").remove()')
  await until('back beside the body', async () => (await parentOf(page)) === 'html')
  const frame = await frameOf(page)
  await frame.getByLabel('Write a message…').click()
  await page.locator('#own').click()
  await shopper.close()
})

test('spec C8.19: on a phone, the chat is usable in a dialog, and the page as it was afterwards', {
  skip,
}, async () => {
  const shopper = await newShopper(browser, { viewport: { width: 390, height: 640 }, hasTouch: true, isMobile: true })
  const page = await visit(shopper, shop.page({ body: DIALOGS }))
  await page.locator('#quick').tap()
  await page.locator('.launcher').tap()
  const frame = await frameOf(page)
  await frame.locator('main').waitFor()
  await until('the panel covers the page', async () => {
    const panel = await page.locator('.panel').boundingBox()
    return panel && [panel.x, panel.y, panel.width, panel.height].join() === '0,0,390,640'
  })
  await frame.getByRole('button', { name: 'Close' }).tap()
  await until('closed', async () => !(await is(page, 'chat:opened')))
  await page.locator('#field').tap()
  await page.evaluate('document.getElementById("one").close()')
  await page.locator('#own').tap()
  await shopper.close()
})

const TRAP = `
  const modal = document.getElementById('modal')
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'click'])
    document.addEventListener(type, (event) => {
      if (modal.contains(event.target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }, { capture: true, passive: false })
  document.addEventListener('focusin', (event) => modal.contains(event.target) || modal.querySelector('input').focus())`

test('spec C8.19: a focus trap that stops every click outside does not keep the chat closed', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page({ body: '<div id="modal"><input></div>', before: TRAP }))
  await page.locator('.launcher').click()
  const frame = await frameOf(page)
  await frame.locator('main').waitFor()
  await push(page, ['do', 'chat:open', ['messages']])
  const composer = frame.getByLabel('Write a message…')
  await composer.click()
  await page.keyboard.type('Hello')
  assert.equal(await composer.inputValue(), 'Hello')
  await shopper.close()
})

test('spec C8.19: the launcher opens and closes with one click each, by mouse and by keyboard', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const launcher = page.locator('.launcher')
  for (const open of [() => launcher.click(), () => launcher.press('Enter'), () => launcher.press(' ')]) {
    await open()
    assert.equal(await is(page, 'chat:opened'), true)
    await launcher.click()
    assert.equal(await is(page, 'chat:opened'), false)
    await until('the launcher has the focus', () => page.evaluate('document.activeElement.localName === "parley-chat"'))
  }
  await shopper.close()
})

const SWAP = `
  let kept
  function leave() {
    kept = document.body.cloneNode(true)
    const next = document.createElement('body')
    next.innerHTML = '<button id="next">Next</button>'
    document.documentElement.replaceChild(next, document.body)
  }
  const back = () => document.documentElement.replaceChild(kept, document.body)`

test('spec C8.18, C8.19: the body under the covering panel is inert, and a kept copy of it comes back alive', {
  skip,
}, async () => {
  const shopper = await newShopper(browser, { viewport: { width: 390, height: 640 }, hasTouch: true, isMobile: true })
  const page = await visit(shopper, shop.page({ before: SWAP }))
  const isInert = () => page.evaluate('document.body.inert')
  await openChat(page, 'home')
  assert.equal(await isInert(), true)
  await page.evaluate('leave()')
  await until('the next body is inert', isInert)
  await push(page, ['do', 'chat:close'])
  assert.equal(await isInert(), false)
  await page.locator('#next').tap()
  await page.evaluate('back()')
  await until('the copy is alive', async () => !(await isInert()))
  await page.locator('#own').tap()
  await page.evaluate('document.body.inert = true') // by the shop: it stays
  await page.evaluate('leave()')
  await page.evaluate('back()')
  assert.equal(await isInert(), true)
  await shopper.close()
})
