import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose'
import { newKey, type OidcDouble, signWith, startOidcIssuer } from '#test/doubles/oidc-issuer.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { newBrowser, reasonOf, type SignInBrowser } from '#test/fixtures/single-sign-on.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Eighty and more ways to get in through the operator's issuer that must not work; several issuers are in
// single-sign-on-mixed-issuers.test.ts. Each begins with a member whose account is
// good: before and after, it gets in, so a refusal is of what the case changes. Cases of the issuer's claims and keys
// change what the double signs; the others change what the browser brings.

const issuer = await startOidcIssuer()
const other = await startOidcIssuer()
const env = { ...issuer.env, OIDC_ALLOW_CIDRS: '127.0.0.1/32', TRUST_PROXY: '127.0.0.1' }
const server = await startServer({ env })
const store = await makeStore(server)
const member = await addMember(store)
const account = { sub: randomUUID(), email: member.email, email_verified: true }
const stranger = await newKey()
const seconds = () => Math.floor(Date.now() / 1000)

/** Signs in with the good account; whether that lets the browser in. */
async function getsIn(act: (browser: SignInBrowser) => Promise<string>): Promise<boolean> {
  const browser = newBrowser(server)
  const location = await act(browser)
  const me = await browser.whoAmI()
  if (!me) assert.ok(reasonOf(location), `a refusal leads to the sign-in page, not to ${location}`)
  if (!me) assert.match(location, /^\/inbox\/sign-in\?/)
  return me !== null
}

type Change = Partial<
  Pick<OidcDouble, 'person' | 'change' | 'sign' | 'describe' | 'answer' | 'isLax' | 'status' | 'userInfo'>
>
const claims = (change: Record<string, unknown>): Change => ({ change: (all) => ({ ...all, ...change }) as never })
/** Claims with times that are close to now: taken when the token is made. */
const late = (change: () => Record<string, unknown>): Change => ({
  change: (all) => ({ ...all, ...change() }) as never,
})
const signed = (sign: OidcDouble['sign']): Change => ({ sign })
const answers = (answer: OidcDouble['answer']): Change => ({ answer })

/** HS256 with what an attacker may know: the public key, the client's secret, its ID, nothing. */
const hs256 = (secretOf: (key: Awaited<ReturnType<typeof newKey>>) => Promise<string> | string) =>
  signed(async (all, key) => {
    const secret = new TextEncoder().encode((await secretOf(key)).padEnd(32, '0'))
    return new SignJWT(all).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(secret)
  })

