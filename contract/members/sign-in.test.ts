import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { totpCode } from '#core/members/totp.ts'
import { createClient } from '#test/clients/client.ts'
import { ask, register } from '#test/clients/oauth.ts'
import { onPostgres, query } from '#test/database/database.ts'
import { ok, refused } from '#test/expect.ts'
import { addMember, importLines, makeStore } from '#test/fixtures/factories.ts'
import {
  cookieOf,
  deviceOf,
  PASSWORD,
  pageOf,
  sessionCookieOf,
  signIn,
  signInMember,
  signInOwner,
} from '#test/fixtures/inbox.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { makePerson, type OwnStore } from '#test/fixtures/several-stores.ts'
import { startServer } from '#test/service/server.ts'

// Sign-in: for whom, how, and for how long. One file for one server: the tests are many and short, starting it takes time.

const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } })
const page = pageOf(server)
const store = await makeStore(server)

/** From an address of its own, so that tests do not count on each other. */
let lastAddress = 0
const from = () => ({ 'x-forwarded-for': `203.0.113.${++lastAddress}` })

test('a member signs in with address and password, whatever the address’s case, and out again', async () => {
  const answer = await page.post('/api/chat/session', {
    email: store.owner.email.toUpperCase(),
    password: store.owner.password,
  })
  assert.deepEqual(ok(answer), { signedIn: true, shopId: store.shopId, memberId: store.owner.memberId })
  const attributes = answer.headers.getSetCookie().map((cookie) => cookie.split('; ').slice(1).sort())
  const lasting = (seconds: number) => ['HttpOnly', `Max-Age=${seconds}`, 'Path=/', 'SameSite=Lax']
  assert.deepEqual(attributes, [lasting(7_776_000), lasting(31_536_000)])
  const inbox = createClient(server.baseUrl, { origin: server.baseUrl, cookie: cookieOf(answer) })
  const me = ok(await inbox.get('/api/chat/me'))
  assert.equal(me.member.id, store.owner.memberId)
  const kept = { name: 'Acme', plan: 'pro', timeZone: null, currency: null, canTranslate: false, canRewrite: false }
  assert.deepEqual(me.store, { shopId: store.shopId, appId: store.appId, ...kept })
  assert.ok(!JSON.stringify(me).includes('scrypt'))
  ok(await inbox.delete('/api/chat/session'))
  refused(await inbox.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
})

test('a wrong password, an unknown address, a member without a password and an inactive one get one answer', async () => {
  const bare = await addMember(store)
  const inactive = await addMember(store, { password: PASSWORD, active: false })
  const answers = []
  for (const email of [store.owner.email, 'nobody@example.com', bare.email, inactive.email]) {
    const password = email === inactive.email ? PASSWORD : 'not the password'
    answers.push(refused(await page.post('/api/chat/session', { email, password }, from()), 401, 'UNAUTHENTICATED'))
  }
  assert.equal(new Set(answers).size, 1)
})

test('ten tries on one account from one address are enough; another address goes on', async () => {
  const member = await addMember(store, { password: PASSWORD })
  const here = from()
  for (let i = 0; i < 10; i++) {
    refused(
      await page.post('/api/chat/session', { email: member.email, password: `wrong ${i}` }, here),
      401,
      'UNAUTHENTICATED',
    )
  }
  const right = { email: member.email, password: PASSWORD }
  refused(await page.post('/api/chat/session', right, here), 429, 'RATE_LIMITED')
  ok(await page.post('/api/chat/session', right, from()))
})

test('of tries at the same time no more are judged than one after the other', async () => {
  const member = await addMember(store, { password: PASSWORD })
  const tries = async (count: number, send: (i: number) => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, i) => send(i)))
    const statuses = Object.groupBy(answers, ({ status }) => status)
    return Object.fromEntries(Object.entries(statuses).map(([status, those]) => [status, those?.length]))
  }
  const here = from()
  const guess = (i: number) => page.post('/api/chat/session', { email: member.email, password: `wrong ${i}` }, here)
  assert.deepEqual(await tries(40, guess), { 401: 10, 429: 30 })
  const inbox = await signIn(server, member.email)
  const own = { 'x-forwarded-for': '203.0.114.1' }
  const confirm = () => inbox.post('/api/chat/session/password', { password: 'wrong' }, own)
  assert.deepEqual(await tries(30, confirm), { 400: 10, 429: 20 })
})

