import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Client, createClient } from '#test/clients/client.ts'
import { openSocket } from '#test/clients/socket.ts'
import { ok, refused } from '#test/expect.ts'
import { addMember, importLines, makeStore, type Store } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signIn, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { shareServer } from '#test/service/server.ts'

// What a member gave or opened ends with the right to it: links, and sockets.

const server = await shareServer()
const page = pageOf(server)
const tokenOf = ({ link }: { link: string }) => new URL(link).hash.slice(1)
const read = (token: string) => page.post('/api/chat/links/read', { token })
const use = (token: string) => page.post('/api/chat/links/use', { token, password: 'another password altogether' })

/** An invitation and a link to a colleague's new password. */
async function makeLinks(inbox: Client, colleague: string) {
  const email = `${randomUUID()}@example.com`
  return {
    email,
    invitation: tokenOf(ok(await inbox.post('/api/chat/invitations', { email, role: 'admin' }), 201)),
    password: tokenOf(ok(await inbox.post(`/api/chat/members/${colleague}/password-link`), 201)),
  }
}

/** A store with its owner, a second admin, and a colleague. */
async function makeTeam() {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const admin = await signInMember(server, store, { role: 'admin' })
  return { store, owner, admin, colleague: await addMember(store, { password: PASSWORD }) }
}

for (const [what, change] of [
  ['is deactivated', { active: false }],
  ['steps down', { role: 'member' }],
] as const) {
  test(`links that an admin made for others end when the admin ${what}`, async () => {
    const { owner, admin, colleague } = await makeTeam()
    const theirs = await makeLinks(admin.inbox, colleague.id)
    ok(await read(theirs.invitation))
    ok(await owner.patch(`/api/chat/members/${admin.member.id}`, change))
    for (const token of [theirs.invitation, theirs.password]) {
      refused(await read(token), 404, 'NOT_FOUND')
      refused(await use(token), 404, 'NOT_FOUND')
    }
    assert.deepEqual(ok(await owner.get('/api/chat/team')).invitations, [])
    await signIn(server, colleague.email) // with the password as it was
    const { data: log } = (await owner.get('/api/chat/audit-log')).body
    const withdrawn = log.filter(({ action }: { action: string }) => action === 'invitation.withdrawn')
    assert.deepEqual(
      withdrawn.map(({ details }: { details: { email: string } }) => details.email),
      [theirs.email],
    )
    // Deleted links stay deleted when the admin gets the rights back.
    ok(await owner.patch(`/api/chat/members/${admin.member.id}`, { active: true, role: 'admin' }))
    refused(await read(theirs.invitation), 404, 'NOT_FOUND')
    const owners = await makeLinks(owner, colleague.id)
    ok(await read(owners.invitation))
    ok(await use(owners.password))
  })
}

test('a link counts only while its maker is an active admin, however they stopped being one', async () => {
  const { store, owner, admin, colleague } = await makeTeam()
  const links = await makeLinks(admin.inbox, colleague.id)
  const { id, email } = admin.member
  await importLines(store, [{ kind: 'member', data: { id, email, role: 'member' } }])
  for (const token of [links.invitation, links.password]) {
    refused(await read(token), 404, 'NOT_FOUND')
    refused(await use(token), 404, 'NOT_FOUND')
  }
  assert.deepEqual(ok(await owner.get('/api/chat/team')).invitations, [])
})

test('a new password ends the open links to one, and deactivating a member does', async () => {
  const { owner, colleague } = await makeTeam()
  const inbox = await signIn(server, colleague.email)
  const makeLink = async () => tokenOf(ok(await owner.post(`/api/chat/members/${colleague.id}/password-link`), 201))
  const first = await makeLink()
  ok(await inbox.put('/api/chat/password', { current: PASSWORD, password: 'a better password than that' }))
  refused(await read(first), 404, 'NOT_FOUND')
  refused(await use(first), 404, 'NOT_FOUND')
  const second = await makeLink()
  ok(await owner.patch(`/api/chat/members/${colleague.id}`, { active: false }))
  ok(await owner.patch(`/api/chat/members/${colleague.id}`, { active: true }))
  refused(await use(second), 404, 'NOT_FOUND')
})

/** A member's socket, before it has said hello. */
async function socketOf(email: string) {
  const cookie = cookieOf(await page.post('/api/chat/session', { email, password: PASSWORD }))
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers: { cookie, origin: server.baseUrl } })
  return { socket, inbox: createClient(server.baseUrl, { cookie, origin: server.baseUrl }) }
}

/** A member with an open socket, whose second factor is on where that is asked for. */
async function addListener(store: Store, hasFactor: boolean) {
  const member = await addMember(store, { password: PASSWORD })
  const { socket, inbox } = await socketOf(member.email)
  socket.send({ type: 'hello' })
  await socket.next('ready')
  if (hasFactor) await addSecondFactor(inbox)
  return { member, inbox, socket }
}

test('open sockets of members without a second factor close when the store asks for one, the others stay', async () => {
  const { store, owner } = await makeTeam()
  const [bare, secured] = [await addListener(store, false), await addListener(store, true)]
  ok(await owner.patch('/api/chat/settings', { requireSecondFactor: true }))
  assert.equal(await bare.socket.closed(), 4401)
  secured.socket.send({ type: 'ping' })
  await secured.socket.next('pong')
})

test('an open socket closes when its member’s second factor goes, where the store asks for one', async () => {
  const { store, owner } = await makeTeam()
  const [reset, other] = [await addListener(store, true), await addListener(store, true)]
  await addSecondFactor(owner, store.owner.password)
  ok(await owner.patch('/api/chat/settings', { requireSecondFactor: true }))
  ok(await owner.delete(`/api/chat/members/${reset.member.id}/second-factor`))
  assert.equal(await reset.socket.closed(), 4401)
  other.socket.send({ type: 'ping' })
  await other.socket.next('pong')
})

test('a socket that was opened before its session ended is closed at its hello', async () => {
  const { store } = await makeTeam()
  const { email } = await addMember(store, { password: PASSWORD })
  const { socket, inbox } = await socketOf(email)
  ok(await inbox.delete('/api/chat/session'))
  socket.send({ type: 'hello' })
  assert.equal(await socket.closed(), 4401)
  assert.deepEqual(socket.frames, [])
})
