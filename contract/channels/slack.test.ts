import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startSlack } from '#test/doubles/slack.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Slack: a channel where customers' messages are posted, and whose threads members answer in.

const slack = await startSlack()
const server = await startServer({ ownProcess: true, env: slack.env })

type Fields = Record<string, unknown>

async function setUp() {
  const store = await makeStore(server)
  const { inbox, member } = await signInMember(server, store, { role: 'admin' })
  const { eventsUrl } = ok(await inbox.put('/api/chat/slack', slack.setup))
  const user = `U${randomUUID().slice(0, 8).toUpperCase()}`
  slack.people.set(user, member.email)
  const { id } = await addConversation(store, { customerName: 'Ada <b> Lovelace' })
  const write = async (text: string) =>
    ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true }), 201)
  const postOf = (text: string | RegExp) =>
    until(`a post with ${text}`, () =>
      slack.posts.find((post) => (typeof text === 'string' ? post.text.includes(text) : text.test(post.text))),
    )
  const messages = async () => ok(await store.api.get(`/chat/conversations/${id}/messages`)) as Fields[]
  const replies = async () => (await messages()).filter(({ isAdmin, isTransfer }) => isAdmin && !isTransfer)
  return { store, inbox, member, eventsUrl, user, id, write, postOf, messages, replies }
}

test('what a customer writes is posted: the first begins a thread that leads to the inbox, the others are in it', async () => {
  const { store, id, write, postOf } = await setUp()
  const words = `Where is it? ${randomUUID()}`
  await write(`${words} <!channel> & more`)
  const root = await postOf(words)
  assert.equal(root.threadTs, null)
  assert.match(root.text, /\*Ada &lt;b&gt; Lovelace\*/)
  assert.ok(root.text.includes(`/inbox/open/${id}?store=${store.appId}|Open in Parley>`))
  assert.ok(root.text.includes('&lt;!channel&gt; &amp; more'))
  const later = randomUUID()
  await write(later)
  assert.equal((await postOf(later)).threadTs, root.ts)
})

test('a reply in the thread is the member’s reply to the customer, once, however often Slack sends it', async () => {
  const { eventsUrl, member, user, write, postOf, replies } = await setUp()
  const words = randomUUID()
  await write(words)
  const root = await postOf(words)
  const event = slack.messageEvent(root.ts, { user, text: 'On its way: <https://shop.example/t|track it> &amp; wait' })
  for (const retry of [0, 1, 2]) {
    const answer = await slack.deliver(eventsUrl, event, { retry })
    assert.equal(answer.status, 200)
  }
  await until('the reply', async () => (await replies()).length > 0)
  await slack.deliver(eventsUrl, event, { retry: 3 })
  // The next one in the same thread comes after the repeated one.
  await slack.deliver(eventsUrl, slack.messageEvent(root.ts, { user, text: 'Second' }))
  await until('the second', async () => (await replies()).some(({ text }) => text === 'Second'))
  const sent = await replies()
  assert.deepEqual(
    sent.map(({ text, memberId }) => [text, memberId]).sort(),
    [
      ['On its way: track it (https://shop.example/t) & wait', member.id],
      ['Second', member.id],
    ].sort(),
  )
})

test('only what Slack signed in the last five minutes is taken', async () => {
  const { eventsUrl, user, write, postOf, replies } = await setUp()
  const words = randomUUID()
  await write(words)
  const root = await postOf(words)
  const event = slack.messageEvent(root.ts, { user, text: 'Forged' })
  const now = Math.floor(Date.now() / 1_000)
  for (const change of [
    { signature: `v0=${'0'.repeat(64)}` },
    { signature: '' },
    { timestamp: now - 301 },
    { timestamp: now + 400 },
  ])
    assert.equal((await slack.deliver(eventsUrl, event, change)).status, 401)
  assert.equal((await slack.deliver(`${server.baseUrl}/channels/slack/none`, event)).status, 401)
  const challenge = await slack.deliver(eventsUrl, { type: 'url_verification', challenge: 'abc' })
  assert.deepEqual(challenge, { status: 200, text: 'abc' })
  assert.equal((await slack.deliver(eventsUrl, 'no JSON')).status, 200)
  assert.deepEqual(await replies(), [])
})

