import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { onPostgres, query } from '#test/database/database.ts'
import { startOidcIssuer } from '#test/doubles/oidc-issuer.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, addMember, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { PASSWORD, signInOwner } from '#test/fixtures/inbox.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { makePerson, type OwnStore, StoreBrowser } from '#test/fixtures/several-stores.ts'
import { newBrowser } from '#test/fixtures/single-sign-on.ts'
import { startServer } from '#test/service/server.ts'

// A person who is a member of several stores: one sign-in, a session for each store. What is refused:
// several-stores-hostile.test.ts.

const issuer = await startOidcIssuer()
const server = await startServer({ env: { ...issuer.env, TRUST_PROXY: '127.0.0.1' } })
const browserOf = () => new StoreBrowser(server)

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

/** Signs a store's owner in by the issuer, and lets nobody in by another way. */
async function takeIssuerOnly(store: Store): Promise<void> {
  issuer.person = { sub: randomUUID(), email: store.owner.email, email_verified: true }
  const owner = newBrowser(server)
  await owner.signIn(issuer)
  const settings = { issuer: null, clientId: null, name: null, groupClaim: 'groups', groups: [] }
  const only = { ...settings, allowedDomains: [], isOnly: true }
  assert.equal((await owner.ask('PUT', '/api/chat/single-sign-on', only)).status, 200)
}

const signedIns = async (store: OwnStore): Promise<Any[]> => {
  const log: Any[] = ok(await (await signInOwner(server, store)).get('/api/chat/audit-log?limit=100'))
  return log.filter(
    ({ action, target }) => target === store.memberId && /^(member.signed_in|session.ended)$/.test(action),
  )
}

test('spec C17.16: one password opens the stores in which it is the member’s; each has its own session and audit log', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two', 'Other password'], (name) =>
    name === 'Other password' ? { password: 'another horse battery' } : {},
  )
  const [one, two, other] = stores as [OwnStore, OwnStore, OwnStore]
  const browser = browserOf()
  const asked = ok(await browser.signIn(email))
  assert.equal(asked.needs, 'store')
  assert.deepEqual(asked.stores.map(({ name }: Any) => name).sort(), ['One', 'Two'])
  assert.deepEqual(ok(await browser.signIn(email, two)), { signedIn: true, shopId: two.shopId, memberId: two.memberId })
  assert.deepEqual(await browser.stores(), [two.shopId, one.shopId])
  for (const store of [one, two]) {
    const me = ok(await browser.call('GET', '/me', { store }))
    assert.deepEqual([me.store.shopId, me.member.id], [store.shopId, store.memberId])
    const [entry, ...more] = await signedIns(store)
    assert.deepEqual([entry.action, entry.details.by, more.length], ['member.signed_in', 'password', 0])
    const sessions: Any[] = ok(await browser.call('GET', '/sessions', { store }))
    assert.deepEqual(
      sessions.map(({ isCurrent, signedInBy }) => [isCurrent, signedInBy]),
      [[true, 'password']],
    )
  }
  assert.equal(
    ok(await browser.call('GET', '/me')).store.shopId,
    two.shopId,
    'the store used last, where none is named',
  )
  refused(await browser.call('GET', '/me', { store: other }), 401, 'UNAUTHENTICATED')
  // The other password adds its store, and leaves the sessions of the others as they are.
  ok(await browser.signIn(email, other, 'another horse battery'))
  assert.deepEqual(await browser.stores(), [other.shopId, two.shopId, one.shopId])
  assert.equal((await signedIns(two)).length, 1)
})

test('spec C17.16: stores with single sign-on only, with a second factor or without an active member stay closed', async () => {
  const { email, stores } = await makePerson(
    server,
    ['Open', 'Factor', 'Single sign-on', 'Inactive', 'Lacks one'],
    (name) => (name === 'Inactive' ? { active: false } : {}),
  )
  const [open, factor, only, inactive, lacking] = stores as [OwnStore, OwnStore, OwnStore, OwnStore, OwnStore]
  const alone = browserOf()
  ok(await alone.signIn(email, factor))
  const { codeOf } = await addSecondFactor(alone.client(factor))
  await takeIssuerOnly(only)
  ok(await (await signInOwner(server, lacking)).patch('/api/chat/settings', { requireSecondFactor: true }))

  const browser = browserOf()
  ok(await browser.signIn(email, open))
  assert.deepEqual((await browser.stores()).sort(), [open.shopId, lacking.shopId].sort())
  for (const store of [factor, only, inactive])
    refused(await browser.call('GET', '/me', { store }), 401, 'UNAUTHENTICATED')
  refused(await browser.call('GET', '/conversations', { store: lacking }), 403, 'SECOND_FACTOR_NEEDED')
  const listed: Any[] = ok(await browser.call('GET', '/stores', { store: open }))
  assert.deepEqual(
    listed.map(({ name, isCurrent, unread }) => [name, isCurrent, unread]),
    [
      ['Open', true, 0],
      ['Lacks one', false, null],
    ],
  )
  // With its code the closed store is added; the password that was checked before the code opens the others, too.
  const second = browserOf()
  assert.equal(ok(await second.signIn(email, factor)).needs, 'code')
  ok(await second.signIn(email, factor, PASSWORD, { code: codeOf(1) }))
  assert.deepEqual((await second.stores()).sort(), [open.shopId, factor.shopId, lacking.shopId].sort())
})

