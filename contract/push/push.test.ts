import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { onPostgres } from '#test/database/database.ts'
import { startPushService, type TestBrowser } from '#test/doubles/push-service.ts'
import { answer } from '#test/doubles/receiver.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signIn, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { missTarget, setTargets } from '#test/fixtures/missed-target.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { makePerson, type OwnStore, StoreBrowser } from '#test/fixtures/several-stores.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Notifications reach members' browsers while no page of the inbox is open (decision 81).

const service = await startPushService()
const server = await startServer({ ownProcess: true, env: service.env })
const store = await makeStore(server)
const owner = await signInOwner(server, store)
const publicKey = ok(await owner.get('/api/chat/push')).publicKey as string
type Inbox = typeof owner
type Member = Awaited<ReturnType<typeof signInMember>>

let made = 0
/** A member with a name of their own, and a browser of theirs. */
async function addReader(choice: object = {}): Promise<Member & { browser: TestBrowser; name: string }> {
  const name = `Noor No${++made}`
  const member = await signInMember(server, store, { firstName: 'Noor', lastName: `No${made}` })
  const wanted = { wants: 'mentions', quietFrom: null, quietUntil: null, timeZone: 'UTC', ...choice }
  ok(await member.inbox.put('/api/chat/notifications/mail', wanted))
  return { ...member, name, browser: await turnOn(member.inbox) }
}
async function turnOn(inbox: Inbox, browser = service.addBrowser()): Promise<TestBrowser> {
  ok(await inbox.put('/api/chat/push/browser', browser.address))
  return browser
}
const add = () => addConversation(store, { customerName: 'Ada Lovelace', messages: [message()] })
const note = async (id: string, text: string) =>
  ok(await owner.post(`/api/chat/conversations/${id}/messages`, { text, isNote: true }), 201)
const assign = async (id: string, memberId: string | null) =>
  ok(await owner.post(`/api/chat/conversations/${id}/assign`, { memberId }))
const customerSays = async (id: string, text: string) =>
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true }), 201)
const browsersOf = async (inbox: Inbox) => ok(await inbox.get('/api/chat/push')).browsers as { id: string }[]

test('a mention and a conversation that was given arrive, encrypted for the browser and signed by the service', async () => {
  const { browser, name, member } = await addReader()
  const { id } = await add()
  await note(id, `Can you look,\n@${name}? ${'long '.repeat(60)}`)
  const [mention] = await browser.take(1, publicKey)
  assert.equal(mention?.kind, 'mention')
  assert.deepEqual([mention?.conversationId, mention?.contactName], [id, 'Ada Lovelace'])
  assert.match(mention?.text ?? '', /^Can you look, @Noor No\d+\? long .*…$/)
  assert.ok((mention?.text?.length ?? 0) <= 120)
  assert.ok(mention?.actorName)
  await assign(id, member.id)
  const [, given] = await browser.take(2, publicKey)
  assert.deepEqual([given?.kind, given?.text], ['assignment', null])
  // One topic per conversation, so that the push service and the browser show one.
  const topics = browser.requests().map(({ headers }) => headers.topic)
  assert.equal(topics[0], topics[1])
})

test('nothing comes to a member without the second factor that the store asks for', async () => {
  const strict = await makeStore(server)
  const admin = await signInOwner(server, strict)
  await addSecondFactor(admin, strict.owner.password)
  const [bare, secured] = [await signInMember(server, strict), await signInMember(server, strict)]
  const [silent, told] = [await turnOn(bare.inbox), await turnOn(secured.inbox)]
  await addSecondFactor(secured.inbox)
  ok(await admin.patch('/api/chat/settings', { requireSecondFactor: true }))
  const { id } = await addConversation(strict, { messages: [message()] })
  const mention = async ({ member }: Member, text: string) =>
    ok(
      await admin.post(`/api/chat/conversations/${id}/messages`, { text: `${text} @${member.fullName}`, isNote: true }),
      201,
    )
  // What is due first is judged first.
  await mention(bare, 'One')
  await mention(secured, 'One')
  await told.take(1, publicKey)
  ok(await admin.patch('/api/chat/settings', { requireSecondFactor: false }))
  await mention(bare, 'Two')
  const [first] = await silent.take(1, publicKey)
  assert.match(first?.text ?? '', /^Two /)
})

