import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Putting conversations aside in the inbox: one and many, by keys, undone, and back by themselves.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page
const ids: Record<string, string> = {}
const row = (name: string) => page.locator('.row', { hasText: name })
const names = () => page.locator('.row-name').allTextContents()
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

before(async () => {
  if (skip) return
  store = await makeStore(server)
  for (const [i, name] of ['One', 'Two', 'Three', 'Four'].entries()) {
    const messages = [message({ text: `Hello from ${name}`, createdAt: at(i) })]
    ids[name] = (await addConversation(store, { customerName: name, messages })).id
  }
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('h asks until when; the conversation goes, the next one opens, and z brings it back', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open/${ids.Two}`)
  await page.getByRole('log').getByText('Hello from Two').waitFor()
  await page.keyboard.press('h')
  await page.getByRole('option', { name: 'Tomorrow morning' }).waitFor()
  await audit(page, 'snooze menu')
  await page.keyboard.type('tomorrow')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Hello from Three').waitFor()
  await row('Two').waitFor({ state: 'detached' })
  await page.getByText(/^Snoozed until /).waitFor()
  await page.getByRole('link', { name: 'Snoozed 1' }).waitFor()
  await page.keyboard.press('z')
  await row('Two').waitFor()
  assert.deepEqual(await names(), ['One', 'Two', 'Three', 'Four'])
})

test('a time of one’s own, in the own time zone; the view shows it, and ends it', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open/${ids.Three}`)
  await page.getByRole('log').getByText('Hello from Three').waitFor()
  await page.keyboard.press('h')
  await page.keyboard.type('date')
  await page.getByRole('option', { name: 'A date and time…' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Date and time, on your clock').waitFor()
  const time = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000)
  time.setHours(14, 30, 0, 0)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  await audit(page, 'a time of one’s own')
  await page.getByLabel('Date and time, on your clock').fill(`${day}T14:30`)
  await page.keyboard.press('Enter')
  await row('Three').waitFor({ state: 'detached' })
  const inbox = await signInOwner(server, store)
  const kept = await until(
    'the time',
    async () => ok(await inbox.get(`/api/chat/conversations/${ids.Three}`)).snoozedUntil,
  )
  assert.equal(kept, time.toISOString())
  await page.goto(`${server.baseUrl}/inbox/snoozed/${ids.Three}`)
  await page.getByText(/^Snoozed until .*, or until the customer writes$/).waitFor()
  await audit(page, 'a snoozed conversation')
  await page.getByRole('button', { name: 'Unsnooze' }).click()
  await row('Three').waitFor({ state: 'detached' })
})

test('at its time it is back at the top by itself, marked; a reply takes the mark off', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row('Four').waitFor()
  const inbox = await signInOwner(server, store)
  ok(
    await inbox.post(`/api/chat/conversations/${ids.Four}/snooze`, {
      until: new Date(Date.now() + 4_000).toISOString(), // time enough for a slow page to see it gone
    }),
  )
  await row('Four').waitFor({ state: 'detached' })
  await row('Four').getByText('Snooze ended').waitFor()
  await until('the top', async () => (await names())[0] === 'Four')
  await page.getByText('The conversation with Four is back from being snoozed').first().waitFor()
  await page.reload()
  await row('Four').waitFor()
  assert.deepEqual(await names(), ['Four', 'One', 'Two', 'Three'])
  ok(await inbox.post(`/api/chat/conversations/${ids.Four}/messages`, { text: 'Here it is' }), 201)
  await row('Four').getByText('Snooze ended').waitFor({ state: 'detached' })
})

test('many conversations are snoozed and tagged with one undo, and starred; errors are shown once, and the rest is done', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row('One').getByRole('checkbox').check()
  await row('Three')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  const toolbar = page.getByRole('toolbar', { name: 'Selected conversations' })
  await toolbar.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('option', { name: 'Tomorrow morning' }).click()
  await page.getByText(/^3 conversations snoozed until/).waitFor()
  await row('One').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row('One').waitFor()
  await row('One').getByRole('checkbox').check()
  await row('Two').getByRole('checkbox').check()
  await audit(page, 'a selection')
  await toolbar.getByRole('button', { name: 'Star' }).click()
  await row('Two').getByText('starred').waitFor({ state: 'attached' })
  await toolbar.getByRole('button', { name: 'Tag' }).click()
  await page.keyboard.type('urgent')
  await page.keyboard.press('Enter')
  await page.getByText('2 conversations tagged urgent').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await until('no tag', async () =>
    (await Promise.all([ids.One, ids.Two].map((id) => store.api.get(`/chat/conversations/${id}`)))).every(
      (answer) => ok(answer).tags.length === 0,
    ),
  )
  // One of the two is gone in the service before its turn comes.
  await page.route(`**/conversations/${ids.Two}/state`, (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'NOT_FOUND', message: 'Conversation not found.' } } }),
  )
  await toolbar.getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('1 of 2 conversations could not be changed: Conversation not found.').waitFor()
  await page.getByText('Conversation resolved').waitFor()
  await row('One').waitFor({ state: 'detached' })
  await row('Two').waitFor()
})
