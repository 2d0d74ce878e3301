import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { audit, auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { ok } from '#test/expect.ts'
import {
  addContact,
  addConversation,
  addMember,
  importLines,
  makeStore,
  message,
  type Store,
} from '#test/fixtures/factories.ts'
import { PASSWORD, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// The inbox as members use it: in a browser, mostly by the keyboard. One file, for it is one day on one screen: each
// test goes on where the one before left it.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let page: Page
let context: BrowserContext
let watched: ReturnType<typeof watch>
const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson']
const ids: string[] = []

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const row = (name: string) => page.locator('.row', { hasText: name })
const log = () => page.getByRole('log')

async function signInAs(target: Page, email: string, password: string): Promise<void> {
  await target.getByLabel('Email').fill(email)
  await target.getByLabel('Password').fill(password)
  await target.keyboard.press('Enter')
  await target.getByRole('navigation', { name: 'Views' }).waitFor()
}

const customerSays = (index: number, text: string) =>
  store.api.post(`/chat/conversations/${ids[index]}/messages`, { text, asCustomer: true })

before(async () => {
  if (skip) return
  store = await makeStore(server, { settings: { ai: { enabled: true } } })
  for (const [i, name] of people.entries()) {
    const person = await addContact(store, { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com` })
    const made = await addConversation(store, {
      customerUuid: person.id,
      customerName: name,
      messages: [message({ text: `Hello from ${name}`, createdAt: at(10 + i) })],
    })
    ids.push(made.id)
  }
  const order = { orderNumber: '#1001', createdAt: at(9_000), total: { amount: '12.50', currencyCode: 'EUR' } }
  await importLines(store, [{ kind: 'order', data: { ...order, email: 'ada@example.com' } }])
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  watched = watch(page, server.baseUrl)
})
after(() => context?.close())

test('who is not signed in is asked to, told what is wrong, and then is where they wanted to go', {
  skip,
}, async () => {
  await page.goto(`${server.baseUrl}/inbox/open/${ids[2]}`)
  await page.getByLabel('Email').waitFor()
  await auditAll(page, 'sign-in')
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Incorrect email or password.').waitFor()
  watched.complaints.length = 0 // browsers write each 401 to the console
  await signInAs(page, store.owner.email, store.owner.password)
  await log().getByText('Hello from Alan Turing').waitFor()
})

test('keys move, open, reply, and a customer’s answer comes by itself', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row('Ada Lovelace').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await log().getByText('Hello from Ada Lovelace').waitFor()
  await page.getByText('#1001').waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('Hello Ada!')
  await page.keyboard.press('Enter')
  await log().getByText('Hello Ada!').waitFor()
  await page.getByText('Sending…').waitFor({ state: 'detached' })
  await customerSays(0, 'That was quick')
  await log().getByText('That was quick').waitFor()
  await row('Ada Lovelace').getByText('That was quick').waitFor()
  await customerSays(1, 'And what about me?')
  await row('Grace Hopper').getByText('And what about me?').waitFor()
  assert.match((await page.locator('.row').first().textContent()) ?? '', /Grace Hopper/)
  await audit(page, 'thread')
})

test('notes, stars, tags and assignment by keys', { skip }, async () => {
  await log().focus()
  await page.keyboard.press('n')
  await page.keyboard.type('Likes merino')
  await page.keyboard.press('Enter')
  await page.locator('.message.note').getByText('Likes merino').waitFor()
  // However quickly: the first letters come before the screen could be drawn by itself.
  for (let i = 0; i < 5; i++) {
    await log().focus()
    await page.evaluate(`{
      const press = (target, key) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      press(document.activeElement, 'n')
      const box = document.activeElement
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, 'Quick note ${i}')
      box.dispatchEvent(new Event('input', { bubbles: true }))
      press(box, 'Enter')
    }`)
    await page.locator('.message.note').getByText(`Quick note ${i}`).waitFor()
  }
  // From the list, too: the thread opens, and what is typed goes into it.
  await log().focus()
  await page.keyboard.press('Escape')
  await log().waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page.keyboard.type('Resolve? Not yet')
  await page.keyboard.press('Enter')
  await page.locator('.message.note').getByText('Resolve? Not yet').waitFor()
  await log().focus()
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Remove star' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Tags' }).fill('merino')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.locator('.tags').getByText('merino').waitFor()
  await page.keyboard.press('i')
  await page.locator('.assignee').getByText(store.owner.email).waitFor()
  // The screen is ahead of the service.
  const read = async () => ok(await store.api.get(`/chat/conversations/${ids[0]}`))
  await until('the assignment', async () => (await read()).memberId === store.owner.memberId)
  const now = await read()
  assert.deepEqual([now.isStarred, now.tags], [true, ['merino']])
})

test('resolving goes on to the next conversation, and can be undone', { skip }, async () => {
  await log().focus()
  const left = row('Ada Lovelace')
  await page.keyboard.press('e')
  await left.waitFor({ state: 'detached' })
  await log().getByText('Hello from Alan Turing').waitFor()
  // The notice of the assignment before it may be there still, with an Undo of its own.
  await page.locator('.toast', { hasText: 'Conversation resolved' }).getByRole('button', { name: 'Undo' }).click()
  await left.waitFor()
})

test('what was not sent stays, and is sent once', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open/${ids[1]}`)
  await log().getByText('Hello from Grace Hopper').waitFor()
  let tries = 0
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The first answer is lost on its way back: the message is there already.
    if (tries++ === 0) await route.fetch()
    if (tries < 2) return route.abort()
    return route.continue()
  })
  await page.keyboard.press('r')
  await page.keyboard.type('On its way')
  await page.keyboard.press('Enter')
  const failed = page.locator('.failed')
  // The reply may arrive by the socket before it is marked as failed.
  await Promise.race([failed.waitFor(), log().locator('.message:not(.pending)', { hasText: 'On its way' }).waitFor()])
  if (await failed.isVisible()) await failed.getByRole('button', { name: 'Send again' }).click()
  await log().locator('.message:not(.pending)', { hasText: 'On its way' }).waitFor()
  await page.unroute('**/messages')
  assert.equal(ok(await store.api.get(`/chat/conversations/${ids[1]}`)).lastMessage.text, 'On its way')
  const texts = ok(await store.api.get(`/chat/conversations/${ids[1]}/messages`)).map(
    ({ text }: { text: string }) => text,
  )
  assert.equal(texts.filter((text: string) => text === 'On its way').length, 1)
  watched.complaints.length = 0 // the aborted request
})

test('drafts are kept for each conversation, over a reload too', { skip }, async () => {
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.fill('Half a thou')
  await page.goto(`${server.baseUrl}/inbox/open/${ids[2]}`)
  await log().getByText('Hello from Alan Turing').waitFor()
  assert.equal(await reply.inputValue(), '')
  await page.goto(`${server.baseUrl}/inbox/open/${ids[1]}`)
  await page.reload()
  await log().getByText('Hello from Grace Hopper').waitFor()
  assert.equal(await reply.inputValue(), 'Half a thou')
  await reply.fill('')
})

test('canned replies come by a slash', { skip }, async () => {
  const owner = await signInOwner(server, store)
  ok(await owner.post('/api/chat/canned-replies', { shortcut: 'hi', text: 'Hi {{name}}, how can I help?' }), 201)
  await page.reload()
  await log().getByText('Hello from Grace Hopper').waitFor()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await page.keyboard.press('r')
  await reply.pressSequentially('/h')
  await page.getByRole('button', { name: '/hi Hi Grace, how' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await reply.inputValue(), 'Hi Grace, how can I help?')
  await reply.fill('')
  await page.keyboard.press('Escape')
})

test('a picture goes along with a reply', { skip }, async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const file = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
  await page.getByLabel('Attach files').setInputFiles(file)
  await page.locator('.attached').getByText('dot.png').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const picture = log().getByRole('img', { name: 'dot.png' })
  await picture.waitFor()
  await until('the picture', () => page.evaluate('document.querySelector(".files img").naturalWidth === 1'))
})

test('colleagues see each other on a conversation', { skip }, async () => {
  const colleague = await addMember(store, { password: PASSWORD, firstName: 'Lin', lastName: 'Chu' })
  const theirs = await browser.newContext()
  const other = await theirs.newPage()
  await other.goto(`${server.baseUrl}/inbox/open/${ids[1]}`)
  await signInAs(other, colleague.email, PASSWORD)
  await other.getByRole('log').getByText('Hello from Grace Hopper').waitFor()
  await other.getByText(/is looking at this too/).waitFor()
  await other.getByRole('textbox', { name: /^Reply to/ }).pressSequentially('I have')
  await page
    .getByText(/typing/)
    .first()
    .waitFor()
  await other.getByRole('link', { name: 'Settings' }).click()
  assert.equal(await other.getByRole('link', { name: 'API keys' }).count(), 0)
  await theirs.close()
})

test('what happened while the connection was gone is there when it is back', { skip }, async () => {
  await context.setOffline(true)
  // Chromium leaves open sockets be: what the network does is done here.
  await page.evaluate('window.dispatchEvent(new Event("offline"))')
  await customerSays(1, 'Are you there?')
  await context.setOffline(false)
  await page.evaluate('window.dispatchEvent(new Event("online"))')
  await log().getByText('Are you there?').waitFor()
  await server.restart()
  await customerSays(1, 'Still there?')
  await log().getByText('Still there?').waitFor({ timeout: 90_000 })
  watched.complaints.length = 0 // refused connections meanwhile
})

test('search finds people and words; the palette goes places', { skip }, async () => {
  await log().focus()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).fill('kather')
  await page
    .getByRole('option', { name: /Katherine Johnson/ })
    .first()
    .waitFor()
  await audit(page, 'search')
  await page.keyboard.press('Enter')
  await row('Katherine Johnson').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('resolved')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Resolved' }).waitFor()
  await page.getByText('Nothing has been resolved yet.').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await audit(page, 'keys')
  await page.keyboard.press('Escape')
})

