import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { openSocket } from '#test/clients/socket.ts'
import { onPostgres } from '#test/database/database.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { missTarget, setTargets } from '#test/fixtures/missed-target.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: SMTP_URL sends invitations and new passwords too, and what shoppers missed.

const world = await startMailWorld()
const server = await startServer({ env: { ...world.env, MISSED_REPLY_AFTER: '1s', MISSED_NEWS_AFTER: '1s' } })
const withoutMail = await startServer()

const page = (baseUrl: string) => createClient(baseUrl, { origin: baseUrl })
const mailTo = (address: string, about: RegExp) =>
  until(`mail to ${address}`, async () =>
    (await world.sentTo(address)).find(({ subject }) => about.test(subject ?? '')),
  )
const linkIn = (text: string | undefined) => /https?:\/\/\S+\/inbox\/welcome#(\S+)/.exec(text ?? '')?.[1] as string

test('spec C11.1: an invitation is mailed to whom it is for, and its link works', async () => {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const inbox = await signInOwner(server, store)
  const email = `new-${randomUUID()}@example.com`
  const made = ok(await inbox.post('/api/chat/invitations', { email, role: 'member' }), 201)
  assert.equal(made.isMailed, true)
  const mail = await mailTo(email, /invitation to Lamps & Co/)
  assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
  const answer = await page(server.baseUrl).post('/api/chat/links/use', {
    token: linkIn(mail.text),
    password: 'a long enough password',
  })
  assert.equal(ok(answer).signedIn, true)
})

