import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// News without a socket (docs/storefront-protocol.md): a request that waits.

const server = await startServer()
const store = await makeStore(server)
const reply = async (id: string, text: string) =>
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, memberId: store.owner.memberId }), 201)
type Frame = { type: string; messages?: { text: string }[]; conversation?: { id: string; revision: number } }

/** Asks for news, with what was told last. */
function listener(visitor: Awaited<ReturnType<typeof makeVisitor>>) {
  let query = ''
  return async (more = ''): Promise<Frame[]> => {
    const { since, frames } = ok(await visitor.api.get(`/storefront/changes?${query}${more}`))
    const known = (frames as Frame[]).find(({ conversation }) => conversation)?.conversation
    if (known) query = `conversationId=${known.id}&revision=${known.revision}&since=${since}`
    else query = query.replace(/since=.*|$/, `since=${since}`)
    return frames
  }
}
const texts = (frames: Frame[]) => frames.flatMap(({ messages = [] }) => messages.map(({ text }) => text))

test('spec C8.20: the first answer says where things stand; the next waits until something changes', async () => {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Hello')
  const news = listener(visitor)
  assert.deepEqual(texts(await news()), ['Hello'])
  let isAnswered = false
  const waiting = news().finally(() => {
    isAnswered = true
  })
  await visitor.api.get('/storefront/conversations') // time enough for an answer that does not wait
  assert.equal(isAnswered, false)
  await reply(conversation.id, 'Hi!')
  assert.deepEqual(texts(await waiting), ['Hi!'])
  // What happens between two requests is in the next response, immediately.
  await reply(conversation.id, 'Still there?')
  await reply(conversation.id, 'Good.')
  assert.deepEqual(texts(await news()), ['Still there?', 'Good.'])
  assert.deepEqual(await news('&wait=false'), [])
})

test('spec C8.6: typing is returned; so is a conversation that began in another tab', async () => {
  const visitor = await makeVisitor(server, store)
  const news = listener(visitor)
  assert.equal((await news())[0]?.type, 'ready')
  const started = news()
  const { conversation } = await visitor.say('Here I am')
  assert.equal((await started)[0]?.conversation?.id, conversation.id)
  await news('&wait=false')
  // Typing only reaches listeners of that moment, so it is repeated until there is one.
  const body = { active: true, memberId: store.owner.memberId }
  let typed: Frame[] | undefined
  const listening = news().then((frames) => {
    typed = frames
  })
  await until('typing', async () => {
    await store.api.post(`/chat/conversations/${conversation.id}/typing`, body)
    return typed
  })
  await listening
  assert.deepEqual(
    typed?.map(({ type }) => type),
    ['ready', 'typing'],
  )
  // A request while a member types says so, too.
  const { frames } = ok(await visitor.api.get('/storefront/changes'))
  assert.equal(frames[1].active, true)
  ok(await visitor.api.post('/storefront/typing', { active: true }))
})

test('spec C8.20: a request that waits when the visitor’s token ends learns so', async () => {
  // If the end arrives before the request waits, the request is refused: then it is tried with another visitor, whose
  // question has more of a start.
  let startMs = 0
  const frames = await until('an end that somebody waits for', async () => {
    const visitor = await makeVisitor(server, store)
    const { since } = ok(await visitor.api.get('/storefront/changes'))
    const ended = visitor.api.get(`/storefront/changes?since=${since}`)
    await sleep(startMs)
    startMs += 50
    ok(await visitor.api.post('/storefront/logout'))
    refused(await visitor.api.get('/storefront/changes'), 401, 'UNAUTHENTICATED')
    const { status, body } = await ended
    return status === 200 ? (body.data.frames as Frame[]) : null
  })
  assert.equal(frames.at(-1)?.type, 'ended')
})

test('spec C2.4, C8.21: a foreign conversation counts as not named, and an invalid request is rejected', async () => {
  const [one, other] = [await makeVisitor(server, store), await makeVisitor(server, store)]
  const { conversation } = await one.say('Private')
  const { frames } = ok(await other.api.get(`/storefront/changes?conversationId=${conversation.id}&revision=0`))
  assert.equal(frames.find(({ type }: Frame) => type === 'ready').conversation, null)
  for (const query of ['revision=-1', 'revision=x', `since=${'x'.repeat(65)}`, 'wait=perhaps', 'revision=1e99'])
    refused(await other.api.get(`/storefront/changes?${query}`), 400, 'INVALID_PARAMS')
  for (const body of [{}, { active: 'yes' }, null, []])
    refused(await other.api.post('/storefront/typing', body), 400, 'INVALID_PARAMS')
})

test('spec C8.20: at most 20 of one visitor wait at a time; a server that stops answers them', async () => {
  const visitor = await makeVisitor(server, store)
  const { since } = ok(await visitor.api.get('/storefront/changes'))
  const waiting = Array.from({ length: 21 }, () => visitor.api.get(`/storefront/changes?since=${since}`))
  refused(await Promise.race(waiting), 429, 'RATE_LIMITED')
  assert.equal(await server.stop(), 0)
  const answers = await Promise.all(waiting)
  assert.equal(answers.filter(({ status }) => status === 200).length, 20)
})
