import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { onPostgres, query } from '#test/database/database.ts'
import { type Dovecot, NO_DOVECOT, startDovecot } from '#test/doubles/dovecot.ts'
import { INBOUND_DOMAIN, startMailWorld } from '#test/doubles/mail.ts'
import { startMailServer } from '#test/doubles/mail-server.ts'
import { startOauthAuthority } from '#test/doubles/oauth-authority.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C13.11: mailboxes that are signed in to by OAuth, at real servers that take tokens and no passwords.

const skip = NO_DOVECOT
const authority = await startOauthAuthority()
/** Mailboxes that nobody's account may send as. */
const closed = new Set<string>()
const outgoing = await startMailServer({
  accepts: (user, token) => authority.accepts(user, token) && !closed.has(user),
})
const dovecot = skip ? undefined : await startDovecot({ tokenInfoUrl: authority.tokenInfoUrl })
const world = await startMailWorld(authority.env)
const servers = {
  MICROSOFT_SMTP_URL: `smtp://127.0.0.1:${outgoing.port}`,
  MICROSOFT_IMAP_URL: `imap://127.0.0.1:${dovecot?.port}`,
  GOOGLE_SMTP_URL: `smtp://127.0.0.1:${outgoing.port}`,
  GOOGLE_IMAP_URL: `imap://127.0.0.1:${dovecot?.port}`,
}
const server = await startServer({ env: { ...world.env, ...servers } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const begin = (inbox: Client, body: object) => inbox.post('/api/chat/channels/sign-in', body)
const finish = (inbox: Client, answer: string) => inbox.post('/api/chat/channels/sign-in/finish', { answer })

/** Goes to the provider's page, and returns the query that it sends the member back with. */
async function agree(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? assert.fail(`status ${response.status}`))
  assert.equal(`${back.origin}${back.pathname}`, `${server.baseUrl}/inbox/settings/channels/signed-in`)
  return back.search
}

async function connect(inbox: Client, body: { address: string; provider?: string; name?: string }): Promise<Any> {
  const { url } = ok(await begin(inbox, { provider: 'microsoft', ...body }), 201)
  authority.opens = body.address
  return ok(await finish(inbox, await agree(url)), 201)
}

interface Shop extends Store {
  inbox: Client
  address: string
  account: Any
}

async function makeShop(provider = 'microsoft'): Promise<Shop> {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const address = `support-${randomUUID()}@shop.example`
  return { ...store, inbox, address, account: await connect(inbox, { address, provider, name: 'Acme' }) }
}

const state = async ({ inbox }: Shop): Promise<Any> => ok(await inbox.get('/api/chat/channels'))[0]
const list = async ({ api }: Shop): Promise<Any[]> => ok(await api.get('/chat/conversations?limit=100'))

/** A customer's mail in the mailbox, and its conversation. */
async function receive(shop: Shop, text = `Hello ${randomUUID()}`): Promise<string> {
  const from = `kim-${randomUUID()}@customer.example`
  const mail = `From: Kim <${from}>\r\nTo: ${shop.address}\r\nSubject: My parcel\r\nMessage-ID: <${randomUUID()}@customer.example>\r\n\r\n${text}\r\n`
  await (dovecot as Dovecot).deliver(shop.address, mail)
  const found = await until(
    'the mail is read',
    async () => (await list(shop)).find(({ lastMessage }) => lastMessage.text === text),
    20_000,
  )
  return found.id
}

const reply = (shop: Shop, id: string, text: string) =>
  shop.api.post(`/chat/conversations/${id}/messages`, { text, memberId: shop.owner.memberId })
const sent = (text: string) => outgoing.mails.filter(({ raw }) => raw.includes(text))
const arrives = (text: string) => until(text, () => sent(text)[0], 20_000)

test('spec C13.11: a mailbox of Microsoft or Google is connected by signing in, read and sent from, without a password', {
  skip,
}, async () => {
  for (const provider of ['microsoft', 'google']) {
    const shop = await makeShop(provider)
    const { account } = shop
    assert.deepEqual([account.state, account.signInProvider, account.needsSignIn], ['connected', provider, false])
    const text = `On its way ${randomUUID()}`
    ok(await reply(shop, await receive(shop), text), 201)
    const mail = await arrives(text)
    assert.deepEqual([mail.user, sent(text).length], [shop.address, 1])
    const checks = ok(await shop.inbox.post(`/api/chat/channels/${account.id}/check`))
    assert.equal(checks.find(({ name }: Any) => name === 'Outgoing mail').state, 'good')
    assert.notEqual(checks.find(({ name }: Any) => name === 'Incoming mail').state, 'bad')
    const shown = JSON.stringify([account, await state(shop), ok(await shop.operator.get(pathOf(shop))), server.logs()])
    assert.doesNotMatch(shown, /access-|refresh-/)
  }
})

const pathOf = (shop: Store) => `/operator/stores/${shop.shopId}/channels`

test('spec C13.11: a member goes to the provider with a challenge, and a shared mailbox has its own address', {
  skip,
}, async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const address = `team-${randomUUID()}@shop.example`
  const { url } = ok(await begin(inbox, { provider: 'microsoft', address }), 201)
  authority.opens = address
  ok(await finish(inbox, await agree(url)), 201)
  const asked = authority.lastQuery
  assert.equal(asked.get('code_challenge_method'), 'S256')
  assert.equal(asked.get('response_type'), 'code')
  assert.ok((asked.get('state') ?? '').length >= 43)
  // The member chooses the account to sign in with; the address is the mailbox's.
  assert.equal(asked.get('login_hint'), null)
  const shop = { ...store, inbox, address, account: await state({ inbox } as Shop) }
  const text = `Shared ${randomUUID()}`
  ok(await reply(shop, await receive(shop), text), 201)
  assert.equal((await arrives(text)).user, address)
})

