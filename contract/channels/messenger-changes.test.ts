import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { startReceiver } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { deliveryEnv, EVENT_NAMES, subscribe } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Messengers send reactions, edits, removals and new numbers as messages; and some conversations begin elsewhere.

const graph = await startGraph()
const receiver = await startReceiver()
const server = await startServer({ env: { ...graph.env, ...deliveryEnv(receiver) } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

interface Phone extends Store {
  number: string
  path: string
}

/** A store with a WhatsApp number and a subscription to all events. */
async function makePhone(): Promise<Phone> {
  const store = await makeStore(server, { settings: { ai: { enabled: true, channels: ['phone_messenger'] } } })
  const number = String(Math.floor(Math.random() * 1e15))
  const body = { channel: 'phone_messenger', externalId: number, accessToken: 't', name: 'Acme phone' }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, body), 201)
  const path = `/${randomUUID()}`
  await subscribe(store, receiver.url(path), EVENT_NAMES)
  return { ...store, number, path }
}

const deliver = async (phone: Phone, value: object) =>
  assert.equal(await graph.deliver(server.baseUrl, webhooks.whatsApp(phone.number, value)), 200)
const message = (from: string, type: string, content: object, more: object = {}) => ({
  contacts: [{ profile: { name: 'Kim' }, wa_id: from }],
  messages: [{ from, id: `wamid.${randomUUID()}`, timestamp: seconds(), type, [type]: content, ...more }],
})
const seconds = (before = 0) => String(Math.floor(Date.now() / 1000) - before)
const conversations = async ({ api }: Store): Promise<Any[]> => ok(await api.get('/chat/conversations'))
const messages = async ({ api }: Store, id: string): Promise<Any[]> =>
  ok(await api.get(`/chat/conversations/${id}/messages?limit=100`))
const customers = async (phone: Phone, id: string) =>
  (await messages(phone, id)).filter((one) => !one.isAdmin && !one.isAutomated && !one.isBot).map(({ text }) => text)
const events = ({ path }: Phone, type: string) => receiver.received(path).filter(({ event }) => event.type === type)
const someone = () => `49151${Math.floor(Math.random() * 1e8)}`

async function begin(phone: Phone, from: string, text = 'Hello', id = `wamid.${randomUUID()}`): Promise<string> {
  await deliver(phone, webhooks.whatsAppText(from, text, { id }))
  const found = await until('the conversation', async () =>
    (await conversations(phone)).find(({ lastMessage }) => lastMessage?.text === text),
  )
  return found.id
}

/** A reply of a member's, as the provider calls it. */
async function replyTo(phone: Phone, id: string, from: string, text: string): Promise<string> {
  ok(await phone.api.post(`/chat/conversations/${id}/messages`, { text, memberId: phone.owner.memberId }), 201)
  const sent = await until('the reply at the provider', () =>
    graph.sends.find((send) => send.recipient === from && send.text === text),
  )
  return sent.id as string
}

test('spec C11.16: a reaction is a line for the team, and taking it back is nothing', async () => {
  const phone = await makePhone()
  const from = someone()
  const id = await begin(phone, from)
  const ours = await replyTo(phone, id, from, 'On its way!')
  ok(await phone.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  const count = (await messages(phone, id)).length
  await deliver(phone, message(from, 'reaction', { message_id: ours, emoji: '👍' }))
  await until('the line', async () => (await messages(phone, id)).length > count)
  await deliver(phone, message(from, 'reaction', { message_id: ours, emoji: '' }))
  await deliver(phone, message(from, 'reaction', { message_id: ours }))
  await deliver(phone, message(from, 'reaction', { message_id: 'wamid.unknown', emoji: '👍' }))
  const other = someone()
  await begin(phone, other, 'Somebody else, read after these')
  const line = (await messages(phone, id)).at(-1)
  assert.equal((await messages(phone, id)).length, count + 1)
  assert.deepEqual([line.isNote, line.text], [true, 'Kim reacted with 👍 to “On its way!”'])
  const { status, isRead, lastMessage } = (await conversations(phone)).find((one) => one.id === id)
  assert.deepEqual([status, isRead, lastMessage.text], ['resolved', true, 'On its way!'])
  assert.equal((await conversations(phone)).length, 2)
  assert.equal(events(phone, 'message.created').filter(({ event }) => event.conversationId === id).length <= 2, true)
})

test('spec C11.16: an edited message changes, a deleted one is removed, and nobody answers either', async () => {
  const phone = await makePhone()
  const from = someone()
  const mid = `wamid.${randomUUID()}`
  const id = await begin(phone, from, 'Send it to Main Street 1', mid)
  await replyTo(phone, id, from, 'We will')
  const edit = { original_message_id: mid, message: { type: 'text', text: { body: 'Send it to Main Street 11' } } }
  await deliver(phone, message(from, 'edit', edit))
  await until('the change', async () => (await customers(phone, id))[0] === 'Send it to Main Street 11')
  await until('its event', () => events(phone, 'message.updated').length > 0)
  await deliver(phone, message(from, 'revoke', { original_message_id: mid }))
  await until('its removal', () => events(phone, 'message.removed').length > 0)
  await deliver(phone, message(from, 'edit', edit)) // comes late: what is deleted stays so
  await deliver(phone, message(from, 'edit', { ...edit, original_message_id: 'wamid.unknown' }))
  await begin(phone, someone(), 'Somebody else, read after these')
  assert.equal((await customers(phone, id)).filter((text) => /Main Street|edit|revoke/.test(text)).length <= 1, true)
  assert.equal(events(phone, 'message.updated').length, 1)
  assert.equal((await conversations(phone)).find((one) => one.id === id).isChatBot, false)
})

test('spec C11.16: an edit on Instagram changes the message', async () => {
  const store = await makeStore(server)
  const externalId = String(Math.floor(Math.random() * 1e15))
  const body = { channel: 'photo_social', externalId, accessToken: 't' }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, body), 201)
  const [sender, mid] = [someone(), `m.${randomUUID()}`]
  const send = (event: object) => graph.deliver(server.baseUrl, webhooks.messaging('instagram', externalId, event))
  await send(webhooks.text(externalId, sender, 'Main Street 1', { mid }))
  const [found] = await until('it', async () => (await conversations(store)).length > 0 && conversations(store))
  const party = { sender: { id: sender }, recipient: { id: externalId }, timestamp: Date.now() }
  await send({ ...party, message_edit: { mid, text: 'Main Street 11', num_edit: 1 } })
  await until('the change', async () => (await messages(store, found.id))[0].text === 'Main Street 11')
  assert.equal((await messages(store, found.id)).length, 1)
})

