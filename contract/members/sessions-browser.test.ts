import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Sessions as members and admins see them, by the keyboard.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

test('spec C17.12, C17.14: an admin sets limits, ends a session, and saves the audit log', { skip }, async () => {
  const store = await makeStore(server)
  const other = await signInOwner(server, store)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/settings/general`)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  await page.getByLabel('Sign members out after minutes without use').fill('30')
  await page.getByLabel('Sign members out after hours, however much they use it').fill('12')
  await page.getByRole('button', { name: 'Save the limits' }).press('Enter')
  await page.getByText('Saved').first().waitFor()
  await auditAll(page, 'sessions-limits')
  await page.getByRole('link', { name: 'My account' }).press('Enter')
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  await page.getByText(/127\.0\.0\.0\/24 · by password · last seen/).waitFor()
  await auditAll(page, 'sessions-account')
  await page.getByRole('button', { name: 'End', exact: true }).press('Enter')
  await page.getByText('Session ended').waitFor()
  assert.equal((await other.get('/api/chat/me')).status, 401)
  await page.getByRole('link', { name: 'Audit log' }).press('Enter')
  await page.getByText('Limits of sessions changed').waitFor()
  await auditAll(page, 'sessions-audit-log')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).press('Enter'),
  ])
  assert.match(file.suggestedFilename(), /^audit-log-[\d-]{10}\.csv$/)
  const saved = await text(await file.createReadStream())
  for (const action of ['member.signed_in', 'session_limits.changed', 'session.ended']) {
    assert.ok(saved.includes(`"${action}"`), action)
  }
  assert.deepEqual(watched.complaints, [])
  await context.close()
})
