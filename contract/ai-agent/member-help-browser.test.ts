import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { startProvider } from '#test/doubles/provider.ts'
import { addContact, addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// Rewriting a draft, and asking about the customer, in the inbox.

const provider = await startProvider()
const server = await startServer({ env: provider.env })
const browser = await openBrowser()

test('a draft is rewritten with the keyboard, and had back; an answer names where it is from', { skip }, async () => {
  const store = await makeStore(server)
  const contact = await addContact(store, { name: 'Ada' })
  const of = { customerUuid: contact.id, customerName: 'Ada' }
  const earlier = await addConversation(store, {
    ...of,
    messages: [message({ text: 'The shade arrived with a dent.' })],
  })
  const open = await addConversation(store, { ...of, messages: [message({ text: 'Hello again' })] })
  const { page } = await openInbox(browser, server, store)
  const watched = watch(page, server.baseUrl)
  await page.goto(`${server.baseUrl}/inbox/open/${open.id}`)
  const reply = page.getByRole('textbox', { name: 'Reply to Ada' })
  const improve = page.getByRole('button', { name: 'Improve the draft' })
  await reply.fill('Well, we would be glad to send you a new one.')
  provider.behave(() => JSON.stringify({ text: 'We will gladly send a new one.' }))
  await improve.click()
  await page.getByRole('option', { name: 'Shorten' }).waitFor()
  await auditAll(page, 'improve-draft')
  await page.keyboard.type('shorten')
  await page.keyboard.press('Enter')
  await page.getByText('Your draft was rewritten').waitFor()
  assert.equal(await reply.inputValue(), 'We will gladly send a new one.')
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.equal(await reply.inputValue(), 'Well, we would be glad to send you a new one.')

  provider.behave(({ messages }) => {
    const prompt = JSON.stringify(messages)
    const id = /id\\*":\\*"(r\d+)\\*",\\*"kind\\*":\\*"message\\*"[^{]*dent/.exec(prompt)?.[1]
    return JSON.stringify({ answer: 'Their shade was dented.', sourceIds: [id] })
  })
  const section = page.locator('.details section').filter({ has: page.getByRole('heading', { name: 'Ask about' }) })
  await section.getByRole('textbox').fill('What was wrong?')
  await page.keyboard.press('Enter')
  await section.getByText('Their shade was dented.').waitFor()
  await section.getByText('The shade arrived with a dent.').waitFor()
  const link = await section.getByRole('link').getAttribute('href')
  assert.ok(link?.endsWith(`/open/${earlier.id}`), String(link))
  await auditAll(page, 'ask-about-customer')
  assert.deepEqual(watched, { foreign: [], complaints: [] })
})