test('who signs in rightly uses up nothing', async () => {
  const member = await addMember(store, { password: PASSWORD })
  const here = from()
  for (let i = 0; i < 12; i++) {
    ok(await page.post('/api/chat/session', { email: member.email, password: PASSWORD }, here))
  }
})

test('an account takes a hundred tries from all addresses together, an address sixty on all accounts', async () => {
  const [email, here] = [`${randomUUID()}@example.com`, from()]
  const trial = async (body: object, headers: Record<string, string>) =>
    (await page.post('/api/chat/session', { password: 'wrong', ...body }, headers)).status
  // In groups: a server checks 32 passwords at once.
  const many = async (count: number, call: (i: number) => Promise<number>) => {
    const statuses: number[] = []
    for (let i = 0; i < count; i += 20) {
      statuses.push(...(await Promise.all(Array.from({ length: Math.min(20, count - i) }, (_, j) => call(i + j)))))
    }
    return new Set(statuses)
  }
  assert.deepEqual(await many(60, (i) => trial({ email: `${i}-${email}` }, here)), new Set([401]))
  assert.equal(await trial({ email: `60-${email}` }, here), 429)
  assert.deepEqual(await many(100, (i) => trial({ email }, { 'x-forwarded-for': `198.51.100.${i}` })), new Set([401]))
  assert.equal(await trial({ email }, from()), 429)
})

test('nobody is kept out by tries elsewhere: what is refused counts nothing, and the right password gets in', async () => {
  const member = await addMember(store, { password: PASSWORD })
  const attempt = (password: string, address: string, headers = {}) =>
    page.post('/api/chat/session', { email: member.email, password }, { 'x-forwarded-for': address, ...headers })
  const device = deviceOf(await attempt(PASSWORD, '192.0.2.1'))
  // An attacker with many addresses fills the account, and goes on.
  for (let i = 0; i < 100; i += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, j) => attempt('wrong', `198.18.${i}.${j}`)))
  }
  refused(await attempt('wrong', '198.18.200.1'), 429, 'RATE_LIMITED')
  for (let i = 0; i < 3; i++) refused(await attempt('wrong', '198.18.200.2'), 429, 'RATE_LIMITED')
  refused(await attempt(PASSWORD, '198.18.200.2'), 429, 'RATE_LIMITED')
  // The member gets in from elsewhere, and from a known browser even where the network is full.
  ok(await attempt(PASSWORD, '192.0.2.2'))
  ok(await attempt(PASSWORD, '198.18.200.2', { cookie: device }))
  // Another member's browser, or a made-up one, does not count as known.
  const stranger = await addMember(store, { password: PASSWORD })
  const other = deviceOf(await page.post('/api/chat/session', { email: stranger.email, password: PASSWORD }, from()))
  for (const cookie of [other, `parley_device=${store.shopId}.${'0'.repeat(64)}`]) {
    refused(await attempt(PASSWORD, '198.18.200.2', { cookie }), 429, 'RATE_LIMITED')
  }
  const { data: log } = (await (await signInOwner(server, store)).get('/api/chat/audit-log?limit=100')).body
  assert.ok(
    log.some(
      ({ action, target }: Record<string, string>) => action === 'member.sign_in_failed' && target === member.id,
    ),
  )
})

test('a known browser guesses ten times at most', async () => {
  const member = await addMember(store, { password: PASSWORD })
  const sign = (password: string, headers: object) =>
    page.post('/api/chat/session', { email: member.email, password }, { ...from(), ...headers })
  const cookie = deviceOf(await sign(PASSWORD, {}))
  for (let i = 0; i < 10; i++) refused(await sign('wrong', { cookie }), 401, 'UNAUTHENTICATED')
  refused(await sign(PASSWORD, { cookie }), 429, 'RATE_LIMITED')
  ok(await sign(PASSWORD, {}))
})