const tamper = (change: (parts: string[]) => void) =>
  signed(async (all, key) => {
    const parts = (await signWith(all, key)).split('.')
    change(parts)
    return parts.join('.')
  })

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What the issuer says. */
const OF_TOKENS: Record<string, Change> = {
  'an unsigned token': signed((all) => new UnsecuredJWT(all).encode()),
  'an unsigned token that calls its algorithm None': signed((all) => `${base64({ alg: 'None' })}.${base64(all)}.`),
  'a token without a signature': tamper((parts) => (parts[2] = '')),
  'a token with another one’s signature': tamper((parts) => (parts[2] = Buffer.alloc(256, 1).toString('base64url'))),
  'a token whose claims were changed': tamper((parts) => {
    const all = JSON.parse(Buffer.from(parts[1] as string, 'base64url').toString())
    parts[1] = base64({ ...all, email_verified: true, x: 1 })
  }),
  'a token that was cut': tamper((parts) => parts.pop()),
  'no token at all': signed(() => ''),
  'a token that is no JWT': signed(() => 'a.b.c'),
  'HS256 with the public key': hs256(({ publicKey }) => exportSPKI(publicKey)),
  'HS256 with the client’s secret': hs256(() => issuer.client.secret),
  'HS256 with the client’s ID': hs256(() => issuer.client.id),
  'HS256 with nothing': hs256(() => ''),
  'a stranger’s key': signed((all) => signWith(all, stranger)),
  'a stranger’s key under the issuer’s key ID': signed((all, key) => signWith(all, { ...stranger, kid: key.kid })),
  'a key in the token itself': signed((all) => signWith(all, stranger, { jwk: stranger.jwk })),
  'a key at an address in the token': signed((all) => signWith(all, stranger, { jku: `${other.origin}/keys` })),
  'a token with an unknown critical header': signed(async (all, key) => {
    const parts = (await signWith(all, key)).split('.')
    parts[0] = base64({ alg: 'RS256', kid: key.kid, crit: ['x'], x: 1 })
    return parts.join('.')
  }),
  'RS512, which is not on the list': signed(async (all) => signWith(all, await newKey('RS512'))),
  'another issuer': claims({ iss: other.origin }),
  'the issuer with a slash more': claims({ iss: `${issuer.origin}/` }),
  'no issuer': claims({ iss: undefined }),
  'another audience': claims({ aud: 'another' }),
  'no audience': claims({ aud: undefined }),
  'audiences without this client': claims({ aud: ['a', 'b'], azp: 'parley' }),
  'several audiences and no azp': claims({ aud: ['parley', 'another'] }),
  'several audiences and another azp': claims({ aud: ['parley', 'another'], azp: 'another' }),
  'the audience alone and another azp': claims({ azp: 'another' }),
  'an azp that is no text': claims({ azp: ['parley'] }),
  'a token that expired': claims({ iat: seconds() - 7200, exp: seconds() - 3600 }),
  'a token that expired more than the clocks differ': claims({ exp: seconds() - 90 }),
  'no expiry': claims({ exp: undefined }),
  'an expiry that is a text': claims({ exp: '9999999999' }),
  'a token from the future': claims({ iat: seconds() + 3600, exp: seconds() + 7200 }),
  'a token of yesterday that lasts': claims({ iat: seconds() - 86_400, exp: seconds() + 86_400 }),
  'no time of issue': claims({ iat: undefined }),
  'not good before tomorrow': claims({ nbf: seconds() + 86_400 }),
  'a token from the future by more than the clocks differ': late(() => ({ iat: seconds() + 90, exp: seconds() + 390 })),
  'not good for longer than the clocks differ': late(() => ({ nbf: seconds() + 90 })),
  'another nonce': claims({ nonce: 'another' }),
  'no nonce': claims({ nonce: undefined }),
  'an empty nonce': claims({ nonce: '' }),
  'no subject': claims({ sub: undefined }),
  'an empty subject': claims({ sub: '' }),
  'a subject that is a number': claims({ sub: 7 }),
  'a subject of 300 characters': claims({ sub: 'x'.repeat(300) }),
  'another subject with the member’s address': claims({ sub: randomUUID() }),
  'another subject with an unverified address': claims({ sub: randomUUID(), email_verified: false }),
  'another subject with a text for verified': claims({ sub: randomUUID(), email_verified: 'true' }),
  'another subject with a list of addresses': claims({ sub: randomUUID(), email: [member.email] }),
  'another subject with the address in capitals': claims({ sub: randomUUID(), email: member.email.toUpperCase() }),
  'another subject and Microsoft’s claim': claims({ sub: randomUUID(), email_verified: undefined, xms_edov: true }),
  'userinfo about somebody else': {
    ...claims({ sub: randomUUID(), email: undefined }),
    userInfo: { sub: account.sub, email: member.email, email_verified: true },
  },
  'a token endpoint that fails': { status: 500 },
}

/** What the browser brings back from the issuer. */
const OF_ANSWERS: Record<string, Change> = {
  'an answer that names another issuer': answers((query) => query.set('iss', other.origin)),
  'an answer that names no issuer, though it is promised': answers((query) => query.delete('iss')),
  'an answer with two issuers': answers((query) => query.append('iss', other.origin)),
  'another state': answers((query) => query.set('state', 'x'.repeat(43))),
  'no state': answers((query) => query.delete('state')),
  'an empty state': answers((query) => query.set('state', '')),
  'two states': answers((query) => query.append('state', 'x')),
  'another code': answers((query) => query.set('code', randomUUID())),
  'no code': answers((query) => query.delete('code')),
  'two codes': answers((query) => query.append('code', randomUUID())),
  'an error beside the code': answers((query) => query.set('error', 'access_denied')),
  'an unknown error': answers((query) => query.set('error', 'x'.repeat(5_000))),
  'the answer of an implicit sign-in': answers((query) => query.set('response', 'x.y.z')),
}

