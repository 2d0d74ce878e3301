import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { onPostgres, query } from '#test/database/database.ts'
import { type Lies, SoftwarePasskey, text } from '#test/doubles/authenticator.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { PASSWORD, pageOf, signIn, signInOwner } from '#test/fixtures/inbox.ts'
import { addPasskey, clientOf, refusedFor, signInBy, startPasskeyServer } from '#test/fixtures/passkeys.ts'
import { newBrowser } from '#test/fixtures/single-sign-on.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// What a passkey must not be accepted for. Each signature is real: the authenticator lies where the test says so.

const world = await startMailWorld()
const { server, target } = await startPasskeyServer(world.env)
const store = await makeStore(target)
const owner = await signInOwner(target, store)
const SIGN_IN = '/api/chat/sign-in/passkey'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

async function makeMember(shop = store) {
  const member = await addMember(shop, { password: PASSWORD })
  return { member, inbox: await signIn(target, member.email) }
}

test('spec C17.10: an answer for another origin, host, purpose or page, or without the person verified, is refused', async () => {
  const { inbox } = await makeMember()
  const { passkey } = await addPasskey(inbox)
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { origin: target.baseUrl.replace('localhost', '127.0.0.1') },
    { origin: `${target.baseUrl}.evil.example` },
    { rpId: 'evil.example' },
    { isVerified: false },
    { type: 'webauthn.create' },
    { crossOrigin: true },
    { userHandle: null },
    { userHandle: 'c29tZWJvZHkgZWxzZQ' },
    { id: 'bm90IGEgY3JlZGVudGlhbA' },
  ]
  for (const lie of lies) {
    const { answer, browser } = await signInBy(target, passkey, lie)
    refusedFor(answer, 401, 'UNAUTHENTICATED')
    assert.ok(!browser.cookies.has('parley_session'), JSON.stringify(lie))
  }
  assert.equal((await signInBy(target, passkey)).answer.status, 200)
})

