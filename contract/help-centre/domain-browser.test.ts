import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { startNameServer } from '#test/doubles/dns.ts'
import { ok, refused } from '#test/expect.ts'
import { makeHelpStore } from '#test/fixtures/help-centre.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'

// A store's own domain for its help pages, in the settings.

const names = await startNameServer()
const server = await startServer({ env: { WEBHOOK_DNS_SERVERS: names.address } })
const browser = await openBrowser()
const VERIFY = '/api/chat/help-domain/verify'

test('an admin enters a domain, adds the record that the page shows, and the domain is verified', {
  skip,
}, async () => {
  const store = await makeHelpStore(server)
  const { page } = await openInbox(browser, server, store)
  const watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/settings/knowledge/help-centre`)
  const card = page.locator('section, .card').filter({ has: page.getByRole('heading', { name: 'Your own domain' }) })
  await card.getByLabel('Domain').fill(' Help.Boats.example ')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('The record was not found yet.').waitFor()
  const [name, value] = await card.locator('code').allTextContents()
  assert.equal(name, '_parley.help.boats.example')
  await auditAll(page, 'help-domain')
  names.setText(name, value as string)
  await card.getByRole('button', { name: 'Check again' }).click()
  await card.getByText('The domain is verified.').waitFor()
  assert.equal(await card.getByRole('link').getAttribute('href'), 'https://help.boats.example')
  await auditAll(page, 'help-domain-verified')
  assert.deepEqual(watched, { foreign: [], complaints: [] })
})

test('only admins may verify the domain, and only where one is set', async () => {
  const store = await makeHelpStore(server)
  const admin = await signInOwner(server, store)
  refused(await admin.post(VERIFY), 400, 'INVALID_PARAMS')
  ok(await admin.patch('/api/chat/settings', { settings: { helpCentre: { domain: 'help.oars.example' } } }))
  assert.equal(ok(await admin.post(VERIFY)).txtName, '_parley.help.oars.example')
  const { inbox } = await signInMember(server, store)
  refused(await inbox.post(VERIFY), 403, 'FORBIDDEN')
})
