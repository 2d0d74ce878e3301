import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { variants } from '#test/depth.ts'
import { addContact, addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'
import { texts as de } from '../../web/base/texts/de.ts'
import { texts as es } from '../../web/base/texts/es.ts'
import { texts as fr } from '../../web/base/texts/fr.ts'
import { texts as ja } from '../../web/base/texts/ja.ts'

// The inbox in the languages of members' browsers.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let conversationId: string

before(async () => {
  if (skip) return
  store = await makeStore(server, { settings: { ai: { enabled: true } } })
  const contact = await addContact(store, { name: 'Ada Lovelace', phone: '+1 555' })
  const createdAt = new Date(new Date().setHours(14, 5, 0, 0) - 24 * 3_600_000).toISOString()
  const made = await addConversation(store, {
    customerUuid: contact.id,
    customerName: 'Ada Lovelace',
    createdAt,
    messages: [message({ text: 'Hallo, Bonjour', createdAt })],
  })
  conversationId = made.id
})

const LANGUAGES = [
  ['de-DE', 'de', de, '14:05'],
  ['fr-CA', 'fr', fr, '14 h 05'],
  ['es-ES', 'es', es, '14:05'],
  ['ja-JP', 'ja', ja, '14:05'],
] as const

const LOCALES = LANGUAGES.map(([locale]) => locale)

const SETTINGS = [
  ['account', 'My account'],
  ['canned', 'Canned replies'],
  ['tags', 'Tags'],
  ['general', 'General'],
  ['general/keys', 'API keys'],
  ['ai', 'AI agent'],
  ['ai/playground', 'AI agent'],
  ['targets', 'Reply times'],
  ['knowledge', 'Knowledge base'],
  ['team', 'Team'],
  ['assistants', 'Assistants'],
  ['webhooks', 'Webhooks'],
  ['privacy', 'Privacy'],
  ['channels', 'Email and messengers'],
  ['shop', 'Shop'],
  ['widget', 'Widget'],
  ['audit', 'Audit log'],
] as const

/** The texts and names of all that is shown. */
const SHOWN = `(() => {
  const shown = [...document.querySelectorAll('#root *')].filter((e) => e.checkVisibility())
  return shown.flatMap((e) => [
    ...[...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent.trim()),
    ...['aria-label', 'title', 'placeholder'].map((name) => e.getAttribute(name) ?? ''),
  ]).filter(Boolean)
})()`

for (const [locale, language, words, clock] of LANGUAGES) {
  test(`${locale}: the day’s work is in the member’s language, and so are the clock and the page’s lang`, {
    skip,
  }, async () => {
    const { page, context } = await openInbox(browser, server, store, { locale })
    const t = (text: string, value = '') => (words[text] as string).replace('{0}', value)
    const english = Object.keys(words).filter((text) => words[text] !== text && !text.includes('{'))
    /** No text that has other words in this language is shown in English. */
    const check = async (where: string) => {
      const shown = new Set((await page.evaluate(SHOWN)) as string[])
      assert.deepEqual(
        english.filter((text) => shown.has(text)),
        [],
        where,
      )
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, where)
      if (variants(where, LOCALES).includes(locale)) await audit(page, `${locale}, ${where}`)
    }
    await page.goto(`${server.baseUrl}/inbox/open/${conversationId}`)
    const log = page.getByRole('log', { name: t('Messages') })
    await log.getByText('Hallo, Bonjour').waitFor()
    await log.getByText(clock).first().waitFor()
    await log.getByText(t('Yesterday')).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), language)
    await check('a conversation')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: t('Keyboard') }).waitFor()
    await check('keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: t('Search') }).fill('hallo')
    await page.getByText(t('All messages were searched.')).waitFor()
    await check('search')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: t('Assign to me') }).waitFor()
    await check('palette')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('Resolve'), exact: true }).click()
    await page.getByRole('button', { name: t('Undo'), exact: true }).click()
    await page.getByRole('button', { name: t('Resolve'), exact: true }).waitFor()
    await page.goto(`${server.baseUrl}/inbox/reports`)
    await page.getByRole('heading', { name: t('By channel') }).waitFor()
    await check('reports')
    await page.goto(`${server.baseUrl}/inbox/contacts`)
    await page.getByRole('link', { name: /Ada Lovelace/ }).click()
    await page
      .getByRole('complementary', { name: t('Contact') })
      .getByText('+1 555')
      .waitFor()
    await check('contacts')
    await page.getByRole('button', { name: t('New segment') }).click()
    await page.getByRole('button', { name: t('Save') }).waitFor()
    await check('segment dialog')
    for (const [path, title] of SETTINGS) {
      await page.goto(`${server.baseUrl}/inbox/settings/${path}`)
      await page.getByRole('heading', { name: t(title), level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await check(path)
    }
    await context.clearCookies()
    await page.goto(`${server.baseUrl}/inbox`)
    await page.getByRole('heading', { name: t('Sign in') }).waitFor()
    await check('sign-in')
    await context.close()
  })
}

test('a language that there is not is English; the first one that there is counts', { skip }, async () => {
  const { page, context } = await openInbox(browser, server, store, { locale: 'sv-SE' })
  await page.goto(`${server.baseUrl}/inbox/open/${conversationId}`)
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await page.getByText('14:05').first().waitFor()
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
  await page.addInitScript("Object.defineProperty(navigator, 'languages', { get: () => ['sv-SE', 'fr-FR', 'en'] })")
  await page.reload()
  await page.getByRole('button', { name: fr.Resolve as string, exact: true }).waitFor()
  await context.close()
})
