import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { startOidcIssuer } from '#test/doubles/oidc-issuer.ts'
import { ok, refused } from '#test/expect.ts'
import { addMember, makeStore, type Store } from '#test/fixtures/factories.ts'
import { PASSWORD, pageOf, signIn, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { newBrowser, reasonOf } from '#test/fixtures/single-sign-on.ts'
import { startServer } from '#test/service/server.ts'

// Sign-in through the operator's issuer: who gets in, who is made, and how it ends. What is refused: -hostile.test.ts.

const issuer = await startOidcIssuer()
const server = await startServer({ env: { ...issuer.env, TRUST_PROXY: '127.0.0.1' } })
const store = await makeStore(server)

/** An account at the issuer with a verified address. */
const person = (email: string, more: object = {}) => ({ sub: randomUUID(), email, email_verified: true, ...more })
const browserOf = () => newBrowser(server)
const NONE = { issuer: null, clientId: null, name: null, groupClaim: 'groups', groups: [] }

test('spec C17.3: the page names the issuer, and the browser is sent there with PKCE, state and nonce', async () => {
  const { body } = await browserOf().ask('GET', '/api/chat/sign-in')
  assert.deepEqual(body.data, {
    storeName: null,
    takesPasswords: true,
    singleSignOn: [{ name: 'Keycloak', store: null }],
  })
  const address = new URL(await browserOf().begin('?next=/inbox/mine'))
  assert.equal(address.origin + address.pathname, `${issuer.origin}/authorize`)
  const query = Object.fromEntries(address.searchParams)
  assert.deepEqual([query.response_type, query.client_id, query.code_challenge_method], ['code', 'parley', 'S256'])
  assert.equal(query.redirect_uri, `${server.baseUrl}/api/chat/sign-in/oidc/callback`)
  for (const name of ['state', 'nonce', 'code_challenge']) assert.match(query[name] as string, /^[\w-]{40,}$/)
})

test('spec C17.5: a member of the verified address is linked, and stays linked when the address changes', async () => {
  const member = await addMember(store)
  issuer.person = person(member.email.toUpperCase())
  const browser = browserOf()
  assert.equal(
    await browser.signIn(issuer, `?next=${encodeURIComponent('/inbox/mine?tag=x%231')}`),
    '/inbox/mine?tag=x%231',
  )
  assert.equal((await browser.whoAmI())?.member.id, member.id)
  issuer.person = { ...issuer.person, email: 'other@example.com', email_verified: false }
  const again = browserOf()
  assert.equal(await again.signIn(issuer), '/inbox')
  assert.deepEqual([(await again.whoAmI())?.member.id, (await again.whoAmI())?.member.email], [member.id, member.email])
  const { data: log } = (await (await signInOwner(server, store)).get('/api/chat/audit-log?limit=100')).body
  const linked = log.filter(
    ({ action, target }: Record<string, string>) => action === 'single_sign_on.linked' && target === member.id,
  )
  assert.equal(linked.length, 1)
})

test('spec C17.5: an invited person joins with the role and the names; the invitation is used up', async () => {
  const owner = await signInOwner(server, store)
  const email = `${randomUUID()}@example.com`
  const { link } = ok(await owner.post('/api/chat/invitations', { email, role: 'admin' }), 201)
  issuer.person = person(email, { given_name: 'Ada', family_name: 'Lovelace' })
  const browser = browserOf()
  assert.equal(await browser.signIn(issuer), '/inbox')
  const me = await browser.whoAmI()
  assert.deepEqual([me?.member.email, me?.member.role], [email, 'admin'])
  const { members, invitations } = ok(await owner.get('/api/chat/team'))
  assert.equal(members.find((one: { email: string }) => one.email === email).fullName, 'Ada Lovelace')
  assert.ok(!invitations.some((one: { email: string }) => one.email === email))
  const token = link.slice(link.indexOf('#') + 1)
  refused(await pageOf(server).post('/api/chat/links/read', { token }), 404, 'NOT_FOUND')
})

test('spec C17.5: nobody else gets in or is made: strangers, unverified addresses, deactivated members', async () => {
  const inactive = await addMember(store, { active: false })
  const member = await addMember(store)
  const cases: [object, string][] = [
    [person('stranger@example.com'), 'unknown'],
    [person(member.email, { email_verified: false }), 'unverified'],
    [person(member.email, { email_verified: 'true' }), 'unverified'],
    [{ sub: randomUUID(), email: member.email }, 'unverified'],
    [{ sub: randomUUID() }, 'unverified'],
    [person(inactive.email), 'deactivated'],
  ]
  for (const [claims, reason] of cases) {
    issuer.person = claims as Record<string, unknown>
    const browser = browserOf()
    assert.equal(reasonOf(await browser.signIn(issuer)), reason)
    assert.equal(await browser.whoAmI(), null)
  }
})

test('spec C17.5: a member who is deactivated later does not get in, and another account does not take a member’s place', async () => {
  const member = await addMember(store)
  issuer.person = person(member.email)
  const first = browserOf()
  await first.signIn(issuer)
  const sub = issuer.person.sub
  issuer.person = person(member.email)
  const other = browserOf()
  assert.equal(reasonOf(await other.signIn(issuer)), 'linked')
  assert.equal(await other.whoAmI(), null)
  const owner = await signInOwner(server, store)
  ok(await owner.patch(`/api/chat/members/${member.id}`, { active: false }))
  assert.equal(await first.whoAmI(), null)
  issuer.person = { ...person(member.email), sub }
  assert.equal(reasonOf(await browserOf().signIn(issuer)), 'deactivated')
  // An admin unlinks the former account, and the new one gets in.
  ok(await owner.patch(`/api/chat/members/${member.id}`, { active: true }))
  ok(await owner.delete(`/api/chat/members/${member.id}/single-sign-on`))
  issuer.person = person(member.email)
  const last = browserOf()
  await last.signIn(issuer)
  assert.equal((await last.whoAmI())?.member.id, member.id)
})

test('an address of an allowed domain becomes a member on the store’s own sign-in page, and nowhere else', async () => {
  const shop = await makeStore(server)
  const owner = await signInOwner(server, shop)
  const domain = `${randomUUID()}.example`
  const settings = { ...NONE, isOnly: false, allowedDomains: [{ domain, role: 'member' }] }
  const { signInUrl } = ok(await owner.put('/api/chat/single-sign-on', settings))
  assert.equal(signInUrl, `${server.baseUrl}/inbox/sign-in?store=${shop.appId}`)
  issuer.person = person(`new@${domain}`)
  assert.equal(reasonOf(await browserOf().signIn(issuer)), 'unknown')
  const query = `?store=${shop.appId}`
  for (const email of [`new@sub.${domain}`, `new@${domain}.evil.example`, `new@${domain}@example.com`]) {
    issuer.person = person(email)
    assert.equal(reasonOf(await browserOf().signIn(issuer, query)), 'unknown')
  }
  issuer.person = person(`new@${domain}`, { email_verified: false })
  assert.equal(reasonOf(await browserOf().signIn(issuer, query)), 'unverified')
  issuer.person = person(`New@${domain}`)
  const browser = browserOf()
  assert.equal(await browser.signIn(issuer, query), '/inbox')
  const me = await browser.whoAmI()
  assert.deepEqual([me?.member.role, me?.store.shopId], ['member', shop.shopId])
})

test('a member of several stores chooses one, and gets into no other', async () => {
  const [one, two, three] = [await makeStore(server), await makeStore(server), await makeStore(server)]
  const email = `${randomUUID()}@example.com`
  const [, second] = [await addMember(one, { email }), await addMember(two, { email })]
  issuer.person = person(email)
  const browser = browserOf()
  assert.equal(reasonOf(await browser.signIn(issuer, '?next=/inbox/search')), 'continue')
  assert.equal(await browser.whoAmI(), null)
  const { data } = (await browser.ask('POST', '/api/chat/sign-in/oidc/finish', {})).body
  const ids = data.stores.map(({ shopId }: { shopId: string }) => shopId).sort()
  assert.deepEqual([data.needs, ids], ['store', [one.shopId, two.shopId].sort()])
  for (const shopId of [three.shopId, store.shopId, 'shop_x']) {
    assert.equal((await browser.ask('POST', '/api/chat/sign-in/oidc/finish', { shopId })).status, 400)
  }
  const done = (await browser.ask('POST', '/api/chat/sign-in/oidc/finish', { shopId: two.shopId })).body.data
  const expected = { signedIn: true, shopId: two.shopId, memberId: second.id, next: '/inbox/search' }
  assert.deepEqual(done, expected)
  assert.equal((await browser.whoAmI())?.store.shopId, two.shopId)
  assert.equal((await browser.ask('POST', '/api/chat/sign-in/oidc/finish', { shopId: one.shopId })).status, 400)
})

test('a member who has a second factor gives its code when the account is linked, and not again', async () => {
  const { member, inbox } = await signInMember(server, store)
  const { codeOf } = await addSecondFactor(inbox)
  issuer.person = person(member.email)
  const browser = browserOf()
  assert.equal(reasonOf(await browser.signIn(issuer)), 'continue')
  const finish = (code?: string) => browser.ask('POST', '/api/chat/sign-in/oidc/finish', code ? { code } : {})
  assert.equal((await finish()).body.data.needs, 'code')
  assert.equal((await finish('000000')).status, 401)
  assert.equal(await browser.whoAmI(), null)
  assert.equal((await finish(codeOf(1))).body.data.signedIn, true)
  assert.equal((await browser.whoAmI())?.member.id, member.id)
  const again = browserOf()
  assert.equal(await again.signIn(issuer), '/inbox')
  assert.equal((await again.whoAmI())?.member.id, member.id)
})

test('spec C17.8: signing out leads to the issuer, which knows the session by its token', async () => {
  const member = await addMember(store)
  issuer.person = person(member.email)
  const browser = browserOf()
  await browser.signIn(issuer)
  const { body } = await browser.ask('DELETE', '/api/chat/session')
  const address = new URL(body.data.logoutUrl)
  assert.equal(address.origin + address.pathname, `${issuer.origin}/logout`)
  assert.equal(address.searchParams.get('post_logout_redirect_uri'), `${server.baseUrl}/inbox`)
  assert.match(address.searchParams.get('id_token_hint') ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/)
  const { inbox } = await signInMember(server, store)
  assert.equal(ok(await inbox.delete('/api/chat/session')).logoutUrl, null)
})

const logOut = (token: string, query = '', type = 'application/x-www-form-urlencoded') =>
  createClient(server.baseUrl).call(
    'POST',
    `/api/chat/sign-in/oidc/backchannel-logout${query}`,
    new URLSearchParams({ logout_token: token }).toString(),
    { 'content-type': type },
  )

test('spec C17.8: a logout token ends the sessions of its subject, or the one session that it names', async () => {
  const member = await addMember(store, { password: PASSWORD })
  const account = person(member.email)
  const open = async (sid: string) => {
    issuer.person = { ...account, sid }
    const browser = browserOf()
    await browser.signIn(issuer)
    return browser
  }
  const [one, two] = [await open('s1'), await open('s2')]
  const byPassword = await signIn(server, member.email)
  const refusedTokens = [
    await issuer.logoutToken({ sub: account.sub, nonce: 'x' }),
    await issuer.logoutToken({ sub: account.sub, events: {} }),
    await issuer.logoutToken({ sub: account.sub, aud: 'other' }),
    await issuer.logoutToken({ sub: account.sub, iss: 'https://other.example' }),
    await issuer.logoutToken({ sub: account.sub, exp: Math.floor(Date.now() / 1000) - 3600 }),
    await issuer.logoutToken({}),
    '',
    'x.y.z',
  ]
  for (const token of refusedTokens) refused(await logOut(token), 400, 'INVALID_PARAMS')
  refused(await logOut(await issuer.logoutToken({ sid: 's1' }), '', 'application/json'), 400, 'INVALID_PARAMS')
  assert.ok((await one.whoAmI()) && (await two.whoAmI()))
  ok(await logOut(await issuer.logoutToken({ sub: account.sub, sid: 's1' })))
  assert.deepEqual([await one.whoAmI(), (await two.whoAmI())?.member.id], [null, member.id])
  ok(await logOut(await issuer.logoutToken({ sub: account.sub })))
  assert.equal(await two.whoAmI(), null)
  ok(await byPassword.get('/api/chat/me'))
})

/** An admin of a new store who is signed in through the issuer. */
async function adminByIssuer(): Promise<{ shop: Store; browser: ReturnType<typeof browserOf> }> {
  const shop = await makeStore(server)
  issuer.person = person(shop.owner.email)
  const browser = browserOf()
  await browser.signIn(issuer)
  return { shop, browser }
}

const only = { ...NONE, allowedDomains: [], isOnly: true }

test('spec C17.7: single sign-on only ends every other way in, and the operator’s way stays', async () => {
  const { shop, browser } = await adminByIssuer()
  const owner = await signInOwner(server, shop)
  const member = await addMember(shop, { password: PASSWORD })
  const inbox = await signIn(server, member.email)
  const { link } = ok(await owner.post(`/api/chat/members/${member.id}/password-link`), 201)
  const invited = ok(
    await owner.post('/api/chat/invitations', { email: `${randomUUID()}@example.com`, role: 'member' }),
    201,
  )
  // By password nobody turns it on: it could lock everyone out.
  refused(await owner.put('/api/chat/single-sign-on', only), 400, 'INVALID_PARAMS')
  const saved = await browser.ask('PUT', '/api/chat/single-sign-on', only)
  assert.deepEqual([saved.status, saved.body.data?.isOnly], [200, true])
  for (const session of [owner, inbox]) refused(await session.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  const tries = [
    { email: shop.owner.email, password: shop.owner.password },
    { email: member.email, password: PASSWORD },
  ]
  for (const body of tries) refused(await pageOf(server).post('/api/chat/session', body), 403, 'SINGLE_SIGN_ON_NEEDED')
  for (const one of [link, invited.link]) {
    const body = { token: one.slice(one.indexOf('#') + 1), password: PASSWORD, firstName: 'x' }
    refused(await pageOf(server).post('/api/chat/links/use', body), 403, 'SINGLE_SIGN_ON_NEEDED')
  }
  assert.equal((await browser.ask('POST', `/api/chat/members/${member.id}/password-link`)).status, 403)
  const { body } = await browser.ask('GET', `/api/chat/sign-in?store=${shop.appId}`)
  assert.equal(body.data.takesPasswords, false)
  // The invited person and the member come in by the issuer.
  issuer.person = person(invited.email)
  const joined = browserOf()
  await joined.signIn(issuer)
  assert.equal((await joined.whoAmI())?.member.email, invited.email)
  // The operator's link lets the admin in, who turns it off.
  const way = { email: shop.owner.email, action: 'reset-password' }
  const recovered = ok(await shop.operator.post(`/operator/stores/${shop.shopId}/members/recovery`, way))
  const token = recovered.link.slice(recovered.link.indexOf('#') + 1)
  const rescued = browserOf()
  assert.equal(
    (await rescued.ask('POST', '/api/chat/links/use', { token, password: PASSWORD })).body.data.signedIn,
    true,
  )
  assert.equal((await rescued.ask('PUT', '/api/chat/single-sign-on', { ...only, isOnly: false })).status, 200)
  await signIn(server, member.email)
})

test('spec C17.6: a store’s own issuer signs in to that store alone, and gives roles and teams by group', async () => {
  const shop = await makeStore(server)
  const owner = await signInOwner(server, shop)
  const team = ok(
    await owner.post('/api/chat/teams', {
      name: 'Returns',
      emoji: '',
      memberIds: [],
      assignment: 'by_hand',
      receivesNew: false,
      receivesHandoffs: false,
    }),
    201,
  )
  const own = await startOidcIssuer()
  const groups = [
    { group: 'leads', role: 'admin', teamId: null },
    { group: 'returns', role: null, teamId: team.id },
  ]
  const settings = { ...only, isOnly: false, issuer: own.origin, clientId: own.client.id, name: 'Okta', groups }
  refused(await owner.put('/api/chat/single-sign-on', settings), 400, 'INVALID_PARAMS') // no secret
  const wrong = { ...settings, issuer: `${own.origin}/elsewhere`, clientSecret: own.client.secret }
  refused(await owner.put('/api/chat/single-sign-on', wrong), 400, 'INVALID_PARAMS')
  const shown = ok(await owner.put('/api/chat/single-sign-on', { ...settings, clientSecret: own.client.secret }))
  assert.equal(shown.hasClientSecret, true)
  assert.ok(!JSON.stringify(shown).includes(own.client.secret))
  ok(await owner.put('/api/chat/single-sign-on', settings)) // the secret stays
  const { data: log } = (await owner.get('/api/chat/audit-log')).body
  assert.ok(!JSON.stringify(log).includes(own.client.secret))

  const member = await addMember(shop)
  const outsider = await addMember(store)
  const query = `?store=${shop.appId}`
  const account = person(member.email)
  const enter = async (claims: object) => {
    own.person = { ...account, ...claims }
    const browser = browserOf()
    await browser.signIn(own, query)
    return browser.whoAmI()
  }
  const memberIds = async () => ok(await owner.get('/api/chat/teams'))[0].memberIds
  assert.equal((await enter({ groups: ['leads', 'returns', 7] }))?.member.role, 'admin')
  assert.deepEqual(await memberIds(), [member.id])
  assert.equal((await enter({}))?.member.role, 'admin', 'an issuer that names no groups changes nothing')
  assert.equal((await enter({ groups: ['returns'] }))?.member.role, 'member')
  assert.equal((await enter({ groups: [] }))?.member.role, 'member')
  assert.deepEqual(await memberIds(), [])
  // Its word counts for nothing elsewhere, whatever address it vouches for.
  own.person = person(outsider.email)
  const browser = browserOf()
  assert.equal(reasonOf(await browser.signIn(own, query)), 'unknown')
  assert.equal(await browser.whoAmI(), null)
  // The last admin stays one.
  own.person = person(shop.owner.email, { groups: [] })
  const last = browserOf()
  await last.signIn(own, query)
  assert.equal((await last.whoAmI())?.member.role, 'admin')
  ok(await logOut(await own.logoutToken({ sub: own.person.sub as string }), query))
  assert.equal(await last.whoAmI(), null)
})

test('an issuer that asks for the password less than its last sign-in gives no fresh proof', async () => {
  const { browser } = await adminByIssuer()
  const invite = () =>
    browser.ask('POST', '/api/chat/invitations', { email: `${randomUUID()}@example.com`, role: 'member' })
  assert.equal((await invite()).status, 201)
  issuer.change = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 })
  await browser.signIn(issuer)
  assert.equal(issuer.lastQuery.get('prompt'), 'login')
  assert.equal((await invite()).status, 403)
  issuer.reset()
})