test('spec C13.11: a sign-in is finished once, in the session that began it, within ten minutes, by an admin', async () => {
  const store = await makeStore(server)
  const [first, second] = [await signInOwner(server, store), await signInOwner(server, store)]
  const other = await signInOwner(server, await makeStore(server))
  const { inbox: plain } = await signInMember(server, store)
  const body = { provider: 'google', address: `x-${randomUUID()}@shop.example` }
  refused(await begin(plain, body), 403, 'FORBIDDEN')
  const answer = await agree(ok(await begin(first, body), 201).url)
  refused(await finish(plain, answer), 403, 'FORBIDDEN')
  for (const inbox of [second, other]) refused(await finish(inbox, answer), 400, 'INVALID_PARAMS')
  const forged = answer.replace(/state=[^&]+/, `state=${'0'.repeat(64)}`)
  for (const wrong of [forged, '', '?code=1', '?state=']) refused(await finish(first, wrong), 400, 'INVALID_PARAMS')
  const racing = await Promise.all([finish(first, answer), finish(first, answer), finish(first, answer)])
  assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 400, 400])
  refused(await finish(first, answer), 400, 'INVALID_PARAMS')

  const denied = ok(await begin(first, body), 201).url
  const state = new URL(denied).searchParams.get('state')
  const told = await finish(first, `?error=access_denied&error_description=No%20thanks&state=${state}`)
  assert.match(refused(told, 400, 'INVALID_PARAMS'), /Google refused the sign-in.*No thanks/)
})

test('spec C13.11: after ten minutes a sign-in is void', {
  skip: onPostgres ? false : 'time is turned back on a server’s tables only',
}, async () => {
  const inbox = await signInOwner(server, await makeStore(server))
  const address = `late-${randomUUID()}@shop.example`
  const answer = await agree(ok(await begin(inbox, { provider: 'google', address }), 201).url)
  await query(
    server.env.DATABASE_URL as string,
    `update mailbox_sign_ins set expires_at = expires_at - interval '10 minutes' where request ->> 'address' = $1`,
    [address],
  )
  refused(await finish(inbox, answer), 400, 'INVALID_PARAMS')
})

test('spec C13.11: tokens are refreshed before they end, by one process at a time, and each refresh token is used once', {
  skip: skip || (onPostgres ? false : 'two processes need a server'),
}, async () => {
  const second = await startServer({
    env: { ...world.env, ...servers, INBOUND_SMTP_PORT: '', DATABASE_URL: server.env.DATABASE_URL as string },
  })
  // Each use of a token that ends in a minute refreshes it first.
  Object.assign(authority, { lifetimeS: 60, delayMs: 50, refreshes: 0, reuses: 0 })
  const shop = await makeShop()
  const ids = await Promise.all(Array.from({ length: 6 }, () => receive(shop)))
  const texts = ids.map(() => `Fresh ${randomUUID()}`)
  await Promise.all(ids.map((id, index) => reply(shop, id, texts[index] as string)))
  for (const text of texts) await arrives(text)
  assert.ok(authority.refreshes > 0)
  assert.equal(authority.reuses, 0)
  assert.deepEqual(
    texts.map((text) => sent(text).length),
    texts.map(() => 1),
  )
  const { state: shown, needsSignIn } = await state(shop)
  assert.deepEqual([shown, needsSignIn], ['connected', false])
  Object.assign(authority, { lifetimeS: 3_600, delayMs: 0 })
  await second.stop()
})