test('spec C17.17: the switcher counts what is new for the member in each store, within its session', async () => {
  const { email, stores } = await makePerson(server, ['Quiet', 'Busy'])
  const [quiet, busy] = stores as [OwnStore, OwnStore]
  const ask = (of: object) => addConversation(busy, { isRead: false, messages: [message()], isChatBot: false, ...of })
  const colleague = await addMember(busy)
  await ask({ memberId: busy.memberId })
  const mentioned = await ask({ memberId: null })
  await ask({ memberId: colleague.id })
  await ask({ memberId: null, isChatBot: true })
  const browser = browserOf()
  ok(await browser.signIn(email, quiet))
  const unread = async () => ok(await browser.call('GET', '/stores')).map(({ name, unread }: Any) => [name, unread])
  assert.deepEqual(await unread(), [
    ['Quiet', 0],
    ['Busy', 2],
  ])
  const owner = await signInOwner(server, busy)
  const { fullName } = ok(await browser.call('GET', '/me', { store: busy })).member
  ok(await owner.post(`/api/chat/conversations/${mentioned.id}/notes`, { text: `@${fullName} look` }), 201)
  assert.deepEqual(
    await unread(),
    [
      ['Quiet', 0],
      ['Busy', 2],
    ],
    'a conversation counts once',
  )
  ok(await browser.call('POST', `/conversations/${mentioned.id}/read`, { store: busy }))
  ok(await browser.call('POST', '/notifications/read', { store: busy, body: {} }))
  assert.deepEqual(await unread(), [
    ['Quiet', 0],
    ['Busy', 1],
  ])
})

test('spec C17.17: a store is made current, left alone, or left with all others', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two', 'Three'])
  const [one, two, three] = stores as [OwnStore, OwnStore, OwnStore]
  const browser = browserOf()
  ok(await browser.signIn(email, one))
  const [current] = ok(await browser.call('POST', '/stores/current', { store: three }))
  assert.deepEqual([current.name, current.isCurrent], ['Three', true])
  assert.equal((await browser.stores())[0], three.shopId)
  assert.equal(ok(await browser.call('GET', '/session')).store.name, 'Three')
  assert.equal(ok(await browser.call('GET', `/session?store=${one.appId}`)).store.name, 'One')
  assert.equal(ok(await browser.call('GET', '/session?store=unknown')), null)

  ok(await browser.call('DELETE', '/session', { store: three }))
  assert.ok(!(await browser.stores()).includes(three.shopId))
  refused(await browser.call('GET', '/me', { store: three }), 401, 'UNAUTHENTICATED')
  ok(await browser.call('GET', '/me'))
  const before = browser.cookie
  const { shopIds, logoutUrl } = ok(await browser.call('DELETE', '/stores'))
  assert.deepEqual([shopIds.sort(), logoutUrl, browser.cookie], [[one.shopId, two.shopId].sort(), null, ''])
  browser.cookie = before
  for (const store of stores) refused(await browser.call('GET', '/me', { store }), 401, 'UNAUTHENTICATED')
  for (const store of stores) {
    const [ended] = await signedIns(store)
    assert.deepEqual([ended.action, ended.details], ['session.ended', { isSignOut: true }])
  }
})

