import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { SITE_ENV, sitemapOf, sitePage, startSite } from '#test/doubles/site.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// The settings' page that imports articles: what is asked for, how far it is, and what came of it.

const browser = await openBrowser()

test('an admin imports a site, watches it, cancels it and imports again', { skip }, async () => {
  const server = await startServer({ env: SITE_ENV })
  const store = await makeStore(server)
  const site = await startSite()
  const addresses = Array.from({ length: 9 }, (_, n) => `${site.url}/help/${n}`)
  site.paths.set('/sitemap.xml', sitemapOf([...addresses, `${site.url}/help/none`]))
  for (let n = 0; n < 9; n++) site.paths.set(`/help/${n}`, sitePage(`Page ${n}`, '<p>Words that say something.</p>'))
  site.paths.set('/help', sitePage('Help', '<p>All of it.</p>'))
  site.paths.set('/help/8', { hangs: true })
  const { page } = await openInbox(browser, server, store)
  const watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/settings/knowledge/import`)
  await page.getByText('None yet.').waitFor()
  await page.getByLabel('Address of a page or a sitemap').fill(`${site.url}/help`)
  await page.keyboard.press('Enter')
  await page.getByText('8 of 10').waitFor()
  await page.getByText('Another import is running.').waitFor()
  await auditAll(page, 'import-running')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.import-cancelled').waitFor()
  site.paths.set('/help/8', sitePage('Page 8', '<p>The last words.</p>'))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 new draft · 8 unchanged · 1 could not be read').waitFor()
  await page.getByText('1 problem', { exact: true }).first().click()
  await page.getByText(`${site.url}/help/none`).waitFor()
  for (const [kind, label] of [
    ['Zendesk', 'Address of your Zendesk'],
    ['Intercom', 'Access token'],
  ] as const) {
    await page.getByLabel('Import from').selectOption({ label: kind })
    await page.getByLabel(label, { exact: true }).waitFor()
  }
  await page.getByLabel('Import from').selectOption({ label: 'Notion or Markdown files' })
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'a.md', mimeType: 'text/plain', buffer: Buffer.from('# A\n\nWords.') }])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.locator('.import-line').filter({ hasText: 'a.md' }).getByText('1 new draft').waitFor()
  await auditAll(page, 'imports-done')
  assert.deepEqual(watched, { foreign: [], complaints: [] })
})
