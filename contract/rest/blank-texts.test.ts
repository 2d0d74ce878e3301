import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import {
  addConversation,
  contact,
  conversation,
  importLines,
  type Line,
  makeStore,
  member,
  message,
} from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C9: empty or blank text is not accepted as a text, tag, name or value. Where a blank tag is
// dropped, and whose value may be empty, is in import.test.ts, tags.test.ts and notes-and-attributes.test.ts. That no
// schema forgets it is in src/schemas.test.ts.

const server = await shareServer()
const store = await makeStore(server)
const BLANK = ['', ' ', '\t\n', '\u00a0\u3000']
const path = `/operator/stores/${store.shopId}`

test('spec C5.2, C9.2: a blank name of a store, of its owner or of a key is 400, and nothing is made', async () => {
  for (const blank of BLANK) {
    const email = `owner-${randomUUID()}@example.com`
    const post = (body: object) => store.operator.post('/operator/stores', { name: 'Acme', owner: { email }, ...body })
    assert.match(refused(await post({ name: blank }), 400, 'INVALID_PARAMS'), /^name must not be empty\.$/)
    for (const name of ['firstName', 'lastName']) {
      const reason = refused(await post({ owner: { email, [name]: blank } }), 400, 'INVALID_PARAMS')
      assert.equal(reason, `owner.${name} must not be empty.`)
    }
    refused(await store.operator.patch(path, { name: blank }), 400, 'INVALID_PARAMS')
    refused(await store.operator.post(`${path}/keys`, { name: blank }), 400, 'INVALID_PARAMS')
  }
  assert.equal(ok(await store.operator.get(path)).name, 'Acme')
})

test('spec C9.2, C9.17: a blank text in settings is 400 and names the setting', async () => {
  const campaign = { key: 'spring', text: 'Hello' }
  const settings: [string, (blank: string) => object][] = [
    ['settings.ai.name', (name) => ({ ai: { name } })],
    ['settings.ai.handOffTopics[1]', (topic) => ({ ai: { handOffTopics: ['refund', topic] } })],
    ['settings.widget.quickReplies[0]', (reply) => ({ widget: { quickReplies: [reply] } })],
    ['settings.widget.campaigns[0].text', (text) => ({ widget: { campaigns: [{ ...campaign, text }] } })],
    [
      'settings.widget.campaigns[0].senderName',
      (senderName) => ({ widget: { campaigns: [{ ...campaign, senderName }] } }),
    ],
    [
      'settings.widget.preChat.consent.text',
      (text) => ({ widget: { preChat: { mode: 'optional', consent: { text } } } }),
    ],
  ]
  const before = ok(await store.operator.get(path)).settings
  for (const [place, change] of settings) {
    for (const blank of BLANK) {
      const answer = await store.operator.patch(path, { settings: change(blank) })
      assert.equal(refused(answer, 400, 'INVALID_PARAMS'), `${place} must not be empty.`)
    }
  }
  assert.deepEqual(ok(await store.operator.get(path)).settings, before)
})

test('spec C5.2, C9.2: an import’s line whose name, title or text is blank is refused with its place', async () => {
  const price = { amount: '5.00', currencyCode: 'EUR' }
  const now = new Date().toISOString()
  const lines: [string, (blank: string) => Line][] = [
    ...['name', 'firstName', 'lastName', 'email'].map((name): [string, (blank: string) => Line] => [
      name,
      (blank) => contact({ [name]: blank }),
    ]),
    ...['firstName', 'lastName', 'fullName', 'email'].map((name): [string, (blank: string) => Line] => [
      name,
      (blank) => member({ [name]: blank }),
    ]),
    ['customerName', (customerName) => conversation({ customerName })],
    ['summary.text', (text) => conversation({ summary: { text } })],
    ['notes[0].text', (text) => conversation({ notes: [{ text }] })],
    ['attributes[0].name', (name) => conversation({ attributes: [{ name, value: 'x' }] })],
    ['messages.0', (text) => conversation({ messages: [message({ text })] })],
    ['question', (question) => ({ kind: 'faq', data: { question, answer: 'Yes.' } })],
    ['answer', (answer) => ({ kind: 'faq', data: { question: 'Why?', answer } })],
    ['title', (title) => ({ kind: 'product', data: { title, variants: [{ price }] } })],
    ['variants[0].title', (title) => ({ kind: 'product', data: { title: 'Lamp', variants: [{ title, price }] } })],
    ['title', (title) => ({ kind: 'collection', data: { title } })],
    ['title', (title) => ({ kind: 'discount', data: { title, type: 'free_shipping' } })],
    ['code', (code) => ({ kind: 'discount', data: { title: 'Spring', code, type: 'free_shipping' } })],
    [
      'lineItems[0].title',
      (title) => ({ kind: 'order', data: { orderNumber: '1', createdAt: now, total: price, lineItems: [{ title }] } }),
    ],
  ]
  for (const [place, make] of lines) {
    const { imported, rejected } = await importLines(store, BLANK.map(make))
    assert.deepEqual(imported, {}, place)
    assert.equal(rejected.length, BLANK.length)
    for (const { message } of rejected) assert.ok(message.startsWith(`${place} `), `${place}: ${message}`)
  }
})

test('spec C9.2: text that is not blank is stored as sent, white space around it too; null is not a text', async () => {
  const attributes = [{ name: ' size ', value: '' }]
  const { id, customerName } = await addConversation(store, {
    customerName: ' Ada ',
    attributes,
    summary: { text: ' so\n' },
  })
  assert.equal(customerName, ' Ada ')
  assert.equal(ok(await store.api.get(`/chat/conversations/${id}/summary`)).text, ' so\n')
  const [{ name, value }] = ok(await store.api.get(`/chat/conversations/${id}/attributes`))
  assert.deepEqual([name, value], [' size ', ''])
  const { rejected } = await importLines(store, [contact({ name: null, firstName: null, lastName: null })])
  assert.deepEqual(rejected, [])
})