test('customers’ answers come to who chose them; nothing comes to who chose nothing', async () => {
  const [all, mentions, off] = [await addReader({ wants: 'all' }), await addReader(), await addReader({ wants: 'off' })]
  for (const { member } of [all, mentions, off]) {
    const { id } = await add()
    await assign(id, member.id)
    await customerSays(id, 'Still there?')
  }
  const told = await all.browser.take(2, publicKey)
  assert.deepEqual(told.map(({ kind }) => kind).sort(), ['assignment', 'reply'])
  assert.equal(told.find(({ kind }) => kind === 'reply')?.text, 'Still there?')
  await mentions.browser.take(1, publicKey)
  assert.deepEqual([mentions.browser.requests().length, off.browser.requests().length], [1, 0])
})

test('a missed reply-time target arrives, unless somebody has replied by then', {
  skip: !onPostgres && 'PostgreSQL only',
}, async () => {
  await setTargets(owner)
  const minute = (new Date().getUTCHours() * 60 + new Date().getUTCMinutes() + 1_435) % 1_440
  const { browser, member, inbox } = await addReader({ quietFrom: minute, quietUntil: (minute + 120) % 1_440 })
  const [waits, met] = [await add(), await add()]
  for (const { id } of [waits, met]) {
    await assign(id, member.id)
    ok(await inbox.post('/api/chat/notifications/read', { conversationId: id }))
    await missTarget(server.env.DATABASE_URL as string, store, owner, id)
  }
  const missed = async () =>
    (ok(await inbox.get('/api/chat/notifications')) as { kind: string }[]).filter(({ kind }) => kind === 'missed')
  await until('both to be told of in the inbox', async () => (await missed()).length === 2)
  ok(await owner.post(`/api/chat/conversations/${met.id}/messages`, { text: 'Yes' }), 201)
  assert.equal(browser.requests().length, 0, 'not in quiet hours')
  const choice = { wants: 'mentions', timeZone: 'UTC', quietFrom: null, quietUntil: null }
  ok(await inbox.put('/api/chat/notifications/mail', choice))
  const [push] = await browser.take(1, publicKey)
  assert.deepEqual([push?.kind, push?.conversationId, push?.contactName], ['missed', waits.id, 'Ada Lovelace'])
  await note(waits.id, `@${member.fullName}`)
  assert.deepEqual(
    (await browser.take(2, publicKey)).map(({ kind }) => kind),
    ['missed', 'mention'],
  )
})

test('in quiet hours nothing is sent until they are over, or are others', async () => {
  const choice = { wants: 'mentions', timeZone: 'UTC' }
  const minute = (new Date().getUTCHours() * 60 + new Date().getUTCMinutes() + 1_435) % 1_440
  const { browser, name, inbox } = await addReader({ quietFrom: minute, quietUntil: (minute + 120) % 1_440 })
  const awake = await addReader()
  const { id } = await add()
  await note(id, `@${name} and @${awake.name}`)
  await awake.browser.take(1, publicKey)
  assert.equal(browser.requests().length, 0)
  ok(await inbox.put('/api/chat/notifications/mail', { ...choice, quietFrom: null, quietUntil: null }))
  assert.equal((await browser.take(1, publicKey)).length, 1)
})

test('who has the inbox open gets the time to see it there; what they have seen is not sent', async () => {
  const { browser, name, inbox } = await addReader()
  const away = await addReader()
  ok(await away.inbox.patch('/api/chat/me', { enableAwayMode: true }))
  const open = async ({ headers }: Inbox) => {
    const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers })
    socket.send({ type: 'hello' })
    await socket.next('ready')
    return socket
  }
  const sockets = [await open(inbox), await open(away.inbox)]
  const { id } = await add()
  await note(id, `@${name} and @${away.name}`)
  // A member who set themselves away gets it, with the inbox open or not.
  await away.browser.take(1, publicKey)
  assert.equal(browser.requests().length, 0)
  ok(await inbox.post('/api/chat/notifications/read', { conversationId: id }))
  for (const socket of sockets) socket.close()
  const other = await add()
  await note(other.id, `@${name}, and another one`)
  const [told, ...more] = await browser.take(1, publicKey)
  assert.deepEqual([told?.conversationId, more.length], [other.id, 0])
})