const SIGN_IN_PAGE = '/inbox/sign-in?reason=expired'

/** Finishes a sign-in that waits for a choice, which must be refused; the browser may have got in before. */
async function finishInVain(browser: SignInBrowser, chosen: object): Promise<string> {
  const { status } = await browser.ask('POST', '/api/chat/sign-in/oidc/finish', chosen)
  assert.equal(status, 400)
  return SIGN_IN_PAGE
}

/** A browser with an account of two stores, which has to choose one. */
async function waitForChoice(browser: SignInBrowser): Promise<string[]> {
  const email = `${randomUUID()}@example.com`
  const shops = [await makeStore(server), await makeStore(server)]
  for (const shop of shops) await addMember(shop, { email })
  issuer.person = { sub: randomUUID(), email, email_verified: true }
  assert.equal(reasonOf(await browser.signIn(issuer)), 'continue')
  return shops.map(({ shopId }) => shopId)
}

/** What the browser does in another way than it should. Returns where it ends. */
const OF_BROWSERS: Record<string, (browser: SignInBrowser) => Promise<string>> = {
  'an answer in a browser that began nothing': async (browser) => {
    const page = await newBrowser(server).begin()
    return (await browser.ask('GET', issuer.signIn(page))).location
  },
  'an answer for another browser’s sign-in': async (browser) => {
    const page = await newBrowser(server).begin()
    await browser.begin()
    return (await browser.ask('GET', issuer.signIn(page))).location
  },
  'the code of a sign-in that somebody else began': async (browser) => {
    issuer.isLax = true
    const stolen = new URL(issuer.signIn(await newBrowser(server).begin()))
    const mine = new URL(issuer.signIn(await browser.begin()))
    mine.searchParams.set('code', stolen.searchParams.get('code') as string)
    return (await browser.ask('GET', mine.href)).location
  },
  'the same answer again': async (browser) => {
    issuer.isLax = true
    const page = await browser.begin()
    const kept = browser.cookies.get('parley_sso') as string
    const answer = issuer.signIn(page)
    assert.equal((await browser.ask('GET', answer)).location, '/inbox')
    browser.cookies.clear()
    browser.cookies.set('parley_sso', kept)
    return (await browser.ask('GET', answer)).location
  },
  'the same answer twice at once': async (browser) => {
    issuer.isLax = true
    const page = await browser.begin()
    const kept = browser.cookies.get('parley_sso') as string
    const answer = issuer.signIn(page)
    const twin = newBrowser(server)
    twin.cookies.set('parley_sso', kept)
    const [one, two] = await Promise.all([browser.ask('GET', answer), twin.ask('GET', answer)])
    const all = [one.location, two.location].sort()
    assert.deepEqual(all, ['/inbox', '/inbox/sign-in?reason=expired'])
    browser.cookies.clear()
    return all[1] as string
  },
  'an answer after the browser began again': async (browser) => {
    const first = issuer.signIn(await browser.begin())
    await browser.begin()
    return (await browser.ask('GET', first)).location
  },
  'what the browser keeps, written by itself': async (browser) => {
    const page = await browser.begin()
    const secrets = { state: 'x', nonce: new URL(page).searchParams.get('nonce'), verifier: 'x' }
    const value = { secrets, shopId: null, isOwn: false, next: '/inbox' }
    const forged = { value, until: Date.now() + 1_000_000 }
    browser.cookies.set('parley_sso', encodeURIComponent(JSON.stringify(forged)))
    const answer = new URL(issuer.signIn(page))
    answer.searchParams.set('state', 'x')
    return (await browser.ask('GET', answer.href)).location
  },
  'what the browser keeps, changed': async (browser) => {
    const page = await browser.begin()
    const kept = browser.cookies.get('parley_sso') as string
    browser.cookies.set('parley_sso', `${kept.slice(0, -3)}${kept.endsWith('A') ? 'BBB' : 'AAA'}`)
    return (await browser.ask('GET', issuer.signIn(page))).location
  },
  'the ID token of an earlier sign-in, for a new code': async (browser) => {
    let earlier: string | undefined
    issuer.sign = async (all, key) => (earlier ??= await signWith(all, key))
    assert.equal(await newBrowser(server).signIn(issuer), '/inbox')
    return browser.signIn(issuer)
  },
  'an answer by POST, from a form of another page': async (browser) => {
    const answer = new URL(issuer.signIn(await browser.begin()))
    const { status } = await browser.ask('POST', answer.pathname, Object.fromEntries(answer.searchParams))
    assert.equal(status, 401)
    return SIGN_IN_PAGE
  },
  'an answer without any sign-in': async (browser) =>
    (await browser.ask('GET', '/api/chat/sign-in/oidc/callback?code=x&state=x')).location,
  'the callback alone': async (browser) => (await browser.ask('GET', '/api/chat/sign-in/oidc/callback')).location,
  'a choice of a store without an account that was proven': (browser) =>
    finishInVain(browser, { shopId: store.shopId }),
  'a choice by a guessed secret': (browser) => {
    browser.cookies.set('parley_waiting', 'x'.repeat(43))
    return finishInVain(browser, { shopId: store.shopId })
  },
  'a choice of a store that the account is not of': async (browser) => {
    await waitForChoice(browser)
    return finishInVain(browser, { shopId: store.shopId })
  },
  'a choice that was made before': async (browser) => {
    const first = newBrowser(server)
    const [shopId] = await waitForChoice(first)
    const kept = first.cookies.get('parley_waiting') as string
    assert.equal((await first.ask('POST', '/api/chat/sign-in/oidc/finish', { shopId })).status, 200)
    browser.cookies.set('parley_waiting', kept)
    return finishInVain(browser, { shopId })
  },
  'a sign-in at another issuer': async (browser) => {
    const page = await browser.begin()
    const back = new URL(other.signIn(page))
    return (await browser.ask('GET', back.href)).location
  },
}

