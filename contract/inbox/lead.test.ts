import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// What a support lead looks for, in a browser.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page
const ids: string[] = []
let watched: ReturnType<typeof watch>

const HOUR = 3_600_000
const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR).toISOString()

before(async () => {
  if (skip) return
  const hours = { timeZone: 'Asia/Kolkata', open: [{ days: [1], from: '09:00', to: '17:00' }] }
  store = await makeStore(server, { settings: { widget: { hours } } })
  const owner = (await store.api.get('/chat/members')).body.data[0].id
  const ada = await addContact(store, { name: 'Ada Lovelace', email: 'ada@example.com' })
  for (const [i, score] of ['5', '5', '2', null].entries()) {
    const createdAt = at(30 + 26 * i)
    const made = await addConversation(store, {
      customerUuid: ada.id,
      customerName: `Customer ${i + 1}`,
      createdAt,
      tags: i % 2 ? ['=refund'] : ['vip'],
      messages: [message({ createdAt }), message({ createdAt: at(29 + 26 * i), memberId: owner })],
      ...(score
        ? { status: 'resolved', attributes: [{ name: 'Rating', value: score, updatedAt: at(28 + 26 * i) }] }
        : {}),
      browsedPages: [{ url: 'https://shop.example/shoes', title: 'Shoes', viewedAt: at(1 + i) }],
    })
    ids.push(made.id)
  }
  const total = { amount: '12.50', currencyCode: 'EUR' }
  const orders = Array.from({ length: 35 }, (_, i) => ({ orderNumber: `#${i}`, createdAt: at(200 + i), total }))
  await importLines(
    store,
    orders.map((order) => ({ kind: 'order', data: { ...order, customerUuid: ada.id } })),
  )
  screen = await openInbox(browser, server, store)
  page = screen.page
  watched = watch(page, server.baseUrl)
})
after(() => screen?.context.close())