test('a store can have neither words nor customers shown; the audit log has it, and admins alone say so', async () => {
  const shy = await makeStore(server)
  const admin = await signInOwner(server, shy)
  const { member, inbox } = await signInMember(server, shy)
  const browser = await turnOn(inbox)
  refused(await inbox.put('/api/chat/push/rules', { hidesText: true }), 403, 'FORBIDDEN')
  assert.equal(ok(await admin.put('/api/chat/push/rules', { hidesText: true })).hidesText, true)
  assert.equal(ok(await inbox.get('/api/chat/push')).hidesText, true)
  const entries = ok(await admin.get('/api/chat/audit-log')) as { action: string; details: object }[]
  assert.deepEqual(entries.find(({ action }) => action === 'push.changed')?.details, { hidesText: true })
  const { id } = await addConversation(shy, { customerName: 'Ada Lovelace', messages: [message()] })
  ok(await admin.post(`/api/chat/conversations/${id}/assign`, { memberId: member.id }))
  const [told] = await browser.take(1, publicKey)
  assert.deepEqual([told?.kind, told?.text, told?.contactName], ['assignment', null, null])
})

test('a browser that its push service does not know any more is forgotten', async () => {
  for (const status of [404, 410]) {
    const { browser, name, inbox } = await addReader()
    browser.on(answer(status))
    await note((await add()).id, `@${name}`)
    await until('it to be forgotten', async () => (await browsersOf(inbox)).length === 0)
    await note((await add()).id, `@${name}, again`)
    const other = await addReader()
    await note((await add()).id, `@${other.name}`)
    await other.browser.take(1, publicKey)
    assert.equal(browser.requests().length, 1)
  }
})

test('what a push service cannot take now is sent again when it says; what it refuses is not', async () => {
  const [busy, refusing] = [await addReader(), await addReader()]
  busy.browser.on(answer(429, { 'retry-after': '31' }), (response) => void response.writeHead(201).end())
  refusing.browser.on(answer(413))
  const { id } = await add()
  await note(id, `@${busy.name} and @${refusing.name}`)
  await busy.browser.take(2, publicKey, 60_000)
  const [first, second] = busy.browser.requests()
  assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 31_000)
  assert.equal(refusing.browser.requests().length, 1)
  assert.equal((await browsersOf(refusing.inbox)).length, 1)
})

test('every kind of sign-out removes the browser; a browser is one sign-in', async () => {
  const { member, inbox, name, browser } = await addReader()
  const again = await signIn(server, member.email)
  const second = await turnOn(again)
  assert.equal((await browsersOf(inbox)).length, 2)
  ok(await again.delete('/api/chat/session'))
  assert.equal((await browsersOf(inbox)).length, 1)
  // The browser is signed in again: it counts once, not twice.
  const third = await signIn(server, member.email)
  await turnOn(third, browser)
  const [left, ...others] = ok(await third.get('/api/chat/push')).browsers as { id: string; isCurrent: boolean }[]
  assert.deepEqual([left?.isCurrent, others.length], [true, 0])
  await note((await add()).id, `@${name}`)
  await browser.take(1, publicKey)
  assert.deepEqual([browser.requests().length, second.requests().length], [1, 0])
  // Removed from a list elsewhere, the session stays.
  ok(await inbox.delete(`/api/chat/push/browsers/${left?.id}`))
  refused(await inbox.delete(`/api/chat/push/browsers/${left?.id}`), 404, 'NOT_FOUND')
  assert.deepEqual(await browsersOf(third), [])
})

test('nobody has a word in another’s browsers: of the store or of another one', async () => {
  const [reader, colleague] = [await addReader(), await addReader()]
  const elsewhere = await makeStore(server)
  const [own] = await browsersOf(reader.inbox)
  for (const inbox of [colleague.inbox, owner, await signInOwner(server, elsewhere)]) {
    refused(await inbox.delete(`/api/chat/push/browsers/${own?.id}`), 404, 'NOT_FOUND')
    assert.ok(!(await browsersOf(inbox)).some(({ id }) => id === own?.id))
  }
  // An endpoint named by another store leads there, and takes nothing away here.
  await turnOn(await signInOwner(server, elsewhere), reader.browser)
  assert.equal((await browsersOf(reader.inbox)).length, 1)
})