test('several conversations are resolved at once', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row('Katherine Johnson').waitFor()
  await row('Katherine Johnson').getByRole('checkbox').check()
  await row('Alan Turing').getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('e')
  await row('Alan Turing').waitFor({ state: 'detached' })
  const isResolved = async () => ok(await store.api.get(`/chat/conversations/${ids[3]}`)).status === 'resolved'
  await until('the service to have resolved it', isResolved)
})

test('settings: a key is shown once, a member is invited by a link that works', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/keys`)
  await page.getByLabel('Name of the key').fill('Warehouse')
  await page.getByRole('button', { name: 'Generate key' }).click()
  const key = await page.getByText(/^sk_/).textContent()
  assert.match(key ?? '', /^sk_[0-9a-f]{32}$/)
  await page.reload()
  await page.getByText('Warehouse').waitFor()
  assert.ok(!(await page.content()).includes(key as string))
  await page.goto(`${server.baseUrl}/inbox/settings/team`)
  await page.getByLabel('Email').fill('new@example.com')
  await page.getByRole('button', { name: 'Create invite link' }).click()
  const link = (await page.locator('.copyable code').first().textContent()) as string
  const newcomers = await browser.newContext()
  const other = await newcomers.newPage()
  await other.goto(server.baseUrl + link.slice(new URL(link).origin.length))
  await other.getByRole('heading', { name: 'Join Acme' }).waitFor()
  await audit(other, 'welcome')
  await other.getByLabel('First name').fill('Noor')
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Join' }).click()
  await other.getByRole('navigation', { name: 'Views' }).getByText('Noor').waitFor()
  await newcomers.close()
})

test('a customer’s message is noticed while one looks elsewhere', { skip }, async () => {
  await context.grantPermissions(['notifications'], { origin: server.baseUrl })
  await page.goto(`${server.baseUrl}/inbox/settings/notifications`)
  await page.getByRole('switch', { name: 'On this computer' }).check()
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row('Ada Lovelace').waitFor()
  await page.evaluate(`{
    window.noticed = []
    window.Notification = class { static permission = 'granted'; constructor(title) { noticed.push(title) } }
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  }`)
  await customerSays(0, 'Psst')
  await until('a notice', () => page.evaluate('noticed.length > 0'))
  assert.deepEqual(await page.evaluate('noticed'), ['Ada Lovelace'])
})

const SETTINGS = ['account', 'notifications', 'canned', 'tags', 'general', 'general/keys', 'widget', 'channels', 'shop']
SETTINGS.push(
  'ai',
  'ai/playground',
  'ai/replay',
  'ai/unanswered',
  'rules',
  'targets',
  'knowledge',
  'team',
  'assistants',
)
SETTINGS.push('webhooks', 'privacy', 'audit')

test('every page passes axe-core in light, dark and forced colours, and with text at 200 %, where all of it can be read', {
  skip,
}, async () => {
  const settings = SETTINGS.map((path) => `settings/${path}`)
  for (const path of ['open', `open/${ids[0]}`, 'snoozed', 'contacts', 'reports', 'setup', ...settings]) {
    await page.goto(`${server.baseUrl}/inbox/${path}`)
    await page.waitForLoadState('networkidle')
    await auditAll(page, path, ['light', 'dark', 'forced', 'large'])
  }
})

test('dialogs, too, in forced colours and with text at 200 %', { skip }, async () => {
  for (const key of ['?', '/', 'Control+k', 'a', 't', 'h']) {
    await page.goto(`${server.baseUrl}/inbox/open/${ids[0]}`)
    await log().focus()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press(key)
    await page.locator('dialog[open]').waitFor()
    await auditAll(page, `dialog of ${key}`, ['forced', 'large'])
  }
})

/** What tells two states of a control, or of a row, from each other. */
async function looksOf(selector: string, pseudo = '') {
  await page.locator(selector).first().waitFor()
  const seen = await page.evaluate(`{
    const { outlineStyle, outlineWidth, borderStyle, backgroundColor } =
      getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(pseudo)} || null)
    ;({ outline: outlineStyle === 'none' ? 'none' : outlineWidth + ' ' + outlineStyle, borderStyle, backgroundColor })
  }`)
  return seen as { outline: string; borderStyle: string; backgroundColor: string }
}

test('in forced colours one sees where one is, what is chosen and unread, and what is on', { skip }, async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${server.baseUrl}/inbox/open/${ids[0]}`)
  await log().waitFor()
  assert.equal((await looksOf('.row.current')).outline, '4px solid')
  assert.equal((await looksOf('.row:not(.current)')).outline, 'none')
  for (const chosen of ['.nav-item[aria-current="page"]', '[role="tab"][aria-selected="true"]']) {
    assert.equal((await looksOf(chosen)).outline, '2px solid', chosen)
  }
  for (const filled of ['.bubble', '.avatar']) assert.equal((await looksOf(filled)).borderStyle, 'solid', filled)
  await page.goto(`${server.baseUrl}/inbox/settings/notifications`)
  const toggle = page.getByRole('switch', { name: 'Hide the text' })
  await toggle.waitFor()
  // A copy, which nothing that loads meanwhile draws again.
  await toggle.evaluate((one) => {
    const copy = one.cloneNode() as typeof one
    copy.setAttribute('id', 'tried')
    one.after(copy)
  })
  const states = []
  for (const isOn of [false, true]) {
    await page.evaluate(`document.getElementById('tried').checked = ${isOn}`)
    await page.evaluate(
      `Promise.all(document.getElementById('tried').getAnimations({ subtree: true }).map((one) => one.finished))`,
    )
    states.push(await looksOf('#tried'), await looksOf('#tried', '::after'))
  }
  const [off, offKnob, on, onKnob] = states.map((state) => state?.backgroundColor)
  assert.equal((await looksOf('#tried')).borderStyle, 'solid')
  assert.notEqual(off, on)
  assert.notEqual(off, offKnob)
  assert.notEqual(on, onKnob)
  await page.emulateMedia({ forcedColors: 'none' })
})