test('bots, edits, other channels and messages outside of threads change nothing', async () => {
  const { eventsUrl, user, write, postOf, replies } = await setUp()
  const words = randomUUID()
  await write(words)
  const root = await postOf(words)
  for (const more of [
    { bot_id: 'B1' },
    { subtype: 'message_changed' },
    { channel: 'C0THER000' },
    { thread_ts: undefined },
  ])
    assert.equal(
      (await slack.deliver(eventsUrl, slack.messageEvent(root.ts, { user, text: 'No', ...more }))).status,
      200,
    )
  await slack.deliver(eventsUrl, slack.messageEvent('1.000001', { user, text: 'Another thread' }))
  await slack.deliver(eventsUrl, slack.messageEvent(root.ts, { user, text: 'Yes' }))
  await until('the reply', async () => (await replies()).length === 1)
  assert.equal((await replies())[0]?.text, 'Yes')
})

test('a reply by a person who is not a member, or one that cannot be sent, is explained in the thread', async () => {
  const { eventsUrl, user, write, postOf, replies } = await setUp()
  const words = randomUUID()
  await write(words)
  const root = await postOf(words)
  slack.people.set('USTRANGER', 'stranger@example.com')
  await slack.deliver(eventsUrl, slack.messageEvent(root.ts, { user: 'USTRANGER', text: 'Hi' }))
  const refusal = () => slack.posts.filter(({ threadTs, text }) => threadTs === root.ts && /^Not sent/.test(text))
  await until('the refusal', () => refusal().length === 1)
  await slack.deliver(eventsUrl, slack.messageEvent(root.ts, { user, text: 'x'.repeat(15_000) }))
  await until('the second refusal', () => refusal().length === 2)
  assert.deepEqual(await replies(), [])
})

test('a wrong setup is refused with the reason; secrets are never shown; members do not see it', async () => {
  const { store, inbox } = await setUp()
  const put = (change: object) => inbox.put('/api/chat/slack', { ...slack.setup, ...change })
  assert.match(refused(await put({ token: 'nonsense' }), 400, 'INVALID_PARAMS'), /token/)
  assert.match(refused(await put({ signingSecret: 'x' }), 400, 'INVALID_PARAMS'), /signingSecret/)
  assert.match(refused(await put({ channelId: '#general' }), 400, 'INVALID_PARAMS'), /channelId/)
  assert.match(
    refused(await put({ token: 'xoxb-another-token' }), 400, 'INVALID_PARAMS'),
    /token: the token is not valid/,
  )
  assert.match(refused(await put({ channelId: 'C0123ABCD' }), 400, 'INVALID_PARAMS'), /channelId: there is no such/)
  const shown = ok(await inbox.get('/api/chat/slack'))
  assert.deepEqual(Object.keys(shown.connection), ['teamName', 'channelId', 'state', 'lastError', 'connectedAt'])
  assert.doesNotMatch(JSON.stringify(shown), new RegExp(`${slack.setup.token}|${slack.setup.signingSecret}`))
  const { inbox: member } = await signInMember(server, store)
  refused(await member.get('/api/chat/slack'), 403, 'FORBIDDEN')
  ok(await inbox.delete('/api/chat/slack'))
  refused(await inbox.delete('/api/chat/slack'), 404, 'NOT_FOUND')
  assert.equal(ok(await inbox.get('/api/chat/slack')).connection, null)
})

test('a token that is revoked breaks the connection, which says why, until it is connected again', async () => {
  const { inbox, write, postOf } = await setUp()
  slack.troubles.push('token_revoked')
  await write('lost')
  const broken = await until('a broken connection', async () => {
    const { connection } = ok(await inbox.get('/api/chat/slack'))
    return connection.state === 'broken' && connection
  })
  assert.match(broken.lastError, /token_revoked/)
  ok(await inbox.put('/api/chat/slack', slack.setup))
  const words = randomUUID()
  await write(words)
  await postOf(words)
})

test('what waits for Slack survives its failures and a kill of the service', async () => {
  const { eventsUrl, user, write, postOf, replies } = await setUp()
  const words = randomUUID()
  slack.troubles.push(500, 429)
  await write(words)
  const root = await postOf(words)
  const texts = Array.from({ length: 5 }, (_, i) => `Reply ${i}`)
  await Promise.all(texts.map((text) => slack.deliver(eventsUrl, slack.messageEvent(root.ts, { user, text }))))
  await server.kill()
  await server.restart()
  await until('all replies', async () => (await replies()).length >= 5, 90_000)
  assert.deepEqual((await replies()).map(({ text }) => text).sort(), texts)
})