test('spec C11.16: a customer with a new number stays the same contact and conversation, and is answered there', async () => {
  const phone = await makePhone()
  const [before, after] = [someone(), someone()]
  const id = await begin(phone, before)
  const { customerUuid } = (await conversations(phone))[0]
  await deliver(
    phone,
    message(before, 'system', { type: 'user_changed_number', body: 'Kim changed', wa_id: after, new_wa_id: after }),
  )
  await until(
    'the new number',
    async () => ok(await phone.api.get(`/chat/customers/${customerUuid}`)).phone === `+${after}`,
  )
  await replyTo(phone, id, after, 'Hello at your new number')
  await deliver(phone, webhooks.whatsAppText(after, 'It works'))
  await until('the answer', async () => (await customers(phone, id)).includes('It works'))
  assert.deepEqual(await customers(phone, id), ['Hello', 'It works'])
  assert.equal((await conversations(phone)).length, 1)
  // The system's other texts are not messages either.
  await deliver(phone, message(after, 'system', { type: 'customer_identity_changed', body: 'Kim has a new phone' }))
  await begin(phone, someone(), 'Somebody else, read after these')
  assert.equal((await customers(phone, id)).length, 2)
})

test('spec C11.15: a conversation that the team began on its phone has its beginning', async () => {
  const phone = await makePhone()
  const to = someone()
  const echo = { from: '15550001111', to, id: `wamid.${randomUUID()}`, timestamp: seconds(), type: 'text' }
  const text = 'Your order is ready. Shall we send it?'
  for (let i = 0; i < 2; i++) await deliver(phone, { message_echoes: [{ ...echo, text: { body: text } }] })
  const { id, isChatBot, isRead } = await until('the conversation', async () => (await conversations(phone))[0])
  assert.deepEqual([isChatBot, isRead], [false, true])
  await deliver(phone, webhooks.whatsAppText(to, 'Yes please'))
  await until('the answer', async () => (await messages(phone, id)).length > 1)
  assert.deepEqual(
    (await messages(phone, id)).map((one) => [one.isAdmin, one.text]),
    [
      [true, text],
      [false, 'Yes please'],
    ],
  )
  assert.equal((await conversations(phone)).length, 1)
  // A reaction that the team sent from its phone begins nothing.
  const reaction = { ...echo, id: `wamid.${randomUUID()}`, to: someone(), type: 'reaction', reaction: { emoji: '👍' } }
  await deliver(phone, { message_echoes: [reaction] })
  await begin(phone, someone(), 'Somebody else, read after these')
  assert.equal((await conversations(phone)).length, 2)
})

test('spec C11.15: a message that comes late has the time at which it was sent, and its place by arrival', async () => {
  const phone = await makePhone()
  const from = someone()
  const id = await begin(phone, from, 'Now')
  const sentAt = Date.now() - 3 * 3_600_000
  await deliver(phone, webhooks.whatsAppText(from, 'Three hours ago', { at: sentAt }))
  await until('the late one', async () => (await messages(phone, id)).some((one) => one.text === 'Three hours ago'))
  const late = (await messages(phone, id)).find((one) => one.text === 'Three hours ago')
  assert.equal(Date.parse(late.createdAt), Math.floor(sentAt / 1000) * 1000)
  await deliver(phone, webhooks.whatsAppText(from, 'From a clock that is ahead', { at: Date.now() + 3_600_000 }))
  const ahead = await until('the other', async () =>
    (await messages(phone, id)).find((one) => one.text === 'From a clock that is ahead'),
  )
  assert.ok(Date.parse(ahead.createdAt) <= Date.now())
  const texts = await customers(phone, id)
  assert.deepEqual(texts, ['Now', 'Three hours ago', 'From a clock that is ahead'])
})
