import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { PASSWORD } from '#test/fixtures/inbox.ts'
import { startPasskeyServer } from '#test/fixtures/passkeys.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Passkeys as people use them, by the keyboard, with Chromium's virtual authenticator.

await buildBrowserCode()
const { target } = await startPasskeyServer()
const browser = await openBrowser()

/** A page whose browser has an authenticator; `verifies` turns the person's finger on and off. */
async function openPage(context: BrowserContext) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // Pages that wait for a choice in the email field would otherwise be answered by themselves.
      automaticPresenceSimulation: false,
    },
  })
  const set = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const credentials = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  const present = async (act: () => Promise<unknown>) => {
    await set(true)
    await act()
  }
  return { page, present, absent: () => set(false), credentials, devtools, authenticatorId }
}

const newContext = () => browser.newContext({ viewport: { width: 1280, height: 900 } })

async function signInByPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`${target.baseUrl}/inbox/settings/account`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${target.baseUrl}/inbox/settings/account`)
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await page.goto(`${target.baseUrl}/inbox/mine`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
}

test('spec C17.9: a member adds a passkey, signs in with it alone and after the password, renames and removes it', {
  skip,
}, async () => {
  const store = await makeStore(target)
  const member = await addMember(store, { password: PASSWORD })
  const context = await newContext()
  const { page, present, absent, credentials } = await openPage(context)
  const watched = watch(page, target.baseUrl)
  await signInByPassword(page, member.email)
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  await present(() => page.getByRole('button', { name: 'Add a passkey' }).press('Enter'))
  await page.getByText('Passkey added').waitFor()
  await page
    .getByText(/Chrome on Linux/)
    .nth(1)
    .waitFor()
  assert.equal((await credentials()).length, 1)
  await page.getByRole('button', { name: 'Rename' }).press('Enter')
  await page.getByLabel('Name of the passkey').fill('Work laptop')
  await auditAll(page, 'passkeys-rename')
  await page.keyboard.press('Enter')
  await page.getByText('Work laptop').waitFor()
  await page.getByText('Saved').waitFor()
  await auditAll(page, 'passkeys-settings')
  await absent()
  await signOut(page)
  await auditAll(page, 'passkeys-sign-in')
  await present(() => page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter'))
  await page.waitForURL('**/inbox/mine')
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await absent()
  await signOut(page)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your passkey' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await auditAll(page, 'passkeys-second-factor')
  await present(() => page.getByRole('button', { name: 'Use a passkey' }).press('Enter'))
  await page.getByRole('link', { name: 'Settings' }).press('Enter')
  await page.getByText(/last used/).waitFor()
  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('You can no longer sign in with it.').waitFor()
  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('Passkey removed').waitFor()
  // What is under way when the member signs out is refused, or ended.
  const others = watched.complaints.filter((one) => !/status of 401|^WebSocket connection/.test(one))
  assert.deepEqual(others, [])
  await context.close()
})

test('spec C17.11: an act that needs proof takes a passkey, and a refusal is said in words', { skip }, async () => {
  const store = await makeStore(target)
  const member = await addMember(store, { password: PASSWORD })
  const context = await newContext()
  const { page, present, absent, devtools, authenticatorId, credentials } = await openPage(context)
  await signInByPassword(page, member.email)
  await present(() => page.getByRole('button', { name: 'Add a passkey' }).press('Enter'))
  await page.getByText('Passkey added').waitFor()
  await page.route('**/api/chat/passkeys/*', (route) => {
    const error = { code: 'PASSWORD_NEEDED', message: 'Confirm it is you first.' }
    return route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify({ error }) })
  })
  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await auditAll(page, 'passkeys-proof')
  await page.unroute('**/api/chat/passkeys/*')
  await dialog.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.getByText('Passkey removed').waitFor()
  await absent()
  await signOut(page)
  // The device still has what the service no longer knows.
  assert.equal((await credentials()).length, 1)
  await present(() => page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter'))
  await page.getByText('This passkey is not known here.').waitFor()
  await auditAll(page, 'passkeys-refused')
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await page.getByText('No passkey was used. Try again, or choose another way.').waitFor()
  await context.close()
})
