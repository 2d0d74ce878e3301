import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// A customer whom nobody has is not forgotten: members leave, go away, or were never assigned.

const world = await startMailWorld()
const server = await startServer({ env: { ...world.env, MISSED_NEWS_AFTER: '1s' } })
const ALL = { wants: 'all', quietFrom: null, quietUntil: null, timeZone: 'UTC', byMail: true, unassignedMissed: true }

type Inbox = Awaited<ReturnType<typeof signInOwner>>
const choose = async (inbox: Inbox, choice: object = {}) =>
  ok(await inbox.put('/api/chat/notifications/mail', { ...ALL, ...choice }))
const says = async (store: Store, id: string, text: string) =>
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true }), 201)
const read = async (store: Store, id: string) => ok(await store.api.get(`/chat/conversations/${id}`))
const unassigned = async (inbox: Inbox): Promise<string[]> =>
  ok(await inbox.get('/api/chat/conversations?assigneeId=unassigned')).map(({ id }: { id: string }) => id)
const mailsTo = async (email: string) => (await world.sentTo(email)).map(({ text }) => text ?? '')
const mailTo = (email: string, about: RegExp) =>
  until(`mail to ${email} about ${about}`, async () => (await mailsTo(email)).find((text) => about.test(text)))

test('open and snoozed conversations of a deactivated member go to nobody, or stay with their team', async () => {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  await choose(owner)
  const { member, inbox } = await signInMember(server, store)
  const ids = await Promise.all(
    Array.from(
      { length: 25 },
      async () => (await addConversation(store, { memberId: member.id, messages: [message()] })).id as string,
    ),
  )
  const [open, snoozed, ofTeam, resolved] = ids as [string, string, string, string]
  const nextHour = new Date(Date.now() + 3_600_000).toISOString()
  ok(await inbox.post(`/api/chat/conversations/${snoozed}/snooze`, { until: nextHour }))
  const TEAM = { emoji: '', assignment: 'by_hand', receivesNew: false, receivesHandoffs: false }
  const team = ok(await owner.post('/api/chat/teams', { ...TEAM, name: 'Returns', memberIds: [member.id] }), 201)
  ok(await owner.post(`/api/chat/conversations/${ofTeam}/team`, { team: team.id }))
  ok(await inbox.post(`/api/chat/conversations/${resolved}/state`, { status: 'resolved' }))
  await says(store, open, 'Is anybody there?')

  ok(await owner.patch(`/api/chat/members/${member.id}`, { active: false }))
  await until('the conversations to be unassigned', async () => {
    const rows = await Promise.all(ids.filter((id) => id !== resolved).map((id) => read(store, id)))
    return rows.every(({ memberId }) => memberId === null)
  })
  assert.equal((await read(store, resolved)).memberId, member.id)
  assert.ok((await unassigned(owner)).includes(open))
  assert.equal(ok(await owner.get(`/api/chat/conversations/${ofTeam}`)).team, team.id)
  await mailTo(store.owner.email, /is waiting in a conversation that is assigned to nobody:\n“Is anybody there\?”/)
  // What they resolved reopens for nobody in particular.
  await says(store, resolved, 'It broke again')
  assert.equal((await read(store, resolved)).memberId, null)
  await mailTo(store.owner.email, /“It broke again”/)
})

test('a reply that a deactivated member scheduled, and that is held, notifies somebody who can sign in', async () => {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const { member, inbox } = await signInMember(server, store)
  const { id } = await addConversation(store, { memberId: member.id, messages: [message()] })
  const sendAt = new Date(Date.now() + 2_500).toISOString()
  ok(await inbox.post(`/api/chat/conversations/${id}/scheduled`, { text: 'Soon', sendAt }), 201)
  ok(await owner.patch(`/api/chat/members/${member.id}`, { active: false }))
  await until('the owner’s notification', async () =>
    ok(await owner.get('/api/chat/notifications')).some(
      (one: { kind: string; conversationId: string }) => one.kind === 'held' && one.conversationId === id,
    ),
  )
})

