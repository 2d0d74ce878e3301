import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { TEAM } from '#test/fixtures/body-cases.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Limited access in the inbox: chosen in the settings by an admin, and what a member sees then.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()

let store: Store
let owner: Awaited<ReturnType<typeof signInOwner>>
let lin: Awaited<ReturnType<typeof signInMember>>
const teams: Record<string, string> = {}
const conversations: Record<string, string> = {}
const screens: Screen[] = []

const row = (page: Page, name: string) => page.locator('.row', { hasText: name })
const give = async (name: string, team: string) =>
  ok(await owner.post(`/api/chat/conversations/${conversations[name]}/team`, { team: teams[team] }))

before(async () => {
  if (skip) return
  store = await makeStore(server)
  owner = await signInOwner(server, store)
  lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  const memberIds = [lin.member.id]
  teams.Sales = ok(await owner.post('/api/chat/teams', { ...TEAM, name: 'Sales', memberIds }), 201).id
  teams.Returns = ok(await owner.post('/api/chat/teams', { ...TEAM, name: 'Returns', emoji: '📦' }), 201).id
  for (const name of ['Ada', 'Bob', 'Cleo']) {
    const { id } = await addConversation(store, { customerName: name, messages: [message({ text: `From ${name}` })] })
    conversations[name] = id
  }
  await give('Ada', 'Sales')
  await give('Bob', 'Returns')
})
after(() => Promise.all(screens.map(({ context }) => context.close())))

async function open(as?: { email: string }): Promise<Page> {
  const screen = await openInbox(browser, server, store, ...(as ? [as] : []))
  screens.push(screen)
  return screen.page
}

test('spec C17.21: an admin chooses which conversations members see', { skip }, async () => {
  const page = await open()
  await page.goto(`${server.baseUrl}/inbox/settings/team`)
  const access = page.getByRole('group', { name: 'Members see' })
  await access.getByLabel('All conversations').waitFor()
  await access.getByLabel('Only conversations of their teams and their own').check()
  await audit(page, 'conversation access')
  await page.getByRole('button', { name: 'Save the access' }).click()
  await page.getByText('Saved').waitFor()
})

test('spec C17.22: a limited member sees their teams’ conversations, and one that leaves the team leaves the screen', {
  skip,
}, async () => {
  const page = await open({ email: lin.member.email })
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row(page, 'Ada').waitFor()
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'Sales 1' }).waitFor()
  for (const hidden of [row(page, 'Bob'), row(page, 'Cleo'), views.getByRole('link', { name: 'Returns' })]) {
    await hidden.waitFor({ state: 'detached' })
  }
  await give('Cleo', 'Sales')
  await row(page, 'Cleo').waitFor()
  await row(page, 'Cleo').click()
  await page.getByText('From Cleo').last().waitFor()
  await audit(page, 'a limited inbox')
  await give('Cleo', 'Returns')
  await row(page, 'Cleo').waitFor({ state: 'detached' })
  await page.getByText('From Cleo').waitFor({ state: 'detached' })
  // An old link leads nowhere.
  await page.goto(`${server.baseUrl}/inbox/open/${conversations.Bob}`)
  await row(page, 'Ada').waitFor()
  await page.getByText('From Bob').waitFor({ state: 'detached' })
  await audit(page, 'a link to a hidden conversation')
})