test('spec C17.15: at most 20 stores fit; the one used longest ago leaves, and its session ends', async () => {
  const email = `${randomUUID()}@example.com`
  const stores = await Promise.all(Array.from({ length: 20 }, () => makeStore(server, { email })))
  const added = await makeStore(server)
  const browser = browserOf()
  ok(await browser.signIn(email, stores[0]))
  const before = await browser.stores()
  assert.equal(before.length, 20)
  const cookie = browser.cookie
  ok(await browser.signIn(added.owner.email))
  assert.deepEqual(await browser.stores(), [added.shopId, ...before.slice(0, -1)])
  assert.ok(browser.cookie.length < 4_000)
  browser.cookie = cookie
  refused(await browser.call('GET', '/me', { store: before.at(-1) as string }), 401, 'UNAUTHENTICATED')
})

test('spec C17.15: a session that has ended leaves the cookie with the next sign-in or change of store', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two'])
  const [one, two] = stores as [OwnStore, OwnStore]
  const browser = browserOf()
  ok(await browser.signIn(email, one))
  const elsewhere = browserOf()
  ok(await elsewhere.signIn(email, two))
  ok(await elsewhere.call('POST', '/session/password', { store: two, body: { password: PASSWORD } }))
  ok(await elsewhere.call('DELETE', '/sessions', { store: two }))
  assert.deepEqual(await browser.stores(), [one.shopId])
  assert.equal(browser.cookie.split('~').length, 2, 'a read writes no cookie')
  ok(await browser.call('POST', '/stores/current', { store: one }))
  assert.deepEqual([browser.cookie.split('~').length, await browser.stores()], [1, [one.shopId]])
})

test('spec C17.17: an open tab of one store does not keep the sessions of others from ending', {
  skip: !onPostgres && 'time is turned back on a server’s tables only',
}, async () => {
  const { email, stores } = await makePerson(server, ['Open', 'Left alone'])
  const [open, alone] = stores as [OwnStore, OwnStore]
  ok(await (await signInOwner(server, alone)).put('/api/chat/session-limits', { idleMinutes: 15, maxHours: null }))
  const browser = browserOf()
  ok(await browser.signIn(email, open))
  const url = server.env.DATABASE_URL as string
  const back = () =>
    query(url, `update sessions set last_seen_at = last_seen_at - interval '10 minutes' where shop_id = $1`, [
      alone.shopId,
    ])
  await back()
  assert.equal((await browser.stores()).length, 2)
  ok(await browser.call('GET', '/me', { store: open }))
  await back()
  assert.deepEqual(await browser.stores(), [open.shopId])
  refused(await browser.call('GET', '/me', { store: alone }), 401, 'UNAUTHENTICATED')
})

test('spec C17.15: a socket is of the store that its address names', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two'])
  const browser = browserOf()
  ok(await browser.signIn(email, stores[0] as OwnStore))
  const outsider = await makeStore(server)
  const hello = (query: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { cookie: `parley_session=${browser.cookie}`, origin: server.baseUrl }
      const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/chat/socket${query}`, { headers })
      socket.on('open', () => socket.send(JSON.stringify({ type: 'hello' })))
      socket.on('message', (data) => {
        resolve(JSON.parse(String(data)).memberId)
        socket.close()
      })
      socket.on('close', (code) => resolve(String(code)))
      socket.on('error', reject)
    })
  for (const store of stores) assert.equal(await hello(`?shopId=${store.shopId}`), store.memberId)
  assert.equal(await hello(''), stores[0]?.memberId)
  for (const query of [
    `?shopId=${outsider.shopId}`,
    '?shopId=',
    `?shopId=${stores[0]?.shopId}&shopId=${stores[1]?.shopId}`,
  ])
    assert.equal(await hello(query), '4401', query)
})

test('spec C17.16: an account at the operator’s issuer opens the stores that it is linked to, and links no other', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two', 'Not linked'])
  const [one, two, unlinked] = stores as [OwnStore, OwnStore, OwnStore]
  issuer.person = { sub: randomUUID(), email, email_verified: true }
  const listed = async (browser: ReturnType<typeof newBrowser>) =>
    (await browser.ask('GET', '/api/chat/stores')).body.data.map(({ shopId }: Any) => shopId).sort()
  for (const store of [one, two]) await newBrowser(server).signIn(issuer, `?store=${store.appId}`)
  const browser = newBrowser(server)
  await browser.signIn(issuer, `?store=${one.appId}`)
  assert.deepEqual(await listed(browser), [one.shopId, two.shopId].sort())
  const log: Any[] = await signedIns(two)
  assert.deepEqual(
    log.map(({ details }) => details.by),
    ['single_sign_on', 'single_sign_on'],
  )
  const named = newBrowser(server)
  await named.signIn(issuer, `?store=${unlinked.appId}`)
  assert.deepEqual(await listed(named), stores.map(({ shopId }) => shopId).sort())
})
