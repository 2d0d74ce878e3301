import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { Keyboard } from '#test/browser/keyboard.ts'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, addMember, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// A support lead's whole day without a mouse: each test goes on where the one before left it, from signing in to signing
// out. Only keys are pressed; where the focus has to go further than a screen's worth of Tab, it fails.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let context: BrowserContext
let page: Page
let keys: Keyboard
let watched: ReturnType<typeof watch>
const ids: Record<string, string> = {}

const row = (name: string) => page.locator('.row', { hasText: name })
const log = () => page.getByRole('log')
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const stored = async (name: string) => ok(await store.api.get(`/chat/conversations/${ids[name]}`))

before(async () => {
  if (skip) return
  store = await makeStore(server)
  for (const [i, name] of ['Ada', 'Grace', 'Alan', 'Katherine', 'Edsger'].entries()) {
    const person = await addContact(store, { name: `${name} Byron`, email: `${name.toLowerCase()}@example.com` })
    const messages = [message({ text: `Hello from ${name}`, createdAt: at(i + 1) })]
    const { id } = await addConversation(store, { customerUuid: person.id, customerName: `${name} Byron`, messages })
    ids[name] = id
  }
  await addMember(store, { firstName: 'Lin', lastName: 'Chu' })
  const inbox = await signInOwner(server, store)
  ok(await inbox.post('/api/chat/canned-replies', { shortcut: 'hi', text: 'Hi {{name}}!' }), 201)
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  watched = watch(page, server.baseUrl)
  keys = new Keyboard(page)
  await keys.countPointers()
})
after(() => context?.close())

test('one signs in, and the focus begins where one writes', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await keys.tabTo('textbox', 'Email')
  await keys.type(store.owner.email)
  await keys.press('Tab')
  await keys.type(store.owner.password)
  await keys.press('Enter')
  await row('Ada').waitFor()
})

test('the first customer of the day: read, answered with a canned reply, noted with a mention, and resolved', {
  skip,
}, async () => {
  await keys.press('j', 'Enter')
  await log().getByText('Hello from Ada').waitFor()
  await keys.press('r')
  await keys.type('/h')
  await page.getByRole('list', { name: 'Suggestions' }).waitFor()
  await keys.press('Enter')
  await keys.type(' How can I help?')
  await keys.press('Enter')
  await log().getByText('Hi Ada! How can I help?').waitFor()
  await keys.press('Escape')
  await keys.press('n')
  await keys.type('Regular, @Li')
  await page.getByRole('list', { name: 'Suggestions' }).waitFor()
  await keys.press('Enter', 'Enter')
  await page.locator('.message.note').getByText('Regular, @Lin').waitFor()
  await keys.press('Escape', 's', 't')
  await keys.type('merino')
  await keys.press('Enter', 'Escape')
  await page.locator('.tags').getByText('merino').waitFor()
  await keys.press('p')
  await keys.type('urg')
  await keys.press('Enter')
  await keys.press('a')
  await keys.type('lin')
  await keys.press('Enter')
  await until('all of it to be stored', async () => {
    const { isStarred, tags, memberId } = await stored('Ada')
    return isStarred && tags.includes('merino') && memberId !== null
  })
  await keys.press('e')
  await row('Ada').waitFor({ state: 'detached' })
  await keys.press('z')
  await row('Ada').waitFor()
})

test('a file goes along, and what was written is changed and deleted', { skip }, async () => {
  await keys.press('Escape', 'Escape')
  await keys.press('r')
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.waitFor()
  await keys.type('The size guide')
  const chooser = page.waitForEvent('filechooser')
  await keys.pressOn('button', 'Attach files')
  await (await chooser).setFiles({ name: 'sizes.txt', mimeType: 'text/plain', buffer: Buffer.from('S, M, L') })
  await page.locator('.attached').getByText('sizes.txt').waitFor()
  await keys.tabTo('textbox', /^Reply to/, { back: true })
  await keys.press('Enter')
  await log().getByRole('link', { name: 'sizes.txt' }).waitFor()
  await keys.press('Escape')
  await keys.press('r', 'ArrowUp')
  await until('the focus to be on the message', async () => (await keys.focus()).includes('The size guide'))
  await keys.pressOn('button', 'Edit the message')
  await page.getByRole('textbox', { name: 'Message text' }).waitFor()
  await keys.press('End')
  await keys.type(' of 2026')
  await keys.pressOn('button', 'Save')
  await log().getByText('The size guide of 2026').waitFor()
  await until('the focus to be on the message', async () => (await keys.focus()).includes('The size guide of 2026'))
  await keys.pressOn('button', 'Delete the message')
  await keys.tabTo('button', 'Keep')
  // Everyone is notified of the deletion before its response arrives here: the focus is the next action's by then.
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.route('**/messages/*', async (route) => {
    const response = await route.fetch()
    await setTimeout(1_500)
    await route.fulfill({ response })
  })
  await keys.pressOn('button', 'Delete', { back: true })
  await log().getByText('This message was deleted').waitFor()
  await keys.press('r')
  await keys.type('Is it ')
  await answered
  await page.unroute('**/messages/*')
})