test('endpoints that are not public https addresses, and invalid keys, are rejected', async () => {
  const { inbox } = await signInMember(server, store)
  const { address } = service.addBrowser()
  const put = (change: object) => inbox.put('/api/chat/push/browser', { ...address, ...change })
  const endpoints = [
    'http://push.example.com/a',
    'https://10.0.0.1/a',
    'https://[::1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://167772161/a',
    'https://user:secret@push.example.com/a',
    'javascript:alert(1)',
    'not a url',
    '',
    `https://push.example.com/${'a'.repeat(1_000)}`,
  ]
  for (const endpoint of endpoints) refused(await put({ endpoint }), 400, 'INVALID_PARAMS')
  for (const change of [{ p256dh: address.auth }, { auth: 'x' }, { auth: address.p256dh }, { p256dh: '' }]) {
    refused(await put(change), 400, 'INVALID_PARAMS')
  }
  assert.deepEqual(await browsersOf(inbox), [])
})

test('a member has a limited number of browsers, and the oldest is dropped', async () => {
  const { member, inbox } = await signInMember(server, store)
  await turnOn(inbox)
  for (let i = 0; i < 20; i++) {
    const signedIn = await pageOf(server).post('/api/chat/session', { email: member.email, password: PASSWORD })
    const cookie = cookieOf(signedIn)
    const body = service.addBrowser().address
    ok(await pageOf(server).put('/api/chat/push/browser', body, { cookie }))
  }
  const browsers = ok(await inbox.get('/api/chat/push')).browsers as { isCurrent: boolean }[]
  assert.equal(browsers.length, 20)
  assert.ok(!browsers.some(({ isCurrent }) => isCurrent))
})

test('what waits when the service dies is sent by the next one', async () => {
  const { browser, name } = await addReader()
  browser.on(() => {}) // takes it in, and says nothing
  await note((await add()).id, `@${name}, before the end`)
  await browser.take(1, publicKey)
  await server.kill()
  browser.on((response) => void response.writeHead(201).end())
  await server.restart()
  const [, again] = await browser.take(2, publicKey, 90_000)
  assert.match(again?.text ?? '', /before the end/)
})

test('spec C17.19: a push says which store it is of; each session of the browser takes those of its own store', async () => {
  const { email, stores } = await makePerson(server, ['Lamps', 'Beans'])
  const [lamps, beans] = stores as [OwnStore, OwnStore]
  const session = new StoreBrowser(server)
  ok(await session.signIn(email, lamps))
  const isPushed = async () => {
    const list: { name: string; isPushed: boolean }[] = ok(await session.call('GET', '/stores'))
    return list.map((one) => [one.name, one.isPushed])
  }
  const browser = service.addBrowser()
  const turnOnFor = async (of: OwnStore) =>
    ok(await session.call('PUT', '/push/browser', { store: of, body: browser.address }))
  await turnOnFor(beans)
  assert.deepEqual(await isPushed(), [
    ['Lamps', false],
    ['Beans', true],
  ])
  await turnOnFor(lamps)
  const give = async (of: OwnStore) => {
    const { id } = await addConversation(of, { customerName: 'Ada Lovelace', messages: [message()] })
    const colleague = await signInOwner(server, of)
    ok(await colleague.post(`/api/chat/conversations/${id}/assign`, { memberId: of.memberId }))
    return id
  }
  await give(beans)
  const [first] = await browser.take(1, publicKey)
  assert.deepEqual(first?.store, { appId: beans.appId, name: 'Beans' })
  ok(await session.call('DELETE', '/session', { store: beans }))
  await give(beans)
  await give(lamps)
  const [, second, ...more] = await browser.take(2, publicKey)
  assert.deepEqual([second?.store, more], [{ appId: lamps.appId, name: 'Lamps' }, []])
})
