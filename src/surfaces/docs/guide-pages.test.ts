import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { skip } from '#test/browser/browser.ts'
import { openDocsPage } from '#test/browser/docs-page.ts'

const { page, baseUrl, leaveNoTrace } = await openDocsPage('/docs/webhooks.md')

test('the search finds a section and opens it, by keyboard alone', { skip }, async () => {
  const field = page.getByRole('searchbox', { name: 'Search the guides' })
  const isReady = () => page.getByRole('button', { name: /^Search/ }).waitFor()
  await isReady()
  await page.keyboard.press('/')
  await field.waitFor()
  await page.keyboard.type('rate limits')
  await page.getByRole('link', { name: /^Conventions › Rate limits/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${baseUrl}/docs/api/conventions.md#rate-limits`)
  await isReady()
  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('xyzzyx')
  await page.getByText('Nothing found for “xyzzyx”').waitFor()
  await page.keyboard.press('Escape') // clears the field
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
})

test('a page leads to the next one, and marks itself in the menu', { skip }, async () => {
  await page.goto(`${baseUrl}/docs`)
  await page.getByRole('link', { name: 'Next The inbox' }).click()
  await page.getByRole('heading', { level: 1, name: 'The inbox' }).waitFor()
  const here = page.getByRole('navigation', { name: 'Guides' }).locator('[aria-current=page]')
  assert.equal(await here.textContent(), 'The inbox')
})

test('guides pass the accessibility checks in light and dark', { skip }, async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of ['docs', 'docs/inbox.md', 'docs/operate/running.md']) {
      await page.goto(`${baseUrl}/${path}`)
      await audit(page, `guide ${path} ${colorScheme}`.replaceAll('/', '-'))
    }
  }
})

test('on a phone nothing is wider than the screen, and the menu opens and closes', { skip }, async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['', '/api/graphql.md', '/operate/running.md', '/specification/records.md', '/architecture.md']) {
    await page.goto(`${baseUrl}/docs${path}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path)
  }
  const link = page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Webhooks' })
  assert.equal(await link.isVisible(), false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.waitFor()
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
})

leaveNoTrace()
