import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { openSocket } from '#test/clients/socket.ts'
import { onPostgres } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signInMember } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { REDIS, withoutRedis } from '#test/service/redis.ts'
import { type OwnServer, type Server, startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Several processes on one PostgreSQL server: whichever takes a write, the sockets of all are notified, through Redis
// if REDIS_URL names one, otherwise through PostgreSQL. (The embedded database has one process.)

/** Other processes notice after some three seconds; on a busy machine, later. */
const GONE_MS = 10_000

const BUSES: [string, Record<string, string>][] = [
  ['postgresql', {}],
  ['redis', { REDIS_URL: REDIS }],
]

/** Another process on the same database and bus. */
function startBeside({ env: { PORT: _, DATA_DIR: __, ...shared } }: Server): Promise<OwnServer> {
  return startServer({ ownProcess: true, env: shared })
}

for (const [bus, more] of BUSES) {
  test(`sockets hear of what another process did, through ${bus}`, {
    skip: onPostgres ? bus === 'redis' && withoutRedis : 'PostgreSQL only',
    timeout: 120_000,
  }, async () => {
    const one = await startServer({ ownProcess: true, env: { ROLE: 'web', ...more } })
    const other = await startBeside(one)
    const store = await makeStore(one)
    const there = createClient(other.baseUrl, { 'x-api-key': store.key })
    const memberId = store.owner.memberId

    const visitor = await makeVisitor(one, store)
    const { conversation } = await visitor.say('Hello')
    const path = `/chat/conversations/${conversation.id}`
    const shopper = await visitor.connect()

    ok(await there.post(`${path}/messages`, { text: 'From elsewhere', memberId }), 201)
    await shopper.next('changes', ({ messages }) => messages[0]?.text === 'From elsewhere')
    ok(await there.post(`${path}/typing`, { memberId, active: true }))
    await shopper.next('typing')

    const { member } = await signInMember(other, store)
    const cookie = cookieOf(await pageOf(other).post('/api/chat/session', { email: member.email, password: PASSWORD }))
    const inbox = await openSocket(other.baseUrl, '/api/chat/socket', { headers: { cookie, origin: other.baseUrl } })
    inbox.send({ type: 'hello' })
    await inbox.next('ready')
    await shopper.next('online', ({ online }) => online)
    inbox.send({ type: 'watch', conversationId: conversation.id })
    await inbox.next('messages')

    await visitor.say('Heard over there')
    await inbox.next('messages', ({ messages }) => messages[0]?.text === 'Heard over there')
    shopper.send({ type: 'typing', active: true })
    await inbox.next('typing', ({ from, active }) => from === 'customer' && active)
    await until('isOnline on the other process', async () => ok(await there.get(path)).isOnline)

    const posts = Array.from({ length: 200 }, (_, i) =>
      (i % 2 ? there : store.api).post(`${path}/messages`, { text: `m${i}`, memberId }),
    )
    for (const answer of await Promise.all(posts)) ok(answer, 201)
    const told = () =>
      shopper.frames.flatMap(({ type, messages }) => (type === 'changes' ? messages : [])).map(({ text }) => text)
    await until('all messages', () => new Set(told()).size >= 202)
    assert.equal(told().length, new Set(told()).size)

    ok(await visitor.api.post('/storefront/logout'))
    await shopper.next('ended')
  })
}

for (const [bus, more] of BUSES) {
  test(`what a killed process had no time to tell reaches the sockets of others, through ${bus}`, {
    skip: onPostgres ? bus === 'redis' && withoutRedis : 'PostgreSQL only',
    timeout: 120_000,
  }, async () => {
    const one = await startServer({ ownProcess: true, env: { ROLE: 'web', ...more } })
    const other = await startBeside(one)
    const store = await makeStore(one)
    const visitor = await makeVisitor(one, store)
    const { conversation } = await visitor.say('Hello')
    const shopper = await visitor.connect()
    const isTold = (text: string) => () =>
      shopper.frames.some(({ messages }) => messages?.some((message: { text: string }) => message.text === text))
    for (const text of ['first', 'second']) {
      const there = createClient(other.baseUrl, { 'x-api-key': store.key })
      const path = `/chat/conversations/${conversation.id}/messages`
      ok(await there.post(path, { text, memberId: store.owner.memberId }), 201)
      await other.kill()
      await until(`"${text}" on the socket`, isTold(text), GONE_MS)
      await other.restart()
    }

    // Nor does a member go on listening who signed out there.
    const { headers } = (await signInMember(one, store)).inbox
    const inbox = await openSocket(one.baseUrl, '/api/chat/socket', { headers })
    inbox.send({ type: 'hello' })
    await inbox.next('ready')
    ok(await createClient(other.baseUrl, { ...headers, origin: other.baseUrl }).delete('/api/chat/session'))
    await other.kill()
    await until('the socket to end', () => inbox.code === 4401, GONE_MS)
  })
}

test('while PostgreSQL drops its connections, nothing is lost', {
  skip: !onPostgres && 'PostgreSQL only',
  timeout: 120_000,
}, async () => {
  const { query } = await import('#test/database/database.ts')
  const one = await startServer({ ownProcess: true })
  const other = await startBeside(one)
  const store = await makeStore(one)
  const there = createClient(other.baseUrl, { 'x-api-key': store.key })
  const visitor = await makeVisitor(one, store)
  const { conversation } = await visitor.say('Hello')
  const shopper = await visitor.connect()
  await query(
    one.env.DATABASE_URL as string,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await until('the database', async () => (await there.get('/chat/members')).status === 200)
  const path = `/chat/conversations/${conversation.id}/messages`
  await until('a post', async () => {
    return (await there.post(path, { text: 'After the cut', memberId: store.owner.memberId })).status === 201
  })
  // The change arrives by itself, or with the state that sockets are sent after a cut; a socket to which it cannot be sent
  // is closed, and asks again.
  let socket = shopper
  await until('the message', async () => {
    if (socket.code !== null) socket = await visitor.connect()
    return socket.frames.some(({ messages }) =>
      messages?.some(({ text }: { text: string }) => text === 'After the cut'),
    )
  })
})
