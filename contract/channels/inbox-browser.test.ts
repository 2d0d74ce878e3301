import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { audit, auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { get, newShopper, openChat, push, startShop, visit } from '#test/browser/shop.ts'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { pictureOf } from '#test/fixtures/pictures.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Channels as an admin and a member meet them: in a browser. One file, for it is one browser that goes on where the test
// before left it.

await buildBrowserCode()
const graph = await startGraph()
const world = await startMailWorld()
const server = await startServer({ env: { ...world.env, ...graph.env } })
const browser = await openBrowser()

let store: Store
let context: BrowserContext
let page: Page
let watched: ReturnType<typeof watch>

const customer = '4915112345678'
const say = (text: string) =>
  graph.deliver(server.baseUrl, webhooks.whatsApp('3001', webhooks.whatsAppText(customer, text, { name: 'Kim Park' })))

before(async () => {
  if (skip) return
  store = await makeStore(server, { name: 'Lamps & Co' })
  context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
  page = await context.newPage()
  watched = watch(page, server.baseUrl)
})
after(() => context?.close())

test('nothing is connected: it says what that means; a wrong token is refused in words', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/channels`)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  await page.getByText('No mailbox is connected, so replies to email conversations are not sent.').waitFor()
  await page.getByText('Connect a mailbox').click()
  await page.getByText('Connect a messenger').click()
  await page.getByText(`${server.baseUrl}/channels/meta`).waitFor()
  await auditAll(page, 'channels-empty')
  graph.revoked.add('wrong')
  await page.getByLabel('Phone number ID').fill('3001')
  await page.getByLabel('Access token').fill('wrong')
  await page.getByRole('button', { name: 'Connect WhatsApp' }).click()
  await page.getByText(/accessToken is not accepted by Meta/).waitFor()
})

test('spec C11.6: a messenger is connected and checked, and its errors are shown', { skip }, async () => {
  await page.getByLabel('Access token').fill('3001:token')
  await page.getByRole('button', { name: 'Connect WhatsApp' }).click()
  await page.getByText('WhatsApp connected').waitFor()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText(/Meta accepts the token/).waitFor()
  await page.getByText('WhatsApp connected').waitFor({ state: 'hidden' })
  await auditAll(page, 'channels-connected')
  graph.revoked.add('3001:token')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Not working').waitFor()
  await page
    .getByText(/Meta does not accept the token/)
    .first()
    .waitFor()
  await auditAll(page, 'channels-broken')
  graph.revoked.delete('3001:token')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
})

test('a reply’s way stands in the composer, its state beside it; what failed is sent again', { skip }, async () => {
  assert.equal(await say('Does the lamp come with a bulb?'), 200)
  const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  await page.getByText('Replies are sent by WhatsApp', { exact: false }).waitFor()
  graph.troubles = [null, { status: 400, code: 131026 }]
  const composer = page.getByRole('textbox', { name: 'Reply' })
  for (const text of ['It does: a warm one.', 'Shall I put one aside?']) {
    await composer.fill(text)
    await page.keyboard.press('Control+Enter')
    await page.getByText(text).first().waitFor()
  }
  await page.getByText('Not delivered', { exact: true }).waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()
  await auditAll(page, 'channels-thread')
  await page.getByRole('button', { name: 'Try again' }).click()
  await until('both have left', async () => (await page.getByText('Sent', { exact: true }).count()) === 2)
  assert.equal(await page.getByText('Not delivered', { exact: true }).count(), 0)
})

test('spec C13.1, C13.2: files are chosen, dropped and pasted; what WhatsApp does not deliver is refused in words', {
  skip,
}, async () => {
  const gif = Buffer.concat([Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;'), Buffer.alloc(64)])
  const attach = page.getByLabel('Attach files')
  await attach.setInputFiles({ name: 'waving.gif', mimeType: 'image/gif', buffer: gif })
  await page.getByText('WhatsApp does not deliver “waving.gif”').waitFor()
  // A name that the browser knows no type of is judged by what the service read.
  await attach.setInputFiles({ name: 'waving', mimeType: '', buffer: gif })
  await page.getByRole('alert').filter({ hasText: 'WhatsApp does not deliver “waving.gif”' }).waitFor()
  await page.getByRole('button', { name: 'Remove waving.gif' }).click()
  const picture = await pictureOf('rotated.jpg')
  const data = await page.evaluateHandle(`{
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (one) => one.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'bulb.jpg', { type: 'image/jpeg' }))
    data
  }`)
  for (const type of ['dragover', 'drop']) await page.locator('.composer').dispatchEvent(type, { dataTransfer: data })
  await page.getByRole('button', { name: 'Remove bulb.jpg' }).waitFor()
  await attach.setInputFiles({
    name: 'manual.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  })
  await page.getByRole('button', { name: 'Remove manual.pdf' }).waitFor()
  await page.getByRole('textbox', { name: 'Reply' }).fill('The bulb, and the manual')
  await auditAll(page, 'files-chosen')
  graph.uploadTroubles = [null, { status: 400, code: 131053, message: 'Media upload error' }]
  await page.keyboard.press('Control+Enter')
  await page.getByText('“manual.pdf”: ').first().waitFor()
  await page.locator('.files li', { hasText: 'manual.pdf' }).getByText('Not delivered').waitFor()
  await auditAll(page, 'files-failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await until('all are sent', () => graph.sends.some(({ file }) => file?.name === 'manual.pdf'))
  await page.locator('.files li').getByText('Not delivered').waitFor({ state: 'detached' })
  assert.deepEqual(
    graph.sends.slice(-3).map(({ text, file }) => text || file?.kind),
    ['The bulb, and the manual', 'image', 'document'],
  )
})

test('spec C11.13: a mailbox: the test mail says what was found; of what breaks, the half is named', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/channels`)
  await page.getByText('Connect a mailbox').click()
  await page.getByLabel('Address', { exact: true }).fill('support@lamps.example')
  await page.getByLabel('Name shown to customers').fill('Lamps & Co')
  await page.getByLabel('Provider').selectOption('other')
  await page.getByLabel('Password').fill('secret')
  await page.getByLabel('Server for outgoing mail').fill(`127.0.0.1:${world.sink.port}`)
  await page.getByRole('button', { name: 'Connect the mailbox' }).click()
  await page.getByText('Mailbox connected').waitFor()
  await page.getByRole('button', { name: 'Send me a test mail' }).click()
  await page.getByText(`It left for ${store.owner.email}`).waitFor()
  await page.getByText('signs under a selector that is not known here').waitFor()
  await auditAll(page, 'mailbox-tested')
  world.sink.answers = { auth: '535 5.7.8 Bad credentials' }
  await page.getByRole('button', { name: 'Check' }).first().click()
  await page.getByText('Not sending').waitFor()
  await page.getByText('Outgoing mail: The mail server refused').waitFor()
  await auditAll(page, 'mailbox-broken')
  world.sink.answers = {}
  await page.getByRole('button', { name: 'Check' }).first().click()
  await page.getByText('Not sending').waitFor({ state: 'detached' })
})