/** An issuer that a store set up, and a sign-in of its member there; false where the store cannot set it up. */
async function ownIssuer(describe = (document: Record<string, unknown>) => document) {
  const shop = await makeStore(server)
  const own = await startOidcIssuer()
  own.describe = describe
  const owner = await signInOwner(server, shop)
  const client = { issuer: own.origin, clientId: own.client.id, clientSecret: own.client.secret, name: null }
  const rest = { isOnly: false, allowedDomains: [], groupClaim: 'groups', groups: [] }
  const { status } = await owner.put('/api/chat/single-sign-on', { ...client, ...rest })
  const person = await addMember(shop)
  own.person = { sub: 'x', email: person.email, email_verified: true }
  const enter = () => getsIn((browser) => browser.signIn(own, `?store=${shop.appId}`))
  return { own, enter: status === 200 ? enter : async () => false }
}

const good = () => getsIn((browser) => browser.signIn(issuer))

test('spec C17.4, C17.5: a hostile issuer or browser never gets in, and a good one does before and after', async (t) => {
  let cases = 0
  const letIn: string[] = []
  const run = async (name: string, act: () => Promise<boolean>) => {
    cases++
    if (await act()) letIn.push(name)
    issuer.reset()
    other.reset()
    issuer.person = account
    other.person = account
  }
  issuer.person = account
  other.person = account
  assert.ok(await good())
  for (const [name, change] of [...Object.entries(OF_TOKENS), ...Object.entries(OF_ANSWERS)]) {
    await run(name, () => {
      Object.assign(issuer, change)
      return good()
    })
  }
  for (const [name, act] of Object.entries(OF_BROWSERS)) await run(name, () => getsIn(act))
  assert.ok(await good())
  t.diagnostic(`${cases} hostile cases, ${letIn.length} let in`)
  assert.deepEqual(letIn, [])
  assert.ok(cases >= 80, `${cases} cases`)
})

