import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { clock } from '#base/clock.ts'
import { createLogger } from '#base/logger.ts'
import { ParleyError } from '#core/errors.ts'
import { openFileBytes } from '#core/files/file-bytes.ts'
import { FileStore } from '#core/files/files.ts'
import { deleteWhatIsOld } from '#core/stores/retention.ts'
import { createStore } from '#core/stores/stores.ts'
import { AddressBook } from '#outbound/address.ts'
import { openEmbedded } from '#test/database/embedded.ts'
import { AssistantFinder, listAssistants } from './assistants.ts'
import { isKnownClient, registerClient } from './clients.ts'
import { allowAssistant } from './consent.ts'
import { OAuthError } from './oauth-error.ts'
import { exchangeCode, refreshTokens } from './tokens.ts'

// What depends on time, and what only many requests show: on a database of its own, with a clock that is moved.

const { database, directory } = await openEmbedded('assistants')
const real = clock.now
after(() => {
  clock.now = real
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CALLBACK = 'https://assistant.example.com/callback'
const options = { addresses: new AddressBook({ allow: [], dnsServers: [] }), baseUrl: 'https://chat.example.com' }
const pass = (ms: number) => {
  const now = clock.now() + ms
  clock.now = () => now
}
const isGrantError = (error: Error) => error instanceof OAuthError && error.code === 'invalid_grant'

async function newStore() {
  const { store, owner } = await createStore(database, {
    name: 'Acme',
    owner: { email: `${randomBytes(4).toString('hex')}@example.com` },
  })
  const shop = database.shop(store.shopId)
  const memberId = owner?.memberId as string
  return {
    shop,
    appId: store.appId,
    admin: { caller: { shop, actor: { kind: 'member', memberId } }, memberId } as const,
  }
}
type TestStore = Awaited<ReturnType<typeof newStore>>

/** What a program needs for its first tokens. */
async function newCode({ shop, appId, admin }: TestStore) {
  const { id: clientId } = await registerClient(shop, { redirect_uris: [CALLBACK] })
  const verifier = randomBytes(32).toString('hex')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const to = new URL(await allowAssistant(admin, { appId, query: query.toString() }, options))
  return { code: to.searchParams.get('code') as string, clientId, redirectUri: CALLBACK, verifier }
}

test('a code lasts a minute, an access token an hour, a refresh token 30 days from its making', async () => {
  const store = await newStore()
  const { shop } = store
  const finder = new AssistantFinder()
  const late = await newCode(store)
  pass(MINUTE)
  await assert.rejects(exchangeCode(shop, late), isGrantError)

  const code = await newCode(store)
  pass(MINUTE - 1)
  const first = await exchangeCode(shop, code)
  pass(60 * MINUTE - 1)
  assert.ok(await finder.find(shop, first.accessToken, '203.0.113.1'))
  pass(1)
  assert.equal(await finder.find(shop, first.accessToken, '203.0.113.1'), null)

  pass(30 * DAY - 60 * MINUTE - 1)
  const second = await refreshTokens(shop, { ...first, clientId: code.clientId })
  assert.equal((await listAssistants(store.admin.caller)).length, 1)
  pass(30 * DAY)
  assert.equal((await listAssistants(store.admin.caller)).length, 0)
  await assert.rejects(refreshTokens(shop, { ...second, clientId: code.clientId }), isGrantError)
})

test('however often it is refreshed, a grant ends after a year', async () => {
  const store = await newStore()
  const code = await newCode(store)
  let tokens = await exchangeCode(store.shop, code)
  const again = () => refreshTokens(store.shop, { ...tokens, clientId: code.clientId })
  for (let days = 20; days < 365; days += 20) {
    pass(20 * DAY)
    tokens = await again()
  }
  pass(5 * DAY - 1)
  tokens = await again()
  const works = () => new AssistantFinder().find(store.shop, tokens.accessToken, '203.0.113.1')
  assert.ok(await works())
  pass(1)
  assert.equal(await works(), null)
  await assert.rejects(again(), isGrantError)
})

test('retention deletes what has expired: apps that no admin allowed after a day, grants after their end', async () => {
  const store = await newStore()
  const { shop } = store
  const count = async (table: string) => (await shop.query(`select 1 from ${table} where shop_id = $1`)).length
  const unused = await registerClient(shop, { redirect_uris: [CALLBACK] })
  const code = await newCode(store)
  await exchangeCode(shop, code)
  const forgotten = await newCode(store)
  const sweep = () =>
    deleteWhatIsOld(
      database,
      new FileStore(database, openFileBytes({ dataDir: directory }), createLogger('silent')),
      new Date(clock.now()),
    )
  pass(MINUTE + 1)
  await sweep()
  assert.deepEqual([await count('assistant_clients'), await count('assistant_grants')], [3, 1])
  pass(DAY)
  assert.equal(await isKnownClient(shop, unused.id), false, 'before it is swept, too')
  await sweep()
  assert.deepEqual([await count('assistant_clients'), await count('assistant_grants')], [2, 1])
  assert.ok(await isKnownClient(shop, forgotten.clientId), 'let in once, though it never came')
  pass(30 * DAY)
  await sweep()
  assert.deepEqual([await count('assistant_clients'), await count('assistant_grants')], [2, 0])
  pass(365 * DAY)
  await sweep()
  assert.equal(await count('assistant_clients'), 0)
})

test('of apps that no admin allowed a store keeps the latest 200; allowed ones stay', async () => {
  const store = await newStore()
  const { clientId } = await newCode(store)
  const ids: string[] = []
  for (let i = 0; i < 203; i++) {
    pass(1)
    ids.push((await registerClient(store.shop, { redirect_uris: [CALLBACK] })).id)
  }
  const kept = await Promise.all(ids.map((id) => isKnownClient(store.shop, id)))
  assert.deepEqual(kept, [...Array(3).fill(false), ...Array(200).fill(true)])
  assert.ok(await isKnownClient(store.shop, clientId))
})

test('a store has a hundred assistants at most', async () => {
  const store = await newStore()
  for (let i = 0; i < 100; i++) await newCode(store)
  await assert.rejects(newCode(store), (error) => error instanceof ParleyError && /at most 100/.test(error.message))
})

test('who guesses tokens is refused before the database is asked; a token that was good goes on from there', async () => {
  const store = await newStore()
  const finder = new AssistantFinder()
  const { accessToken } = await exchangeCode(store.shop, await newCode(store))
  const [guesser, elsewhere] = ['203.0.113.7', '203.0.113.8']
  assert.ok(await finder.find(store.shop, accessToken, guesser))
  const guess = () => finder.find(store.shop, `mcpa_${randomBytes(32).toString('hex')}`, guesser)
  for (let i = 0; i < 300; i++) assert.equal(await guess(), null)
  await assert.rejects(guess(), (error) => error instanceof ParleyError && error.code === 'RATE_LIMITED')
  assert.ok(await finder.find(store.shop, accessToken, guesser))
  assert.equal(await finder.find(store.shop, `mcpa_${'0'.repeat(64)}`, elsewhere), null)
})