test('spec C11.1: one address gets five invitations a day by mail, whatever the stores; the links of more are the admin’s to pass on', async () => {
  const email = `new-${randomUUID()}@example.com`
  const isMailed: boolean[] = []
  for (const name of ['Log in at https://evil.example/login', 'Lamps & Co']) {
    const inbox = await signInOwner(server, await makeStore(server, { name }))
    for (let i = 0; i < 3; i++) {
      const made = ok(await inbox.post('/api/chat/invitations', { email, role: 'member' }), 201)
      assert.match(made.link, /#\S/)
      isMailed.push(made.isMailed)
    }
  }
  assert.deepEqual(isMailed, [true, true, true, true, true, false])
  const mails = await until('five invitations', async () => {
    const sent = await world.sentTo(email)
    return sent.length >= 5 && sent
  })
  assert.equal(mails.length, 5)
  assert.doesNotMatch(mails.map(({ subject, text }) => `${subject}\n${text}`).join(), /evil/)
})

test('spec C11.1: who forgot their password gets a link; nobody learns who is a member', async () => {
  const store = await makeStore(server)
  const { member } = await signInMember(server, store)
  const at = page(server.baseUrl)
  assert.deepEqual(ok(await at.get('/api/chat/password-requests')), { isMailed: true })
  const nobody = `nobody-${randomUUID()}@example.com`
  for (const email of [member.email.toUpperCase(), nobody]) {
    assert.deepEqual(ok(await at.post('/api/chat/password-requests', { email }), 202), {})
  }
  const mail = await mailTo(member.email, /new password/)
  assert.equal(ok(await at.post('/api/chat/links/read', { token: linkIn(mail.text) })).kind, 'password')
  assert.equal((await world.sentTo(nobody)).length, 0)
  for (let i = 0; i < 5; i++) ok(await at.post('/api/chat/password-requests', { email: member.email }), 202)
  await mailTo(member.email, /new password/)
  // Three in a quarter of an hour are enough for anybody.
  const { email } = (await signInMember(server, store)).member
  ok(await at.post('/api/chat/password-requests', { email }), 202)
  await mailTo(email, /new password/)
  assert.ok((await world.sentTo(member.email)).length <= 3)
})

test('spec C11.1: without SMTP_URL no mail is promised', async () => {
  const store = await makeStore(withoutMail)
  const inbox = await signInOwner(withoutMail, store)
  const made = ok(await inbox.post('/api/chat/invitations', { email: 'a@example.com', role: 'member' }), 201)
  assert.equal(made.isMailed, false)
  const at = page(withoutMail.baseUrl)
  const promises = async ({ baseUrl }: { baseUrl: string }, { appId }: Store) =>
    ok(await createClient(baseUrl).get(`/storefront/config?app=${appId}`)).mail
  assert.deepEqual([await promises(withoutMail, store), await promises(server, await makeStore(server))], [false, true])
  assert.deepEqual(ok(await at.get('/api/chat/password-requests')), { isMailed: false })
  refused(await at.post('/api/chat/password-requests', { email: 'a@example.com' }), 404, 'NOT_FOUND')
})

test('spec C11.19: a shopper who left gets the reply by mail, once; who is there or has read it does not', async () => {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const left = await shopper(store, 'de', { isVerified: true })
  const reads = await shopper(store, 'en')
  const reply = (id: string, text: string) =>
    store.api.post(`/chat/conversations/${id}/messages`, { text, memberId: store.owner.memberId })
  ok(await reply(reads.id, 'You read this'), 201)
  ok(await reads.visitor.api.post('/storefront/read', { conversationId: reads.id, revision: 1_000 }))
  ok(await reply(left.id, 'The lamp is 40 cm high.'), 201)
  ok(await reply(left.id, 'And it comes with a bulb.'), 201)
  const mail = await mailTo(left.email, /Lamps & Co hat Ihnen geantwortet/)
  assert.match(mail.text ?? '', /40 cm high[\s\S]*comes with a bulb/)
  ok(await reply(left.id, 'One more thing.'), 201)
  await until('what came later, in a mail of its own', async () => {
    const mails = await world.sentTo(left.email)
    return mails.length === 2 && /One more thing/.test(mails[1]?.text ?? '') && !/40 cm/.test(mails[1]?.text ?? '')
  })
  assert.equal((await world.sentTo(reads.email)).length, 0)
})

test('spec C11.19: a shopper gets a copy of their own conversation by mail, where they say, and nobody else’s', async () => {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const { visitor, id } = await shopper(store, 'fr-CA')
  const email = `copy-${randomUUID()}@customer.example`
  const wish = { conversationId: id, email, timeZone: 'America/Montreal' }
  const ask = (body: object = {}, by = visitor) => by.api.post('/storefront/transcript', { ...wish, ...body })
  refused(await ask(), 400, 'INVALID_PARAMS') // nobody has answered
  ok(
    await store.api.post(`/chat/conversations/${id}/messages`, {
      isNote: true,
      text: 'A secret note',
      memberId: store.owner.memberId,
    }),
    201,
  )
  ok(
    await store.api.post(`/chat/conversations/${id}/messages`, { text: '40 cm.', memberId: store.owner.memberId }),
    201,
  )
  const stranger = await makeVisitor(server, store)
  await stranger.say('Hello')
  refused(await ask({}, stranger), 404, 'NOT_FOUND')
  for (const wrong of [
    { email: 'nobody' },
    { timeZone: 'Mars/Base' },
    { email: 'a@b.example\r\nBcc: eve@example.com' },
  ])
    refused(await ask(wrong), 400, 'INVALID_PARAMS')
  assert.deepEqual(ok(await ask(), 202), { email })
  const mail = await mailTo(email, /Votre conversation avec Lamps & Co/)
  assert.match(mail.text ?? '', /How high is the lamp\?[\s\S]*40 cm\./)
  assert.doesNotMatch(mail.text ?? '', /secret note/)
  assert.deepEqual(
    mail.to?.map(({ address }) => address),
    [email],
  )
  // Nobody has proven the address: it gets another once it has answered this one.
  refused(await ask({ email: email.toUpperCase() }), 429, 'RATE_LIMITED')
  const refusal = await ask()
  refused(refusal, 429, 'RATE_LIMITED')
  assert.equal(refusal.headers.get('retry-after'), String(30 * 24 * 60 * 60))
  ok(await store.operator.patch(`/operator/stores/${store.shopId}`, { settings: { widget: { transcript: false } } }))
  refused(await ask({ email: 'b@customer.example' }), 404, 'NOT_FOUND')
  const config = async (at: { baseUrl: string }, { appId }: Store) =>
    ok(await createClient(at.baseUrl).get(`/storefront/config?app=${appId}`)).transcript
  assert.equal(await config(server, store), false)
  assert.equal(await config(server, await makeStore(server)), true)
  const unsent = await makeStore(withoutMail)
  assert.equal(await config(withoutMail, unsent), false)
  const there = await makeVisitor(withoutMail, unsent)
  refused(await there.api.post('/storefront/transcript', wish), 404, 'NOT_FOUND')
})

/** Hours of which now is one, in UTC. */
function quietNow() {
  const minute = Math.floor(Date.now() / 60_000) % 1_440
  return { quietFrom: (minute + 1_430) % 1_440, quietUntil: (minute + 60) % 1_440 }
}

test('spec C11.20: a member who is away gets what they have not seen in one mail, with links and no more than a beginning', async () => {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  const noor = await signInMember(server, store, { firstName: 'Noor', lastName: 'Ali' })
  const make = () => addConversation(store, { customerName: 'Kim Park', messages: [message()] })
  const [first, second] = [await make(), await make()]
  // In quiet hours, so that both wait for the same moment.
  const path = '/api/chat/notifications/mail'
  const choose = (hours: object) => noor.inbox.put(path, { wants: 'mentions', timeZone: 'UTC', ...hours })
  ok(await choose(quietNow()))
  const words = `@Noor Ali ${'can you look at this? '.repeat(20)}`
  ok(await lin.inbox.post(`/api/chat/conversations/${first.id}/messages`, { text: words, isNote: true }), 201)
  ok(await lin.inbox.post(`/api/chat/conversations/${second.id}/assign`, { memberId: noor.member.id }))
  ok(await choose({ quietFrom: null, quietUntil: null }))
  const { text = '' } = await mailTo(noor.member.email, /New for you at Lamps & Co/)
  assert.match(text, /Lin Chu mentioned you in the conversation with Kim Park:\n“@Noor Ali can you look/)
  assert.match(text, /Lin Chu assigned you the conversation with Kim Park/)
  for (const { id } of [first, second])
    assert.ok(text.includes(`${server.baseUrl}/inbox/open/${id}?store=${store.appId}\n`), text)
  assert.ok(text.includes(`${server.baseUrl}/inbox/settings/notifications`))
  assert.ok(Math.max(...text.split('\n').map((line) => line.length)) <= 130)
  assert.equal((await world.sentTo(noor.member.email)).length, 1)
  assert.equal((await world.sentTo(lin.member.email)).length, 0)
})

test('a missed reply-time target is in that mail, too', { skip: !onPostgres && 'PostgreSQL only' }, async () => {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const { member } = await signInMember(server, store)
  await setTargets(owner)
  const { id } = await addConversation(store, { customerName: 'Kim Park', memberId: member.id })
  await missTarget(server.env.DATABASE_URL as string, store, owner, id)
  const { text = '' } = await mailTo(member.email, /New for you/)
  assert.match(text, /A reply-time target was missed in the conversation with Kim Park\.\nhttp/)
})

test('spec C11.20: members choose nothing, mentions, or answers too, and quiet hours; who is there or has seen it gets no mail', async () => {
  const store = await makeStore(server)
  const writer = await signInMember(server, store)
  const join = async (choice: object | null) => {
    const one = await signInMember(server, store)
    const all = { wants: 'all', quietFrom: null, quietUntil: null, timeZone: 'UTC', ...choice }
    if (choice) ok(await one.inbox.put('/api/chat/notifications/mail', all))
    return one
  }
  const quiet = quietNow()
  const team = {
    off: await join({ wants: 'off' }),
    mentions: await join(null),
    there: await join({}),
    read: await join({}),
    quiet: await join(quiet),
    all: await join({}),
  }
  const signedIn = await page(server.baseUrl).post('/api/chat/session', {
    email: team.there.member.email,
    password: PASSWORD,
  })
  const headers = { cookie: cookieOf(signedIn), origin: server.baseUrl }
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  for (const [name, { inbox, member }] of Object.entries(team)) {
    const { id } = await addConversation(store, { memberId: member.id, messages: [message()] })
    ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: `For ${name}`, asCustomer: true }), 201)
    const told = await addConversation(store, { messages: [message()] })
    ok(await writer.inbox.post(`/api/chat/conversations/${told.id}/assign`, { memberId: member.id }))
    if (name !== 'read') continue
    ok(await inbox.post('/api/chat/notifications/read', {}))
    ok(await inbox.post(`/api/chat/conversations/${id}/read`))
  }
  // A member who signs in with another browser hears of that, too.
  const mailed = async (one: keyof typeof team) =>
    (await world.sentTo(team[one].member.email))
      .filter(({ subject }) => subject?.startsWith('New for you'))
      .map(({ text }) => text ?? '')
  await until('the last one’s mail', async () => (await mailed('all')).length > 0)
  await until('the others are looked at', async () => (await mailed('mentions')).length > 0)
  assert.match((await mailed('all'))[0] as string, /wrote to you:\n“For all”/)
  assert.doesNotMatch((await mailed('mentions')).join(), /wrote to you/)
  for (const one of ['off', 'there', 'read', 'quiet'] as const) assert.deepEqual(await mailed(one), [], one)
  // The quiet hours end: one mail of all that came in them.
  const ended = { ...quiet, quietUntil: quiet.quietFrom, wants: 'all', timeZone: 'UTC' }
  ok(await team.quiet.inbox.put('/api/chat/notifications/mail', ended))
  await until('one mail', async () => (await mailed('quiet')).length > 0)
  assert.match((await mailed('quiet')).join(), /(assigned you|wrote to you)[\s\S]*(assigned you|wrote to you)/)
})

