import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { ok } from '#test/expect.ts'
import { readEvents } from '#test/fixtures/events.ts'
import type { Store } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11.15: files that a provider does not give at once, or must not be asked for, hold back neither the words that they
// came with nor the customer's next message.

const graph = await startGraph()
const server = await startServer({ ownProcess: true, env: graph.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A store with a page, and what one customer writes to it. */
async function begin() {
  const store = await makeStoreWithEvents(server)
  const externalId = String(Math.floor(Math.random() * 1e15))
  const body = { channel: 'social_messenger', externalId, accessToken: `${externalId}:token`, name: 'Acme page' }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, body), 201)
  const write = async (text: string, urls: string[] = [], mid = randomUUID()) => {
    const attachments = urls.map((url) => ({ type: 'image', payload: { url } }))
    const message = { mid, ...(urls.length > 0 ? { attachments } : {}) }
    const event = webhooks.text(externalId, '71', text, { message })
    assert.equal(await graph.deliver(server.baseUrl, webhooks.messaging('page', externalId, event)), 200)
  }
  return { store, write }
}

const media = (name: string) => `${graph.url}/media/${name}`
const conversation = async (store: Store): Promise<Any> => ok(await store.api.get('/chat/conversations'))[0]

/** The messages of the store's only conversation; none before it is there. */
async function messages(store: Store): Promise<Any[]> {
  const found = await conversation(store)
  return found ? ok(await store.api.get(`/chat/conversations/${found.id}/messages?limit=100`)) : []
}

const withText = (store: Store, text: string): Promise<Any> =>
  until(text, async () => (await messages(store)).find((message) => message.text === text))

const namesOf = (message: Any): string[] => message.files.map(({ name }: Any) => name)

/** A file that the provider gives once `give` is called. */
function slowFile() {
  const name = `${randomUUID()}.png`
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  graph.media.set(name, promise)
  return { name, give: () => resolve(PNG) }
}

test('spec C11.15: the words and the next message do not wait for a file, which follows on the same message', async () => {
  const { store, write } = await begin()
  const slow = slowFile()
  graph.media.set('quick.png', PNG)
  await write('Look', [media('quick.png'), media(slow.name)])
  await write('and answer me')
  await withText(store, 'and answer me') // the provider has not given the file yet
  const first = await withText(store, 'Look')
  assert.deepEqual(namesOf(first), ['quick.png'])
  assert.deepEqual(
    (await messages(store)).map(({ text }) => text),
    ['Look', 'and answer me'],
  )

  const { member } = await signInMember(server, store)
  const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email: member.email, password: PASSWORD }))
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers: { cookie, origin: server.baseUrl } })
  socket.send({ type: 'hello' })
  socket.send({ type: 'watch', conversationId: (await conversation(store)).id, revision: 0 })
  await socket.next('messages')
  slow.give()
  const { messages: shown } = await socket.next('messages', (frame) => frame.messages[0]?.files.length === 2)
  assert.equal(shown[0].id, first.id)
  socket.close()

  const [whole, next, ...more] = await messages(store)
  assert.deepEqual([whole.id, namesOf(whole), next.text], [first.id, ['quick.png', slow.name], 'and answer me'])
  assert.deepEqual(more, [])
  const bytes = await (await fetch(server.baseUrl + whole.files[1].url)).arrayBuffer()
  assert.deepEqual(Buffer.from(bytes), PNG)
  assert.equal((await conversation(store)).lastMessage.text, 'and answer me')
  const told = await until('both events', async () => {
    const events = (await readEvents(server, store.shopId)).filter(({ data }) => data.messageId === first.id)
    return events.length > 1 && events
  })
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.text]),
    [
      ['message.created', 'Look'],
      ['message.updated', 'Look'],
    ],
  )
})

test('spec C11.15: a picture without words gets its place at once, and its placeholder goes when it comes', async () => {
  const { store, write } = await begin()
  const slow = slowFile()
  await write('', [media(slow.name)])
  const { id } = await withText(store, '[no text]')
  slow.give()
  const [message] = await until('the picture', async () => {
    const found = await messages(store)
    return found[0].files.length > 0 && found
  })
  assert.deepEqual([message.id, message.text, namesOf(message)], [id, '', [slow.name]])
  assert.equal((await conversation(store)).lastMessage.text, slow.name)
})

test('spec C11.15: addresses that are never allowed are refused at once, and listed in words', async () => {
  const { store, write } = await begin()
  const urls = [
    'http://10.0.0.1/a.png',
    'http://[fd00::1]/b.png',
    'ftp://127.0.0.1/c.png',
    'file:///etc/d.png',
    'e.png',
  ]
  await write('Private', urls)
  const { files } = await withText(store, 'Private')
  assert.deepEqual(files, [])
  const { text } = (await messages(store)).find(({ isNote }) => isNote)
  const lines = text.split('\n')
  assert.equal(lines.length, urls.length, text)
  for (const line of lines) assert.match(line, /^“.+” was not kept: its address is not a public web address\.$/)
})

test('spec C11.15: a file that never comes is missed in words, once, and the message stays as it is', async () => {
  const { store, write } = await begin()
  await write('Here it is', [media('nowhere.png')])
  const { id } = await withText(store, 'Here it is')
  const note = await until('the note', async () => (await messages(store)).find(({ isNote }) => isNote))
  assert.equal(note.text, '“nowhere.png” was not kept: the provider does not give it.')
  const [message, ...rest] = await messages(store)
  assert.deepEqual([message.id, message.text, message.files, rest.length], [id, 'Here it is', [], 1])
})

test('spec C11.13, C11.15: a kill loses no file that is still to come, and doubles none', async () => {
  const { store, write } = await begin()
  const name = `${randomUUID()}.png`
  await write('Before the kill', [media(name)])
  await withText(store, 'Before the kill')
  // A job that the kill interrupts waits for the end of its lease; one between two attempts does not.
  const failures = () => server.logs().split('fetching a file of a message failed').length - 1
  const before = failures()
  await until('one more attempt', () => failures() > before)
  await server.kill()
  graph.media.set(name, PNG)
  await server.restart()
  const [message] = await until('the file', async () => {
    const found = await messages(store)
    return found[0].files.length > 0 && found
  })
  assert.deepEqual([message.text, namesOf(message)], ['Before the kill', [name]])
})

test('spec C11.15: a message that was taken back gets no files', async () => {
  const { store, write } = await begin()
  const slow = slowFile()
  await write('Take this', [media(slow.name)])
  const { id } = await withText(store, 'Take this')
  const { id: conversationId } = await conversation(store)
  const inbox = await signInOwner(server, store)
  ok(await inbox.delete(`/api/chat/conversations/${conversationId}/messages/${id}`))
  slow.give()
  await write('Another')
  await withText(store, 'Another')
  await until(
    'nothing waits',
    async () => (await metric(server, 'parley_channel_inbound_pending', 'state="waiting"')) === 0,
  )
  assert.ok((await messages(store)).every((message) => (message.files ?? []).length === 0))
})