test('spec C11.18: the code that was mailed to a mailbox is entered, and another one can be sent', {
  skip,
}, async () => {
  const field = page.getByLabel('Code sent to support@lamps.example')
  const codeOf = (count: number) =>
    until(`${count} codes`, async () => {
      const mails = await world.sentTo('support@lamps.example')
      return mails.length >= count && /^\d{8}/.exec(mails.at(-1)?.subject ?? '')?.[0]
    })
  await codeOf(1)
  await field.fill('none')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('code is wrong or no longer valid').waitFor()
  await page.getByRole('button', { name: 'Send another code' }).click()
  await field.fill(await codeOf(2))
  await auditAll(page, 'mailbox-code')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Mailbox confirmed').waitFor()
  await field.waitFor({ state: 'detached' })
})

test('spec C11.20: a thread of mail: the original is one click away, a reply says that it left', { skip }, async () => {
  await world.send({
    from: 'Kim Park <kim@customer.example>',
    to: 'support@lamps.example',
    subject: 'A lamp that hums',
    text: `Hello,\n\nthe lamp from order #1042 hums when it is dimmed. Is that normal?\n\nKim\n\n> On Monday you wrote:\n> Thank you for your order.`,
    attachments: [{ filename: 'lamp.txt', content: 'It hums at 50 Hz.' }],
  })
  const { id } = await until('the mail', async () =>
    ok(await store.api.get('/chat/conversations')).find(({ channels }: { channels: string[] }) =>
      channels.includes('email'),
    ),
  )
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  await page.getByText('the lamp from order #1042 hums').first().waitFor()
  await page.getByText('with the subject “A lamp that hums”').waitFor()
  await page.getByRole('textbox', { name: 'Reply' }).fill('It should not: we send you another driver tomorrow.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sent', { exact: true }).waitFor()
  await auditAll(page, 'mail-thread')
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('button', { name: /original/i }).click()
  await page.getByText('On Monday you wrote').waitFor()
  await auditAll(page, 'mail-original')
  await page.keyboard.press('Escape')
})