test('later and elsewhere: a reply for tomorrow, snoozed, back again', { skip }, async () => {
  await keys.type('there yet?')
  await keys.pressOn('button', 'Send later')
  await keys.pressOn('button', /^Tomorrow/)
  await keys.pressOn('button', 'Schedule')
  await page.locator('.scheduled').getByText('Is it there yet?').waitFor()
  await keys.press('Escape', 'h')
  await keys.type('tomorrow')
  await keys.press('Enter')
  await row('Grace').waitFor({ state: 'detached' })
  await keys.press('Control+k')
  await keys.type('snoozed')
  await keys.press('Enter')
  await page.getByRole('heading', { name: 'Snoozed' }).waitFor()
  await row('Grace').waitFor()
  await keys.press('j', 'Enter')
  await log().getByText('Hello from Grace').waitFor()
  await keys.press('h')
  await keys.type('unsnooze')
  await keys.press('Enter')
  await row('Grace').waitFor({ state: 'detached' })
})

test('many at once: chosen by arrows, tagged, resolved, and taken back', { skip }, async () => {
  await keys.press('Control+k')
  await keys.type('all open')
  await keys.press('Enter')
  await page.getByRole('heading', { name: 'All open' }).waitFor()
  await row('Edsger').waitFor()
  await keys.press('j', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await page.getByText('3 selected').waitFor()
  await keys.press('t')
  await keys.type('spring')
  await keys.press('Enter', 'Escape')
  await page.getByText('3 conversations tagged spring').waitFor()
  await keys.press('e')
  await until('two to be left', async () => (await page.locator('.row').count()) === 2)
  await keys.press('z')
  await until('all to be back', async () => (await page.locator('.row').count()) === 5)
})

test('found by words, merged with another of the same person, and parted again', { skip }, async () => {
  await keys.press('Escape', '/')
  await keys.type('hello from alan')
  await page.getByRole('option', { name: /Alan/, selected: true }).waitFor()
  await keys.press('Enter')
  await log().getByText('Hello from Alan').waitFor()
  await keys.press('Control+k')
  await keys.type('merge the contact')
  await keys.press('Enter')
  await page.getByPlaceholder('Which contact is the same person?').waitFor()
  await keys.type('edsger')
  await page.getByRole('option', { name: /Edsger/ }).waitFor()
  await keys.press('Enter')
  await keys.pressOn('button', 'Merge')
  await page.getByText('Contacts merged').waitFor()
  await keys.press('z')
  await page.getByText('Merge undone').waitFor()
})

test('a view of one’s own is made, and opened', { skip }, async () => {
  await keys.press('Escape', 'Control+k')
  await keys.type('new view')
  await keys.press('Enter')
  await keys.tabTo('textbox', 'Name')
  await keys.type('Spring')
  await keys.pressOn('checkbox', 'spring', { key: 'Space' })
  await keys.pressOn('button', 'Save')
  await page.getByRole('heading', { name: 'Spring' }).waitFor()
  await until('three rows', async () => (await page.locator('.row').count()) === 3)
})

test('a figure of the reports opens what it counts', { skip }, async () => {
  await keys.press('Control+k')
  await keys.type('reports')
  await keys.press('Enter')
  await page.getByRole('heading', { name: 'Reports' }).waitFor()
  await keys.pressOn('link', /5/)
  await page.locator('.row').first().waitFor()
})

test('settings: hours, a target, a rule from an example, an API key', { skip }, async () => {
  const goTo = async (words: string, heading: string) => {
    await keys.press('Control+k')
    await keys.type(words)
    await keys.press('Enter')
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  }
  await goTo('reply times', 'Reply times')
  await keys.tabTo('spinbutton', 'Normal, First reply')
  await keys.type('4')
  await keys.pressOn('button', 'Save')
  await page.getByText('Saved').waitFor()
  await goTo('settings rules', 'Rules')
  await keys.pressOn('button', 'Use this template: Refunds first')
  await keys.pressOn('button', 'Try it')
  await page.getByText(/It would have matched/).waitFor()
  await keys.pressOn('button', 'Save')
  await page.getByRole('listitem', { name: 'Refunds first' }).waitFor()
  await keys.pressOn('switch', /Refunds first|On/, { key: 'Space' })
  await goTo('api keys', 'API keys')
  await keys.tabTo('textbox', 'Name of the key')
  await keys.type('Warehouse')
  await keys.press('Enter')
  await page.getByText(/^sk_/).waitFor()
})

test('the day ends: signed out, and no mouse was touched', { skip }, async (t) => {
  await keys.press('Control+k')
  await keys.type('my account')
  await keys.press('Enter')
  await keys.pressOn('button', 'Sign out', { back: true })
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  assert.equal(await keys.pointers(), 0)
  assert.deepEqual(watched.complaints, [])
  t.diagnostic(`furthest by Tab: ${keys.furthest.name}, ${keys.furthest.presses} presses`)
})
