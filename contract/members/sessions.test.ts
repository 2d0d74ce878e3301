import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { onPostgres, query } from '#test/database/database.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { startOidcIssuer } from '#test/doubles/oidc-issuer.ts'
import { ok, refused } from '#test/expect.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { deviceOf, PASSWORD, pageOf, signIn, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { addPasskey, signInBy, startPasskeyServer } from '#test/fixtures/passkeys.ts'
import { makePerson, StoreBrowser } from '#test/fixtures/several-stores.ts'
import { newBrowser } from '#test/fixtures/single-sign-on.ts'
import { until } from '#test/until.ts'

// Sessions of members: where they are, when they end, and who learns of them.

const world = await startMailWorld()
const issuer = await startOidcIssuer()
const { server, target } = await startPasskeyServer({ ...world.env, ...issuer.env })
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const newSignIns = async (email: string) =>
  (await world.sentTo(email)).filter(({ subject }) => /^New sign-in to/.test(subject ?? ''))

test('spec C17.12: a session shows its browser, its system, its network and its last use, and is ended', async () => {
  const store = await makeStore(target)
  const owner = await signInOwner(target, store)
  const { member, inbox } = await signInMember(target, store)
  const from = { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.77' }
  ok(await pageOf(target).post('/api/chat/session', { email: member.email, password: PASSWORD }, from))
  const sessions: Any[] = ok(await inbox.get('/api/chat/sessions'))
  const other = sessions.find(({ isCurrent }) => !isCurrent)
  assert.deepEqual(
    [other.browser, other.system, other.ipAddress, other.signedInBy],
    ['Firefox', 'Linux', '203.0.113.0/24', 'password'],
  )
  assert.ok(Date.now() - Date.parse(other.lastSeenAt) < 60_000)
  ok(await inbox.delete(`/api/chat/sessions/${other.id}`))
  await signIn(target, member.email)
  await signIn(target, member.email)
  ok(await inbox.delete('/api/chat/sessions'))
  ok(await inbox.delete('/api/chat/session'))
  const log: Any[] = ok(await owner.get('/api/chat/audit-log?limit=100'))
  const ended = log.filter(({ action, target }) => action === 'session.ended' && target === member.id)
  assert.deepEqual(
    ended.map(({ details }) => details),
    [{ isSignOut: true }, { sessions: 2 }, {}],
  )
  const ways = log.filter(({ action, target }) => action === 'member.signed_in' && target === member.id)
  assert.deepEqual(new Set(ways.map(({ details }) => details.by)), new Set(['password']))
})

test('spec C17.12: a store’s limits end its sessions, those that began before too; none is set at first', async () => {
  const store = await makeStore(target)
  const owner = await signInOwner(target, store)
  const { inbox } = await signInMember(target, store)
  assert.deepEqual(ok(await owner.get('/api/chat/session-limits')), { idleMinutes: null, maxHours: null })
  refused(await inbox.get('/api/chat/session-limits'), 403, 'FORBIDDEN')
  refused(await inbox.put('/api/chat/session-limits', { idleMinutes: 5, maxHours: null }), 403, 'FORBIDDEN')
  for (const wrong of [
    { idleMinutes: 4, maxHours: null },
    { idleMinutes: 43_201, maxHours: null },
    { idleMinutes: null, maxHours: 0 },
    { idleMinutes: null, maxHours: 2_161 },
    { idleMinutes: 10 },
  ]) {
    refused(await owner.put('/api/chat/session-limits', wrong), 400, 'INVALID_PARAMS')
  }
  const limits = { idleMinutes: 15, maxHours: 12 }
  assert.deepEqual(ok(await owner.put('/api/chat/session-limits', limits)), limits)
  assert.deepEqual(ok(await owner.get('/api/chat/session-limits')), limits)
  const [entry] = ok(await owner.get('/api/chat/audit-log?limit=1'))
  assert.deepEqual([entry.action, entry.details], ['session_limits.changed', limits])
  ok(await inbox.get('/api/chat/me'))
})

test('spec C17.12: a session ends after the store’s minutes unused and hours in all', {
  skip: !onPostgres && 'time is turned back on a server’s tables only',
}, async () => {
  const store = await makeStore(target)
  const owner = await signInOwner(target, store)
  const elsewhere = await signInOwner(target, await makeStore(target))
  const url = server.env.DATABASE_URL as string
  const back = (column: string, by: string) =>
    query(url, `update sessions set ${column} = ${column} - interval '${by}'`)
  ok(await owner.put('/api/chat/session-limits', { idleMinutes: 15, maxHours: null }))
  await back('last_seen_at', '14 minutes')
  ok(await owner.get('/api/chat/me')) // which is a use
  await back('last_seen_at', '14 minutes')
  ok(await owner.get('/api/chat/me'))
  await back('last_seen_at', '16 minutes')
  refused(await owner.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  ok(await elsewhere.get('/api/chat/me'))
  const again = await signInOwner(target, store)
  ok(await again.put('/api/chat/session-limits', { idleMinutes: null, maxHours: 8 }))
  await back('created_at', '7 hours')
  ok(await again.get('/api/chat/me'))
  await back('created_at', '2 hours')
  refused(await again.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  ok(await elsewhere.get('/api/chat/me'))
  assert.deepEqual((await signInOwner(target, store).then((one) => one.get('/api/chat/sessions'))).body.data.length, 1)
})

test('spec C17.13: a sign-in from a new browser is mailed, by password, passkey and single sign-on; not the first', async () => {
  const store = await makeStore(target)
  const owner = await signInOwner(target, store)
  const email = `${randomUUID()}@example.com`
  const { link } = ok(await owner.post('/api/chat/invitations', { email, role: 'member' }), 201)
  const token = new URL(link).hash.slice(1)
  ok(await pageOf(target).post('/api/chat/links/use', { token, password: PASSWORD, firstName: 'Ada' }))
  const credentials = { email, password: PASSWORD }
  const first = await pageOf(target).post('/api/chat/session', credentials)
  const known = { cookie: deviceOf(first) }
  const inbox = await signIn(target, email) // a new browser: the first mail
  const from = { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.77' }
  ok(await pageOf(target).post('/api/chat/session', credentials, { ...known, ...from }))
  const { passkey } = await addPasskey(inbox)
  await signInBy(target, passkey) // the second
  issuer.person = { sub: randomUUID(), email, email_verified: true }
  const browser = newBrowser(target)
  await browser.signIn(issuer)
  const asked = (await browser.ask('POST', '/api/chat/sign-in/oidc/finish', {})).body.data
  await browser.ask('POST', '/api/chat/sign-in/oidc/finish', { passkey: passkey.sign(asked.passkey) }) // the third
  await browser.signIn(issuer)
  await until('three mails', async () => (await newSignIns(email)).length >= 3)
  const last = await pageOf(target).post('/api/chat/session', credentials, from)
  assert.equal(last.body.data.needs, 'passkey') // not signed in: no mail
  // Mails leave in their order: another one shows that no fourth came before it.
  ok(await inbox.delete(`/api/chat/passkeys/${ok(await inbox.get('/api/chat/passkeys'))[0].id}`))
  await until('the mail', async () =>
    (await world.sentTo(email)).some(({ subject }) => /was removed/.test(subject ?? '')),
  )
  assert.equal((await newSignIns(email)).length, 3)
  ok(await pageOf(target).post('/api/chat/session', credentials, from))
  const fourth = await until('a fourth mail', async () => (await newSignIns(email))[3])
  assert.match(fourth.text ?? '', /Firefox on Linux\nFrom the network 203\.0\.113\.0\/24\n/)
})

test('spec C17.13: a sign-in that opens several stores from a new browser is mailed once', async () => {
  const { email, stores } = await makePerson(target, ['One', 'Two', 'Three'])
  const [first] = stores
  const known = new StoreBrowser(target)
  ok(await known.signIn(email, first))
  ok(await known.call('DELETE', '/stores'))
  ok(await known.signIn(email, first))
  assert.deepEqual(await newSignIns(email), [], 'the first browser, and the same one again')
  ok(await new StoreBrowser(target).signIn(email, first))
  await until('the mail', async () => (await newSignIns(email)).length > 0)
  // Mail leaves in order: a second one of that sign-in would come before this one.
  ok(await new StoreBrowser(target).signIn(email, stores[1]))
  await until('the next mail', async () => (await newSignIns(email)).length > 1)
  const subjects = (await newSignIns(email)).map(({ subject }) => subject)
  assert.deepEqual(subjects.sort(), ['New sign-in to One', 'New sign-in to Two'])
})

test('spec C17.14: admins save the audit log as CSV, of at most 366 days, and no cell is a formula', async () => {
  const store = await makeStore(target)
  const owner = await signInOwner(target, store)
  const { inbox } = await signInMember(target, store)
  const from = new Date(Date.now() - 60_000).toISOString()
  const to = new Date(Date.now() + 3_600_000).toISOString()
  const ask = (query: object) => owner.get(`/api/chat/audit-log.csv?${new URLSearchParams(query as never)}`)
  const { id } = ok(await store.operator.post(`/operator/stores/${store.shopId}/keys`, { name: 'Warehouse' }), 201)
  ok(await owner.delete(`/api/chat/keys/${id}`))
  const spam = '@evil.example'
  await owner.post('/api/chat/spam-senders', { sender: spam })
  const member = await addMember(store, { email: '=cmd@evil.example', password: PASSWORD })
  await signIn(target, member.email)
  const answer = await ask({ from, to })
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="audit-log-[\d-]{10}\.csv"$/)
  const lines = (answer.body as string).replace('\uFEFF', '').split('\r\n')
  assert.equal(lines[0], '"time","action","by","member","target","details"')
  assert.ok(lines.some((line) => line.includes('"key.deleted","member"') && line.includes('""Warehouse""')))
  const signedIn = lines.filter((line) => line.includes('"member.signed_in"'))
  assert.ok(
    signedIn.some((line) => line.includes('"\'=cmd@evil.example"')),
    signedIn.join('\n'),
  )
  for (const line of lines) assert.ok(!/(^|",)"[=+\-@]/.test(line), line)
  const later = { from: to, to: new Date(Date.now() + 7_200_000).toISOString() }
  assert.equal(((await ask(later)).body as string).trim().split('\r\n').length, 1)
  refused(await inbox.get(`/api/chat/audit-log.csv?${new URLSearchParams({ from, to })}`), 403, 'FORBIDDEN')
  const wrong = [{}, { from }, { from: 'x', to }, { from, to: 'x' }, { from: to, to: from }, { from: '2020-01-01', to }]
  for (const query of wrong) refused(await ask(query), 400, 'INVALID_PARAMS')
})