/** A person's store, and one of somebody else who made a member of the same address there, with a password of their own. */
const THEIRS = 'the attacker’s own password'
const makeHostile = async () => {
  const { email, stores } = await makePerson(server, ['Good', 'Evil'], (name) =>
    name === 'Evil' ? { password: THEIRS } : {},
  )
  const [good, evil] = stores as [OwnStore, OwnStore]
  const sign = (password: string, headers: object, { shopId }: Partial<OwnStore> = {}) =>
    page.post('/api/chat/session', { email, password, ...(shopId && { shopId }) }, { ...headers })
  return { good, evil, sign }
}

test('browsers that one store knows guess no more passwords of the address’s other stores than a stranger', async () => {
  const { good, evil, sign } = await makeHostile()
  const known: string[] = []
  for (let i = 0; i < 3; i++) known.push(deviceOf(await sign(THEIRS, from(), evil)))
  const here = from()
  for (let i = 0; i < 10; i++) {
    const cookie = known[i % 3] as string
    refused(await sign(`wrong ${i}`, { ...here, cookie }, i % 2 ? good : undefined), 401, 'UNAUTHENTICATED')
  }
  for (const cookie of known) {
    refused(await sign(PASSWORD, { ...here, cookie }, good), 429, 'RATE_LIMITED')
    refused(await sign(PASSWORD, { ...here, cookie }), 401, 'UNAUTHENTICATED')
    refused(await sign(PASSWORD, { ...here, cookie }, store), 429, 'RATE_LIMITED')
    // The store that knows the browser goes on, and opens no other.
    assert.equal(ok(await sign(THEIRS, { ...here, cookie })).shopId, evil.shopId)
  }
  refused(await sign(PASSWORD, here, good), 429, 'RATE_LIMITED')
  ok(await sign(PASSWORD, from(), good))
})

test('a password that is right in one store was still a guess at the others’ of the address', async () => {
  const { good, evil, sign } = await makeHostile()
  const here = from()
  for (let i = 0; i < 10; i++) ok(await sign(THEIRS, here, i % 2 ? evil : undefined))
  refused(await sign(PASSWORD, here, good), 429, 'RATE_LIMITED')
})

test('once a stranger’s limit is reached, a sign-in opens the stores that know the browser alone, with a code as well', async () => {
  const { email, stores } = await makePerson(server, ['Good', 'Evil'])
  const [good, evil] = stores as [OwnStore, OwnStore]
  const sign = (headers: object, more: object = {}) =>
    page.post('/api/chat/session', { email, password: PASSWORD, shopId: evil.shopId, ...more }, { ...headers })
  const storesOf = (answer: Parameters<typeof sessionCookieOf>[0]) =>
    [good, evil].filter(({ shopId }) => sessionCookieOf(answer)?.includes(shopId))
  const knownByEvil = (answer: Parameters<typeof deviceOf>[0]) =>
    `parley_device=${deviceOf(answer)
      .slice('parley_device='.length)
      .split('~')
      .find((one) => one.startsWith(evil.shopId))}`
  const first = await sign(from())
  assert.deepEqual(storesOf(first), [good, evil])
  const here = from()
  for (let i = 0; i < 10; i++) await sign(here, { password: `wrong ${i}` })
  const second = await sign({ ...here, cookie: knownByEvil(first) })
  assert.deepEqual(storesOf(second), [evil])
  const headers = { origin: server.baseUrl, cookie: cookieOf(second), 'x-parley-store': evil.shopId }
  const { codeOf } = await addSecondFactor(createClient(server.baseUrl, headers))
  const cookie = knownByEvil(second)
  const asked = await sign({ ...here, cookie })
  assert.equal(ok(asked).signedIn, false)
  const checked = /parley_checked=[^;]+/.exec(asked.headers.get('set-cookie') ?? '')?.[0]
  assert.ok(checked)
  const third = await sign({ ...here, cookie: `${cookie}; ${checked}` }, { code: codeOf(1) })
  assert.deepEqual(storesOf(third), [evil])
})