test('a new chat that nobody has is mailed to members who chose that, once until somebody reads it', async () => {
  const store = await makeStore(server)
  const people = { owner: { email: store.owner.email, inbox: await signInOwner(server, store) } }
  const join = async () => {
    const { member, inbox } = await signInMember(server, store)
    return { email: member.email as string, id: member.id as string, inbox }
  }
  const [mentions, assignedOnly] = [await join(), await join()]
  await choose(people.owner.inbox)
  await choose(mentions.inbox, { wants: 'mentions' })
  await choose(assignedOnly.inbox, { unassignedMissed: false })
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Do you ship to Norway?')
  await mailTo(store.owner.email, /waiting in a conversation that is assigned to nobody:\n“Do you ship to Norway\?”/)
  await visitor.say('Hello?')
  await says(store, conversation.id, 'Anyone?')
  // A conversation that somebody who is there has notifies its member alone.
  const mine = await addConversation(store, { memberId: assignedOnly.id, messages: [message()] })
  await says(store, mine.id, 'For you')
  await mailTo(assignedOnly.email, /wrote to you:\n“For you”/)
  assert.equal((await mailsTo(store.owner.email)).length, 1)
  assert.deepEqual(await mailsTo(mentions.email), [])
  // Once read, the next message is news again.
  ok(await people.owner.inbox.post(`/api/chat/conversations/${conversation.id}/read`))
  await says(store, conversation.id, 'Still there?')
  await mailTo(store.owner.email, /“Still there\?”/)
})

test('a chat that the AI agent hands to the team, and nobody has, is mailed as well', async () => {
  const store = await makeStore(server, { settings: { ai: { enabled: true } } })
  const owner = await signInOwner(server, store)
  await choose(owner)
  const visitor = await makeVisitor(server, store)
  await visitor.say('I want to talk to a person')
  await mailTo(store.owner.email, /is waiting in a conversation that is assigned to nobody/)
})

test('a conversation reopens for nobody in particular while its member is away', async () => {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  await choose(owner)
  const { member, inbox } = await signInMember(server, store)
  const { id } = await addConversation(store, { memberId: member.id, messages: [message()] })
  ok(await inbox.post(`/api/chat/conversations/${id}/state`, { status: 'resolved' }))
  ok(await inbox.patch('/api/chat/me', { enableAwayMode: true }))
  await says(store, id, 'One more thing')
  const { status, memberId } = await read(store, id)
  assert.deepEqual({ status, memberId }, { status: 'open', memberId: null })
  await mailTo(store.owner.email, /“One more thing”/)
})

test('spec C17.23: a member who may not see a conversation gets no mail about it, until they may', async () => {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const { member, inbox } = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  await choose(inbox)
  ok(await owner.put('/api/chat/conversation-access', { members: 'teams' }))
  const [hidden, mine] = await Promise.all([0, 1].map(() => addConversation(store, { messages: [message()] })))
  const mention = async (id: string, text: string) =>
    ok(await owner.post(`/api/chat/conversations/${id}/messages`, { text, isNote: true }), 201)
  await mention(hidden.id, 'hidden words for @Lin Chu')
  ok(await owner.post(`/api/chat/conversations/${mine.id}/assign`, { memberId: member.id }))
  await mention(mine.id, 'words for @Lin Chu')
  await mailTo(member.email, /“words for @Lin Chu”/)
  assert.ok(!(await mailsTo(member.email)).some((text) => text.includes('hidden words')))
  // A mention from before is listed once the conversation is theirs.
  const listed = async () => JSON.stringify(ok(await inbox.get('/api/chat/notifications')))
  assert.ok(!(await listed()).includes('hidden words'))
  ok(await owner.post(`/api/chat/conversations/${hidden.id}/assign`, { memberId: member.id }))
  assert.ok((await listed()).includes('hidden words'))
})
