import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { get, newShopper, openChat, push, startShop, visit } from '#test/browser/shop.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, importLines, makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// What the home screen tells: who is there and when, what many ask; and how it went, once a conversation is resolved.

const server = await shareServer()
const browser = await openBrowser()
const article = (id: string) => ({ kind: 'faq', data: { id, question: `Question ${id}?`, answer: `Answer ${id}.` } })
const allDay = { from: '00:00', to: '23:59' }

test('spec C8.21: faces, reply time and popular articles stand on the home screen, as the store chose', {
  skip,
}, async () => {
  const popular = ['d', 'a', 'gone']
  const store = await makeStore(server, {
    settings: { widget: { showTeam: true, replyTime: 'minutes', popular, font: 'page' } },
  })
  await importLines(store, [
    ...['a', 'b', 'c', 'd'].map(article),
    { kind: 'member', data: { id: 'mia', email: 'mia@example.com', firstName: 'Mia', lastName: 'Secret' } },
    {
      kind: 'member',
      data: { id: 'old', email: 'old@example.com', firstName: 'Gone', lastName: 'Member', active: false },
    },
  ])
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page({ head: '<style>body { font-family: "Shop Sans", Georgia }</style>' }))
  const frame = await openChat(page, 'home')
  assert.match(
    String(await frame.evaluate('getComputedStyle(document.body).fontFamily')),
    /^"Shop Sans", Georgia, system-ui/,
  )
  await frame.getByText('Usually replies in minutes').waitFor()
  assert.deepEqual(await frame.locator('.popular li').allInnerTexts(), ['Question d?', 'Question a?'])
  assert.ok((await frame.locator('.faces li').allInnerTexts()).some((name) => name.includes('Mia')))
  const config = await (await fetch(`${server.baseUrl}/storefront/config?app=${store.appId}`)).text()
  for (const word of ['Secret', 'Gone', '@example.com']) assert.ok(!config.includes(word), word)
  await frame.getByRole('button', { name: 'Question d?' }).click()
  await frame.getByText('Answer d.').waitFor()
  await shopper.close()
})

test('spec C8.11: help that cannot be loaded, its code or its articles, says so and comes with another try', {
  skip,
}, async () => {
  const store = await makeStore(server)
  await importLines(store, ['a', 'b'].map(article))
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'home')
  let isAway = true
  let refused = 0
  await page.route(/\/help-[^/]*\.js$|\/articles\b/, (route) => {
    if (!isAway) return route.continue()
    refused++
    return route.abort()
  })
  const failed = frame.getByRole('alert').getByText('This could not be loaded.')
  const again = frame.getByRole('button', { name: 'Try again' })
  await frame.getByRole('button', { name: 'Help' }).click()
  await failed.waitFor()
  isAway = false
  await again.click()
  await frame.getByRole('button', { name: 'Question a?' }).waitFor()
  assert.equal(await again.count(), 0)
  isAway = true
  await frame.getByRole('searchbox').fill('Question b')
  await failed.waitFor()
  isAway = false
  await again.click()
  await failed.waitFor({ state: 'detached' })
  await frame.getByRole('button', { name: 'Question b?' }).waitFor()
  assert.equal(refused, 2)
  await shopper.close()
})

test('spec C8.21: outside the opening hours it says when somebody is back; at home and in the conversation', {
  skip,
}, async () => {
  const day = ((new Date().getUTCDay() + 1) % 7) + 1 // the day after tomorrow, which is not today anywhere
  const hours = { timeZone: 'UTC', open: [{ days: [day], from: '09:30', to: '18:00' }] }
  const store = await makeStore(server, { settings: { widget: { hours } } })
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser, { timezoneId: 'Asia/Tokyo' })
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'home')
  await frame.getByText(/Away · back \w+day( at)? 6:30/).waitFor() // by the shopper's own clock
  await push(page, ['do', 'chat:open', ['messages']])
  await frame.getByText(/Away · back/).waitFor()
  const path = `/operator/stores/${store.shopId}`
  for (const wrong of [
    { timeZone: 'Mars/Base', open: [] },
    { timeZone: 'UTC', open: [{ days: [1], from: '18:00', to: '18:00' }] },
    { timeZone: 'UTC', open: [{ days: [8], ...allDay }] },
    { timeZone: 'UTC', open: [{ days: [1], from: '9', to: '25:00' }] },
  ])
    refused(await store.operator.patch(path, { settings: { widget: { hours: wrong } } }), 400, 'INVALID_PARAMS')
  await shopper.close()
})