test('spec C13.8: recipients of a reply by mail are shown and changed, and named on the sent message', {
  skip,
}, async () => {
  const sales = { channel: 'email', address: 'sales@lamps.example', name: 'Sales' }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, sales), 201)
  const [lee, boss, hidden] = ['lee@customer.example', 'boss@customer.example', 'hidden@customer.example']
  const mail = { from: lee, to: 'support@lamps.example', cc: boss, subject: 'Invoice', text: 'Could we have one?' }
  await world.send(mail)
  const { id } = await until('the mail', async () =>
    ok(await store.api.get('/chat/conversations')).find(
      ({ customerEmail }: { customerEmail: string }) => customerEmail === lee,
    ),
  )
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  await page.getByText(`To ${lee} · Cc ${boss}`).waitFor()
  await page.getByRole('button', { name: 'Change recipients' }).click()
  const fields = page.getByRole('group', { name: 'Recipients' })
  const field = (name: string) => fields.getByLabel(name, { exact: true })
  assert.deepEqual([await field('To:').inputValue(), await field('Cc:').inputValue()], [lee, boss])
  await auditAll(page, 'mail-recipients')
  await fields.getByRole('button', { name: 'Reply to sender only' }).click()
  assert.equal(await field('Cc:').inputValue(), '')
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Here it is.')
  await field('Bcc:').fill('nobody')
  await reply.press('Control+Enter')
  assert.equal(await reply.inputValue(), 'Here it is.')
  await field('Bcc:').fill(hidden)
  await field('Bcc:').press('Enter')
  await fields.getByRole('combobox').selectOption({ label: 'Sales <sales@lamps.example>' })
  await reply.press('Control+Enter')
  await page.getByText(`To ${lee} · Bcc ${hidden}`).waitFor()
  const sent = await until('the mail', async () =>
    world.sink.mails.find(({ recipients }) => recipients.includes(hidden)),
  )
  assert.deepEqual(sent.recipients, [lee, hidden])
  assert.match(sent.raw.toString(), /^From: Sales <sales@lamps\.example>/m)
  // The next reply goes to all again.
  await page.getByText(`To ${lee} · Cc ${boss}`).waitFor()
})

test('spec C11.20: a member chooses what comes by mail, and when nothing does', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/notifications`)
  await page.getByLabel('What you are notified about').selectOption('all')
  await page.getByLabel('Quiet from').fill('22:00')
  await page.getByLabel('until').fill('07:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.reload()
  await until('it is kept', async () => (await page.getByLabel('until').inputValue()) === '07:30')
  assert.equal(await page.getByLabel('What you are notified about').inputValue(), 'all')
  await auditAll(page, 'mail-choices')
})

test('spec C11.19: a shopper who gave an address reads that the answer also comes by mail', { skip }, async () => {
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser)
  const at = await visit(shopper, shop.page())
  const frame = await openChat(at, 'messages')
  await page.goto('about:blank') // the team leaves
  await push(at, ['do', 'message:send', 'Anybody there?'])
  await frame.getByLabel('Leave your email address').fill('lee@customer.example', { timeout: 40_000 })
  await frame.getByRole('button', { name: 'Save' }).click()
  await frame.getByText('We will also reply by email, to lee@customer.example.').waitFor()
  await audit(at, 'widget-mail')
  await shopper.close()
})

test('spec C11.19: the widget offers a copy once the store has answered, to an address that the shopper confirms', {
  skip,
}, async () => {
  const shop = await startShop(server.baseUrl, store.appId)
  const shopper = await newShopper(browser, { viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' })
  const at = await visit(shopper, shop.page())
  const frame = await openChat(at, 'messages')
  await push(at, ['do', 'message:send', 'How high is the lamp?'])
  const id = await until('sent', () => get(at, 'conversation:id'))
  const offer = frame.getByRole('button', { name: 'Email me a copy' })
  assert.equal(await offer.count(), 0)
  ok(
    await store.api.post(`/chat/conversations/${id}/messages`, { text: '40 cm.', memberId: store.owner.memberId }),
    201,
  )
  await offer.click()
  const form = frame.locator('form', { has: frame.getByLabel('Email me a copy') })
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByRole('alert').getByText('Please enter an email address.').waitFor()
  const email = 'copy@customer.example'
  await form.getByLabel('Email me a copy').fill(email)
  await audit(frame, 'a copy')
  await form.getByRole('button', { name: 'Send' }).click()
  await frame.getByRole('status').getByText(`A copy is on its way to ${email}.`).waitFor()
  assert.equal(await frame.evaluate('document.documentElement.scrollWidth'), 320)
  const [copy] = await until('the copy', async () => (await world.sentTo(email)).length > 0 && world.sentTo(email))
  assert.equal(copy?.subject, 'Your conversation with Lamps & Co')
  assert.match(copy?.text ?? '', /How high is the lamp\?[\s\S]*40 cm\./)
  await shopper.close()
})

test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
  assert.deepEqual(watched.foreign, [])
  assert.deepEqual(
    watched.complaints.filter((text) => !/Failed to load resource/.test(text)),
    [],
  )
})