test('spec C17.4: good tokens of each algorithm get in, with clocks that differ by less than a minute', async () => {
  const good_: Change[] = [
    claims({ aud: ['parley', 'another'], azp: 'parley' }),
    claims({ azp: 'parley' }),
    claims({ iat: seconds() - 330, exp: seconds() - 30 }),
    claims({ iat: seconds() + 40, exp: seconds() + 340 }),
    claims({ email: 'changed@example.com', email_verified: false }),
    claims({ email: undefined, email_verified: undefined }),
  ]
  for (const change of good_) {
    issuer.person = account
    Object.assign(issuer, change)
    assert.ok(await good())
    issuer.reset()
  }
  for (const algorithm of ['PS256', 'ES256', 'EdDSA', 'RS256']) {
    const { own, enter } = await ownIssuer()
    await own.rotate(algorithm)
    assert.ok(await enter(), algorithm)
  }
})

test('spec C17.4: an unknown key makes the keys be read again, at most once a minute', async () => {
  const { own, enter } = await ownIssuer()
  assert.ok(await enter())
  assert.equal(own.keyReads, 1)
  await own.rotate()
  assert.ok(await enter(), 'the issuer’s new key is found')
  assert.equal(own.keyReads, 2)
  for (let i = 0; i < 5; i++) {
    own.sign = (all) => signWith(all, { ...stranger, kid: randomUUID() })
    assert.equal(await enter(), false)
  }
  assert.equal(own.keyReads, 2)
  own.sign = null
  assert.ok(await enter())
})

test('spec C17.3: `next` is a path of the inbox; anything else is ignored', async () => {
  issuer.person = account
  const outside = [
    'https://evil.example/inbox',
    '//evil.example/inbox',
    '/\\evil.example',
    '\\\\evil.example',
    '/inbox/../../evil',
    '/inbox/..//evil.example',
    '/inboxes',
    '/inbox.evil.example',
    'inbox',
    ' /inbox',
    '/inbox\n//evil.example',
    '/%2e%2e/evil',
    'javascript:alert(1)',
    '/api/chat/session',
    '/inbox@evil.example',
    `/inbox/${'x'.repeat(3_000)}`,
    '',
  ]
  for (const next of outside) {
    assert.equal(await newBrowser(server).signIn(issuer, `?next=${encodeURIComponent(next)}`), '/inbox', next)
  }
  for (const next of ['/inbox', '/inbox/mine', '/inbox/search?q=a%20b', '/inbox/open/x#y', '/inbox?x=//evil.example']) {
    assert.equal(await newBrowser(server).signIn(issuer, `?next=${encodeURIComponent(next)}`), next)
  }
})

test('spec C17.2: an issuer is used only as its discovery document names it, at an address that is allowed', async () => {
  const documents: [string, (document: Record<string, unknown>) => Record<string, unknown>][] = [
    ['another issuer', (one) => ({ ...one, issuer: other.origin })],
    ['no keys', ({ jwks_uri: _, ...one }) => one],
    ['no page', ({ authorization_endpoint: _, ...one }) => one],
    ['a page of another scheme', (one) => ({ ...one, authorization_endpoint: 'javascript:alert(1)' })],
    ['tokens at an address that is not allowed', (one) => ({ ...one, token_endpoint: 'http://127.1.0.1:9/token' })],
    ['keys at an address that is not public', (one) => ({ ...one, jwks_uri: 'https://10.0.0.1/keys' })],
  ]
  for (const [name, describe] of documents) {
    const { enter } = await ownIssuer(describe)
    assert.equal(await enter(), false, name)
  }
  // Without OIDC_ALLOW_CIDRS an address that is not public is not asked, and passwords go on.
  const there = await startServer({ env: { ...env, OIDC_ALLOW_CIDRS: '' } })
  assert.equal(reasonOf(await newBrowser(there).begin()), 'unreachable')
  await until('the log to say so', async () => there.logs().includes('it is tried again'))
  const without = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  assert.equal(reasonOf(await newBrowser(without).begin()), 'off')
})