test('a choice that cannot be one is refused in words', async () => {
  const { inbox } = await signInMember(server, await makeStore(server))
  const path = '/api/chat/notifications/mail'
  const choice = {
    wants: 'all',
    quietFrom: 1_320,
    quietUntil: 420,
    timeZone: 'Europe/Berlin',
    byMail: true,
    unassignedMissed: true,
  }
  assert.equal(ok(await inbox.get(path)).wants, 'mentions')
  assert.deepEqual(ok(await inbox.put(path, choice)), { ...choice, isMailed: true })
  assert.deepEqual(ok(await inbox.get(path)), { ...choice, isMailed: true })
  for (const wrong of [{ quietFrom: null }, { timeZone: 'Mars/Olympus' }, { wants: 'some' }, { quietFrom: 1_440 }]) {
    refused(await inbox.put(path, { ...choice, ...wrong }), 400, 'INVALID_PARAMS')
  }
})

/** A shopper who gave an address, wrote, and is not there any more. */
async function shopper(store: Store, locale: string, { isVerified = false } = {}) {
  const visitor = await makeVisitor(server, store, { locale })
  const [id, email] = [randomUUID(), `kim-${randomUUID()}@customer.example`]
  if (isVerified) {
    const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`, {}), 201)
    await addContact(store, { platformId: id, email })
    const hash = createHmac('sha256', secret).update(id).digest('hex')
    ok(await visitor.api.post('/storefront/identify', { id, hash }))
  } else ok(await visitor.api.patch('/storefront/visitor', { email }))
  const { conversation } = await visitor.say('How high is the lamp?')
  return { visitor, email, id: conversation.id as string }
}