test('a member of several stores gets in by a known browser, whatever strangers and other stores do', async () => {
  const { good, evil, sign } = await makeHostile()
  const here = from()
  const cookie = deviceOf(await sign(PASSWORD, here))
  for (let i = 0; i < 10; i++) await sign(`wrong ${i}`, here, i % 2 ? evil : good)
  refused(await sign(PASSWORD, here), 429, 'RATE_LIMITED')
  assert.equal(ok(await sign(PASSWORD, { ...here, cookie })).shopId, good.shopId)
})

test('the addresses of a /64 network count as one', async () => {
  const member = await addMember(store, { password: PASSWORD })
  const sign = (password: string, address: string) =>
    page.post('/api/chat/session', { email: member.email, password }, { 'x-forwarded-for': address })
  for (let i = 0; i < 10; i++) refused(await sign('wrong', `2001:db8:7::${i}:1`), 401, 'UNAUTHENTICATED')
  refused(await sign(PASSWORD, '2001:db8:7:0:ffff::1'), 429, 'RATE_LIMITED')
  ok(await sign(PASSWORD, '2001:db8:7:1::1'))
})

test('signing in gives a session of its own and ends the one that the browser came with', async () => {
  const member = await addMember(store, { password: PASSWORD })
  const body = { email: member.email, password: PASSWORD }
  const planted = `parley_session=${store.shopId}.${'0'.repeat(64)}`
  const first = cookieOf(await page.post('/api/chat/session', body, { cookie: planted }))
  assert.notEqual(first, planted)
  const second = cookieOf(await page.post('/api/chat/session', body, { cookie: first }))
  assert.notEqual(second, first)
  refused(await page.get('/api/chat/me', { cookie: first }), 401, 'UNAUTHENTICATED')
  ok(await page.get('/api/chat/me', { cookie: second }))
})

test('made-up, foreign and mangled cookies are nobody’s', async () => {
  const other = await makeStore(server)
  const answer = await page.post('/api/chat/session', { email: other.owner.email, password: other.owner.password })
  const token = cookieOf(answer).split('=')[1] as string
  const moved = `${store.shopId}.${token.split('.')[1]}`
  for (const cookie of ['', moved, `*.${token.split('.')[1]}`, `${token}0`, token.toUpperCase(), "'; drop table x"]) {
    refused(await page.get('/api/chat/me', { cookie: `parley_session=${cookie}` }), 401, 'UNAUTHENTICATED')
  }
})

test('spec 5.1.3: an API key opens nothing under /api/chat, not even beside a session', async () => {
  const inbox = await signInOwner(server, store)
  for (const path of ['/api/chat/me', '/api/chat/conversations', '/api/chat/nothing-here']) {
    refused(await createClient(server.baseUrl, { 'x-api-key': store.key }).get(path), 401, 'UNAUTHENTICATED')
    refused(await inbox.get(path, { 'x-api-key': store.key }), 401, 'UNAUTHENTICATED')
  }
})

test('what changes something has to come from a page of the service, as JSON', async () => {
  const answer = await page.post('/api/chat/session', { email: store.owner.email, password: store.owner.password })
  const cookie = cookieOf(answer)
  const bare = createClient(server.baseUrl, { cookie })
  const body = { firstName: 'Robin' }
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: server.baseUrl, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ] as Record<string, string>[]) {
    refused(await bare.patch('/api/chat/me', body, headers), 403, 'FORBIDDEN')
  }
  ok(await bare.patch('/api/chat/me', body, { 'sec-fetch-site': 'same-origin' }))
  ok(await bare.patch('/api/chat/me', body, { origin: server.baseUrl }))
  const form = { origin: server.baseUrl, 'content-type': 'text/plain' }
  refused(await bare.patch('/api/chat/me', JSON.stringify(body), form), 400, 'INVALID_PARAMS')
  refused(await bare.post('/api/chat/session', {}, {}), 403, 'FORBIDDEN')
})

