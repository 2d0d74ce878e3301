import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { startOidcIssuer } from '#test/doubles/oidc-issuer.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Signing in through an issuer as people see it: the button, a refusal in words, and the settings, by the keyboard.

await buildBrowserCode()
const issuer = await startOidcIssuer()
const server = await startServer({ env: issuer.env })
const browser = await openBrowser()

test('spec C17.3: Continue with Keycloak signs in, and a stranger reads why not', { skip }, async () => {
  const store = await makeStore(server)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const watched = watch(page, server.baseUrl)
  issuer.person = { sub: randomUUID(), email: 'stranger@example.com', email_verified: true }
  await page.goto(`${server.baseUrl}/inbox/mine`)
  await page.getByRole('link', { name: 'Continue with Keycloak' }).press('Enter')
  await page.getByText('Your account is not a member here. Ask an admin to invite you.').waitFor()
  await auditAll(page, 'single-sign-on-refused')
  issuer.person = { sub: randomUUID(), email: store.owner.email, email_verified: true }
  await page.getByRole('link', { name: 'Continue with Keycloak' }).press('Enter')
  await page.getByRole('link', { name: 'Settings' }).press('Enter')
  await page.getByRole('link', { name: 'Single sign-on' }).press('Enter')
  await page.getByLabel('Become members').fill('shop.example')
  await page.getByRole('button', { name: 'Save' }).nth(1).press('Enter')
  await page.getByText('Saved').first().waitFor()
  await page.getByRole('button', { name: 'Add a group' }).press('Enter')
  await page.getByLabel('Group 1', { exact: true }).fill('leads')
  await page.getByLabel('Role of group 1').selectOption('admin')
  await page.getByRole('button', { name: 'Save' }).nth(2).press('Enter')
  await page.getByText('Saved').first().waitFor()
  await auditAll(page, 'single-sign-on-settings')
  await page.getByRole('switch', { name: 'Single sign-on only' }).press('Space')
  const signInPage = `${server.baseUrl}/inbox/sign-in?store=${store.appId}`
  await page.getByText(signInPage).waitFor()
  assert.deepEqual(watched.complaints, [])
  const other = await (await browser.newContext()).newPage()
  await other.goto(signInPage)
  await other.getByText('Acme is signed in to with single sign-on only.').waitFor()
  assert.equal(await other.getByLabel('Password').count(), 0)
  await auditAll(other, 'single-sign-on-only')
  await context.close()
})

test('a member of several stores chooses one on the page', { skip }, async () => {
  const [one, two] = [await makeStore(server, { name: 'Lamps' }), await makeStore(server, { name: 'Chairs' })]
  const email = `${randomUUID()}@example.com`
  await addMember(one, { email })
  await addMember(two, { email })
  issuer.person = { sub: randomUUID(), email, email_verified: true }
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${server.baseUrl}/inbox/mine`)
  await page.getByRole('link', { name: 'Continue with Keycloak' }).click()
  await page.getByRole('heading', { name: 'Which store?' }).waitFor()
  await auditAll(page, 'single-sign-on-stores')
  await page.getByRole('button', { name: 'Chairs' }).press('Enter')
  await page.waitForURL('**/inbox/mine')
  await context.close()
})
