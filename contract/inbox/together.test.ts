import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { hold, openInbox, openLive, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addConversation, addMember, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { PASSWORD, signIn, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// The inbox while others work: colleagues and shoppers change what is on screen, or take it away.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page

const log = () => page.getByRole('log')
const details = () => page.getByRole('complementary', { name: 'Details' })
const open = async (id: string, text: string) => {
  await page.goto(`${server.baseUrl}/inbox/open/${id}`)
  await log().getByText(text).waitFor()
}
const add = (text: string) => addConversation(store, { messages: [message({ text })] })

before(async () => {
  if (skip) return
  store = await makeStore(server)
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('a conversation that is not there says so, and leads back', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open/nowhere`)
  const alert = page.getByRole('alert')
  await alert.getByText('Conversation not found').waitFor()
  assert.equal(await alert.getByRole('button', { name: 'Try again' }).count(), 0)
  // No composer will come, so keys are keys.
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await page.keyboard.press('Escape')
  await alert.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByText('Open a conversation with').waitFor()
})

test('one that could not be loaded can be asked for again', { skip }, async () => {
  const { id } = await add('Hello there')
  await page.routeWebSocket(/socket/, () => {}) // which would bring it by itself
  const late = await hold(page, new RegExp(`conversations/${id}$`))
  await page.goto(`${server.baseUrl}/inbox/starred/${id}`)
  await until('the conversation to be on its way', () => late.waiting() > 0)
  await late.next((route) => route.abort())
  await late.release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await log().getByText('Hello there').waitFor()
  await page.close()
  page = await screen.context.newPage()
})

test('what happened between the first load and the first word of the socket is shown', { skip }, async () => {
  let isFree = false
  await page.routeWebSocket(
    /socket/,
    (socket) => void (isFree ? socket.connectToServer() : socket.close({ code: 1013 })),
  )
  await add('There from the start')
  await page.goto(`${server.baseUrl}/inbox/open`)
  const list = page.getByLabel(/^Conversations: /)
  await list.getByText('There from the start').waitFor()
  await add('Came in between')
  isFree = true
  await list.getByText('Came in between').waitFor()
  await page.close()
  page = await screen.context.newPage()
})

test('a conversation opens by any of its ids', { skip }, async () => {
  const { id, pgConvoId } = await add('By its number')
  await page.goto(`${server.baseUrl}/inbox/starred/${pgConvoId}`)
  await log().getByText('By its number').waitFor()
  assert.equal(new URL(page.url()).pathname, `/inbox/starred/${id}`)
})

test('one that a colleague deletes says so at once, and so does one deleted while the line was dead', {
  skip,
}, async () => {
  const owner = await signInOwner(server, store)
  const first = await add('Delete me')
  await open(first.id, 'Delete me')
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('half a rep')
  ok(await owner.delete(`/api/chat/conversations/${first.id}`))
  await page.getByText('This conversation was deleted.').waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  const second = await add('Delete me too')
  await open(second.id, 'Delete me too')
  await screen.context.setOffline(true)
  await page.evaluate('window.dispatchEvent(new Event("offline"))')
  await server.restart()
  const again = await signInOwner(server, store)
  ok(await again.delete(`/api/chat/conversations/${second.id}`))
  await screen.context.setOffline(false)
  await page.evaluate('window.dispatchEvent(new Event("online"))')
  await page.getByText('This conversation was deleted.').waitFor({ timeout: 90_000 })
})

test('a colleague’s checklist notes and attributes show by themselves', { skip }, async () => {
  const { id } = await add('Notes, please')
  await open(id, 'Notes, please')
  await details().getByText('Checklist').waitFor()
  const path = `/chat/conversations/${id}`
  const note = ok(await store.api.post(`${path}/notes`, { text: 'Call the carrier' }), 201)
  await details().getByText('Call the carrier').waitFor()
  ok(await store.api.put(`${path}/notes/${note.id}`, { text: 'Call the carrier again' }))
  await details().getByText('Call the carrier again').waitFor()
  ok(await store.api.delete(`${path}/notes/${note.id}`))
  await details().getByText('Call the carrier again').waitFor({ state: 'detached' })
  ok(await store.api.post(`${path}/attributes`, { name: 'size', value: 'XL' }), 201)
  await details().getByText('XL', { exact: true }).waitFor()
})

test('the page a shopper goes to shows by itself, and so does what they do there', { skip }, async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Which size?')
  await open(conversation.id, 'Which size?')
  await details().getByText('Checklist').waitFor()
  const pages = [{ url: 'https://shop.example/boots', title: 'Winter boots' }]
  ok(await visitor.api.post('/storefront/pages', { pages }))
  await details().getByText('Winter boots').waitFor()
  ok(await visitor.api.post('/storefront/events', { name: 'added_to_cart' }))
  await details().getByText('added_to_cart').waitFor()
})

test('who a contact turns out to be shows by itself', { skip }, async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('It is me')
  await open(conversation.id, 'It is me')
  await details().getByText('No email').waitFor()
  ok(await visitor.api.patch('/storefront/visitor', { name: 'Zoe Quinn', email: 'zoe@example.com' }))
  await details().getByRole('heading', { name: 'Zoe Quinn' }).waitFor()
  await details().locator('dd', { hasText: 'zoe@example.com' }).waitFor()
})

test('a mention is shown immediately, is counted, and leads to the note', { skip }, async () => {
  const { id } = await add('Where is it?')
  const colleague = await addMember(store, { password: PASSWORD, firstName: 'Lin', lastName: 'Chu' })
  const theirs = await signIn(server, colleague.email)
  ok(await theirs.patch('/api/chat/me', { firstName: 'Lin' }))
  const owner = await signInOwner(server, store)
  ok(await owner.patch('/api/chat/me', { firstName: 'Olga', lastName: 'Owner' }))
  await openLive(page, `${server.baseUrl}/inbox/starred`)
  const texts = Array.from({ length: 40 }, (_, i) => (i === 0 ? 'Please, @Olga Owner' : `And on ${i}`))
  const told = page.getByText('Lin Chu mentioned you: Please, @Olga Owner').waitFor() // gone after some seconds
  for (const text of texts) {
    ok(await theirs.post(`/api/chat/conversations/${id}/messages`, { text, isNote: true }), 201)
  }
  await told
  await page.getByRole('button', { name: 'Notifications, 1 new' }).waitFor()
  await audit(page, 'a notification')
  await page.keyboard.press('m')
  await page.getByRole('option', { name: /Lin Chu mentioned you/ }).waitFor()
  await audit(page, 'notifications')
  await page.keyboard.press('Enter')
  const note = page.locator('.message.note', { hasText: 'Please, @Olga Owner' })
  await note.waitFor()
  await until('it to be in sight', async () => ((await note.boundingBox())?.y ?? -1) > 50)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

test('a member who gets a conversation from a colleague is notified by the system while they look elsewhere', {
  skip,
}, async () => {
  await screen.context.grantPermissions(['notifications'], { origin: server.baseUrl })
  await page.goto(`${server.baseUrl}/inbox/settings/notifications`)
  await page.getByRole('switch', { name: 'On this computer' }).check()
  await openLive(page, `${server.baseUrl}/inbox/starred`)
  await page.evaluate(`{
    window.noticed = []
    window.Notification = class { static permission = 'granted'; constructor(title) { noticed.push(title) } }
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  }`)
  const { id } = await addConversation(store, { customerName: 'Ada', messages: [message()] })
  ok(await store.api.post(`/chat/conversations/${id}/assign`, { memberId: store.owner.memberId }))
  const expected = 'An integration assigned you the conversation with Ada'
  await until('a notice', () => page.evaluate(`noticed.includes(${JSON.stringify(expected)})`))
})
