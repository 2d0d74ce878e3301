import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Teams in the inbox: made in the settings, given conversations by keys, shown in the sidebar, rows and views.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let owner: Awaited<ReturnType<typeof signInOwner>>
let lin: Awaited<ReturnType<typeof signInMember>>
let screen: Screen
let page: Page
const row = (name: string) => page.locator('.row', { hasText: name })
const navigation = () => page.getByRole('navigation', { name: 'Views' })
const dialog = () => page.getByRole('dialog')

before(async () => {
  if (skip) return
  store = await makeStore(server)
  owner = await signInOwner(server, store)
  lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  for (const [i, name] of ['One', 'Two', 'Three'].entries()) {
    const createdAt = new Date(Date.now() - i * 60_000).toISOString()
    await addConversation(store, { customerName: name, messages: [message({ text: `Hello from ${name}`, createdAt })] })
  }
  screen = await openInbox(browser, server, store)
  page = screen.page
})
after(() => screen?.context.close())

test('an admin makes a team, and says what its members take on', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/team`)
  await page.getByText('No teams yet.').waitFor()
  await page.getByRole('button', { name: 'New team' }).click()
  await dialog().getByLabel('Name').fill('Sales')
  await dialog().getByRole('button', { name: 'Emoji 🛍️' }).click()
  await dialog().getByLabel('Lin Chu').check()
  await dialog().getByLabel('How conversations are assigned to members').selectOption('by_hand')
  await audit(page, 'a new team')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 member · assigned manually').waitFor()
  // The name is taken: the dialog stays, with what was typed.
  await page.getByRole('button', { name: 'New team' }).click()
  await dialog().getByLabel('Name').fill('sales')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText('name is already used').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  const line = page.locator('.lines li', { hasText: lin.member.email })
  await line.getByRole('button', { name: 'Capacity and languages…' }).click()
  await dialog().getByLabel('Maximum open conversations at a time').fill('5')
  await dialog().getByLabel('German').check()
  await audit(page, 'what a member takes on')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await line.getByText('Up to 5 at a time · German').waitFor()
  await audit(page, 'the team settings')
})

test('by keys alone a conversation is given to a team, and back; the sidebar counts it, the row names it', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row('One').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('g')
  await dialog().getByRole('option', { name: 'Sales' }).waitFor()
  await page.keyboard.type('sal')
  await page.keyboard.press('Enter')
  await row('One').locator('.chip.team', { hasText: 'Sales' }).waitFor()
  await navigation().getByRole('link', { name: 'Sales 1' }).waitFor()
  await audit(page, 'a list with a team')
  await page.keyboard.press('z')
  await row('One').locator('.chip.team').waitFor({ state: 'detached' })
  await navigation().getByRole('link', { name: 'Sales 1' }).waitFor({ state: 'detached' })
})

test('many at once, from the picker that assigns; the team’s own list follows a colleague’s acts', {
  skip,
}, async () => {
  await row('One').waitFor()
  for (const name of ['One', 'Two'])
    await page.getByLabel(`Select the conversation with ${name}`).check({ force: true })
  await page.keyboard.press('a')
  await dialog().getByRole('option', { name: 'Sales' }).click()
  await page.getByText('2 conversations assigned to Sales').waitFor()
  await navigation().getByRole('link', { name: 'Sales 2' }).click()
  await page.getByRole('heading', { name: 'Sales' }).waitFor()
  await until('its two', async () => (await page.locator('.row-name').count()) === 2)
  const [team] = ok(await owner.get('/api/chat/teams')) as { id: string }[]
  const listed = ok(await owner.get('/api/chat/conversations')) as { id: string; customerName: string }[]
  const three = listed.find(({ customerName }) => customerName === 'Three')
  ok(await lin.inbox.post(`/api/chat/conversations/${three?.id}/team`, { team: team?.id }))
  await row('Three').waitFor()
  await row('Three').click()
  await page.getByRole('button', { name: 'Sales' }).waitFor()
})

test('who is away hands back what is with a team', { skip }, async () => {
  const three = ok(await owner.get('/api/chat/conversations')).find(
    (one: { customerName: string }) => one.customerName === 'Three',
  )
  ok(await owner.post(`/api/chat/conversations/${three.id}/assign`, { memberId: store.owner.memberId }))
  await page.goto(`${server.baseUrl}/inbox/settings/account`)
  await page.getByRole('switch', { name: 'Away' }).click()
  await page.getByRole('button', { name: 'Return my open conversations to their teams' }).click()
  await page.getByText('One conversation returned to its team').waitFor()
  assert.equal(ok(await owner.get(`/api/chat/conversations/${three.id}`)).memberId, null)
  await page.getByRole('switch', { name: 'Away' }).click()
})

test('a team that is renamed, and one that is deleted, are so on every open screen', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await navigation().getByRole('link', { name: 'Sales 3' }).waitFor()
  const [team] = ok(await owner.get('/api/chat/teams')) as { id: string }[]
  ok(await owner.patch(`/api/chat/teams/${team?.id}`, { name: 'Shop <b>' }))
  await row('One').locator('.chip.team', { hasText: 'Shop <b>' }).waitFor()
  ok(await owner.delete(`/api/chat/teams/${team?.id}`))
  await row('One').locator('.chip.team').waitFor({ state: 'detached' })
  await navigation().getByRole('heading', { name: 'Teams' }).waitFor({ state: 'detached' })
})