test('spec C8.21: a resolved conversation is rated with a face and a word, which the team sees', { skip }, async () => {
  const store = await makeStore(server)
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  await push(page, ['do', 'message:send', 'Thanks, that is all'])
  await frame.getByText(/· Sent$/).waitFor()
  assert.equal(await frame.getByText('How did it go?').count(), 0)
  const id = await get(page, 'conversation:id')
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  await frame.getByRole('button', { name: 'Great' }).click()
  const attributes = async () =>
    Object.fromEntries(
      ok(await store.api.get(`/chat/conversations/${id}/attributes`)).map((one: { name: string; value: string }) => [
        one.name,
        one.value,
      ]),
    )
  await until('rated', async () => (await attributes()).Rating === '5')
  await frame.getByLabel('Tell us more (optional)').fill('Quick and kind')
  await frame.getByRole('button', { name: 'Send', exact: true }).first().click()
  await frame.getByText('Thank you for your rating.').waitFor()
  await audit(frame, 'a rating')
  await until('commented', async () => (await attributes())['Rating comment'] === 'Quick and kind')
  await page.reload()
  const again = await openChat(page, 'messages')
  await again.getByText('Thank you for your rating.').waitFor()
  await shopper.close()
})

test('spec C8.21: a rating is 1 to 5, of one’s own conversation, once it is resolved', async () => {
  const store = await makeStore(server)
  const [visitor, other] = [await makeVisitor(server, store), await makeVisitor(server, store)]
  const { conversation } = await visitor.say('Hello')
  const rate = (who: typeof visitor, more: object) =>
    who.api.post('/storefront/rating', { conversationId: conversation.id, score: 4, ...more })
  refused(await rate(visitor, {}), 400, 'INVALID_PARAMS')
  ok(await store.api.post(`/chat/conversations/${conversation.id}/state`, { status: 'resolved' }))
  refused(await rate(other, {}), 404, 'NOT_FOUND')
  for (const wrong of [{ score: 0 }, { score: 6 }, { score: 1.5 }, { score: 'x' }, { comment: 'x'.repeat(1_001) }])
    refused(await rate(visitor, wrong), 400, 'INVALID_PARAMS')
  ok(await rate(visitor, { comment: 'Fine' }))
  ok(await rate(visitor, { score: 2 }))
  const attributes = ok(await store.api.get(`/chat/conversations/${conversation.id}/attributes`))
  assert.deepEqual(attributes.map(({ name, value }: Record<string, string>) => `${name}: ${value}`).sort(), [
    'Rating comment: Fine',
    'Rating: 2',
  ])
})