test('reports show ratings by member and tag, of any days, and lead to what they count', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/reports`)
  const row = (name: string) => page.getByRole('row', { name })
  await row('vip').getByText('3.5 (2)').waitFor()
  await page.getByText('Days and hours are those of Asia/Kolkata.').waitFor()
  await auditAll(page, 'lead-reports')
  await row('=refund').getByRole('link', { name: '5.0 (1)' }).click()
  await page.getByRole('heading', { name: 'From a report' }).waitFor()
  await page.locator('.row-name').first().waitFor()
  assert.deepEqual(await page.locator('.row-name').allTextContents(), ['Customer 2'])
  await page.goBack()
  await page.getByRole('button', { name: '7 days' }).click()
  await page.waitForURL(/reports\/20\d\d-\d\d-\d\d\/20\d\d-\d\d-\d\d$/)
  await page.getByLabel('To', { exact: true }).fill(await page.getByLabel('From', { exact: true }).inputValue())
  await page.keyboard.press('Enter')
  await page.locator('.tile', { hasText: 'New conversations' }).getByText('0', { exact: true }).waitFor()
  await page.goBack()
  await row('vip').waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  assert.match(saved.suggestedFilename(), /^reports-20\d\d-\d\d-\d\d-20\d\d-\d\d-\d\d\.csv$/)
  const lines = (await buffer(await saved.createReadStream())).toString('utf8').split('\r\n')
  assert.equal(lines[0]?.slice(0, 25), '\uFEFFTable,Row,Conversations,')
  assert.ok(
    lines.some((line) => line.startsWith("By tag,'=refund,2,4,2,3600,3600,1,")),
    lines.join('\n'),
  )
  assert.deepEqual(watched.complaints, [])
})

test('bars and hours of the reports lead to what they count, by mouse and by keyboard', { skip }, async () => {
  const opened = async () => {
    await page.getByRole('heading', { name: 'From a report' }).waitFor()
    await page.locator('.row-name').first().waitFor()
    const found = await page.locator('.row-name').allTextContents()
    await page.goBack()
    await page.locator('.week').waitFor()
    return found
  }
  await page.goto(`${server.baseUrl}/inbox/reports`)
  await page.locator('.week').waitFor()
  const days = page.locator('.chart').first()
  await days.locator('a').last().click()
  assert.deepEqual(await opened(), ['Customer 1'])
  const busiest = page.locator('.week a[tabindex="0"]')
  await busiest.focus()
  await page.keyboard.press('Enter')
  assert.equal((await opened()).length, 1)
  const before = await busiest.getAttribute('href')
  await busiest.focus()
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  assert.ok(before, 'the focus is on an hour, whatever is beside it')
  assert.equal(await page.evaluate('document.activeElement.closest(".week") !== null'), true)
  const backlog = page.locator('details', { hasText: 'Backlog by day, as a table' })
  await backlog.locator('summary').click()
  await backlog.getByRole('link', { name: '1', exact: true }).last().click()
  assert.deepEqual(await opened(), ['Customer 4'])
})

test('the timeline of a contact is opened, filtered and gone through by the keyboard, and stays open', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/open/${ids[3]}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('Timeline', { exact: true }).focus()
  await page.keyboard.press('Enter')
  const lines = details.locator('.timeline li')
  await lines.first().getByRole('link', { name: 'Shoes' }).waitFor()
  assert.equal(await lines.count(), 30)
  await details.getByText('This conversation began').waitFor()
  await auditAll(page, 'lead-timeline')
  await details.getByRole('button', { name: 'Orders' }).focus()
  await page.keyboard.press('Enter')
  await details.getByText('Ordered #0', { exact: true }).waitFor()
  await details.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await details.getByText('Ordered #34').waitFor()
  assert.equal(await lines.count(), 35)
  await details.getByRole('button', { name: 'Ratings' }).click()
  await details.getByRole('link', { name: 'Rated 2 of 5' }).click()
  await page.waitForURL(new RegExp(`${ids[2]}$`))
  await details.getByText('This conversation began').waitFor()
  assert.deepEqual(watched.complaints, [])
})

test('a reply is written for later, shown and changed; a held one says why, and is sent now', {
  skip,
}, async () => {
  const { context, page } = await openInbox(browser, server, store)
  const errors = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/open/${ids[3]}`)
  const box = page.getByRole('textbox', { name: 'Reply to Customer 4' })
  await box.fill('Good morning!')
  await page.getByRole('button', { name: 'Send later' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  await dialog.getByText('Date and time, by the clocks of Asia/Kolkata').waitFor()
  await auditAll(page, 'lead-send-later')
  await dialog.getByRole('button', { name: 'Tomorrow, 9:00' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  const reply = page.getByRole('article', { name: 'Scheduled reply' })
  await reply.getByText(/To be sent .+9:00.+GMT\+5:30/).waitFor()
  assert.equal(await box.inputValue(), '')
  const path = `/chat/conversations/${ids[3]}/messages`
  const count = async () => ok(await store.api.get(path)).length
  const before = await count()
  await auditAll(page, 'lead-scheduled')
  await reply.getByRole('button', { name: 'Change' }).click()
  const change = page.getByRole('dialog', { name: 'Scheduled reply' })
  const field = change.getByLabel(/^Date and time/)
  assert.match(await field.inputValue(), /T09:00$/)
  await change.getByLabel('Reply').fill('Good morning, Ada!')
  await change.getByRole('button', { name: 'Schedule' }).click()
  await reply.getByText('Good morning, Ada!').waitFor()
  ok(await store.api.post(path, { text: 'One more thing', asCustomer: true }), 201)
  await reply.getByText(/Paused: the customer wrote first/).waitFor()
  await reply.getByRole('button', { name: 'Send now' }).click()
  await reply.waitFor({ state: 'detached' })
  await page.getByRole('log').getByText('Good morning, Ada!').waitFor()
  assert.equal(await count(), before + 2)
  assert.deepEqual(errors.complaints, [])
  await context.close()
})

test('files are written for later, shown, left out and added, and leave with the reply', { skip }, async () => {
  const { context, page } = await openInbox(browser, server, store)
  const errors = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/open/${ids[2]}`)
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const picture = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
  const words = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('words') })
  const composer = page.locator('form.composer')
  await composer.getByLabel('Attach files').setInputFiles([picture, words('old.txt')])
  await composer.getByRole('button', { name: 'Remove old.txt' }).waitFor()
  await composer.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  const reply = page.getByRole('article', { name: 'Scheduled reply' })
  await reply.getByRole('img', { name: 'dot.png' }).waitFor()
  await reply.getByRole('link', { name: 'old.txt' }).waitFor()
  await composer.locator('.attached').waitFor({ state: 'detached' })
  await reply.getByRole('button', { name: 'Change' }).click()
  const change = page.getByRole('dialog', { name: 'Scheduled reply' })
  await change.getByRole('button', { name: 'Remove old.txt' }).press('Enter')
  await change.getByLabel('Attach files').setInputFiles(words('new.txt'))
  await change.getByText('new.txt').waitFor()
  // Choosing no file after all closes nothing.
  await change.getByLabel('Attach files').dispatchEvent('cancel')
  await auditAll(page, 'lead-scheduled-files')
  await change.getByRole('button', { name: 'Schedule' }).click()
  await reply.getByRole('link', { name: 'new.txt' }).waitFor()
  assert.equal(await reply.getByRole('link', { name: 'old.txt' }).count(), 0)
  await auditAll(page, 'lead-scheduled-with-files')
  await reply.getByRole('button', { name: 'Send now' }).click()
  await reply.waitFor({ state: 'detached' })
  const log = page.getByRole('log')
  await log.getByRole('img', { name: 'dot.png' }).waitFor()
  await log.getByRole('link', { name: 'new.txt' }).waitFor()
  assert.deepEqual(errors.complaints, [])
  await context.close()
})

test('replies for later that could not be loaded are said to be missing, and loaded again', { skip }, async () => {
  const { context, page } = await openInbox(browser, server, store)
  let isAway = true
  await page.route('**/scheduled', (route) => (isAway ? route.fulfill({ status: 503, body: '{}' }) : route.fallback()))
  await page.goto(`${server.baseUrl}/inbox/open/${ids[3]}`)
  const told = page.getByText('Scheduled replies could not be loaded.')
  await told.waitFor()
  isAway = false
  await told.getByRole('button', { name: 'Try again' }).press('Enter')
  await told.waitFor({ state: 'detached' })
  await context.close()
})