test('one address in two stores: the right password is asked which one', async () => {
  const other = await makeStore(server, { name: 'Globex' })
  const email = `both-${randomUUID()}@example.com`
  await addMember(store, { email, password: PASSWORD })
  const there = await addMember(other, { email, password: PASSWORD })
  const answer = ok(await page.post('/api/chat/session', { email, password: PASSWORD }))
  assert.equal(answer.signedIn, false)
  assert.equal(answer.needs, 'store')
  assert.deepEqual(new Set(answer.stores.map(({ name }: { name: string }) => name)), new Set(['Acme', 'Globex']))
  refused(await page.post('/api/chat/session', { email, password: 'wrong' }), 401, 'UNAUTHENTICATED')
  const inbox = await signIn(server, email, PASSWORD, { shopId: other.shopId })
  assert.equal(ok(await inbox.get('/api/chat/me')).member.id, there.id)
})

test('sessions are listed and ended one by one, or all others at once', async () => {
  const { member, inbox } = await signInMember(server, store)
  const second = await signIn(server, member.email)
  const third = await signIn(server, member.email)
  const sessions = ok(await inbox.get('/api/chat/sessions'))
  assert.equal(sessions.length, 3)
  assert.equal(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent).length, 1)
  const ofSecond = ok(await second.get('/api/chat/sessions')).find((one: { isCurrent: boolean }) => one.isCurrent)
  ok(await inbox.delete(`/api/chat/sessions/${ofSecond.id}`))
  refused(await second.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  refused(await inbox.delete(`/api/chat/sessions/${ofSecond.id}`), 404, 'NOT_FOUND')
  assert.equal(ok(await third.delete('/api/chat/sessions')).length, 1)
  refused(await inbox.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
})

test('a new password needs the old one and ends all other sessions', async () => {
  const { member, inbox } = await signInMember(server, store)
  const other = await signIn(server, member.email)
  const password = 'a better password than that'
  refused(await inbox.put('/api/chat/password', { current: 'wrong', password }), 400, 'INVALID_PARAMS')
  refused(await inbox.put('/api/chat/password', { current: PASSWORD, password: 'short' }), 400, 'INVALID_PARAMS')
  ok(await inbox.put('/api/chat/password', { current: PASSWORD, password }))
  ok(await inbox.get('/api/chat/me'))
  refused(await other.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  await signIn(server, member.email, password)
})

test('who is deactivated is out at once', async () => {
  const admin = await signInOwner(server, store)
  const { member, inbox } = await signInMember(server, store)
  ok(await admin.patch(`/api/chat/members/${member.id}`, { active: false }))
  refused(await inbox.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  refused(await page.post('/api/chat/session', { email: member.email, password: PASSWORD }), 401, 'UNAUTHENTICATED')
})

test('a store keeps an active admin', async () => {
  const admin = await signInOwner(server, store)
  for (const change of [{ role: 'member' }, { active: false }]) {
    refused(await admin.patch(`/api/chat/members/${store.owner.memberId}`, change), 400, 'INVALID_PARAMS')
  }
})

test('an invitation makes a member, once', async () => {
  const admin = await signInOwner(server, store)
  const email = `new-${randomUUID()}@example.com`
  const replaced = ok(await admin.post('/api/chat/invitations', { email, role: 'member' }), 201)
  const { link } = ok(await admin.post('/api/chat/invitations', { email, role: 'member' }), 201)
  const token = (one: string) => new URL(one).hash.slice(1)
  refused(await page.post('/api/chat/links/read', { token: token(replaced.link) }), 404, 'NOT_FOUND')
  const shown = ok(await page.post('/api/chat/links/read', { token: token(link) }))
  assert.deepEqual(shown, { kind: 'invitation', email, storeName: 'Acme' })
  assert.ok(!JSON.stringify(ok(await admin.get('/api/chat/team'))).includes(token(link)))
  const body = { token: token(link), password: PASSWORD, firstName: 'Lin', lastName: 'Chu' }
  refused(await page.post('/api/chat/links/use', { ...body, password: 'short' }), 400, 'INVALID_PARAMS')
  const used = await Promise.all([page.post('/api/chat/links/use', body), page.post('/api/chat/links/use', body)])
  assert.deepEqual(used.map(({ status }) => status).sort(), [200, 404])
  const inbox = await signIn(server, email)
  assert.equal(ok(await inbox.get('/api/chat/me')).member.fullName, 'Lin Chu')
  refused(await inbox.get('/api/chat/team'), 403, 'FORBIDDEN')
  refused(await admin.post('/api/chat/invitations', { email, role: 'admin' }), 400, 'INVALID_PARAMS')
})

test('a link to a new password ends the member’s sessions', async () => {
  const admin = await signInOwner(server, store)
  const { member, inbox } = await signInMember(server, store)
  const { link } = ok(await admin.post(`/api/chat/members/${member.id}/password-link`), 201)
  const body = { token: new URL(link).hash.slice(1), password: 'another password altogether' }
  ok(await page.post('/api/chat/links/use', body))
  refused(await inbox.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  refused(await page.post('/api/chat/links/use', body), 404, 'NOT_FOUND')
  await signIn(server, member.email, body.password)
})

test('a second factor: codes work once, recovery codes once each, an admin may turn it off', async () => {
  const { member, inbox } = await signInMember(server, store)
  refused(await inbox.post('/api/chat/second-factor', { password: 'wrong' }), 400, 'INVALID_PARAMS')
  const { secret, address } = ok(await inbox.post('/api/chat/second-factor', { password: PASSWORD }))
  assert.ok(address.startsWith('otpauth://totp/Parley%20Acme:'))
  const credentials = { email: member.email, password: PASSWORD }
  ok(await page.post('/api/chat/session', credentials)) // not confirmed yet
  const step = Math.floor(Date.now() / 30_000)
  const { recoveryCodes } = ok(await inbox.post('/api/chat/second-factor/confirm', { code: totpCode(secret, step) }))
  assert.equal(recoveryCodes.length, 10)
  assert.deepEqual(ok(await page.post('/api/chat/session', credentials)), {
    signedIn: false,
    needs: 'code',
    shopId: store.shopId,
  })
  const withCode = (code: string) => page.post('/api/chat/session', { ...credentials, code }, from())
  refused(await withCode(totpCode(secret, step)), 401, 'UNAUTHENTICATED') // used to confirm
  refused(await withCode('000000'), 401, 'UNAUTHENTICATED')
  assert.equal(ok(await withCode(totpCode(secret, step + 1))).signedIn, true)
  assert.equal(ok(await withCode(recoveryCodes[0].toUpperCase())).signedIn, true)
  refused(await withCode(recoveryCodes[0]), 401, 'UNAUTHENTICATED')
  const admin = await signInOwner(server, store)
  ok(await admin.delete(`/api/chat/members/${member.id}/second-factor`))
  assert.equal(ok(await page.post('/api/chat/session', credentials, from())).signedIn, true)
})

test('ten wrong codes are judged, whatever the networks; then only browsers that the member used', async () => {
  const { member, inbox } = await signInMember(server, store)
  const { codeOf, recoveryCodes } = await addSecondFactor(inbox)
  const credentials = { email: member.email, password: PASSWORD }
  const withCode = (code: string, headers = {}) =>
    page.post('/api/chat/session', { ...credentials, code }, { ...from(), ...headers })
  const first = await withCode(codeOf(1))
  assert.equal(ok(first).signedIn, true)
  const guesses = await Promise.all(Array.from({ length: 25 }, () => withCode('not-it')))
  const statuses = guesses.map(({ status }) => status).sort()
  assert.deepEqual(
    [statuses.filter((one) => one === 401).length, statuses.filter((one) => one === 429).length],
    [10, 15],
  )
  // A right one is not judged either.
  refused(await withCode(recoveryCodes[0] as string), 429, 'RATE_LIMITED')
  // The password alone still gets an answer, and no counter of its own that could be filled.
  assert.equal(ok(await page.post('/api/chat/session', credentials, from())).needs, 'code')
  // A known browser is judged by its own failures.
  const device = deviceOf(first)
  refused(await withCode('not-it', { cookie: device }), 401, 'UNAUTHENTICATED')
  assert.equal(ok(await withCode(recoveryCodes[0] as string, { cookie: device })).signedIn, true)
  const admin = await signInOwner(server, store)
  const { data: log } = (await admin.get('/api/chat/audit-log?limit=100')).body
  const told = log.filter(
    ({ action, target }: Record<string, string>) => action === 'second_factor.guessed' && target === member.id,
  )
  assert.equal(told.length, 1)
  ok(await admin.delete(`/api/chat/members/${member.id}/second-factor`))
  assert.equal(ok(await page.post('/api/chat/session', credentials, from())).signedIn, true)
})

const old = { skip: onPostgres ? false : 'time is turned back on a server’s tables only' }
/** Makes rows older than they are. */
const age = (statement: string, id: string) =>
  query(server.env.DATABASE_URL as string, `update ${statement} where shop_id = $1 and member_id = $2`, [
    store.shopId,
    id,
  ])

test('a session ends after 30 days unused, and after 90 in all', old, async () => {
  const { member, inbox } = await signInMember(server, store)
  await age("sessions set last_seen_at = now() - interval '29 days'", member.id)
  ok(await inbox.get('/api/chat/me'))
  const [session] = ok(await inbox.get('/api/chat/sessions'))
  assert.ok(Date.now() - Date.parse(session.lastSeenAt) < 60_000, 'seen just now')
  await age("sessions set last_seen_at = now() - interval '31 days'", member.id)
  refused(await inbox.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  const again = await signIn(server, member.email)
  await age("sessions set created_at = now() - interval '91 days'", member.id)
  refused(await again.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
})

test('a link works for seven days', old, async () => {
  const admin = await signInOwner(server, store)
  const { member } = await signInMember(server, store)
  const { link } = ok(await admin.post(`/api/chat/members/${member.id}/password-link`), 201)
  await age('member_invites_and_resets set expires_at = now()', member.id)
  const body = { token: new URL(link).hash.slice(1), password: 'another password altogether' }
  refused(await page.post('/api/chat/links/use', body), 404, 'NOT_FOUND')
})

test('passwords, tokens and codes are in no log', () => {
  const logs = server.logs()
  for (const secret of [PASSWORD, 'parley_session=', 'a better password than that']) assert.ok(!logs.includes(secret))
})

test('a member’s socket opens for their session alone, and closes with it', async () => {
  const { member, inbox } = await signInMember(server, store)
  const cookie = cookieOf(await page.post('/api/chat/session', { email: member.email, password: PASSWORD }))
  const address = `${server.baseUrl.replace('http', 'ws')}/api/chat/socket`
  const open = (headers: Record<string, string>) => {
    const socket = new WebSocket(address, { headers })
    const closed = once(socket, 'close').then(([code]) => code as number)
    return { socket, closed }
  }
  assert.equal(await open({ origin: server.baseUrl }).closed, 4401)
  assert.equal(await open({ origin: server.baseUrl, cookie, 'x-api-key': store.key }).closed, 4401)
  assert.equal(await open({ origin: 'https://evil.example', cookie }).closed, 4403)
  const { socket, closed } = open({ origin: server.baseUrl, cookie })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello' }))
  const [ready] = await once(socket, 'message')
  assert.equal(JSON.parse(String(ready)).memberId, member.id)
  ok(await inbox.delete('/api/chat/sessions'))
  assert.equal(await closed, 4401)
})

test('making, ending and resetting credentials asks for the password again after a while, and once more is enough', {
  skip: !onPostgres && 'time is turned back on a server’s tables only',
}, async () => {
  const inbox = await signInOwner(server, store)
  const other = await addMember(store)
  await signInOwner(server, store)
  const sessions = ok(await inbox.get('/api/chat/sessions')) as { id: string; isCurrent: boolean }[]
  const otherSession = sessions.find(({ isCurrent }) => !isCurrent) as { id: string }
  const acts = [
    () => inbox.post('/api/chat/keys', { name: 'A key' }),
    () => inbox.post('/api/chat/identity-secrets'),
    () => inbox.post(`/api/chat/members/${other.id}/password-link`),
  ]
  const asking = ask(server, store, await register(server, store))
  const ends = [
    () => inbox.post('/api/chat/assistant-requests/allow', { appId: store.appId, query: asking.query }),
    () => inbox.delete(`/api/chat/members/${other.id}/second-factor`),
    () => inbox.delete(`/api/chat/sessions/${otherSession.id}`),
    () => inbox.delete('/api/chat/sessions'),
  ]
  for (const act of acts) ok(await act(), 201)
  await query(
    server.env.DATABASE_URL as string,
    "update sessions set reauthenticated_at = now() - interval '11 minutes'",
  )
  for (const act of [...acts, ...ends]) refused(await act(), 403, 'PASSWORD_NEEDED')
  refused(await inbox.post('/api/chat/session/password', { password: 'wrong' }), 400, 'INVALID_PARAMS')
  refused((await acts[0]?.()) as never, 403, 'PASSWORD_NEEDED')
  ok(await inbox.post('/api/chat/session/password', { password: store.owner.password }))
  ok((await acts[0]?.()) as never, 201)
  for (const act of ends) ok(await act())
})

test('a store that asks for a second factor shows nothing to a member who has none, but where to set it up', async () => {
  const strict = await makeStore(server)
  const admin = await signInOwner(server, strict)
  assert.equal(ok(await admin.get('/api/chat/settings')).requireSecondFactor, false)
  ok(await admin.patch('/api/chat/settings', { requireSecondFactor: true }))
  for (const path of ['/conversations', '/settings', '/team', '/members']) {
    refused(await admin.get(`/api/chat${path}`), 403, 'SECOND_FACTOR_NEEDED')
  }
  assert.equal(ok(await admin.get('/api/chat/me')).lacksSecondFactor, true)
  const { secret } = ok(await admin.post('/api/chat/second-factor', { password: strict.owner.password }))
  ok(await admin.post('/api/chat/second-factor/confirm', { code: totpCode(secret, Math.floor(Date.now() / 30_000)) }))
  assert.equal(ok(await admin.get('/api/chat/me')).lacksSecondFactor, false)
  assert.equal(ok(await admin.get('/api/chat/settings')).requireSecondFactor, true)
})

test('passwords have twelve characters and are not among the most common, in every API', async () => {
  const weak = ['eleven char', 'unbelievable', 'Password1234', 'aaaaaaaaaaaa']
  const inbox = await signInOwner(server, store)
  for (const password of weak) {
    const owner = { email: 'weak@example.com', password }
    refused(await store.operator.post('/operator/stores', { name: 'Weak', owner }), 400, 'INVALID_PARAMS')
    const { rejected } = await importLines(store, [{ kind: 'member', data: { email: 'weak@example.com', password } }])
    assert.equal(rejected.length, 1, password)
    const change = { current: store.owner.password, password }
    assert.match(
      refused(await inbox.put('/api/chat/password', change), 400, 'INVALID_PARAMS'),
      /characters|easy to guess/,
    )
  }
})

test('where the service is reached over https, its cookies are for this host and https only', async () => {
  const secure = await startServer({ env: { BASE_URL: 'https://chat.example.com' } })
  const { owner } = await makeStore(secure)
  const page = createClient(secure.baseUrl, { origin: 'https://chat.example.com' })
  const answer = await page.post('/api/chat/session', { email: owner.email, password: owner.password })
  ok(answer)
  const cookies = answer.headers.getSetCookie()
  assert.deepEqual(
    cookies.map((cookie) => cookie.split('=')[0]),
    ['__Host-parley_session', '__Host-parley_device'],
  )
  for (const cookie of cookies) assert.match(cookie, /; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const [session] = cookies.map((cookie) => cookie.split(';')[0] as string) as [string]
  ok(await page.get('/api/chat/me', { cookie: session }))
  const plain = session.replace('__Host-', '')
  refused(await page.get('/api/chat/me', { cookie: plain }), 401, 'UNAUTHENTICATED')
})