test('spec C17.10: a challenge works once, in the browser that it was made for, and for its purpose alone', async () => {
  const { member, inbox } = await makeMember()
  const { passkey } = await addPasskey(inbox)
  const [browser, other] = [newBrowser(target), newBrowser(target)]
  const ask = async (of = browser) => (await of.ask('POST', `${SIGN_IN}/options`)).body.data
  const signed = passkey.sign(await ask())
  await ask(other)
  refusedFor(await other.ask('POST', SIGN_IN, signed), 401, 'UNAUTHENTICATED')
  refusedFor(await newBrowser(target).ask('POST', SIGN_IN, signed), 401, 'UNAUTHENTICATED')
  const both = await Promise.all([browser.ask('POST', SIGN_IN, signed), browser.ask('POST', SIGN_IN, signed)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  refusedFor(await browser.ask('POST', SIGN_IN, signed), 401, 'UNAUTHENTICATED')
  // One that is refused is used up, too.
  const spoiled = await ask()
  refusedFor(await browser.ask('POST', SIGN_IN, passkey.sign(spoiled, { isVerified: false })), 401, 'UNAUTHENTICATED')
  refusedFor(await browser.ask('POST', SIGN_IN, passkey.sign(spoiled)), 401, 'UNAUTHENTICATED')
  // A made-up one, and those for something else.
  refusedFor(
    await browser.ask('POST', SIGN_IN, passkey.sign({ ...spoiled, challenge: 'AAAA' })),
    401,
    'UNAUTHENTICATED',
  )
  const proof = ok(await inbox.post('/api/chat/session/passkey/options'))
  const withPassword = { email: member.email, password: PASSWORD }
  const factor = (await browser.ask('POST', '/api/chat/session', withPassword)).body.data.passkey
  for (const request of [proof, factor]) {
    refusedFor(await browser.ask('POST', SIGN_IN, passkey.sign(request)), 401, 'UNAUTHENTICATED')
  }
  const passed = { ...withPassword, passkey: passkey.sign(await ask()) }
  refusedFor(await browser.ask('POST', '/api/chat/session', passed), 401, 'UNAUTHENTICATED')
})

test('spec C17.10: a challenge works for five minutes', {
  skip: !onPostgres && 'time is turned back on a server’s tables only',
}, async () => {
  const { inbox } = await makeMember()
  const { passkey } = await addPasskey(inbox)
  const browser = newBrowser(target)
  const asked = (await browser.ask('POST', `${SIGN_IN}/options`)).body.data
  assert.equal(asked.timeout, 300_000)
  const url = server.env.DATABASE_URL as string
  await query(url, "update passkey_challenges set expires_at = expires_at - interval '5 minutes'")
  refusedFor(await browser.ask('POST', SIGN_IN, passkey.sign(asked)), 401, 'UNAUTHENTICATED')
})

test('spec C17.10: a tampered signature, a changed answer and another key are refused', async () => {
  const { inbox } = await makeMember()
  const { passkey } = await addPasskey(inbox)
  const { passkey: other } = await addPasskey((await makeMember()).inbox)
  const browser = newBrowser(target)
  const attempt = async (change: (signed: ReturnType<SoftwarePasskey['sign']>, asked: Any) => object) => {
    const asked = (await browser.ask('POST', `${SIGN_IN}/options`)).body.data
    return browser.ask('POST', SIGN_IN, change(passkey.sign(asked), asked))
  }
  const flip = (value: string) => {
    const bytes = Buffer.from(value, 'base64url')
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
    return bytes.toString('base64url')
  }
  const refusals = [
    attempt((signed) => ({ ...signed, signature: flip(signed.signature) })),
    attempt((signed) => ({ ...signed, authenticatorData: flip(signed.authenticatorData) })),
    attempt((signed, asked) => ({ ...other.sign(asked), id: signed.id, userHandle: signed.userHandle })),
    attempt((signed) => ({ ...signed, id: other.id })),
    attempt((signed) => ({ ...signed, signature: 'AAAA' })),
    attempt((signed) => ({ ...signed, authenticatorData: 'AAAA' })),
  ]
  for (const answer of await Promise.all(refusals)) refusedFor(answer, 401, 'UNAUTHENTICATED')
  refusedFor(await attempt((signed) => ({ ...signed, clientDataJSON: 'AAAA' })), 401, 'UNAUTHENTICATED')
  refusedFor(await attempt((signed) => ({ ...signed, signature: '!' })), 400, 'INVALID_PARAMS')
  refusedFor(await attempt(() => ({})), 400, 'INVALID_PARAMS')
  assert.equal((await attempt((signed) => signed)).status, 200)
})

test('spec C17.10: a credential is one member’s of one store: nobody else’s second factor or proof', async () => {
  const [one, two, third] = [await makeMember(), await makeMember(), await makeMember(await makeStore(target))]
  const { passkey } = await addPasskey(one.inbox)
  const others = [await addPasskey(two.inbox), await addPasskey(third.inbox)]
  for (const { passkey: other } of others) {
    const browser = newBrowser(target)
    const credentials = { email: one.member.email, password: PASSWORD }
    const { passkey: asked } = (await browser.ask('POST', '/api/chat/session', credentials)).body.data
    for (const signed of [other.sign(asked), { ...other.sign(asked), id: passkey.id }]) {
      const answer = await browser.ask('POST', '/api/chat/session', { ...credentials, passkey: signed })
      refusedFor(answer, 401, 'UNAUTHENTICATED')
    }
    const request = ok(await one.inbox.post('/api/chat/session/passkey/options'))
    refused(await one.inbox.post('/api/chat/session/passkey', other.sign(request)), 401, 'UNAUTHENTICATED')
  }
  const [{ id }] = ok(await two.inbox.get('/api/chat/passkeys'))
  refused(await one.inbox.patch(`/api/chat/passkeys/${id}`, { name: 'Mine' }), 404, 'NOT_FOUND')
  refused(await one.inbox.delete(`/api/chat/passkeys/${id}`), 404, 'NOT_FOUND')
  // No credential is added twice, not even in another store.
  for (const { inbox } of [one, two, third]) {
    const offer = ok(await inbox.post('/api/chat/passkeys/options'))
    const again = { ...passkey.make(offer), name: 'Again' }
    assert.match(refused(await inbox.post('/api/chat/passkeys', again), 400, 'INVALID_PARAMS'), /added before/)
  }
})

test('spec C17.10: a counter that does not go up is a copy’s: refused, in the audit log, and mailed to the member', async () => {
  const { member, inbox } = await makeMember()
  const { passkey, id } = await addPasskey(inbox, { name: 'Key', counter: 5 })
  assert.equal((await signInBy(target, passkey)).answer.status, 200)
  for (const counter of [passkey.counter, 1, 0]) {
    const { answer } = await signInBy(target, passkey, { counter })
    assert.match(refusedFor(answer, 401, 'UNAUTHENTICATED'), /may have been copied/)
  }
  const log = ok(await owner.get('/api/chat/audit-log?limit=100'))
  const copied = log.filter((entry: Any) => entry.action === 'passkey.copied' && entry.target === id)
  assert.deepEqual([copied.length, copied[0].details.name], [3, 'Key'])
  const isTold = async () =>
    (await world.sentTo(member.email)).some(({ subject }) => /have been copied/.test(subject ?? ''))
  await until('the mail', isTold)
  assert.equal((await signInBy(target, passkey)).answer.status, 200) // the counter went on
})

test('spec C17.10: a new passkey is made for this session, this origin and this challenge, and vouches for itself alone', async () => {
  const { inbox } = await makeMember()
  const other = (await makeMember()).inbox
  const offer = async (of = inbox) => ok(await of.post('/api/chat/passkeys/options'))
  const add = (made: object, of = inbox) => of.post('/api/chat/passkeys', { ...made, name: 'New' })
  const fresh = () => new SoftwarePasskey(target.baseUrl)
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isVerified: false },
    { type: 'webauthn.get' },
    { crossOrigin: true },
    // Certificates name addresses that checking them would request.
    { attestation: { format: 'android-safetynet', statement: Buffer.from([0xa0]) } },
    {
      attestation: {
        format: 'packed',
        statement: Buffer.concat([Buffer.from([0xa1]), text('x5c'), Buffer.from([0x80])]),
      },
    },
    {
      attestation: {
        format: 'none',
        statement: Buffer.concat([Buffer.from([0xa1]), text('x5c'), Buffer.from([0x80])]),
      },
    },
    { attestation: { format: 'none', statement: Buffer.alloc(2_000, 0x81) } },
  ]
  for (const lie of lies) refused(await add(fresh().make(await offer(), lie)), 400, 'INVALID_PARAMS')
  const made = fresh().make(await offer())
  refused(await add(made, other), 400, 'INVALID_PARAMS')
  ok(await add(made), 201)
  refused(await add(made), 400, 'INVALID_PARAMS')
  const renamed = { ...fresh().make(await offer()), id: 'AAAA' }
  refused(await add(renamed), 400, 'INVALID_PARAMS')
  for (const change of [
    { attestationObject: 'AAAA' },
    { clientDataJSON: 'AAAA' },
    { name: ' ' },
    { name: 'x'.repeat(61) },
  ]) {
    refused(
      await inbox.post('/api/chat/passkeys', { ...fresh().make(await offer()), name: 'New', ...change }),
      400,
      'INVALID_PARAMS',
    )
  }
  for (let i = 1; i < 20; i++) await addPasskey(inbox, { name: `Key ${i}` })
  refused(await inbox.post('/api/chat/passkeys/options'), 400, 'INVALID_PARAMS')
})

