import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { frameOf, get, is, listen, newShopper, push, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server, {
  settings: {
    widget: {
      campaigns: [
        { key: 'scarves', text: 'A scarf?', senderName: 'Maya', rules: { url: '/page-', cartTotal: 100 } },
        { key: 'guide', text: 'Need a hand with the size?', rules: { event: 'size_guide_opened' } },
        { key: 'patience', text: 'Still here?', rules: { seconds: 1, url: 'query=slow' }, once: false },
      ],
    },
  },
})
const shop = await startShop(server.baseUrl, store.appId)

test('spec C8.10: campaigns show by page, time and cart, once each where they say so; an answer begins with them', {
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
  const frame = await frameOf(page)
  await frame.getByRole('status').getByText('A scarf?').click()
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
  const peek = await frameOf(again)
  await peek.getByText('Still here?').waitFor()
  await peek.getByRole('button', { name: 'Close' }).click()
  await again.locator('.panel').waitFor({ state: 'hidden' })
  await other.close()
})

test('spec C8.10, C8.13: event:track feeds triggers: a campaign whose rule names the event shows', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const heard = await listen(page, 'trigger:fired')
  await page.mouse.move(100, 100)
  await push(page, ['do', 'event:track', ['size_guide']], ['do', 'event:track', ['video_watched', { seconds: 4 }]])
  await page.waitForTimeout(500)
  assert.deepEqual(await heard.of('trigger:fired'), [])
  await push(page, ['do', 'event:track', ['size_guide_opened', { product: 'p1' }]])
  assert.equal((await heard.one('trigger:fired')).key, 'guide')
  await (await frameOf(page)).getByRole('status').getByText('Need a hand with the size?').waitFor()
  await shopper.close()

  // Told before the widget is loaded.
  const other = await newShopper(browser)
  const early = await visit(other, shop.page())
  await push(early, ['do', 'event:track', 'size_guide_opened'])
  await early.mouse.move(100, 100)
  assert.equal((await (await listen(early, 'trigger:fired')).one('trigger:fired')).key, 'guide')
  await other.close()
})

test('spec C8.21: an open panel is open on the next page, without taking the focus; back and forward find it alive', {
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

/** A page of a shop whose store has this one campaign, seen by a person. */
async function seenBy(shopper: Awaited<ReturnType<typeof newShopper>>, campaign: object, body = '') {
  const one = await makeStore(server, {
    settings: { widget: { campaigns: [{ key: 'one', text: 'One?', ...campaign }] } },
  })
  const its = await startShop(server.baseUrl, one.appId)
  const page = await visit(shopper, its.page({ body }))
  const heard = await listen(page, 'trigger:fired')
  await page.mouse.move(300, 300)
  await frameOf(page)
  return { one, its, page, heard }
}

test('spec C8.10: exit intent and scroll depth; a picture, a button and a field to answer at once', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const long = '<p>Words</p>'.repeat(200)
  const rules = { exit: true, scroll: 80 }
  const button = { label: 'See offers', url: 'https://shop.example/offers' }
  const { page, heard, one } = await seenBy(shopper, { rules, button }, long)
  const leave = () =>
    page.evaluate("document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: -1 }))")
  await leave()
  assert.deepEqual(await heard.of('trigger:fired'), [])
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await until('fired', async () => {
    await leave()
    return (await heard.of('trigger:fired')).length > 0
  })
  const frame = await frameOf(page)
  assert.equal(await frame.getByRole('link', { name: 'See offers' }).getAttribute('href'), button.url)
  assert.equal(await is(page, 'chat:opened'), false)
  assert.equal(await is(page, 'session:ongoing'), false) // seen, and nobody was made a visitor for it
  await frame.getByLabel('Write a message…').fill('I will think about it')
  await frame.getByLabel('Write a message…').press('Enter')
  await until('open', () => is(page, 'chat:opened'))
  const id = await until('sent', () => get(page, 'conversation:id'))
  const texts = ok(await one.api.get(`/chat/conversations/${id}/messages`)).map(({ text }: { text: string }) => text)
  assert.deepEqual(texts, ['One?', 'I will think about it'])
  await shopper.close()
})

test('spec C8.10: audience and schedule: language, attribute, returning, from and until', { skip }, async () => {
  for (const [campaign, isShown] of [
    [{ rules: { languages: ['en'] } }, true],
    [{ rules: { languages: ['fr'] } }, false],
    [{ rules: { returning: false } }, true],
    [{ rules: { returning: true } }, false],
    [{ rules: { attribute: { name: 'tier', value: 'gold' } } }, true],
    [{ rules: { attribute: { name: 'tier', value: 'silver' } } }, false],
    [{ rules: { seconds: 0 }, until: '2020-01-01T00:00:00Z' }, false],
    [{ rules: { seconds: 0 }, from: '2020-01-01T00:00:00Z' }, true],
  ] as const) {
    const shopper = await newShopper(browser)
    const { page, heard } = await seenBy(shopper, campaign)
    await push(page, ['set', 'user:attributes', { tier: 'gold' }], ['do', 'trigger:run', 'nobody has this'])
    if (isShown) await heard.one('trigger:fired')
    else {
      await until('the config', async () => (await frameOf(page)).evaluate('document.documentElement.lang === "en"'))
      await page.waitForTimeout(300) // time enough for one that should not show
      assert.deepEqual(await heard.of('trigger:fired'), [], JSON.stringify(campaign))
    }
    await shopper.close()
  }
})

test('spec C8.10: what was shown and clicked is counted once a day of each browser, however often it is loaded', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const button = { label: 'See offers', url: '/docs' }
  const { page, heard, one } = await seenBy(shopper, { rules: { seconds: 0 }, once: false, button })
  const inbox = await signInOwner(server, one)
  const counts = async () => ok(await inbox.get('/api/chat/campaigns')).counts[0]
  await heard.one('trigger:fired')
  await until('shown', async () => (await counts()).shown === 1)
  await page.reload()
  await sdkReady(page)
  await page.mouse.move(200, 200)
  const frame = await frameOf(page)
  await frame.getByText('One?').waitFor() // it shows again
  const [tab] = await Promise.all([
    shopper.waitForEvent('page'),
    frame.getByRole('link', { name: 'See offers' }).click(),
  ])
  await tab.close()
  await until('clicked', async () => (await counts()).clicked === 1)
  await frame.getByText('One?').click() // followed once more
  await until('open', () => is(page, 'chat:opened'))
  await push(page, ['do', 'message:send', 'Yes please'])
  await until('sent', () => get(page, 'conversation:id'))
  assert.deepEqual(await counts(), { key: 'one', shown: 1, clicked: 1 })
  await shopper.close()
})