test('spec C8.21: an order is found by its number and its address, and by nothing else', { skip }, async () => {
  const store = await makeStore(server, { settings: { widget: { orders: true } } })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  await importLines(store, [
    {
      kind: 'order',
      data: {
        orderNumber: '#1042',
        email: 'ada@example.com',
        createdAt: day(9),
        total: { amount: '49.00', currencyCode: 'EUR' },
        lineItems: [{ title: 'Teapot', quantity: 2 }],
        shipments: [
          {
            carrier: 'DHL',
            trackingNumber: 'JD0001',
            trackingUrl: 'https://track.example/JD0001',
            deliveredAt: day(2),
          },
        ],
      },
    },
  ])
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'home')
  await frame.getByRole('button', { name: /Track an order/ }).click()
  const number = frame.getByLabel('Order or parcel number')
  await number.fill('1042')
  await frame.getByLabel('Email address').fill('eve@example.com')
  await frame.getByRole('button', { name: 'Find my order' }).click()
  await frame.getByRole('alert').getByText('No order matches this number and email.').waitFor()
  await frame.getByLabel('Email address').fill('Ada@example.com')
  await frame.getByRole('button', { name: 'Find my order' }).click()
  await frame.getByRole('heading', { name: '#1042' }).waitFor()
  await frame.getByText('2 × Teapot').waitFor()
  await frame.getByText(/^Delivered on/).waitFor()
  const track = frame.getByRole('link', { name: 'Track the parcel' })
  assert.equal(await track.getAttribute('href'), 'https://track.example/JD0001')
  await audit(frame, 'an order')
  await number.fill('JD0001') // the parcel's number, too
  await frame.getByRole('button', { name: 'Find my order' }).click()
  await frame.getByRole('button', { name: 'Return something' }).click()
  await frame.getByRole('log').getByText('I would like to return something from order #1042.').waitFor()
  await shopper.close()

  const visitor = await makeVisitor(server, store)
  const find = (body: object) => visitor.api.post('/storefront/orders', body)
  refused(await find({ key: '9999', email: 'ada@example.com' }), 404, 'NOT_FOUND')
  for (const body of [
    {},
    { key: '1042' },
    { key: '', email: 'a@b.c' },
    { key: '1042', email: 'nobody' },
    { key: 7, email: 'a@b.c' },
  ])
    refused(await find(body), 400, 'INVALID_PARAMS')
  const many = await Promise.all(
    Array.from({ length: 11 }, (_, at) => find({ key: `${at}`, email: 'ada@example.com' })),
  )
  assert.ok(many.some(({ status }) => status === 429))
  const without = await makeVisitor(server, await makeStore(server))
  refused(await without.api.post('/storefront/orders', { key: '1042', email: 'ada@example.com' }), 404, 'NOT_FOUND')
})

test('spec C8.21: the last order of a signed customer stands on the home screen, one touch from its parcels', {
  skip,
}, async () => {
  const store = await makeStore(server, { settings: { widget: { orders: true } } })
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`), 201)
  await addContact(store, { platformId: 'ada', email: 'ada@example.com' })
  const order = {
    orderNumber: '1043',
    email: 'ada@example.com',
    createdAt: new Date(Date.now() - 86_400_000).toISOString(),
  }
  const shipments = [
    { carrier: 'DHL', trackingNumber: 'JD1', trackingUrl: 'https://track.example/JD1', shippedAt: order.createdAt },
  ]
  const total = { amount: '49.00', currencyCode: 'EUR' }
  await importLines(store, [
    { kind: 'order', data: { ...order, total, shipments, lineItems: [{ title: 'Teapot', quantity: 2 }] } },
  ])
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'home')
  const last = frame.getByRole('button', { name: /Your last order/ })
  await push(page, ['do', 'identify', { id: 'ada', email: 'ada@example.com' }]) // nobody has signed that
  await frame.getByRole('button', { name: /Track an order/ }).waitFor()
  assert.equal(await last.count(), 0)
  await push(page, ['do', 'identify', { id: 'ada', hash: createHmac('sha256', secret).update('ada').digest('hex') }])
  await last.getByText('Shipped on').waitFor()
  await last.getByText(/#1043 · .* · €49\.00/).waitFor()
  await last.click()
  await frame.getByText('2 × Teapot').waitFor()
  assert.equal(
    await frame.getByRole('link', { name: 'Track the parcel' }).getAttribute('href'),
    'https://track.example/JD1',
  )
  await audit(frame, 'the last order')
  await frame.getByRole('button', { name: 'Back' }).click()
  await frame.getByRole('button', { name: /Track an order/ }).click()
  await frame.getByLabel('Order or parcel number').waitFor()
  await push(page, ['do', 'logout'], ['do', 'chat:open', ['home']])
  await until('forgotten', async () => (await last.count()) === 0)
  await shopper.close()
})
