import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProvider, streamReply } from '#test/doubles/provider.ts'
import { ok } from '#test/expect.ts'
import { importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C10: what a customer sees of a model's answer before it is a message. The model is a local server that
// speaks the provider's protocol, piece by piece.

const provider = await startProvider()
const server = await startServer({ env: provider.env })
const ISLANDS = { id: 'islands', question: 'What about parcels to islands?', url: '/help/islands' }
const LINE = { kind: 'faq', data: { ...ISLANDS, answer: 'Parcels to islands take 9 days and cost 14.50 EUR.' } }
/** Nothing that is sure offline. */
const QUESTION = 'My aunt lives far out at sea, on a rock with sheep. Would a delivery get there at all?'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Message = any

const linesOf = async (store: Store, id: string): Promise<Message[]> =>
  ok(await store.api.get(`/chat/conversations/${id}/messages`))

/** A visitor whose question a model answers in pieces, when the test says so. */
async function watch() {
  const store = await makeStore(server, { settings: { ai: { enabled: true } } })
  assert.deepEqual((await importLines(store, [LINE])).rejected, [])
  const visitor = await makeVisitor(server, store)
  const socket = await visitor.connect()
  const streams: ReturnType<typeof streamReply>[] = []
  provider.behave((_, response) => void streams.push(streamReply(response)))
  const { conversation } = await visitor.say(QUESTION)
  const stream = async (n = 1) => {
    await until('the model is asked', async () => streams.length >= n)
    return streams[n - 1] as ReturnType<typeof streamReply>
  }
  const draft = (is: (text: string | undefined) => boolean) =>
    until('a draft', async () => {
      const frame = await socket.next('typing')
      return is(frame.draft as string | undefined) && frame
    })
  return { store, socket, conversation, stream, draft }
}
const HEAD = '{"action":"answer","sourceIds":["article:islands"],"topic":"shipping","text":"'

test('spec C10.14: an answer is shown sentence by sentence while the model writes it, then as the message', async () => {
  const { socket, stream, draft } = await watch()
  const model = await stream()
  for (const piece of [HEAD, 'Yes, we do', ' go there. It takes', ' 9']) model.send(piece)
  const first = await draft((text) => text !== undefined)
  assert.match(String(first.draft), /^I’m an AI assistant of this store\.\n\nYes, we do go there\.$/)
  assert.deepEqual(Object.keys(first).toSorted(), ['active', 'avatarUrl', 'draft', 'name', 'type'])
  model.send(' days. It costs 14.50')
  assert.match(String((await draft((text) => text?.includes('9') ?? false)).draft), /there\. It takes 9 days\.$/)
  model.send(' EUR."}')
  model.end()
  const message = await until('the message', async () => {
    const { messages } = await socket.next('changes')
    return (messages as Message[]).find(({ sender }) => sender.type === 'bot')
  })
  assert.match(message.text, /there\. It takes 9 days\. It costs 14\.50 EUR\.$/)
  const after = await draft((text) => text === undefined)
  assert.equal(after.active, false)
  socket.close()
})

test('spec C10.4, C10.14: no sentence is shown that a check refuses, and what was shown goes with what follows it', async () => {
  const { store, socket, conversation, stream, draft } = await watch()
  const model = await stream()
  model.send(`${HEAD}Yes, we do go there. It takes 3`)
  const frames = [await draft((text) => text !== undefined)]
  model.send(' days. So there."}')
  model.end()
  frames.push(await draft((text) => text === undefined)) // the whole of it is refused
  const again = await stream(2)
  again.send('{"action":"hand_over","sourceIds":[],"topic":null,"text":""}')
  again.end()
  await draft((text) => text === undefined)
  assert.doesNotMatch(JSON.stringify(frames), /3 days/)
  assert.doesNotMatch(JSON.stringify(await linesOf(store, conversation.id)), /we do go there/)
  socket.close()
})

test('spec C10.6, C10.14: nothing more is shown of an answer once a member has written', async () => {
  const { store, socket, conversation, stream, draft } = await watch()
  const model = await stream()
  model.send(`${HEAD}Yes, we do go there. It`)
  await draft((text) => text !== undefined)
  const line = { text: 'I am here now.', memberId: store.owner.memberId }
  ok(await store.api.post(`/chat/conversations/${conversation.id}/messages`, line), 201)
  await socket.next('changes')
  model.send(' takes 9 days. It costs')
  const late = await draft(() => true)
  assert.equal(late.draft, undefined)
  model.send(' 14.50 EUR."}')
  model.end()
  await until('the end of it', async () => (await socket.next('typing')).active === false)
  const lines = await linesOf(store, conversation.id)
  assert.ok(lines.every(({ isBot }) => !isBot))
  socket.close()
})

test('spec C10.2, C10.14: a stream that ends half-way leaves no customer without a word', async () => {
  const { store, socket, conversation, stream, draft } = await watch()
  const model = await stream()
  provider.behave((_, response) => void response.writeHead(500).end())
  model.send(`${HEAD}Yes, we do go there. It takes 9`)
  await draft((text) => text !== undefined)
  model.end()
  const answer = await until('an answer', async () => {
    const lines = await linesOf(store, conversation.id)
    return lines.find(({ isBot, isNote }) => isBot && !isNote)
  })
  assert.doesNotMatch(answer.text, /we do go there/)
  socket.close()
})
