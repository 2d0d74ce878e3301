import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { ask as askForConsent, register } from '#test/clients/oauth.ts'
import { ok } from '#test/expect.ts'
import { addConversation, message } from '#test/fixtures/factories.ts'
import { PASSWORD } from '#test/fixtures/inbox.ts'
import { makePerson, type OwnStore, StoreBrowser } from '#test/fixtures/several-stores.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Several stores as a member sees them: one sign-in, the switcher by keyboard, tabs side by side, links that name a store.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

const ask = (store: OwnStore, customerName: string, more: object = {}) =>
  addConversation(store, { customerName, isRead: false, isChatBot: false, messages: [message()], ...more })

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

/** A signed-in browser, its first tab in the store. */
async function openIn(email: string, store: OwnStore) {
  const session = new StoreBrowser(server)
  ok(await session.signIn(email, store))
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const cookie = { url: server.baseUrl, httpOnly: true, sameSite: 'Lax' } as const
  await context.addCookies([{ name: 'parley_session', value: session.cookie, ...cookie }])
  const page = await context.newPage()
  const watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox`)
  return { context, page, watched, session }
}

const storeButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}: change store`) })

test('spec C17.17: the store’s name opens the switcher, which counts news, and changes the store by keyboard', {
  skip,
}, async () => {
  const { email, stores } = await makePerson(server, ['Lamp & Co', 'Bean & Leaf'])
  const [lamps, beans] = stores as [OwnStore, OwnStore]
  await ask(lamps, 'Ana of lamps')
  await ask(beans, 'Ben of beans')
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox`)
  await signIn(page, email)
  await page.getByRole('button', { name: 'Lamp & Co' }).press('Enter')
  await page.getByText('Ana of lamps').first().waitFor()
  const news = page.getByRole('button', { name: 'Lamp & Co: change store, 1 new in other stores' })
  await news.press('Enter')
  await page.getByRole('option', { name: /Bean & Leaf.*1 new/ }).waitFor()
  await auditAll(page, 'several-stores-switcher')
  await page.getByLabel('Change store').getByRole('combobox').fill('bean')
  await page.keyboard.press('Enter')
  await page.getByText('Ben of beans').first().waitFor()
  await storeButton(page, 'Bean & Leaf').waitFor()
  assert.equal(await page.getByText('Ana of lamps').count(), 0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Switch to lamp')
  await page.getByRole('option', { name: 'Switch to Lamp & Co' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Ana of lamps').first().waitFor()
  assert.deepEqual(watched.complaints, [])
  await context.close()
})

test('spec C17.18: tabs of two stores side by side read and write each its own, and stay so when loaded again', {
  skip,
}, async () => {
  const { email, stores } = await makePerson(server, ['First', 'Second'])
  const [first, second] = stores as [OwnStore, OwnStore]
  const there = await ask(second, 'Ben of second')
  await ask(first, 'Ana of first')
  const { context, page, watched } = await openIn(email, first)
  await page.getByText('Ana of first').first().waitFor()
  // A link, as mails have it, opens its store although another one is current.
  const other = await context.newPage()
  const alsoWatched = watch(other, server.baseUrl)
  await other.goto(`${server.baseUrl}/inbox/open/${there.id}?store=${second.appId}`)
  await storeButton(other, 'Second').waitFor()
  assert.equal(new URL(other.url()).search, '')
  const requests: (string | undefined)[] = []
  other.on('request', (request) => {
    if (request.url().includes('/api/chat/')) requests.push(request.headers()['x-parley-store'])
  })
  const reply = other.getByRole('textbox', { name: /reply/i }).first()
  await reply.fill('From the second store')
  await other.keyboard.press('Control+Enter')
  await until('the reply', async () =>
    ok(await second.api.get(`/chat/conversations/${there.id}/messages`)).some(
      ({ text }: { text: string }) => text === 'From the second store',
    ),
  )
  assert.ok(requests.length > 0)
  assert.deepEqual(new Set(requests), new Set([second.shopId]))
  for (const [tab, name, text] of [
    [page, 'First', 'Ana of first'],
    [other, 'Second', 'Ben of second'],
  ] as const) {
    await tab.reload()
    await storeButton(tab, name).waitFor()
    await tab.getByText(text).first().waitFor()
  }
  // Live news arrive in the tab of their store alone.
  await second.api.post(`/chat/conversations/${there.id}/messages`, { text: 'x' })
  const made = await ask(first, 'Cleo of first')
  ok(await first.api.post(`/chat/conversations/${made.id}/tags`, { tags: ['new'] }))
  await page.getByText('Cleo of first').first().waitFor()
  assert.equal(await other.getByText('Cleo of first').count(), 0)
  assert.deepEqual([...watched.complaints, ...alsoWatched.complaints], [])
  await context.close()
})

test('spec C17.18: a link to a store without a session leads to its sign-in, then to the conversation', {
  skip,
}, async () => {
  const { email, stores } = await makePerson(server, ['Open', 'Closed'])
  const [open, closed] = stores as [OwnStore, OwnStore]
  const there = await ask(closed, 'Ben of closed')
  const { context, page, session } = await openIn(email, open)
  await page.getByRole('button', { name: /^Open: change store/ }).waitFor()
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('parley-stores') ?? '[]').length === 2)
  ok(await session.call('DELETE', '/session', { store: closed }))
  await page.goto(`${server.baseUrl}/inbox/open/${there.id}?store=${closed.appId}`)
  await page.getByRole('heading', { name: 'Sign in to Closed' }).waitFor()
  assert.equal(await page.getByLabel('Email').inputValue(), email)
  await page.getByRole('button', { name: 'Continue in Open' }).waitFor()
  await auditAll(page, 'several-stores-sign-in')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await storeButton(page, 'Closed').waitFor()
  await page.getByRole('heading', { name: 'Ben of closed' }).first().waitFor()
  // Both sessions are there; the switcher offers one more sign-in, and ends all.
  await storeButton(page, 'Closed').press('Enter')
  await page.getByRole('option', { name: 'Open' }).waitFor()
  await page.getByRole('option', { name: 'Sign in to another store' }).waitFor()
  await page.getByRole('button', { name: 'Sign out of all stores' }).press('Enter')
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  assert.equal(await page.evaluate(() => localStorage.getItem('parley-stores')), null)
  await context.close()
})

test('spec C17.19: the bell shows notifications of all stores with their names, and opens them there', {
  skip,
}, async () => {
  const { email, stores } = await makePerson(server, ['Here', 'There'])
  const [here, there] = stores as [OwnStore, OwnStore]
  const asked = await ask(there, 'Ben of there')
  const owner = new StoreBrowser(server)
  ok(await owner.signIn(there.owner.email))
  ok(
    await owner.call('POST', `/conversations/${asked.id}/assign`, { store: there, body: { memberId: there.memberId } }),
  )
  const { context, page, watched } = await openIn(email, here)
  await page.getByRole('button', { name: /^Here: change store, 1 new/ }).waitFor()
  await page.keyboard.press('m')
  const line = page.getByRole('option', { name: /assigned you the conversation with Ben of there/ })
  await line.waitFor()
  assert.match((await line.textContent()) ?? '', /There · /)
  await auditAll(page, 'several-stores-notifications')
  await page.keyboard.press('Enter')
  await storeButton(page, 'There').waitFor()
  await page.waitForURL(`**/inbox/open/${asked.id}`)
  assert.deepEqual(watched.complaints, [])
  await context.close()
})

test('spec C17.18: an assistant is connected to the store that it asks for, whichever is the current one', {
  skip,
}, async () => {
  const { email, stores } = await makePerson(server, ['Current', 'Asked for'])
  const [current, asked] = stores as [OwnStore, OwnStore]
  const { context, page, watched } = await openIn(email, current)
  await storeButton(page, 'Current').waitFor()
  const { query } = askForConsent(server, asked, await register(server, asked))
  await page.goto(`${server.baseUrl}/inbox/connect/${asked.appId}?${query}`)
  await page.getByRole('heading', { name: /^Connect “/ }).waitFor()
  await page.getByText('It asks to work in the chat of Asked for').waitFor()
  assert.deepEqual(watched.complaints, [])
  await context.close()
})
