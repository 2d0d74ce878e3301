import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { totpCode } from '#core/members/totp.ts'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { onPostgres, query } from '#test/database/database.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// What members see where their account is guarded: the password once more, the second factor first, claimed orders.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

async function openInbox(store: Store, path = '/inbox/open'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(server.baseUrl + path)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  return page
}

test('an act that needs the password once more asks for it, and then goes on by itself', { skip }, async () => {
  const page = await openInbox(await makeStore(server))
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Manage keys' }).click()
  let isAsked = false
  await page.route('**/api/chat/keys', (route) => {
    if (route.request().method() !== 'POST' || isAsked) return route.continue()
    isAsked = true
    const error = { code: 'PASSWORD_NEEDED', message: 'Confirm your password first.' }
    return route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify({ error }) })
  })
  await page.getByLabel('Name').fill('Shop')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.waitFor()
  await audit(page, 'accounts-1')
  await dialog.getByLabel('Your password').fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('That is not your current password.').first().waitFor()
  await dialog.getByLabel('Your password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.getByText(/^sk_[0-9a-f]{32}$/).waitFor()
  assert.equal(await dialog.count(), 0)
})

test('an invitation asks for a password that is old, and is made once it was given', {
  skip: skip || (!onPostgres && 'time is turned back on a server’s tables only'),
}, async () => {
  const store = await makeStore(server)
  const page = await openInbox(store)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('colleague@example.com')
  const statement = "update sessions set reauthenticated_at = now() - interval '11 minutes' where shop_id = $1"
  await query(server.env.DATABASE_URL as string, statement, [store.shopId])
  await page.getByRole('button', { name: 'Create invite link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.getByLabel('Your password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  await page.getByText('A link for colleague@example.com').waitFor()
  assert.equal(await dialog.count(), 0)
})

test('before an admin stops being one, a dialog says which secrets stay valid', { skip }, async () => {
  const store = await makeStore(server)
  const data = { email: 'second@example.com', firstName: 'Sam', lastName: 'Second', role: 'admin' }
  await importLines(store, [{ kind: 'member', data }])
  const page = await openInbox(store)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Team' }).click()
  const role = page.getByLabel('Role of Sam Second')
  await role.selectOption('member')
  const demotion = page.getByRole('dialog', { name: 'Change Sam Second to member' })
  await demotion.getByText(/API keys, webhook secrets and identity secrets .* stay valid/).waitFor()
  await audit(page, 'accounts-4')
  await demotion.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await role.inputValue(), 'admin')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const end = page.getByRole('dialog', { name: 'Deactivate Sam Second' })
  await end.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  assert.equal(await end.count(), 0)
})

test('where the store asks for a second factor, it is set up with a QR code before anything else', {
  skip,
}, async () => {
  const page = await openInbox(await makeStore(server))
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Require two-factor authentication').click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.getByLabel('Your password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await audit(page, 'accounts-2')
  const address = (await page
    .getByRole('link', { name: 'Open in an authenticator app' })
    .getAttribute('href')) as string
  const secret = new URL(address).searchParams.get('secret') as string
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
  await page.keyboard.press('Enter')
  await page.getByText('Save these recovery codes').waitFor()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('Require two-factor authentication').waitFor() // the page that was left
})

test('orders of an address that is only claimed are folded, and say so', { skip }, async () => {
  const store = await makeStore(server)
  const email = 'claimed@example.com'
  const order = { createdAt: new Date().toISOString(), total: { amount: '10.00', currencyCode: 'EUR' } }
  await importLines(store, [{ kind: 'order', data: { ...order, orderNumber: 'C-77', email } }])
  const visitor = await makeVisitor(server, store)
  await visitor.say('Where is it?')
  await visitor.api.patch('/storefront/visitor', { email, name: 'Mallory' })
  const known = await addContact(store, { name: 'Known Customer' })
  await addConversation(store, { customerUuid: known.id, messages: [message()] })
  const page = await openInbox(store)
  await page.locator('.row', { hasText: 'Mallory' }).click()
  const summary = page.getByText('Orders for an unverified email (1)')
  await summary.waitFor()
  assert.equal(await page.getByText('C-77').isVisible(), false)
  await summary.click()
  await page.getByText('C-77').waitFor()
  await audit(page, 'accounts-3')
})
