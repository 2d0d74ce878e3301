import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { PASSWORD, pageOf, signIn, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The operator's way back for members who cannot sign in.

const world = await startMailWorld()
const server = await startServer({ env: world.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

async function makeTeam() {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const { member, inbox } = await signInMember(server, store)
  const recover = (action: string, email = member.email) =>
    store.operator.post(`/operator/stores/${store.shopId}/members/recovery`, { email, action })
  const logged = async (action: string): Promise<Any> =>
    ok(await owner.get('/api/chat/audit-log')).find(
      (entry: Any) => entry.action === action && entry.actor === 'operator',
    )
  return { store, owner, member, inbox, recover, logged }
}

const mailedTo = (email: string, subject: RegExp) =>
  until('the mail', async () => (await world.sentTo(email)).find((mail) => subject.test(mail.subject ?? '')))

test('spec C17.1: reset-password: a link sets a new password once, sessions end, admins are mailed', async () => {
  const { store, member, inbox, recover, logged } = await makeTeam()
  const recovered = ok(await recover('reset-password', member.email.toUpperCase()))
  assert.deepEqual([recovered.memberId, recovered.email, recovered.role], [member.id, member.email, 'member'])
  const lasts = Date.parse(recovered.linkExpiresAt) - Date.now()
  assert.ok(lasts > 59 * 60_000 && lasts <= 60 * 60_000, `${lasts} ms`)
  refused(await inbox.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  assert.match((await mailedTo(store.owner.email, /how a member/))?.text ?? '', new RegExp(member.email))
  assert.ok(await logged('password_link.created'))
  const page = pageOf(server)
  const use = { token: recovered.link.split('#')[1], password: 'another long password' }
  ok(await page.post('/api/chat/links/use', use))
  refused(await page.post('/api/chat/links/use', use), 404, 'NOT_FOUND')
  await signIn(server, member.email, use.password)
  refused(await page.post('/api/chat/session', { email: member.email, password: PASSWORD }), 401, 'UNAUTHENTICATED')
})

test('spec C17.1: reset-second-factor: the password alone signs in again', async () => {
  const { member, inbox, recover, logged } = await makeTeam()
  await addSecondFactor(inbox)
  const page = pageOf(server)
  const answer = await page.post('/api/chat/session', { email: member.email, password: PASSWORD })
  assert.equal(answer.body.data?.signedIn ?? false, false)
  const recovered = ok(await recover('reset-second-factor'))
  assert.deepEqual([recovered.link, recovered.linkExpiresAt], [null, null])
  refused(await inbox.get('/api/chat/me'), 401, 'UNAUTHENTICATED')
  await signIn(server, member.email)
  assert.ok(await logged('second_factor.reset'))
})

test('spec C17.1: make-admin: a store that lost its admin has one again', async () => {
  const { store, member, recover } = await makeTeam()
  assert.equal(ok(await recover('make-admin')).role, 'admin')
  const inbox = await signIn(server, member.email)
  assert.equal(ok(await inbox.get('/api/chat/me')).member.role, 'admin')
  ok(await inbox.get('/api/chat/channels'))
  await mailedTo(store.owner.email, /how a member/)
  await mailedTo(member.email, /how a member/)
})

test('spec C17.1: unknown, foreign and deactivated members and actions are refused, and nothing ends', async () => {
  const { owner, member, inbox, recover } = await makeTeam()
  const elsewhere = await makeTeam()
  refused(await recover('make-admin', elsewhere.member.email), 404, 'NOT_FOUND')
  refused(await recover('make-admin', 'nobody@example.com'), 404, 'NOT_FOUND')
  refused(await recover('make-king'), 400, 'INVALID_PARAMS')
  ok(await inbox.get('/api/chat/me'))
  ok(await owner.patch(`/api/chat/members/${member.id}`, { active: false }))
  refused(await recover('reset-password'), 400, 'INVALID_PARAMS')
})