test('a campaign shows where the config came only when it was asked for again', { skip }, async () => {
  const shopper = await newShopper(browser)
  const widget = { campaigns: [{ key: 'one', text: 'One?', rules: { seconds: 0 } }], theme: { color: '#b00020' } }
  const one = await makeStore(server, { settings: { widget } })
  let asked = 0
  await shopper.route('**/storefront/config?*', (route) => {
    if (route.request().frame().url().includes('/storefront/frame')) asked++
    return asked === 1 ? route.abort() : route.continue()
  })
  const page = await visit(shopper, (await startShop(server.baseUrl, one.appId)).page())
  await page.mouse.move(300, 300)
  const frame = await frameOf(page)
  await frame.getByText('One?').waitFor()
  assert.equal(asked, 2)
  await shopper.close()
})

test('spec C8.10: a campaign for a country shows where the shopper is there, and asks nobody where none needs to know', {
  skip,
}, async () => {
  for (const [countries, isShown] of [
    [['AT', 'de'], true],
    [['FR'], false],
    [null, true],
  ] as const) {
    const shopper = await newShopper(browser)
    let asked = 0
    await shopper.route('**/storefront/country', (route) => {
      asked++
      return route.fulfill({ json: { data: { country: 'DE' } } })
    })
    const { heard } = await seenBy(shopper, { rules: countries ? { countries: [...countries] } : { seconds: 0 } })
    if (isShown) await heard.one('trigger:fired')
    else await until('asked', () => asked === 1)
    assert.equal((await heard.of('trigger:fired')).length, isShown ? 1 : 0)
    assert.equal(asked, countries ? 1 : 0)
    await shopper.close()
  }
})

test('spec C8.10: a campaign stands there whole when its picture comes late', { skip }, async () => {
  const shopper = await newShopper(browser)
  const shown = Promise.withResolvers<void>()
  await shopper.route('**/docs/icon.svg', async (route) => {
    await shown.promise
    await route.continue()
  })
  const { page } = await seenBy(shopper, { rules: { seconds: 0 }, imageUrl: '/docs/icon.svg' })
  const frame = await frameOf(page)
  await frame.getByText('One?').waitFor()
  shown.resolve()
  await until('all of it', () =>
    frame.evaluate(
      "document.images[0]?.offsetHeight > 100 && document.querySelector('.peek').offsetHeight <= innerHeight",
    ),
  )
  await audit(frame, 'a campaign')
  await shopper.close()
})

/** A browser that paints nothing for a while: Preact then runs effects late, by a timer of its own. */
const PAINTS_LATE = `
  const later = setTimeout
  window.requestAnimationFrame = () => 0
  window.setTimeout = (run, ms = 0, ...rest) => later(run, ms < 50 ? 1000 : ms, ...rest)`

test('a campaign that comes up right after the first drawing is seen, though the browser paints late', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  await shopper.addInitScript(PAINTS_LATE)
  const page = await visit(shopper, shop.page())
  await push(page, ['do', 'event:track', 'size_guide_opened'])
  await page.mouse.move(100, 100)
  await (await frameOf(page)).getByRole('status').getByText('Need a hand with the size?').waitFor()
  await shopper.close()
})
