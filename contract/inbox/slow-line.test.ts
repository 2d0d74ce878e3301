import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { hold, openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { ok } from '#test/expect.ts'
import { addContact, addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// The inbox on a slow line: what is on its way when the next key is pressed, and what comes too late.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let screen: Screen
let page: Page
const ids: string[] = []
const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']

const log = () => page.getByRole('log')
const path = (index: number) => `${server.baseUrl}/inbox/open/${ids[index]}`
const read = async (index: number) => ok(await store.api.get(`/chat/conversations/${ids[index]}`))
const textsOf = async (index: number) =>
  ok(await store.api.get(`/chat/conversations/${ids[index]}/messages`)).map((one: { text: string }) => one.text)
async function open(index: number): Promise<void> {
  await page.goto(path(index))
  await log().getByText(`Hello from ${names[index]}`).waitFor()
}

before(async () => {
  if (skip) return
  store = await makeStore(server)
  for (const [i, name] of names.entries()) {
    const contact = await addContact(store, { name, phone: `+1 555 000${i}` })
    const { id } = await addConversation(store, {
      customerUuid: contact.id,
      customerName: name,
      messages: [message({ text: `Hello from ${name}` })],
    })
    ids.push(id)
  }
  screen = await openInbox(browser, server, store)
  screen.context.setDefaultTimeout(Number(process.env.BROWSER_TIMEOUT ?? 30_000))
  page = screen.page
})
after(() => screen?.context.close())

test('what is typed after / is searched for, however late the search comes', { skip }, async () => {
  const late = await hold(page, /assets\/(PickerList|Search)/)
  await open(0)
  await until('the list to be on its way', () => late.waiting() > 0)
  await page.keyboard.press('/')
  await page.keyboard.type('es grace')
  await late.release()
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.waitFor()
  assert.equal(await field.inputValue(), 'es grace')
  await page.keyboard.type('!')
  assert.equal(await field.inputValue(), 'es grace!')
  const { status, isStarred } = await read(0)
  assert.deepEqual({ status, isStarred }, { status: 'open', isStarred: false })
  await page.keyboard.press('Escape')
})

test('Enter on what is typed in the palette counts, however late its list comes', { skip }, async () => {
  const late = await hold(page, /assets\/PickerList/)
  await open(0)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await field.waitFor()
  await page.keyboard.type('go to starred')
  await page.keyboard.press('Enter')
  await until('the list to be on its way', () => late.waiting() > 0)
  await late.release()
  await page.waitForURL('**/inbox/starred')
  await field.waitFor({ state: 'detached' })
  assert.equal((await read(0)).isStarred, false)
})

test('Enter on a tag and then Escape puts it on, however late the list comes', { skip }, async () => {
  const late = await hold(page, /assets\/PickerList/)
  await open(0)
  await log().focus()
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Tags' }).waitFor()
  await page.keyboard.type('merino')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await late.release()
  await page.locator('.tags').getByText('merino').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await until('the tag', async () => (await read(0)).tags.includes('merino'))
})

test('what is typed after n waits for the composer, however late, and comes into it', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/starred`)
  await page.getByText('Star a conversation with S').waitFor()
  await page.clock.install()
  const late = await hold(page, new RegExp(`conversations/${ids[0]}$`))
  await page.goto(path(0))
  await until('the conversation to be on its way', () => late.waiting() > 0)
  await page.keyboard.press('n')
  await page.clock.fastForward(10_000)
  await page.keyboard.type('see e')
  await page.keyboard.press('Backspace')
  await late.release()
  const note = page.getByRole('textbox', { name: 'Internal note' })
  await note.waitFor()
  await page.keyboard.type('it')
  assert.equal(await note.inputValue(), 'see it')
  await note.fill('')
  assert.equal((await read(0)).status, 'open')
  // Escape gives it up: keys are keys again.
  await page.clock.resume()
  await open(1)
  const again = await hold(page, new RegExp(`conversations/${ids[0]}$`))
  await page.goto(path(0))
  await until('the conversation to be on its way', () => again.waiting() > 0)
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await again.release()
})

test('keys do nothing to an inbox that another page is about to replace', { skip }, async () => {
  await open(0)
  const acts: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && acts.push(request.url())))
  const late = await hold(page, /assets\/Reports/)
  await page.evaluate(`{
    const link = [...document.querySelectorAll('a')].find((one) => one.textContent.includes('Reports'))
    link.click()
  }`)
  await until('the page to be on its way', () => late.waiting() > 0)
  await page.keyboard.press('s')
  await late.release()
  await page.getByRole('heading', { name: 'Reports' }).waitFor()
  page.removeAllListeners('request')
  assert.deepEqual(
    acts.filter((url) => !url.endsWith('/read')),
    [],
  )
})

test('keys do nothing to a conversation that is still on its way', { skip }, async () => {
  const fresh = await screen.context.newPage()
  // Late news of what earlier tests did would bring the conversation.
  await fresh.routeWebSocket(/\/socket$/, () => {})
  const list = await hold(fresh, /conversations\?/)
  const one = await hold(fresh, new RegExp(`conversations/${ids[0]}$`))
  await fresh.goto(path(0))
  await until('the conversation to be on its way', () => one.waiting() > 0)
  for (const key of ['s', 'e', 'u']) await fresh.keyboard.press(key)
  await Promise.all([one.release(), list.release()])
  await fresh.getByRole('button', { name: 'Star', exact: true }).waitFor()
  const { status, isStarred } = await read(0)
  assert.deepEqual({ status, isStarred }, { status: 'open', isStarred: false })
  await fresh.close()
})

test('replies arrive in the order in which they were written', { skip }, async () => {
  await open(1)
  const late = await hold(page, /\/messages$/, 'POST')
  await page.keyboard.press('r')
  for (const text of ['First', 'Second', 'Third']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await page.getByText('Third').waitFor()
  await until('the first reply to leave', () => late.waiting() > 0)
  // Whichever leaves, it leaves alone: the line does not let a later one overtake it.
  assert.equal(late.waiting(), 1)
  for (let sent = 0; sent < 3; sent++) {
    await until('the next reply to leave', () => late.waiting() === 1)
    await late.next()
  }
  await page.locator('.message.pending').first().waitFor({ state: 'detached' })
  await late.release()
  assert.deepEqual((await textsOf(1)).slice(-3), ['First', 'Second', 'Third'])
})

test('a reply that was refused holds back those behind it, and outlives a reload', { skip }, async () => {
  await open(2)
  const late = await hold(page, /\/messages$/, 'POST')
  await page.keyboard.press('r')
  for (const text of ['One', 'Two']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await until('the first reply to leave', () => late.waiting() === 1)
  await late.next((route) => route.abort())
  await page.locator('.failed').waitFor()
  await late.release()
  assert.deepEqual(await textsOf(2), ['Hello from Alan Turing'])
  await page.reload()
  await log().getByText('Hello from Alan Turing').waitFor()
  const failed = page.locator('.message.pending', { hasText: 'One' })
  await failed.getByRole('button', { name: 'Send again' }).click()
  await page.locator('.message.pending').first().waitFor({ state: 'detached' })
  assert.deepEqual(await textsOf(2), ['Hello from Alan Turing', 'One', 'Two'])
  await page.reload()
  await log().getByText('Two').waitFor()
  assert.equal(await page.locator('.message.pending').count(), 0)
})

test('a reply that was discarded lets the next one go, and does not come back', { skip }, async () => {
  const late = await hold(page, /\/messages$/, 'POST')
  await page.keyboard.press('r')
  for (const text of ['Not this', 'But this']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await until('the first reply to leave', () => late.waiting() === 1)
  await late.next((route) => route.abort())
  await late.release()
  await page.getByRole('button', { name: 'Discard' }).click()
  await log().locator('.message:not(.pending)', { hasText: 'But this' }).waitFor()
  await page.reload()
  await log().getByText('But this').waitFor()
  assert.equal(await page.getByText('Not this').count(), 0)
})

test('details that come late stand beside no other conversation, nor does a note half written', { skip }, async () => {
  await open(0)
  const late = await hold(page, new RegExp(`${ids[1]}/context`))
  await page.getByRole('textbox', { name: 'New checklist note' }).fill('Half a thou')
  await page.locator('.row', { hasText: names[1] as string }).click()
  await until('the details to be on their way', () => late.waiting() > 0)
  await page.locator('.row', { hasText: names[2] as string }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('+1 555 0002').waitFor()
  await late.release()
  await page.locator('.row', { hasText: names[0] as string }).click()
  await details.getByText('+1 555 0000').waitFor()
  assert.equal(await details.getByText('+1 555 0001').count(), 0)
  assert.equal(await page.getByRole('textbox', { name: 'New checklist note' }).inputValue(), '')
})

test('a refused act takes itself back, and nothing that came meanwhile', { skip }, async () => {
  await open(0)
  const late = await hold(page, /\/star$/, 'POST')
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Remove star' }).waitFor()
  await until('the star to be on its way', () => late.waiting() === 1)
  ok(await store.api.post(`/chat/conversations/${ids[0]}/tags`, { tags: ['meanwhile'] }))
  await page.locator('.tags').getByText('meanwhile').waitFor()
  // The star stays on screen while it is being saved, whatever other changes of the conversation arrive.
  await page.getByRole('button', { name: 'Remove star' }).waitFor()
  await late.next((route) => route.abort())
  await page.getByRole('button', { name: 'Star', exact: true }).waitFor()
  await page.locator('.tags').getByText('meanwhile').waitFor()
  await late.release()
})

test('an answer that comes late does not undo what was done after it', { skip }, async () => {
  await open(0)
  let answer: (() => Promise<void>) | undefined
  await page.route(/\/star$/, async (route) => {
    const response = await route.fetch()
    await new Promise<void>((resolve) => {
      answer = async () => {
        await route.fulfill({ response })
        resolve()
      }
    })
  })
  await page.keyboard.press('s')
  const lateAnswer = await until('the answer', () => answer)
  ok(await store.api.post(`/chat/conversations/${ids[0]}/tags`, { tags: ['newer'] }))
  await page.locator('.tags').getByText('newer').waitFor()
  const answered = page.waitForResponse(/\/star$/)
  await lateAnswer()
  await answered
  await page.getByRole('button', { name: 'Remove star' }).waitFor()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  assert.equal(await page.locator('.tags').getByText('newer').count(), 1)
  await page.unroute(/\/star$/)
})

test('z takes back the act that is on its way, not the one before it', { skip }, async () => {
  await open(1)
  await log().focus()
  await page.keyboard.press('i')
  await page.getByText('Conversation assigned to you').waitFor()
  const late = await hold(page, /\/state$/, 'POST')
  await page.keyboard.press('e')
  await until('the act to be on its way', () => late.waiting() > 0)
  await page.keyboard.press('z')
  await late.release()
  await page.locator('.row', { hasText: names[1] as string }).waitFor()
  await until('it to be open again', async () => (await read(1)).status === 'open')
  assert.equal((await read(1)).memberId, store.owner.memberId)
  await page.keyboard.press('z')
  await until('the one before to be undone', async () => (await read(1)).memberId === null)
})

test('Undo is a key, waits for a pointer that is on it, and goes when nobody needs it', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/starred`)
  await page.clock.install()
  await open(2)
  await page.keyboard.press('e')
  await page.getByText('Conversation resolved').waitFor()
  await page.keyboard.press('z')
  await until('the conversation to be open again', async () => (await read(2)).status === 'open')
  await open(2)
  await page.keyboard.press('e')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.clock.fastForward(60_000)
  assert.equal(await undo.isVisible(), true)
  await page.mouse.move(0, 0)
  await page.clock.fastForward(60_000)
  await undo.waitFor({ state: 'detached' })
  await page.clock.resume()
})

test('who wants to can take a reply back for five seconds, by a click or a key', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/account`)
  await page.getByRole('switch', { name: 'Undo send (5 seconds)' }).check()
  await open(0)
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  const before = await textsOf(0)
  for (const takeBack of [
    () => page.locator('.message.pending').getByRole('button', { name: 'Undo' }).click(),
    async () => {
      await log().focus()
      await page.keyboard.press('z')
    },
  ]) {
    await reply.fill('Too early')
    await reply.press('Enter')
    await page.locator('.message.pending', { hasText: 'Too early' }).waitFor()
    await takeBack()
    await page.locator('.message.pending').waitFor({ state: 'detached' })
    assert.equal(await reply.inputValue(), 'Too early')
  }
  await reply.fill('In time')
  await reply.press('Enter')
  await log().locator('.message:not(.pending)', { hasText: 'In time' }).waitFor()
  assert.deepEqual(await textsOf(0), [...before, 'In time'])
})
