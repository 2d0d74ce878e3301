import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, openLive, type Screen } from '#test/browser/inbox-page.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Contacts and their segments in the inbox: made with a count, looked through, used by lists.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page
const contacts: Record<string, { id: string }> = {}
const conversations: Record<string, string> = {}
const names = () => page.locator('.contact-who strong').allTextContents()

before(async () => {
  if (skip) return
  store = await makeStore(server)
  for (const [name, ordersCount] of [
    ['Ada Few', 1],
    ['Bo Many', 5],
    ['Cy Many', 9],
  ] as const) {
    const contact = await addContact(store, { name, ordersCount, email: `${name.slice(0, 2)}@shop.example` })
    contacts[name] = contact
    const text = `Hello from ${name}`
    const made = await addConversation(store, {
      customerUuid: contact.id,
      customerName: name,
      messages: [message({ text })],
    })
    conversations[name] = made.id
  }
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('an admin makes a segment by the keyboard, and sees whom it holds for while it is made', { skip }, async () => {
  await openLive(page, `${server.baseUrl}/inbox/open`)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await until('all contacts', async () => (await names()).length === 3)
  await audit(page, 'contacts')
  await page.getByRole('button', { name: 'New segment' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New segment' })
  await dialog.getByLabel('Name').waitFor()
  await page.keyboard.type('Many orders')
  await page.keyboard.press('Tab') // what is looked at: orders
  await page.keyboard.press('Tab') // is
  await page.keyboard.press('Tab') // at least
  await page.keyboard.press('Control+A')
  await page.keyboard.type('5')
  await dialog.getByText('2 contacts').waitFor()
  await dialog.getByText('Cy Many, Bo Many').waitFor()
  await audit(page, 'segment dialog')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Many orders' }).waitFor()
  await until('its contacts', async () => (await names()).join() === 'Cy Many,Bo Many')
  await page.getByText('Orders: 5 or more').waitFor()
  await page.locator('.count', { hasText: '2' }).waitFor()
})

test('contacts are searched; one shows who it is, its segments and conversations, which open in the inbox', {
  skip,
}, async () => {
  await page.getByLabel('Search contacts').fill('bo')
  await until('who is found', async () => (await names()).join() === 'Bo Many')
  await page.getByLabel('Search contacts').fill('nobody')
  await page.getByText('No contact matches.').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('link', { name: /Bo Many/ }).click()
  const pane = page.getByRole('complementary', { name: 'Contact' })
  await pane.getByText('Bo@shop.example').waitFor()
  await pane.getByRole('link', { name: 'Many orders' }).waitFor()
  await audit(page, 'a contact')
  await pane.getByRole('link', { name: 'Hello from Bo Many' }).click()
  await page.getByRole('log').getByText('Hello from Bo Many').waitFor()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('link', { name: 'Many orders' }).waitFor()
})

test('the conversations of a segment are a list, which what happens later keeps right', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/contacts`)
  await page.getByRole('link', { name: 'Many orders' }).click()
  await page.getByRole('heading', { name: 'Many orders' }).waitFor()
  await page.getByRole('link', { name: 'Conversations', exact: true }).click()
  const rows = () => page.locator('.row-name').allTextContents()
  await until('its conversations', async () => (await rows()).join() === 'Cy Many,Bo Many')
  await page.locator('.sidebar .avatar-online').waitFor()
  const write = async (name: string) => {
    const path = `/chat/conversations/${conversations[name]}/messages`
    ok(await store.api.post(path, { text: `Again ${name}`, asCustomer: true }), 201)
  }
  await write('Ada Few')
  await write('Bo Many')
  await until('the newer one first', async () => (await rows()).join() === 'Bo Many,Cy Many')
  // A contact that enters the segment later is shown with the conversation that they start then.
  const { email } = await addContact(store, { id: contacts['Ada Few']?.id, name: 'Ada Few', ordersCount: 6 })
  assert.ok(email)
  await write('Ada Few')
  await until('who belongs to it now', async () => (await rows()).join() === 'Ada Few,Bo Many,Cy Many')
})

test('a view has the filter, and what uses a segment keeps it from being deleted', { skip }, async () => {
  await page.getByRole('button', { name: 'New view' }).click()
  const dialog = page.getByRole('dialog', { name: 'New view' })
  await dialog.getByLabel('Name').fill('VIPs')
  await dialog.getByLabel('Segment of the contact').selectOption('Many orders')
  await dialog.getByLabel('Who sees it').selectOption('store')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'VIPs 3' }).waitFor()
  await page.goto(`${server.baseUrl}/inbox/contacts`)
  await page.getByRole('link', { name: 'Many orders' }).click()
  await page.getByRole('button', { name: 'Edit the segment' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('For everybody?').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/The segment is used by the view “VIPs”/).waitFor()
})

test('members who are not admins see segments and cannot change them; on a phone a contact replaces the list', {
  skip,
}, async () => {
  const { member, inbox } = await signInMember(server, store)
  const owner = await signInOwner(server, store)
  const [segment] = ok(await owner.get('/api/chat/segments')) as { id: string }[]
  refused(await inbox.delete(`/api/chat/segments/${segment?.id}`), 403, 'FORBIDDEN')
  const phone = await openInbox(browser, server, store, { email: member.email, viewport: { width: 390, height: 844 } })
  await phone.page.goto(`${server.baseUrl}/inbox/contacts/${segment?.id}`)
  await phone.page.getByRole('link', { name: /Bo Many/ }).click()
  await phone.page.getByRole('complementary', { name: 'Contact' }).getByText('Bo@shop.example').waitFor()
  assert.equal(await phone.page.locator('.contact-list').isVisible(), false)
  assert.equal(await phone.page.getByRole('button', { name: 'New segment' }).count(), 0)
  assert.equal(await phone.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  await audit(phone.page, 'a contact on a phone')
  await phone.page.getByRole('button', { name: 'Close the contact' }).click()
  await phone.page.locator('.contact-list').waitFor()
  assert.equal(await phone.page.getByRole('button', { name: 'Edit the segment' }).count(), 0)
  await phone.context.close()
})
