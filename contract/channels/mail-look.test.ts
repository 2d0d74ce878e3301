import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { pictureOf } from '#test/fixtures/pictures.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'
import { contrast } from '../../src/base/colour.ts'

// Spec C13.24: the store's own look of mails.

await buildBrowserCode()
const world = await startMailWorld()
const server = await startServer({ env: world.env })
const browser = await openBrowser()
after(() => browser?.close())

const FOOTER = 'Lamps & Co\n1 Main St <Springfield>'

async function makeDesk() {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const address = `support-${randomUUID()}@shop.example`
  const customer = `kim-${randomUUID()}@customer.example`
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, { channel: 'email', address }), 201)
  await world.send({ from: customer, to: address, subject: 'Hello', text: 'Where is it?' })
  const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
  const owner = await signInOwner(server, store)
  const setLook = (mailLook: object | null) => owner.patch('/api/chat/settings', { mailLook })
  let mails = 0
  const reply = async (text: string) => {
    const path = `/api/chat/conversations/${id}/messages`
    ok(await owner.post(path, { text, isFormatted: true }), 201)
    mails++
    return until('the mail', async () => (await world.sentTo(customer))[mails - 1])
  }
  return { store, owner, setLook, reply }
}

/** A picture that a member uploaded; answers its path. */
async function uploadLogo({ owner }: Awaited<ReturnType<typeof makeDesk>>): Promise<string> {
  const bytes = { 'content-type': 'application/octet-stream' }
  const { url } = ok(
    await owner.call('POST', '/api/chat/files?name=logo.jpg', await pictureOf('rotated.jpg'), bytes),
    201,
  )
  return url
}

test('spec C13.24: replies have the store’s logo, colour and footer; the signature stays, and REST has none of it', async () => {
  const desk = await makeDesk()
  ok(await desk.owner.put('/api/chat/me/signature', { text: 'Best, {{member}}' }))
  assert.doesNotMatch(String((await desk.reply('Plain')).html), /<img|border-top/)
  const logoUrl = await uploadLogo(desk)
  const look = { logoUrl, color: '#ffe066', footer: FOOTER }
  assert.deepEqual(ok(await desk.setLook(look)).mailLook, look)
  const mail = await desk.reply('See [it](https://shop.example)')
  const html = String(mail.html)
  assert.ok(html.includes(`<img src="${server.baseUrl}${logoUrl}" alt="Lamps &amp; Co"`), html)
  const [, line = ''] = /border-top: 4px solid (#[0-9a-f]{6})/.exec(html) ?? []
  assert.ok(contrast(line, '#ffffff') >= 4.5, line)
  assert.ok(html.includes(`<a style="color: ${line}" href="https://shop.example">it</a>`), html)
  assert.match(html, /Best, .*[\s\S]*Lamps &amp; Co<br>\s*1 Main St &lt;Springfield&gt;/)
  assert.match(
    String(mail.text).trim(),
    /^See it \(https:\/\/shop\.example\)\n\n-- \nBest, .*\n\nLamps & Co\n1 Main St <Springfield>$/,
  )
  assert.equal((await fetch(server.baseUrl + logoUrl)).status, 200)
  const [newest] = ok(await desk.store.api.get('/chat/conversations'))
  assert.doesNotMatch(JSON.stringify(newest), /Springfield/)
  ok(await desk.setLook(null))
  assert.doesNotMatch(String((await desk.reply('Plain again')).html), /<img|border-top/)
})

test('spec C13.24: transcripts have the look too', async () => {
  const { store, owner, setLook } = await makeDesk()
  ok(await setLook({ logoUrl: null, color: null, footer: FOOTER }))
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  ok(await owner.post(`/api/chat/conversations/${conversation.id}/messages`, { text: 'Hi' }), 201)
  const email = `ana-${randomUUID()}@customer.example`
  const asked = { conversationId: conversation.id, email, timeZone: 'UTC' }
  assert.equal((await visitor.api.post('/storefront/transcript', asked)).status, 202)
  const mail = await until('the transcript', async () => (await world.sentTo(email))[0])
  assert.match(String(mail.text), /1 Main St <Springfield>/)
  assert.match(String(mail.html), /1 Main St &lt;Springfield&gt;/)
})

test('spec C13.24: admins alone change the look; other values are refused', async () => {
  const { store, setLook, owner } = await makeDesk()
  const none = { logoUrl: null, color: null, footer: null }
  for (const wrong of [
    { ...none, color: 'red' },
    { ...none, color: '#fff;}' },
    { ...none, logoUrl: 'javascript:alert(1)' },
    { ...none, logoUrl: '//evil.example/x.png' },
    { ...none, footer: 'x'.repeat(1_001) },
    { ...none, more: 1 },
    { color: '#ffffff' },
    7,
  ]) {
    refused(await setLook(wrong as object), 400, 'INVALID_PARAMS')
  }
  const { inbox } = await signInMember(server, store)
  assert.equal((await inbox.patch('/api/chat/settings', { mailLook: none })).status, 403)
  const hostile = new URLSearchParams({ text: '<script>alert(1)</script>', footer: '<img src=x>' })
  const page = await owner.get(`/api/chat/settings/mail-preview.html?${hostile}`)
  assert.match(String(page.headers.get('content-security-policy')), /^sandbox; default-src 'none'/)
  assert.doesNotMatch(JSON.stringify(page.body), /<script|<img/)
})

test('spec C13.24: an admin chooses the look with a preview that follows', { skip }, async () => {
  const { store } = await makeDesk()
  const { page, context } = await openInbox(browser, server, store)
  const { complaints } = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/settings/channels`)
  await page.getByLabel('Footer').fill(FOOTER)
  await page.getByLabel('A colour for the line above and for links').check()
  const preview = page.frameLocator('iframe[title="Preview of an email"]')
  await preview.getByText('1 Main St <Springfield>').waitFor()
  await preview.getByRole('link', { name: 'here' }).waitFor()
  await auditAll(page, 'mail-look')
  const card = page.locator('section, .card', { has: page.getByRole('heading', { name: 'Look of emails' }) }).last()
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.reload()
  assert.equal(await page.getByLabel('Footer').inputValue(), FOOTER)
  assert.deepEqual(complaints, [])
  await context.close()
})
