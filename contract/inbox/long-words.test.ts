import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox, type Screen } from '#test/browser/inbox-page.ts'
import { findFaults } from '#test/browser/layout.ts'
import { ok } from '#test/expect.ts'
import { RULE } from '#test/fixtures/body-cases.ts'
import { addContact, addConversation, addMember, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// What people are called and write may be long, and without a space to break a line at.

await buildBrowserCode()
const server = await startServer()
const browser = await openBrowser()

let store: Store
let conversationId: string
const word = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

before(async () => {
  if (skip) return
  store = await makeStore(server, { name: word })
  const member = await addMember(store, { firstName: word, lastName: word })
  const owner = await signInOwner(server, store)
  ok(await owner.patch('/api/chat/me', { firstName: word, lastName: word }))
  const contact = await addContact(store, { name: word + word, email: `${'x'.repeat(60)}@${'y'.repeat(60)}.example` })
  const made = await addConversation(store, {
    customerUuid: contact.id,
    customerName: word + word,
    memberId: member.id,
    channel: 'email',
    createdAt: at(50),
    tags: ['t'.repeat(100), 'many words '.repeat(9).trim(), 'vip'],
    messages: [
      message({ text: word.repeat(9), createdAt: at(50) }),
      message({ text: word, isAdmin: true, memberId: member.id, senderName: `${word} ${word}`, createdAt: at(48) }),
    ],
  })
  conversationId = made.id
  const path = `/chat/conversations/${made.id}`
  ok(await store.api.post(`${path}/notes`, { text: 'n'.repeat(150) }), 201)
  ok(await store.api.post(`${path}/attributes`, { name: 'a'.repeat(255), value: 'v'.repeat(1_000) }), 201)
  ok(await owner.post(`/api/chat/conversations/${made.id}/messages`, { text: `@${word} ${word}`, isNote: true }), 201)
  ok(await owner.post('/api/chat/canned-replies', { shortcut: 's'.repeat(40), text: word.repeat(9) }), 201)
  ok(await owner.post('/api/chat/articles', { question: word.repeat(4), answer: word.repeat(9) }), 201)
  ok(await owner.post('/api/chat/keys', { name: 'k'.repeat(50) }), 201)
  const conditions = [{ about: 'words', not: true, values: ['w'.repeat(100), 'x'.repeat(100)] }]
  const actions = [{ do: 'note', text: word.repeat(9) }]
  ok(await owner.post('/api/chat/rules', { ...RULE, name: word.slice(0, 60), conditions, actions }), 201)
  const inSegment = [{ about: 'tag', not: true, values: ['g'.repeat(100)] }]
  ok(await owner.post('/api/chat/segments', { name: word.slice(0, 60), conditions: inSegment }), 201)
  const url = `https://example.com/${'h'.repeat(300)}`
  ok(await store.api.post('/chat/webhooks', { url, events: ['message.created'] }), 201)
  ok(await owner.post(`/api/chat/conversations/${made.id}/state`, { status: 'resolved' }))
})

const PAGES = [
  'settings/account',
  'settings/notifications',
  'settings/canned',
  'settings/tags',
  'settings/general',
  'settings/general/keys',
]
PAGES.push(
  'settings/knowledge',
  'settings/rules',
  'settings/targets',
  'settings/team',
  'settings/webhooks',
  'settings/audit',
  'contacts',
  'reports',
  'resolved',
)

const WIDTHS = [1440, 1280, 390]

test('long words stay in their places, and whatever is pressed can be, at 1440, 1280 and 390 px', {
  skip,
}, async () => {
  const { page, context }: Screen = await openInbox(browser, server, store)
  const faults: string[] = []
  for (const path of [`resolved/${conversationId}`, ...PAGES]) {
    await page.goto(`${server.baseUrl}/inbox/${path}`)
    await page.waitForLoadState('networkidle')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      faults.push(...(await findFaults(page)).map((one) => `${path} at ${width} px: ${one}`))
    }
  }
  await context.close()
  assert.deepEqual(faults, [])
})

test('on a phone each figure of the reports stands under its heading, and times are drawn by day', {
  skip,
}, async () => {
  const { page, context } = await openInbox(browser, server, store, { viewport: { width: 390, height: 844 } })
  await page.goto(`${server.baseUrl}/inbox/reports`)
  await page.getByRole('img', { name: /^First reply by day, median: from 2 h on/ }).waitFor()
  await page.getByRole('img', { name: /^Time to resolve by day, median: from 2 d 2 h on/ }).waitFor()
  const misplaced = await page.evaluate(`(() => {
    const edges = (row) => [...row.children].filter((cell) => cell.checkVisibility()).map((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return Math.round(left) + ' ' + Math.round(right)
    })
    return [...document.querySelectorAll('table:has(thead)')].flatMap((table) => {
      const head = edges(table.tHead.rows[0]).join()
      return [...table.tBodies[0].rows].filter((row) => edges(row).join() !== head).map((row) => row.textContent)
    })
  })()`)
  assert.deepEqual(misplaced, [])
  assert.ok((await page.locator('table:has(thead)').count()) >= 3)
  await audit(page, 'reports on a phone')
  await context.close()
})