test('on a phone there is one pane at a time', { skip }, async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.baseUrl}/inbox/open`)
  await row('Ada Lovelace').locator('a').click()
  await log().getByText('Hello from Ada Lovelace').waitFor()
  assert.equal(await page.locator('.list').isVisible(), false)
  await audit(page, 'phone')
  const width = await page.evaluate('document.documentElement.scrollWidth')
  assert.equal(width, 390)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Starred' }).click()
  await row('Ada Lovelace').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('signing out leaves nothing behind', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox/settings/account`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  // The page of before may show the form, too, until the new one is there.
  await page.waitForURL(/\/inbox$/)
  await page.getByLabel('Email').waitFor()
  const left = (await context.cookies()).map(({ name }) => name)
  assert.deepEqual(left, ['parley_device']) // which opens nothing by itself
  assert.equal(await page.evaluate('Object.keys(localStorage).filter((name) => name.includes("drafts")).length'), 0)
})

test('nothing was asked of another origin, and the page’s policy was never in the way', { skip }, () => {
  assert.deepEqual(watched.foreign, [])
  assert.deepEqual(
    watched.complaints.filter((text) => !/WebSocket|ERR_INTERNET|Failed to load resource/.test(text)),
    [],
  )
})

test('the composer says how long a channel takes replies before it rejects one', { skip }, async () => {
  const other = await makeStore(server)
  const own = await browser.newContext()
  const screen = await own.newPage()
  await screen.goto(`${server.baseUrl}/inbox/open`)
  await signInAs(screen, other.owner.email, other.owner.password)
  const hint = screen.locator('.channel-window')
  const open = async (writtenAt: string) => {
    const { id: customerUuid } = await addContact(other)
    const messages = [message({ createdAt: writtenAt })]
    const { id } = await addConversation(other, { channel: 'social_messenger', customerUuid, messages })
    await screen.goto(`${server.baseUrl}/inbox/open/${id}`)
    return hint.innerText()
  }
  assert.match(
    await open(at(23 * 60)),
    /^Messenger is not connected, so replies are not sent\. Messenger accepts replies for another (1 h|59 min|60 min), until /,
  )
  assert.match(await open(at(25 * 60)), /^Messenger accepts replies for 24 hours after the customer’s last message/)
  await screen.keyboard.press('n')
  await hint.waitFor({ state: 'detached' })
  await own.close()
})

test('the page is served with its policy; assets are cached forever, and the first load is small', async () => {
  const answer = await fetch(`${server.baseUrl}/inbox/open/whatever`, { headers: { 'accept-encoding': 'br' } })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
    assert.ok(policy.includes(part), part)
  }
  const html = await answer.text()
  assert.ok(!/<script(?![^>]*\bsrc=)|<style|\bon\w+=/.test(html), 'inline code')
  let bytes = 0
  for (const [, path] of html.matchAll(/(?:src|href)="(\/inbox\/assets\/[^"]+)"/g)) {
    const asset = await fetch(server.baseUrl + path, { headers: { 'accept-encoding': 'br' } })
    assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(asset.headers.get('content-encoding'), 'br')
    const size = readFileSync(
      new URL(`../../dist/web${(path as string).slice('/inbox'.length)}.br`, import.meta.url),
    ).length
    bytes += size
  }
  assert.ok(bytes > 20_000 && bytes < 120_000, `first load: ${bytes} bytes`)
  assert.equal((await fetch(`${server.baseUrl}/inbox/assets/none.js`)).status, 404)
  assert.equal((await fetch(`${server.baseUrl}/inbox/assets/..%2f..%2fpackage.json`)).status, 404)
})
