import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { ok } from '#test/expect.ts'
import { TEAM } from '#test/fixtures/body-cases.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf, signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'

// Sockets of members who see the conversations of their teams only.

const server = await shareServer()

async function makeTeam() {
  const store = await makeStore(server)
  const admin = await signInOwner(server, store)
  const lin = await signInMember(server, store)
  const team: string = ok(await admin.post('/api/chat/teams', { ...TEAM, memberIds: [lin.member.id] }), 201).id
  const choose = async (members: string) => ok(await admin.put('/api/chat/conversation-access', { members }))
  await choose('teams')
  const add = async (at: { team?: string; memberId?: string } = {}): Promise<string> => {
    const { id } = await addConversation(store, { messages: [message()] })
    ok(await admin.post(`/api/chat/conversations/${id}/team`, { team: at.team ?? null }))
    return id
  }
  const connect = async () => {
    const signedIn = await pageOf(server).post('/api/chat/session', { email: lin.member.email, password: PASSWORD })
    const headers = { cookie: cookieOf(signedIn), origin: server.baseUrl }
    const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers })
    socket.send({ type: 'hello' })
    await socket.next('ready')
    return socket
  }
  const note = async (id: string, text: string) =>
    ok(await admin.post(`/api/chat/conversations/${id}/messages`, { text, isNote: true }), 201)
  return { store, admin, lin, team, choose, add, connect, note }
}

test('spec C17.22: an open inbox hears nothing of a conversation that is hidden', async () => {
  const { store, admin, team, add, connect, note } = await makeTeam()
  const [hidden, seen] = [await add(), await add({ team })]
  const visitor = await makeVisitor(server, store)
  const said = await visitor.say('hidden words')
  const socket = await connect()
  socket.send({ type: 'watch', conversationId: hidden })
  assert.equal((await socket.next('removed')).conversationId, hidden)
  await note(hidden, 'hidden words')
  ok(await admin.post(`/api/chat/conversations/${hidden}/typing`, { active: true }))
  await visitor.say('hidden words')
  ok(await admin.post(`/api/chat/conversations/${hidden}/assign`, { memberId: store.owner.memberId }))
  await note(seen, 'words for the team')
  await socket.next('conversation', ({ conversation }) => conversation.id === seen)
  const heard = JSON.stringify(socket.frames.filter(({ type }) => type !== 'removed'))
  for (const secret of ['hidden words', hidden, said.conversation.id]) assert.ok(!heard.includes(secret), secret)
  assert.equal(socket.frames.filter(({ type }) => type === 'removed').length, 1)
})

test('spec C17.22: a conversation that goes to another team leaves the screen, and comes back with its own', async () => {
  const { admin, team, add, connect, note } = await makeTeam()
  const id = await add({ team })
  const other: string = ok(await admin.post('/api/chat/teams', { ...TEAM, name: 'Other' }), 201).id
  const socket = await connect()
  socket.send({ type: 'watch', conversationId: id })
  await socket.next('messages')
  ok(await admin.post(`/api/chat/conversations/${id}/team`, { team: other }))
  assert.equal((await socket.next('removed')).conversationId, id)
  await note(id, 'not for the first team')
  ok(await admin.post(`/api/chat/conversations/${id}/team`, { team }))
  await socket.next('conversation', ({ conversation }) => conversation.id === id && conversation.team === team)
  assert.ok(!JSON.stringify(socket.frames).includes('not for the first team'))
  // One that was not on screen leaves the list too.
  const listed = await add({ team })
  await socket.next('conversation', ({ conversation }) => conversation.id === listed)
  ok(await admin.post(`/api/chat/conversations/${listed}/team`, { team: other }))
  await socket.next('removed', ({ conversationId }) => conversationId === listed)
})

test('spec C17.22: open inboxes follow the choice, the teams and the role', async () => {
  const { admin, lin, team, choose, add, connect } = await makeTeam()
  const [ofTeam, other] = [await add({ team }), await add()]
  const socket = await connect()
  await choose('all')
  await socket.next('resync')
  for (const conversationId of [ofTeam, other]) socket.send({ type: 'watch', conversationId })
  for (const id of [ofTeam, other]) await socket.next('messages', ({ conversationId }) => conversationId === id)
  await choose('teams')
  assert.equal((await socket.next('removed')).conversationId, other)
  await socket.next('resync')
  ok(await admin.patch(`/api/chat/teams/${team}`, { memberIds: [] }))
  assert.equal((await socket.next('removed')).conversationId, ofTeam)
  await socket.next('resync')
  ok(await admin.patch(`/api/chat/members/${lin.member.id}`, { role: 'admin' }))
  await socket.next('resync')
  socket.send({ type: 'watch', conversationId: other })
  await socket.next('messages', ({ conversationId }) => conversationId === other)
  ok(await admin.patch(`/api/chat/members/${lin.member.id}`, { role: 'member' }))
  await socket.next('removed', ({ conversationId }) => conversationId === other)
})
