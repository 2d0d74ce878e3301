import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { startMailServer } from '#test/doubles/mail-server.ts'
import { startOauthAuthority } from '#test/doubles/oauth-authority.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// An admin connects a mailbox by signing in at its provider, in a browser, by the keyboard.

await buildBrowserCode()
const authority = await startOauthAuthority()
const outgoing = await startMailServer({ accepts: authority.accepts })
const world = await startMailWorld(authority.env)
const smtp = `smtp://127.0.0.1:${outgoing.port}`
// Nothing listens there: what is tested here is the way to the provider and back.
const imap = 'imap://127.0.0.1:9'
const env = { MICROSOFT_SMTP_URL: smtp, MICROSOFT_IMAP_URL: imap, GOOGLE_SMTP_URL: smtp, GOOGLE_IMAP_URL: imap }
const server = await startServer({ env: { ...world.env, ...env } })
const browser = await openBrowser()
const address = 'help@shop.example'

let screen: Screen
let watched: ReturnType<typeof watch>
before(async () => {
  if (skip) return
  screen = await openInbox(browser, server, await makeStore(server, { name: 'Lamps & Co' }))
  watched = watch(screen.page, server.baseUrl)
})
after(() => screen?.context.close())

test('spec C13.11: an admin signs in at the provider and comes back to the connected mailbox', { skip }, async () => {
  const { page } = screen
  await page.goto(`${server.baseUrl}/inbox/settings/channels`)
  await page.getByText('Connect a mailbox by signing in').press('Enter')
  await page.getByRole('button', { name: 'Sign in with Google' }).waitFor()
  await auditAll(page, 'mailbox-sign-in')
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Sign in with Google' }) })
  await form.getByLabel('Address').fill(address)
  await form.getByLabel('Name shown to customers').fill('Lamps support')
  authority.opens = address
  await page.getByRole('button', { name: 'Sign in with Google' }).press('Enter')
  await page.getByText('signed in with Google').waitFor()
  await page.getByText('Mailbox connected').waitFor()
  assert.equal(new URL(page.url()).search, '', 'the code stays in no address')
  await auditAll(page, 'mailbox-signed-in')
  assert.deepEqual(watched.complaints, [])
})

test('spec C13.11: a mailbox whose sign-in has ended offers to sign in, which connects it', { skip }, async () => {
  const { page } = screen
  authority.revoke('all')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Google ended the sign-in of this mailbox', { exact: false }).first().waitFor()
  await page.getByText('Sign in again', { exact: true }).waitFor()
  await auditAll(page, 'mailbox-needs-sign-in')
  await page.locator('li', { hasText: address }).getByRole('button', { name: 'Sign in with Google' }).press('Enter')
  await page.getByText('Sign in again', { exact: true }).waitFor({ state: 'detached' })
  await page.getByText('Mailbox connected').waitFor()
})

test('spec C13.11: a sign-in that is refused or old says so on the page', { skip }, async () => {
  const { page } = screen
  await page.goto(`${server.baseUrl}/inbox/settings/channels/signed-in?error=access_denied&state=0`)
  await page.getByText('was begun in another browser', { exact: false }).waitFor()
})
