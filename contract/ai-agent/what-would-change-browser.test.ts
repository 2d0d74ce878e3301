import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// An admin keeps an answer as an example, and sees what a change of settings would make of past questions.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()
const NORWAY = { id: 'norway', question: 'Do you ship to Norway?', answer: 'Yes. Parcels to Norway take 4 to 6 days.' }

let screen: Screen
let store: Store
let conversationId: string

before(async () => {
  if (skip) return
  store = await makeStore(server)
  assert.deepEqual((await importLines(store, [{ kind: 'faq', data: NORWAY }])).rejected, [])
  conversationId = (await addConversation(store, { messages: [message({ text: NORWAY.question })] })).id
  screen = await openInbox(browser, server, store)
})
after(() => screen?.context.close())

test('a replayed answer is kept as an example, and a change that breaks it is seen before it is saved', {
  skip,
}, async () => {
  const { page } = screen
  await page.goto(`${server.baseUrl}/inbox/settings/ai/replay/${conversationId}`)
  await page.getByRole('button', { name: 'Keep as an example' }).click()
  const dialog = page.getByRole('dialog', { name: 'New example' })
  assert.equal(await dialog.getByLabel('A customer asks').inputValue(), NORWAY.question)
  assert.ok(await dialog.getByRole('radio', { name: `It answers from “${NORWAY.question}”` }).isChecked())
  await auditAll(page, 'example-dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.goto(`${server.baseUrl}/inbox/settings/ai`)
  await page.getByLabel('Handoff topics').fill('Norway')
  const form = page.locator('form', { has: page.getByLabel('Handoff topics') })
  await form.getByRole('button', { name: 'What would change?' }).click()
  const trial = page.getByRole('dialog', { name: 'What would change?' })
  await trial.getByText('1 of 1 questions would be answered in another way.').waitFor()
  await trial.getByRole('heading', { name: 'Examples that would not hold any more' }).waitFor()
  await auditAll(page, 'what-would-change')
  await page.keyboard.press('Escape')
  await trial.waitFor({ state: 'hidden' })
  const { settings } = ok(await store.operator.get(`/operator/stores/${store.shopId}`))
  assert.deepEqual(settings.ai.handOffTopics, [])
})

test('an example is written by hand from the list, and deleted there', { skip }, async () => {
  const { page } = screen
  await page.goto(`${server.baseUrl}/inbox/settings/ai/examples`)
  await page.getByText('It answers from “Do you ship to Norway?”').waitFor()
  await page.getByRole('button', { name: 'New example' }).click()
  const dialog = page.getByRole('dialog', { name: 'New example' })
  await dialog.getByLabel('A customer asks').fill('Who won the match?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Who won the match?' })
  await line.getByText('The AI agent does not answer').waitFor()
  await auditAll(page, 'examples')
  await line.getByRole('button', { name: 'Delete' }).click()
  await line.getByRole('button', { name: 'Delete' }).click()
  await until('the example to go', async () => (await line.count()) === 0)
})

test('an article that is being written is tried before it is saved', { skip }, async () => {
  const { page } = screen
  await page.goto(`${server.baseUrl}/inbox/settings/knowledge/article/${NORWAY.id}`)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('No. We ship to Sweden only.')
  await page.getByRole('button', { name: 'What would change?' }).click()
  const trial = page.getByRole('dialog', { name: 'What would change?' })
  await trial.getByText('1 of 1 questions would be answered in another way.').waitFor()
  await trial.getByText('No. We ship to Sweden only.').first().waitFor()
  await page.keyboard.press('Escape')
  await trial.waitFor({ state: 'hidden' })
  await page.getByText('Unsaved changes').waitFor()
})

test('an admin replays the last 30 days and sees where the team answered otherwise', { skip }, async () => {
  const { page } = screen
  const messages = [message({ text: NORWAY.question }), message({ text: 'Ring us up, please.', senderType: 'agent' })]
  await addConversation(store, { messages })
  await page.goto(`${server.baseUrl}/inbox/settings/ai/replay`)
  await page.getByRole('button', { name: 'Start the replay' }).click()
  await page.getByText('Done: 2 questions asked').waitFor()
  const card = page
    .locator('section.card')
    .filter({ has: page.getByRole('heading', { name: 'Replay the last 30 days' }) })
  assert.deepEqual(await card.locator('dd').allTextContents(), [
    '2',
    '2 (100 %)',
    '0',
    '1',
    '1',
    '0 (0 %)',
    '0 (0 %)',
    '0 (0 %)',
  ])
  await card.getByText('Ring us up, please.').waitFor()
  await auditAll(page, 'replay-month')
})
