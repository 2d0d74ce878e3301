import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { workLater } from '#test/fixtures/missed-target.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Members are notified of missed reply-time targets, without any rule. Time passes here while the server is stopped.

const server = await startServer()
const NONE = { first_reply: null, next_reply: null, resolve: null }
const targets = (normal: object) => ({ inHours: false, targets: { urgent: NONE, high: NONE, normal, low: NONE } })
const CHOICE = { wants: 'mentions', quietFrom: null, quietUntil: null, timeZone: 'UTC', byMail: true }

type Told = { kind: string; conversationId: string; isRead: boolean; contactName: string }

const later = ({ shopId }: Store, hours: number) => workLater(server, shopId, hours)

test('the assignee is notified once of a missed target; without one, members who chose that', async () => {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const join = (firstName: string) => signInMember(server, store, { firstName })
  const [lin, noor, ada] = [await join('Lin'), await join('Noor'), await join('Ada')]
  const [bo, cy] = [await join('Bo'), await join('Cy')]
  const people = [lin, noor, ada, bo, cy]
  const told = async ({ inbox }: { inbox: typeof owner }) =>
    (ok(await inbox.get('/api/chat/notifications')) as Told[])
      .filter(({ kind }) => kind === 'missed')
      .map(({ conversationId }) => conversationId)
      .sort()
  const choose = async ({ inbox }: typeof lin, choice: object) =>
    ok(await inbox.put('/api/chat/notifications/mail', { ...CHOICE, ...choice }))
  assert.equal((await choose(noor, {})).unassignedMissed, false)
  for (const one of [noor, ada, bo]) {
    assert.equal((await choose(one, { unassignedMissed: true })).unassignedMissed, true)
  }
  refused(await cy.inbox.put('/api/chat/notifications/mail', { ...CHOICE, unassignedMissed: 1 }), 400, 'INVALID_PARAMS')
  const team = { name: 'Returns', emoji: '', assignment: 'by_hand', receivesNew: false, receivesHandoffs: false }
  const memberIds = [ada, bo, cy].map(({ member }) => member.id)
  const { id: teamId } = ok(await owner.post('/api/chat/teams', { ...team, memberIds }), 201)
  ok(await bo.inbox.patch('/api/chat/me', { enableAwayMode: true }))

  const set = async (normal: object) => ok(await owner.put('/api/chat/targets', targets(normal)))
  await set({ ...NONE, first_reply: 60, next_reply: 60 })
  const act = async (id: string, what: string, body: object) =>
    ok(await owner.post(`/api/chat/conversations/${id}/${what}`, body))
  const says = async (id: string) =>
    ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hello?', asCustomer: true }), 201)
  const replies = async (id: string) =>
    ok(await owner.post(`/api/chat/conversations/${id}/messages`, { text: 'Yes' }), 201)
  const add = async (what?: 'assign' | 'team', to: object = {}) => {
    const { id } = await addConversation(store)
    if (what) await act(id, what, to)
    await says(id)
    return id
  }
  const [mine, nobodys, ofTeam, met] = [
    await add('assign', { memberId: lin.member.id }),
    await add(),
    await add('team', { team: teamId }),
    await add('assign', { memberId: lin.member.id }),
  ]
  await replies(met)

  assert.deepEqual(await Promise.all(people.map(told)), [[], [], [], [], []])
  await later(store, 1.1)
  const first = [[mine], [nobodys], [nobodys, ofTeam].sort(), [nobodys], []]
  assert.deepEqual(await Promise.all(people.map(told)), first)

  // A recount neither changes that it is missed nor notifies again; another priority does not start another kind of wait.
  const dueOf = async (id: string) => ok(await owner.get(`/api/chat/conversations/${id}`)).dueAt
  const before = await dueOf(mine)
  await set({ ...NONE, first_reply: 90, next_reply: 60 })
  await until('the clocks to be counted anew', async () => (await dueOf(mine)) !== before)
  await later(store, 2)
  assert.deepEqual(await Promise.all(people.map(told)), first)

  // A new wait of the customer is separate, and so is resolving.
  await replies(mine)
  await says(mine)
  await later(store, 1.1)
  assert.deepEqual(await told(lin), [mine, mine])
  await act(met, 'state', { status: 'resolved' }) // its clock of the new target would run out as well
  await set({ ...NONE, first_reply: 90, next_reply: 60, resolve: 30 })
  await act(mine, 'state', { status: 'resolved' })
  await act(mine, 'state', { status: 'open' })
  await later(store, 0.6)
  assert.deepEqual(await told(lin), [mine, mine, mine])
})