test('spec C17.10: origin and host are the configured address’s, whatever a request says', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: target.baseUrl }
  const asked = ok(await createClient(target.baseUrl).post(`${SIGN_IN}/options`, undefined, headers))
  assert.equal(asked.rpId, 'localhost')
  const plain = await startServer()
  refused(await pageOf(plain).post(`${SIGN_IN}/options`), 404, 'NOT_FOUND')
  assert.equal(ok(await pageOf(plain).get('/api/chat/sign-in')).takesPasskeys, undefined)
})

test('spec C17.10: passkeys that fail count as sign-ins do, those that sign in do not', async () => {
  const { inbox } = await makeMember()
  const { passkey } = await addPasskey(inbox)
  const browser = newBrowser(target)
  const attempt = async (lies: Lies = {}) => (await signInBy(target, passkey, lies, browser)).answer
  for (let i = 0; i < 3; i++) assert.equal((await attempt()).status, 200)
  for (let i = 0; i < 60; i++) refusedFor(await attempt({ isVerified: false }), 401, 'UNAUTHENTICATED')
  refusedFor(await attempt(), 429, 'RATE_LIMITED')
  assert.equal((await signInBy(target, passkey)).answer.status, 200) // another network
})

test('spec C17.10: signing in by passkey ends the session that the browser came with; secrets are in no log', async () => {
  const { inbox } = await makeMember()
  const { passkey } = await addPasskey(inbox)
  const { browser } = await signInBy(target, passkey)
  const first = clientOf(target, browser)
  ok(await first.get('/api/chat/me'))
  await signInBy(target, passkey, {}, browser)
  refused(await first.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  for (const secret of [passkey.id, browser.cookies.get('parley_passkey')])
    assert.ok(secret && !server.logs().includes(secret))
})
