import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { audit, auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { ask, connectAssistant, exchange, register, statusWith } from '#test/clients/oauth.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { PASSWORD, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Letting an assistant in, and disconnecting it, as an admin does: in a browser. One file, for it is one browser that
// goes on where the test before left it.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let context: BrowserContext
let page: Page
let watched: ReturnType<typeof watch>

/** The assistant's own server on this computer: what browsers bring it. */
const brought: URL[] = []
const program = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://127.0.0.1')
  if (url.pathname === '/callback') brought.push(url)
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Done</title><h1>Back at the assistant</h1>')
})
program.listen(0, '127.0.0.1')
await once(program, 'listening')
after(() => program.close())
const ownProgram = `http://127.0.0.1:${(program.address() as AddressInfo).port}`

/** The address that the assistant sends its user to. */
const addressOf = (query: string, shop: Store = store) => `${server.baseUrl}/inbox/connect/${shop.appId}?${query}`

async function signInAs(email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

before(async () => {
  if (skip) return
  store = await makeStore(server, { name: 'Lamps & Co' })
  context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
  page = await context.newPage()
  watched = watch(page, server.baseUrl, ownProgram)
})
after(() => context?.close())

test('spec C7.1: an assistant on this computer: sign in, see who asks, allow, and it works', { skip }, async () => {
  const redirect = `${ownProgram}/callback`
  const clientId = await register(server, store, {
    client_name: 'Claude Code',
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  const asking = ask(server, store, clientId, { redirect_uri: redirect })
  await page.goto(addressOf(asking.query))
  await signInAs(store.owner.email, store.owner.password)
  await page.getByRole('heading', { name: 'Connect “Claude Code”?' }).waitFor()
  await page.getByText('Lamps & Co').waitFor()
  await page.getByText(new URL(ownProgram).host).waitFor()
  await page.getByText(/Nobody has checked the name of a program/).waitFor()
  await auditAll(page, 'consent-computer')
  // What was over the page a moment ago may have asked for a double click.
  const button = page.getByRole('button', { name: 'Allow' })
  await until('the button to work', () => button.isEnabled())
  const isOff = await page.evaluate(`new Promise((resolve) => {
    const allow = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Allow')
    new MutationObserver(() => resolve(allow.disabled)).observe(allow, { attributes: true })
    window.dispatchEvent(new Event('focus'))
  })`)
  assert.equal(isOff, true)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back at the assistant' }).waitFor()
  const answer = brought[0]?.searchParams
  assert.equal(answer?.get('state'), 'the state')
  assert.equal(answer?.get('iss'), `${server.baseUrl}/mcp/${store.appId}`)
  const code = answer?.get('code') as string
  const { body } = await exchange(server, store, { ...asking, code }, { redirect_uri: redirect })
  assert.equal(await statusWith(server, `/mcp/${store.appId}`, body.access_token), 200)
})

test('an unknown publisher is warned of; refusing takes the browser back without a code', { skip }, async () => {
  const redirect = `${ownProgram}/callback`
  const name = 'A helpful assistant with rather a long name, to see that it is broken where it has to be'
  const unknown = await register(server, store, { client_name: name })
  await page.goto(addressOf(ask(server, store, unknown).query))
  await page.getByText(/Nobody has checked who runs/).waitFor()
  await auditAll(page, 'consent-unknown')
  const local = await register(server, store, { redirect_uris: [redirect] })
  await page.goto(addressOf(ask(server, store, local, { redirect_uri: redirect }).query))
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('heading', { name: 'Back at the assistant' }).waitFor()
  const answer = brought.at(-1)?.searchParams
  assert.deepEqual(
    [answer?.get('error'), answer?.get('code'), answer?.get('state')],
    ['access_denied', null, 'the state'],
  )
  const known = 'https://claude.ai/api/mcp/auth_callback'
  const claude = await register(server, store, { client_name: 'Claude', redirect_uris: [known] })
  await page.goto(addressOf(ask(server, store, claude, { redirect_uri: known }).query))
  await page.getByText('Anthropic').waitFor()
  assert.equal(await page.getByText(/Nobody has checked/).count(), 0)
  await audit(page, 'consent-known')
})

test('what cannot be allowed says why, and goes nowhere by itself', { skip }, async () => {
  await page.goto(addressOf(ask(server, store, 'client_unknown').query))
  await page
    .getByRole('alert')
    .getByText(/not registered with the store/)
    .waitFor()
  await auditAll(page, 'consent-unregistered')
  const clientId = await register(server, store)
  await page.goto(addressOf(ask(server, store, clientId, { code_challenge_method: 'plain' }).query))
  await page
    .getByRole('alert')
    .getByText(/PKCE is needed/)
    .waitFor()
  await page.getByRole('button', { name: 'Back to assistant.example.com' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0)
  await audit(page, 'consent-problem')
  const other = await makeStore(server, { name: 'Another' })
  await page.goto(addressOf(ask(server, other, await register(server, other)).query, other))
  // Without a session there one signs in; a sign-in to a store that was not asked for leads to a notice.
  await signInAs(store.owner.email, store.owner.password)
  await page.getByRole('heading', { name: 'Another store' }).waitFor()
  await auditAll(page, 'consent-other-store')
  // Signing out returns here; a member who is not an admin gets a message about it.
  const { member } = await signInMember(server, other)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInAs(member.email, PASSWORD)
  await page.getByRole('heading', { name: 'Only admins connect assistants' }).waitFor()
  await audit(page, 'consent-no-admin')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInAs(other.owner.email, other.owner.password)
  await page.getByRole('heading', { name: 'Connect “Test assistant”?' }).waitFor()
})

test('settings list who is connected, and disconnect', { skip }, async () => {
  const quiet = await makeStore(server, { name: 'Quiet' })
  const theirs = await signInOwner(server, quiet)
  await context.clearCookies()
  await page.goto(`${server.baseUrl}/inbox/settings/assistants`)
  await signInAs(quiet.owner.email, quiet.owner.password)
  await page.getByText('No assistant is connected.').waitFor()
  await page.getByText(`${server.baseUrl}/mcp/${quiet.appId}`).waitFor()
  await auditAll(page, 'settings-empty')
  const first = await connectAssistant(server, quiet, theirs, { client_name: 'Lamp expert' })
  await connectAssistant(server, quiet, theirs, { client_name: 'Second pair of hands' })
  await page.reload()
  await page.getByText('Second pair of hands').waitFor()
  await page.getByText('never used').first().waitFor()
  await auditAll(page, 'settings-assistants')
  const line = page.getByRole('listitem').filter({ hasText: 'Lamp expert' })
  await line.getByRole('button', { name: 'Disconnect' }).click()
  await line.getByText('It stops working immediately.').waitFor()
  await line.getByRole('button', { name: 'Disconnect' }).click()
  await line.waitFor({ state: 'detached' })
  const isOut = async () => (await statusWith(server, `/mcp/${quiet.appId}`, first.accessToken)) === 401
  await until('the assistant to be out', isOut)
  assert.equal(ok(await theirs.get('/api/chat/assistants')).length, 1)
  // What cannot be loaded says so, and can be tried again.
  await page.route('**/api/chat/assistants', (route) => route.abort())
  await page.reload()
  await page
    .getByRole('alert')
    .getByText(/cannot be reached/)
    .waitFor()
  await audit(page, 'settings-error')
  await page.unroute('**/api/chat/assistants')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Second pair of hands').waitFor()
})

test('nothing was asked of another origin, and the page’s policy was never in the way', { skip }, () => {
  assert.deepEqual(watched.foreign, [])
  assert.deepEqual(
    watched.complaints.filter((text) => !/WebSocket|ERR_FAILED|Failed to load resource/.test(text)),
    [],
  )
})
