import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { onPostgres, query } from '#test/database/database.ts'
import type { SoftwarePasskey } from '#test/doubles/authenticator.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { startOidcIssuer } from '#test/doubles/oidc-issuer.ts'
import { ok, refused } from '#test/expect.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { PASSWORD, signIn, signInOwner } from '#test/fixtures/inbox.ts'
import { addPasskey, clientOf, refusedFor, signInBy, startPasskeyServer } from '#test/fixtures/passkeys.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { newBrowser } from '#test/fixtures/single-sign-on.ts'
import { until } from '#test/until.ts'

// Passkeys as members use them, with real signatures.

const world = await startMailWorld()
const issuer = await startOidcIssuer()
const { server, target } = await startPasskeyServer({ ...world.env, ...issuer.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

const signedIn = async (passkey: SoftwarePasskey) => {
  const { answer, browser } = await signInBy(target, passkey)
  assert.equal(answer.body.data?.signedIn, true, JSON.stringify(answer.body))
  return clientOf(target, browser)
}

async function makeTeam() {
  const store = await makeStore(target)
  const owner = await signInOwner(target, store)
  const member = await addMember(store, { password: PASSWORD })
  const inbox = await signIn(target, member.email)
  const logged = async (action: string): Promise<Any[]> =>
    ok(await owner.get('/api/chat/audit-log?limit=100')).filter((entry: Any) => entry.action === action)
  return { store, owner, member, inbox, logged }
}

test('spec C17.9: a passkey signs in alone, is listed with its last use, renamed and removed', async () => {
  const { store, member, inbox, logged } = await makeTeam()
  const { passkey, id } = await addPasskey(inbox)
  assert.deepEqual(
    ok(await inbox.get('/api/chat/passkeys')).map(({ name, lastUsedAt }: Any) => [name, lastUsedAt]),
    [['Laptop', null]],
  )
  const { answer, browser } = await signInBy(target, passkey)
  assert.deepEqual(answer.body.data, { signedIn: true, shopId: store.shopId, memberId: member.id })
  const other = clientOf(target, browser)
  const me = ok(await other.get('/api/chat/me'))
  assert.deepEqual([me.signedInBy, me.hasPasskeys, me.hasAuthenticatorApp], ['passkey', true, false])
  const [listed] = ok(await other.get('/api/chat/passkeys'))
  assert.ok(Date.now() - Date.parse(listed.lastUsedAt) < 60_000)
  assert.ok(!JSON.stringify(listed).includes(passkey.id))
  ok(await other.patch(`/api/chat/passkeys/${id}`, { name: ' Work laptop ' }))
  const second = await addPasskey(inbox, { name: 'Phone', counter: 1 })
  const names = ok(await inbox.get('/api/chat/passkeys')).map(({ name }: Any) => name)
  assert.deepEqual(names, ['Work laptop', 'Phone'])
  ok(await inbox.delete(`/api/chat/passkeys/${id}`))
  refusedFor((await signInBy(target, passkey)).answer, 401, 'UNAUTHENTICATED')
  await signedIn(second.passkey)
  await signedIn(second.passkey)
  const actions = ['passkey.added', 'passkey.renamed', 'passkey.removed']
  assert.deepEqual(await Promise.all(actions.map(async (one) => (await logged(one)).length)), [2, 1, 1])
  const signIns = (await logged('member.signed_in')).filter(({ details }) => details.by === 'passkey')
  assert.equal(signIns.length, 3)
  for (const subject of [/passkey was added/, /passkey was removed/]) {
    await until('the mail', async () =>
      (await world.sentTo(member.email)).some((mail) => subject.test(mail.subject ?? '')),
    )
  }
})

test('spec C17.9: after the password a passkey is the second factor, and so is the app’s code', async () => {
  const { member, inbox, owner } = await makeTeam()
  const { passkey } = await addPasskey(inbox)
  const [browser, credentials] = [newBrowser(target), { email: member.email, password: PASSWORD }]
  const send = (more: object = {}) => browser.ask('POST', '/api/chat/session', { ...credentials, ...more })
  const asked = (await send()).body.data
  assert.deepEqual([asked.signedIn, asked.needs], [false, 'passkey'])
  assert.deepEqual(
    asked.passkey.allowCredentials.map(({ id }: Any) => id),
    [passkey.id],
  )
  refusedFor(await send({ code: '000000' }), 401, 'UNAUTHENTICATED')
  const signed = { passkey: passkey.sign(asked.passkey) }
  assert.equal((await send(signed)).body.data.signedIn, true)
  const me = ok(await clientOf(target, browser).get('/api/chat/me'))
  assert.deepEqual([me.signedInBy, me.hasSecondFactor], ['password', true])
  refusedFor(await send(signed), 401, 'UNAUTHENTICATED')
  const { codeOf } = await addSecondFactor(inbox)
  const both = (await send()).body.data
  assert.deepEqual([both.needs, both.passkey.rpId], ['code', 'localhost'])
  assert.equal((await send({ code: codeOf(1) })).body.data.signedIn, true)
  const listed = ok(await owner.get('/api/chat/team')).members.find(({ id }: Any) => id === member.id)
  assert.equal(listed.hasSecondFactor, true)
})

test('spec C17.9: in a store that requires a second factor a passkey is one, and the last one stays', async () => {
  const { owner, inbox } = await makeTeam()
  await addPasskey(owner)
  ok(await owner.patch('/api/chat/settings', { requireSecondFactor: true }))
  refused(await inbox.get('/api/chat/conversations'), 403, 'SECOND_FACTOR_NEEDED')
  const { id } = await addPasskey(inbox)
  ok(await inbox.get('/api/chat/conversations'))
  const remove = () => inbox.delete(`/api/chat/passkeys/${id}`)
  const first = /your only one\. Add another passkey or an authenticator app first\./
  assert.match(refused(await remove(), 400, 'INVALID_PARAMS'), first)
  await addSecondFactor(inbox)
  ok(await remove())
  ok(await inbox.get('/api/chat/conversations'))
})

test('spec C17.9: where a second factor is required, an authenticator app that is the only one stays too', async () => {
  const { owner, inbox, logged } = await makeTeam()
  await addSecondFactor(inbox)
  const drop = (password = PASSWORD) => inbox.post('/api/chat/second-factor/drop', { password })
  ok(await drop()) // not required yet
  await addPasskey(owner)
  ok(await owner.patch('/api/chat/settings', { requireSecondFactor: true }))
  await addSecondFactor(inbox)
  assert.match(refused(await drop('wrong'), 400, 'INVALID_PARAMS'), /not your current password/)
  const first = /your only one\. Add a passkey first, or ask an admin to reset/
  assert.match(refused(await drop(), 400, 'INVALID_PARAMS'), first)
  ok(await inbox.get('/api/chat/conversations'))
  assert.equal((await logged('second_factor.dropped')).length, 1)
  // Both kinds are removed at the same time: the second removal is refused.
  for (let round = 0; round < 2; round++) {
    const { id } = await addPasskey(inbox)
    const both = await Promise.all([drop(), inbox.delete(`/api/chat/passkeys/${id}`)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
    const { hasAuthenticatorApp, lacksSecondFactor } = ok(await inbox.get('/api/chat/me'))
    assert.equal(lacksSecondFactor, false)
    if (!hasAuthenticatorApp) await addSecondFactor(inbox)
    for (const passkey of ok(await inbox.get('/api/chat/passkeys'))) {
      ok(await inbox.delete(`/api/chat/passkeys/${passkey.id}`))
    }
  }
})

test('an authenticator app that is on is not replaced by setting up another one', async () => {
  const { inbox } = await makeTeam()
  const { codeOf } = await addSecondFactor(inbox)
  const again = await inbox.post('/api/chat/second-factor', { password: PASSWORD })
  assert.match(refused(again, 400, 'INVALID_PARAMS'), /on already/)
  refused(await inbox.post('/api/chat/second-factor/confirm', { code: codeOf(1) }), 400, 'INVALID_PARAMS')
  assert.equal(ok(await inbox.get('/api/chat/me')).hasAuthenticatorApp, true)
})

test('spec C17.11: a member who signed in by passkey proves themselves by a passkey', {
  skip: !onPostgres && 'time is turned back on a server’s tables only',
}, async () => {
  const { inbox } = await makeTeam()
  const { passkey } = await addPasskey(inbox)
  const own = await signedIn(passkey)
  const begin = () => own.post('/api/chat/passkeys/options')
  ok(await begin())
  await query(
    server.env.DATABASE_URL as string,
    "update sessions set reauthenticated_at = now() - interval '11 minutes'",
  )
  refused(await begin(), 403, 'PASSWORD_NEEDED')
  for (const { id } of ok(await own.get('/api/chat/passkeys'))) {
    refused(await own.delete(`/api/chat/passkeys/${id}`), 403, 'PASSWORD_NEEDED')
  }
  const request = ok(await own.post('/api/chat/session/passkey/options'))
  assert.deepEqual(
    request.allowCredentials.map(({ id }: Any) => id),
    [passkey.id],
  )
  const answer = passkey.sign(request)
  refused(await inbox.post('/api/chat/session/passkey', answer), 401, 'UNAUTHENTICATED') // another session's
  ok(await own.post('/api/chat/session/passkey', answer))
  ok(await begin())
  refused(await own.post('/api/chat/session/passkey', answer), 401, 'UNAUTHENTICATED')
})

test('spec C17.11: reset-second-factor and an admin’s reset remove passkeys; reset-password keeps them', async () => {
  const { store, owner, member, inbox } = await makeTeam()
  const { passkey } = await addPasskey(inbox)
  const recover = (action: string) =>
    store.operator.post(`/operator/stores/${store.shopId}/members/recovery`, { email: member.email, action })
  ok(await recover('reset-password'))
  const again = await signedIn(passkey)
  ok(await recover('reset-second-factor'))
  refused(await again.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  refusedFor((await signInBy(target, passkey)).answer, 401, 'UNAUTHENTICATED')
  const bare = await signIn(target, member.email)
  const { passkey: next } = await addPasskey(bare)
  ok(await owner.delete(`/api/chat/members/${member.id}/second-factor`))
  refusedFor((await signInBy(target, next)).answer, 401, 'UNAUTHENTICATED')
  await signIn(target, member.email)
})

test('spec C17.11: a deactivated member’s passkey signs nobody in, and works again once they are active', async () => {
  const { owner, member, inbox } = await makeTeam()
  const { passkey } = await addPasskey(inbox)
  ok(await owner.patch(`/api/chat/members/${member.id}`, { active: false }))
  refusedFor((await signInBy(target, passkey)).answer, 401, 'UNAUTHENTICATED')
  ok(await owner.patch(`/api/chat/members/${member.id}`, { active: true }))
  await signedIn(passkey)
})

test('spec C17.7, C17.11: single sign-on only refuses passkeys, and ends sessions that began with one', async () => {
  const { store, owner } = await makeTeam()
  const { passkey } = await addPasskey(owner)
  const own = await signedIn(passkey)
  const choices = async () => ok(await own.get(`/api/chat/sign-in?store=${store.appId}`))
  assert.equal((await choices()).takesPasskeys, true)
  issuer.person = { sub: randomUUID(), email: store.owner.email, email_verified: true }
  const browser = newBrowser(target)
  await browser.signIn(issuer)
  const asked = (await browser.ask('POST', '/api/chat/sign-in/oidc/finish', {})).body.data
  assert.equal(asked.needs, 'passkey') // linking takes the second factor
  const finish = { passkey: passkey.sign(asked.passkey) }
  assert.equal((await browser.ask('POST', '/api/chat/sign-in/oidc/finish', finish)).body.data.signedIn, true)
  const only = { issuer: null, clientId: null, name: null, groupClaim: 'groups', groups: [], allowedDomains: [] }
  assert.equal((await browser.ask('PUT', '/api/chat/single-sign-on', { ...only, isOnly: true })).status, 200)
  refusedFor((await signInBy(target, passkey)).answer, 403, 'SINGLE_SIGN_ON_NEEDED')
  refused(await own.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  refused(await clientOf(target, browser).post('/api/chat/passkeys/options'), 403, 'SINGLE_SIGN_ON_NEEDED')
  assert.equal((await choices()).takesPasskeys, undefined)
})
