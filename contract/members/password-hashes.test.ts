import assert from 'node:assert/strict'
import { randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { onPostgres, query } from '#test/database/database.ts'
import { ok } from '#test/expect.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { PASSWORD, pageOf, signIn, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'

// How many passwords a request hashes, which is nearly all of its time: counted, so that no busy machine matters.

const server = await startServer({ ownProcess: true })
const page = pageOf(server)

/** The hashes that a call takes. */
async function hashesOf(call: () => Promise<unknown>): Promise<number> {
  const before = await metric(server, 'parley_password_hashes_total')
  await call()
  return (await metric(server, 'parley_password_hashes_total')) - before
}
const attempt = (email: string, password: string, headers = {}) =>
  page.post('/api/chat/session', { email, password }, headers)

/** A member of `count` stores, who joined each in another way. */
async function addPerson(count: number) {
  const email = `${randomUUID()}@example.com`
  const stores = await Promise.all(Array.from({ length: count }, () => makeStore(server)))
  for (const [i, store] of stores.entries()) {
    if (i % 2 === 0) {
      await addMember(store, { email, password: PASSWORD })
      continue
    }
    const { link } = ok(
      await (await signInOwner(server, store)).post('/api/chat/invitations', { email, role: 'admin' }),
      201,
    )
    ok(await page.post('/api/chat/links/use', { token: new URL(link).hash.slice(1), password: PASSWORD }))
  }
  return { email, stores }
}

test('an unknown address, a member of one store, of six, and one without a password take one hash each', async () => {
  const [one, six] = [await addPerson(1), await addPerson(6)]
  const bare = await addMember(await makeStore(server))
  const inactive = await addMember(await makeStore(server), { password: PASSWORD, active: false })
  for (const email of [`${randomUUID()}@example.com`, one.email, six.email, bare.email, inactive.email]) {
    assert.equal(await hashesOf(() => attempt(email, 'wrong password')), 1, email)
  }
  assert.equal(await hashesOf(() => attempt(six.email, PASSWORD)), 1)
  const { shopId } = six.stores[3] as { shopId: string }
  const inbox = await signIn(server, six.email, PASSWORD, { shopId })
  ok(await inbox.put('/api/chat/password', { current: PASSWORD, password: 'a better password than that' }))
  assert.equal(await hashesOf(() => attempt(six.email, PASSWORD)), 1)
  await signIn(server, six.email, 'a better password than that', { shopId })
})

test('a password is not hashed again for each code that follows it in the same browser', async () => {
  const store = await makeStore(server)
  const { member, inbox } = await signInMember(server, store)
  const { codeOf } = await addSecondFactor(inbox)
  const first = await attempt(member.email, PASSWORD)
  assert.deepEqual(first.body.data, { signedIn: false, needs: 'code', shopId: store.shopId })
  const cookie = /parley_checked=[^;]+/.exec(first.headers.get('set-cookie') ?? '')?.[0] as string
  const withCode = (code: string, password = PASSWORD) =>
    page.post('/api/chat/session', { email: member.email, password, code }, { cookie })
  assert.equal(await hashesOf(async () => assert.equal((await withCode('000000')).status, 401)), 0)
  // The cookie attests the password that was checked, and no other.
  assert.equal(await hashesOf(async () => assert.equal((await withCode(codeOf(1), 'another one')).status, 401)), 1)
  assert.equal(await hashesOf(async () => assert.equal(ok(await withCode(codeOf(1))).signedIn, true)), 0)
  // A new password ends it.
  const changed = { current: PASSWORD, password: 'a better password than that' }
  ok(await inbox.put('/api/chat/password', changed))
  assert.equal((await withCode(codeOf(1))).status, 401)
})

test('hashes with salts of their own, as earlier versions stored them, are replaced by the next sign-in', {
  skip: !onPostgres && 'hashes are stored on a server’s tables only',
}, async () => {
  const { email, stores } = await addPerson(3)
  for (const { shopId } of stores) {
    const salt = randomBytes(16)
    const hash = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 })
    const stored = ['scrypt', 16, 8, 1, salt.toString('base64'), hash.toString('base64')].join('$')
    const statement = 'update members set password_hash = $2 where shop_id = $1 and email = $3'
    await query(server.env.DATABASE_URL as string, statement, [shopId, stored, email])
  }
  assert.equal(await hashesOf(() => attempt(email, 'wrong password')), 3)
  assert.equal(ok(await attempt(email, PASSWORD)).needs, 'store')
  assert.equal(await hashesOf(() => attempt(email, 'wrong password')), 1)
  assert.equal(await hashesOf(() => attempt(email, PASSWORD)), 1)
})
