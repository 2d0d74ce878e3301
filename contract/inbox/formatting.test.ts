import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C13.23: bold, italic, links and lists in members' replies.

const [graph, world] = [await startGraph(), await startMailWorld()]
const server = await startServer({ env: { ...world.env, ...graph.env } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const TYPED = 'Hi **Ana**, see [our _page_](https://shop.example/a_b_c):\n- a <b>coat</b>\n- shoes'
const PLAIN = 'Hi Ana, see our page (https://shop.example/a_b_c):\n- a <b>coat</b>\n- shoes'
const FORMATTING = [
  { kind: 'bold', from: 3, to: 6 },
  { kind: 'link', from: 12, to: 49 },
  { kind: 'italic', from: 16, to: 20 },
  { kind: 'bullets', from: 51, to: PLAIN.length },
]

async function makeDesk() {
  const store = await makeStore(server)
  return { store, inbox: await signInOwner(server, store) }
}
const pathOf = (id: string) => `/api/chat/conversations/${id}/messages`

test('spec C13.23: text is plain; formatting is beside it, for members and in the widget', async () => {
  const { store, inbox } = await makeDesk()
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const sent = ok(await inbox.post(pathOf(conversation.id), { text: TYPED, isFormatted: true }), 201)
  assert.deepEqual([sent.text, sent.formatting], [PLAIN, FORMATTING])
  const rest = ok(await store.api.get(`/chat/conversations/${conversation.id}/messages/${sent.id}`))
  assert.equal(rest.text, PLAIN)
  assert.equal('formatting' in rest, false)
  const live = ok(await visitor.api.get('/storefront/messages')).find(({ id }: Any) => id === sent.id)
  assert.deepEqual([live.text, live.formatting], [PLAIN, FORMATTING])
})

test('spec C13.23: without marks, and in notes, nothing is formatted', async () => {
  const { store, inbox } = await makeDesk()
  const { id } = await addConversation(store, { messages: [message()] })
  const asIs = ok(await inbox.post(pathOf(id), { text: TYPED }), 201)
  assert.deepEqual([asIs.text, asIs.formatting], [TYPED, null])
  const plain = ok(await inbox.post(pathOf(id), { text: 'my_order_id * 2', isFormatted: true }), 201)
  assert.deepEqual([plain.text, plain.formatting], ['my_order_id * 2', null])
  refused(await inbox.post(pathOf(id), { text: TYPED, isNote: true, isFormatted: true }), 400, 'INVALID_PARAMS')
  refused(await inbox.post(pathOf(id), { text: TYPED, isFormatted: 'yes' }), 400, 'INVALID_PARAMS')
})

test('spec C13.23: an edit replaces the formatting; one by REST leaves plain text', async () => {
  const { store, inbox } = await makeDesk()
  const { id } = await addConversation(store, { messages: [message()] })
  const sent = ok(await inbox.post(pathOf(id), { text: '**Now**', isFormatted: true }), 201)
  const edit = (body: object) => inbox.call('PATCH', `${pathOf(id)}/${sent.id}`, body)
  const italic = ok(await edit({ text: '_Now_', isFormatted: true }))
  assert.deepEqual([italic.text, italic.formatting], ['Now', [{ kind: 'italic', from: 0, to: 3 }]])
  assert.ok(italic.revision > sent.revision)
  const plain = ok(await edit({ text: 'Now' }))
  assert.deepEqual([plain.text, plain.formatting], ['Now', null])
})

test('spec C13.23: a scheduled reply is formatted when it is sent', async () => {
  const { store, inbox } = await makeDesk()
  const { id } = await addConversation(store, { messages: [message()] })
  const path = `/api/chat/conversations/${id}/scheduled`
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const scheduled = ok(await inbox.post(path, { text: TYPED, isFormatted: true, sendAt }), 201)
  assert.deepEqual([scheduled.text, scheduled.isFormatted], [TYPED, true])
  const sent = ok(await inbox.post(`${path}/${scheduled.id}/send`))
  assert.deepEqual([sent.text, sent.formatting], [PLAIN, FORMATTING])
})

test('spec C13.23: a mail has formatting in its HTML part, its text part is plain, and HTML in a text stays text', async () => {
  const { store, inbox } = await makeDesk()
  const address = `support-${randomUUID()}@shop.example`
  const customer = `kim-${randomUUID()}@customer.example`
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, { channel: 'email', address }), 201)
  await world.send({ from: customer, to: address, subject: 'Hello', text: 'Where is it?' })
  const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
  const sent = ok(await inbox.post(pathOf(id), { text: TYPED, isFormatted: true }), 201)
  const mail = await until('the mail', async () => (await world.sentTo(customer))[0])
  assert.equal(sent.text, PLAIN)
  assert.equal(mail.text?.trim(), PLAIN)
  const html = String(mail.html)
  assert.match(html, /Hi <strong>Ana<\/strong>, see /)
  assert.match(html, /<a href="https:\/\/shop\.example\/a_b_c">our <\/a><em><a href="[^"]+">page<\/a><\/em>:/)
  assert.match(html, /<ul>\s*<li>a &lt;b&gt;coat&lt;\/b&gt;<\/li>\s*<li>shoes<\/li>\s*<\/ul>/)
})

test('spec C13.23: WhatsApp gets its own marks, other messengers plain text', async () => {
  for (const [channel, expected] of [
    ['phone_messenger', 'Hi *Ana*, _now_: page (https://a.example)'],
    ['social_messenger', 'Hi Ana, now: page (https://a.example)'],
  ] as const) {
    const { store, inbox } = await makeDesk()
    const externalId = String(Math.floor(Math.random() * 1e15))
    const account = { channel, externalId, accessToken: `${externalId}:token` }
    ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, account), 201)
    const sender = String(Math.floor(Math.random() * 1e13) + 1e10)
    const hello =
      channel === 'phone_messenger'
        ? webhooks.whatsApp(externalId, webhooks.whatsAppText(sender, 'Hello'))
        : webhooks.messaging('page', externalId, webhooks.text(externalId, sender, 'Hello'))
    assert.equal(await graph.deliver(server.baseUrl, hello), 200)
    const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
    const text = 'Hi **Ana**, _now_: [page](https://a.example)'
    const sent = ok(await inbox.post(pathOf(id), { text, isFormatted: true }), 201)
    assert.deepEqual([sent.text, sent.formatting], [expected, null])
    const send = await until('the message', () => graph.sends.find(({ recipient }) => recipient === sender))
    assert.equal(send.text, expected)
  }
})
