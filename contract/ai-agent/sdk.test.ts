import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { get, is, newShopper, openChat, push, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import type { Client } from '#test/clients/client.ts'
import { ok } from '#test/expect.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The AI agent as shoppers see it: its answers with their sources, whether they helped, and the way to a person.

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server, { settings: { ai: { enabled: true, name: 'Ava' } } })
const shop = await startShop(server.baseUrl, store.appId)
const QUESTION = 'Do you ship to Norway?'
let inbox: Client

before(async () => {
  const answer = 'Yes. Parcels to Norway take four to six days and cost 9.90 EUR.'
  const data = { id: 'norway', question: QUESTION, answer, url: 'https://shop.example/norway' }
  assert.deepEqual((await importLines(store, [{ kind: 'faq', data }])).rejected, [])
  inbox = await signInOwner(server, store)
})

const person = (frame: Frame, name = 'Talk to a person') => frame.getByRole('button', { name })
const conversationOf = async (page: Page) =>
  ok(await store.api.get(`/chat/conversations/${await get(page, 'conversation:id')}`))
async function ask(frame: Frame, text: string): Promise<void> {
  await frame.getByLabel('Write a message…').fill(text)
  await frame.getByLabel('Write a message…').press('Enter')
}
/** What customers said of answers, in all. */
async function ratings() {
  const span = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`
  const { helpful, unhelpful } = ok(await inbox.get(`/api/chat/ai/report?${span}`)).total
  return [helpful, unhelpful]
}

test('spec C10.5: a person is one key away before a word was said, in the shopper’s language', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page({ lang: 'de' }))
  const frame = await openChat(page, 'messages')
  await frame.getByRole('heading', { name: 'Ava' }).waitFor()
  await person(frame, 'Mit einem Menschen sprechen').press('Enter')
  await frame.getByRole('log').getByText('Ich möchte mit einem Menschen sprechen.').waitFor()
  await frame.getByText('Ein Teammitglied übernimmt').waitFor()
  await person(frame, 'Mit einem Menschen sprechen').waitFor({ state: 'detached' })
  assert.equal((await conversationOf(page)).isChatBot, false)
  assert.equal(await frame.evaluate('document.activeElement.tagName'), 'TEXTAREA')
  await shopper.close()
})

test('spec C10.5: on the home screen, too; a message that is on its way is not followed by another', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'home')
  let isHeld = true
  await page.route('**/storefront/messages', async (route) => {
    await until('the wish', () => !isHeld)
    await route.continue()
  })
  await ask(frame, 'My parcel is broken')
  await person(frame).click()
  isHeld = false
  await until('a hand-over', async () => (await get(page, 'conversation:id')) && !(await is(page, 'bot:active')))
  const said = ok(await store.api.get(`/chat/conversations/${await get(page, 'conversation:id')}/messages`))
  const theirs = said.filter(({ isAdmin }: { isAdmin: boolean }) => !isAdmin)
  assert.deepEqual(
    theirs.map(({ text }: { text: string }) => text),
    ['My parcel is broken'],
  )
  await shopper.close()
})

test('spec C10.5: a conversation that has ended is opened again by the wish for a person', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  await ask(frame, QUESTION)
  await frame.getByRole('group', { name: 'Was this helpful?' }).waitFor()
  const path = `/chat/conversations/${await get(page, 'conversation:id')}`
  ok(await store.api.post(`${path}/state`, { status: 'resolved' }))
  await frame.getByText('This conversation has ended.').waitFor()
  await person(frame).click()
  await frame.getByText('A team member is taking over').waitFor()
  const { status, isChatBot } = await conversationOf(page)
  assert.deepEqual([status, isChatBot], ['open', false])
  await shopper.close()
})

test('spec C10.5: a form that has to come first comes first; the wish waits for it', { skip }, async () => {
  const preChat = { mode: 'required', fields: [{ name: 'email', label: 'Email', type: 'email', required: true }] }
  const strict = await makeStore(server, { settings: { ai: { enabled: true }, widget: { preChat } } })
  const shopper = await newShopper(browser)
  const page = await visit(shopper, (await startShop(server.baseUrl, strict.appId)).page())
  const frame = await openChat(page, 'messages')
  await person(frame).click()
  await frame.getByRole('log').getByText('I would like to talk to a person.').waitFor()
  assert.equal(await get(page, 'conversation:id'), null)
  await frame.getByLabel('Email').fill('ada@example.com')
  await frame.getByRole('button', { name: 'Start chat' }).click()
  await frame.getByText('A team member is taking over').waitFor()
  await shopper.close()
})

test('spec C10.4: an answer shows its source and asks once whether it helped, which is remembered', {
  skip,
}, async () => {
  const shopper = await newShopper(browser, { reducedMotion: 'reduce' })
  const page = await visit(shopper, shop.page())
  let frame = await openChat(page, 'messages')
  await ask(frame, QUESTION)
  const source = frame.getByRole('button', { name: QUESTION })
  await source.click()
  await frame.getByRole('heading', { name: QUESTION }).waitFor()
  await frame.getByRole('article').getByRole('button', { name: 'Back' }).click()
  const helpful = () => frame.getByRole('group', { name: 'Was this helpful?' })
  await helpful().getByRole('button', { name: 'Yes' }).click()
  await helpful().getByText('Thanks for your feedback.').waitFor()
  await until('the rating', async () => (await ratings()).join() === '1,0')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await audit(frame, `an answer, ${colorScheme}`)
  }
  await page.reload()
  await sdkReady(page)
  frame = await openChat(page, 'messages')
  await helpful().getByRole('button', { name: 'Yes', pressed: true }).waitFor()
  await helpful().getByRole('button', { name: 'No' }).click()
  await until('the other rating', async () => (await ratings()).join() === '0,1')
  await helpful().getByRole('button', { name: 'No', pressed: true }).waitFor()

  await person(frame).click()
  await frame.getByText('A team member is taking over').waitFor()
  await person(frame).waitFor({ state: 'detached' })
  await audit(frame, 'a hand-over')
  ok(await inbox.post(`/api/chat/conversations/${await get(page, 'conversation:id')}/ai`, { isChatBot: true }))
  await frame.getByText('The AI agent is back').waitFor()
  await person(frame).waitFor()
  await shopper.close()
})

test('spec C10.4: what may be meant is one touch away, until something is said', { skip }, async () => {
  const shopper = await newShopper(browser, { reducedMotion: 'reduce' })
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  await ask(frame, 'how many days')
  const offers = frame.getByRole('log').getByRole('list', { name: 'Suggestions' })
  const offer = offers.getByRole('button', { name: `1. ${QUESTION}`, exact: true })
  await offer.waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await audit(frame, `an offer, ${colorScheme}`)
  }
  await offer.press('Enter')
  await frame.getByText('four to six days').waitFor()
  assert.equal(await offers.count(), 0)
  await frame.getByText(`1. ${QUESTION}`).waitFor()
  const messages = ok(await store.api.get(`/chat/conversations/${await get(page, 'conversation:id')}/messages`))
  const said = messages.filter(({ isBot }: { isBot: boolean }) => !isBot)
  assert.deepEqual(
    said.map(({ text, isQuickReplyMsg }: { text: string; isQuickReplyMsg: boolean }) => [text, isQuickReplyMsg]),
    [
      ['how many days', false],
      [QUESTION, true],
    ],
  )
  await shopper.close()
})

test('spec C10.4: what the server refuses to note is asked again', { skip }, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  await ask(frame, QUESTION)
  const refusal = { error: { code: 'NOT_FOUND', message: 'Answer not found.' } }
  await page.route('**/storefront/helpful', (route) => route.fulfill({ status: 404, json: refusal }))
  const helpful = frame.getByRole('group', { name: 'Was this helpful?' })
  await helpful.getByRole('button', { name: 'Yes' }).click()
  await helpful.getByText('Was this helpful?').waitFor()
  await helpful.getByRole('button', { name: 'Yes', pressed: false }).waitFor()
  await shopper.close()
})

test('without an AI agent nobody is asked for, and nothing asks', { skip }, async () => {
  const plain = await makeStore(server)
  const shopper = await newShopper(browser)
  const page = await visit(shopper, (await startShop(server.baseUrl, plain.appId)).page())
  const frame = await openChat(page, 'messages')
  await frame.getByLabel('Write a message…').waitFor()
  await push(page, ['do', 'message:send', QUESTION])
  await frame.getByRole('log').getByText(QUESTION).waitFor()
  assert.equal(await person(frame).count(), 0)
  await shopper.close()
})