test('spec C13.11: a token that is refused before its end is replaced, and mail waits while the provider is away', {
  skip,
}, async () => {
  const shop = await makeShop()
  const id = await receive(shop)
  authority.revoke('access')
  const text = `Replaced ${randomUUID()}`
  ok(await reply(shop, id, text), 201)
  await arrives(text)

  authority.lifetimeS = 60 // so that each mail needs another token
  const away = await makeShop()
  const waiting = await receive(away)
  authority.refuses = { status: 503, error: 'temporarily_unavailable' }
  const later = `Later ${randomUUID()}`
  ok(await reply(away, waiting, later), 201)
  await until('a reason', async () =>
    JSON.stringify(ok(await away.inbox.get(`/api/chat/conversations/${waiting}/messages`))).includes(
      'Microsoft cannot be asked now',
    ),
  )
  assert.deepEqual([(await state(away)).state, (await state(away)).needsSignIn], ['connected', false])
  Object.assign(authority, { refuses: null, lifetimeS: 3_600 })
  await arrives(later)
})

test('spec C13.11: a mailbox whose sign-in has ended says “connect it again”, and goes on once somebody signed in', {
  skip,
}, async () => {
  authority.lifetimeS = 60
  const shop = await makeShop()
  const id = await receive(shop)
  authority.revoke('all')
  const waits = `Waits ${randomUUID()}`
  ok(await reply(shop, id, waits), 201)
  const broken = await until('it is broken', async () => {
    const found = await state(shop)
    return found.needsSignIn && found
  })
  assert.deepEqual(
    [broken.state, broken.sendError, broken.receiveError !== null],
    ['broken', broken.receiveError, true],
  )
  assert.match(broken.sendError, /^Microsoft ended the sign-in of this mailbox: connect it again\./)
  refused(await reply(shop, id, 'Not now'), 409, 'CHANNEL_UNAVAILABLE')
  const [{ lastError }] = ok(await shop.operator.get(pathOf(shop)))
  assert.equal(lastError, broken.sendError)
  ok(await shop.inbox.post(`/api/chat/channels/${shop.account.id}/check`))
  assert.equal((await state(shop)).needsSignIn, true)
  authority.lifetimeS = 3_600
  const again = await connect(shop.inbox, { address: shop.address })
  assert.deepEqual([again.id, again.state, again.needsSignIn], [shop.account.id, 'connected', false])
  await arrives(waits)
  await receive(shop)
})

test('spec C13.11: an account without rights to the mailbox is named as such, and needs no other sign-in', {
  skip,
}, async () => {
  const shop = await makeShop()
  closed.add(shop.address)
  const [outgoingMail] = ok(await shop.inbox.post(`/api/chat/channels/${shop.account.id}/check`))
  assert.equal(outgoingMail.state, 'bad')
  assert.match(outgoingMail.text, /refused the sign-in: the account that signed in may not send as this mailbox/)
  const { needsSignIn, sendError } = await state(shop)
  assert.deepEqual([needsSignIn, sendError], [false, outgoingMail.text])
})

test('spec C13.11: without the operator’s app the provider is not offered, and its authority is in an allowed network', async () => {
  const none = { MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '', CHANNEL_ALLOW_CIDRS: '', INBOUND_SMTP_PORT: '' }
  const without = await startServer({ env: { ...world.env, ...none } })
  const inbox = await signInOwner(without, await makeStore(without))
  const { meta } = (await inbox.get('/api/chat/channels')).body as Any
  assert.deepEqual(meta.signInProviders, ['google'])
  const address = `a@${INBOUND_DOMAIN}`
  assert.match(
    refused(await begin(inbox, { provider: 'microsoft', address }), 400, 'INVALID_PARAMS'),
    /MICROSOFT_CLIENT_ID is not set/,
  )
  assert.match(
    refused(await begin(inbox, { provider: 'google', address }), 409, 'CHANNEL_UNAVAILABLE'),
    /not a public address/,
  )
})
