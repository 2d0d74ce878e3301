import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { ok, refused } from '#test/expect.ts'
import { TEAM } from '#test/fixtures/body-cases.ts'
import { addContact, addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { addOneOfEach, callRoute, type Ids } from '#test/fixtures/inbox-calls.ts'
import { readAll } from '#test/fixtures/inbox-reading.ts'
import { collectInboxRoutes, titleOf } from '#test/fixtures/inbox-routes.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Which conversations a member sees where the store limits that. Every route of the inbox is asked, as the surface lists them:
// a route that is added is tested without a word here.

const server = await shareServer()

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
type Choice = 'all' | 'teams_and_unassigned' | 'teams'

/** A conversation, with a word that stands in everything that is said of it. */
interface Marked {
  id: string
  word: string
}

/** A store with one conversation of each kind that the rule tells apart, and a member of one of its two teams. */
async function makeTeams() {
  const store = await makeStore(server, { settings: { ai: { enabled: true } } })
  const admin = await signInOwner(server, store)
  const lin = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  const noor = await signInMember(server, store, { firstName: 'Noor', lastName: 'Ali' })
  const ids = await addOneOfEach(server, store, admin)
  const team = async (name: string, memberIds: string[]): Promise<string> =>
    ok(await admin.post('/api/chat/teams', { ...TEAM, name, memberIds, assignment: 'by_hand' }), 201).id
  const [sales, returns] = [await team('Sales', [lin.member.id]), await team('Returns', [noor.member.id])]
  const contact = await addContact(store, { name: 'Ana' })

  /** Gives a conversation what the inbox keeps of one, each with its word, while Lin sees everything still. */
  const mark = async (
    conversationId: string,
    word: string,
    at: { team?: string; assignee?: string },
  ): Promise<Marked> => {
    const path = `/api/chat/conversations/${conversationId}`
    ok(await admin.post(`${path}/messages`, { text: `${word} for @Lin Chu`, isNote: true }), 201)
    ok(await admin.post(`${path}/notes`, { text: word }), 201)
    ok(await admin.post(`${path}/attributes`, { name: word, value: word }), 201)
    ok(await admin.post(`${path}/tags`, { tags: ['vip', word] }))
    ok(await admin.post(`${path}/star`, { isStarred: true }))
    ok(await lin.inbox.put(`${path}/draft`, { draft: { text: word, isNote: false }, browser: randomUUID() }))
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    ok(await lin.inbox.post(`${path}/scheduled`, { text: word, sendAt }), 201)
    ok(await admin.post(`${path}/team`, { team: at.team ?? null }))
    ok(await admin.post(`${path}/assign`, { memberId: at.assignee ?? null }))
    return { id: conversationId, word }
  }
  const add = async (at: { team?: string; assignee?: string }): Promise<Marked> => {
    const word = `word${randomUUID().slice(0, 8)}`
    const messages = [message({ text: `${word} asked` }), message({ text: word, senderType: 'agent' })]
    const createdAt = new Date().toISOString()
    const { id } = await addConversation(store, { customerUuid: contact.id, createdAt, channel: 'email', messages })
    return mark(id, word, at)
  }
  const unanswered = async (at: { team: string }): Promise<Marked> => {
    const word = `word${randomUUID().slice(0, 8)}`
    const visitor = await makeVisitor(server, store)
    const { id } = (await visitor.say(`Can I rent the ${word} for a birthday in Zanzibar?`)).conversation
    await until('the question to be noted', async () =>
      JSON.stringify(ok(await admin.get('/api/chat/ai/unanswered'))).includes(word),
    )
    return mark(id, word, at)
  }
  const seen = [
    await add({ team: sales }),
    await add({ assignee: lin.member.id }),
    await add({ team: returns, assignee: lin.member.id }),
    await add({ team: sales, assignee: noor.member.id }),
    await unanswered({ team: sales }),
  ]
  const hidden = [
    await add({ team: returns }),
    await add({ assignee: noor.member.id }),
    await add({ team: returns, assignee: noor.member.id }),
    await unanswered({ team: returns }),
  ]
  const unassigned = [await add({})]
  const choose = async (members: Choice) => ok(await admin.put('/api/chat/conversation-access', { members }))
  return { store, sales, returns, admin, lin: lin.inbox, ids, contact, seen, hidden, unassigned, choose }
}

const shop = await makeTeams()
const { admin, lin, contact, seen, hidden, unassigned } = shop
const routes = (await collectInboxRoutes()).filter(({ access, url }) => access !== 'anyone' && !url.endsWith('/socket'))
const [ofTeam] = seen as [Marked]

/** At which addresses each word, or its conversation's id, is shown to somebody. The names of tags are the store's, for all. */
async function whereShown(client: Client, isAdmin: boolean, all: readonly Marked[]): Promise<Map<string, string[]>> {
  const shown = new Map<string, string[]>()
  for (const { id, word } of all) {
    const ids = { id: ofTeam.id, customerUuid: contact.id, contactId: contact.id }
    const answers = await readAll(client, {
      ids,
      isAdmin,
      searched: { word, conversationId: id },
      leaveOut: ['/api/chat/tags'],
    })
    const found = [...answers].filter(([, { text }]) => text.includes(word) || text.includes(id))
    shown.set(word, found.map(([address]) => address.replaceAll(word, 'WORD').replaceAll(id, 'ID')).sort())
  }
  return shown
}

/** Routes that show conversations that they were not asked for by their id. */
const SHOWING = [
  'ai/unanswered',
  'conversations',
  `conversations/${ofTeam.id}/context`,
  `conversations/${ofTeam.id}/timeline`,
  `customers/${contact.id}/conversations`,
  'drafts',
  'notifications',
  'search',
  'search/messages',
]

test('spec C17.20: no route of the inbox shows a limited member a conversation that is not theirs', async (t) => {
  const everything = [...seen, ...hidden, ...unassigned]
  await shop.choose('all')
  const before = { member: await whereShown(lin, false, everything), admin: await whereShown(admin, true, everything) }
  const routesShown = new Set([...before.member.values()].flat().map((address) => address.split('?')[0]?.slice(10)))
  for (const route of SHOWING) assert.ok(routesShown.has(route), `${route} shows a conversation`)

  for (const choice of ['teams_and_unassigned', 'teams'] as const) {
    await shop.choose(choice)
    const [inSight, outOfSight] =
      choice === 'teams' ? [seen, [...hidden, ...unassigned]] : [[...seen, ...unassigned], hidden]
    const now = await whereShown(lin, false, everything)
    for (const { word } of outOfSight) assert.deepEqual(now.get(word), [], `${choice}: ${word}`)
    // A page that others are missing from may show one that did not fit before.
    const lost = ({ word }: Marked) => before.member.get(word)?.filter((address) => !now.get(word)?.includes(address))
    for (const one of inSight) assert.deepEqual(lost(one), [], `${choice}: ${one.word}`)
    const ofAdmin = await whereShown(admin, true, everything)
    for (const { word } of everything) assert.deepEqual(ofAdmin.get(word), before.admin.get(word), `an admin: ${word}`)
    t.diagnostic(
      `${choice}: ${[...before.member.values()].flat().length} places, none of them shows what it should not`,
    )
  }
})

test('spec C17.20: below a conversation that is hidden every route answers as for one that is not there', async () => {
  await shop.choose('teams')
  const unknown: Ids = Object.fromEntries(Object.keys(shop.ids).map((name) => [name, randomUUID()]))
  const below = routes.filter(({ url }) => url.startsWith('/api/chat/conversations/:id'))
  const snapshot = () =>
    Promise.all(
      hidden.flatMap(({ id }) =>
        ['', '/messages', '/context', '/scheduled'].map((part) => admin.get(`/api/chat/conversations/${id}${part}`)),
      ),
    ).then((answers) => answers.map(({ body }) => body))
  const before = await snapshot()
  for (const route of below) {
    const missing = await callRoute(lin, route, unknown, { ownIds: shop.ids })
    assert.ok([403, 404].includes(missing.status), `${titleOf(route)}: ${missing.status}`)
    for (const { id } of [...hidden, ...unassigned]) {
      const answer = await callRoute(lin, route, { ...shop.ids, id }, { ownIds: shop.ids })
      assert.deepEqual([answer.status, answer.body], [missing.status, missing.body], titleOf(route))
    }
  }
  assert.ok(below.length > 50, `${below.length} routes`)
  assert.deepEqual(await snapshot(), before)
})

test('spec C17.20: counts and reports are of what a member sees', async () => {
  const totals = async (client: Client) => {
    const { conversations } = ok(await client.get('/api/chat/reports?from=2026-01-01&to=2026-12-31')).total
    const { open, starred, teams } = ok(await client.get('/api/chat/conversations/counts'))
    return {
      conversations,
      open,
      starred,
      teams: Object.values(teams).reduce((sum: number, n) => sum + (n as number), 0),
    }
  }
  const news = async () => ok(await lin.get('/api/chat/stores'))[0].unread
  await shop.choose('all')
  const [all, allNews] = [await totals(admin), await news()]
  await shop.choose('teams')
  const [limited, ofAdmin] = [await totals(lin), await totals(admin)]
  assert.deepEqual(ofAdmin, all)
  // Each has a mention of Lin that nobody has read.
  assert.deepEqual([await news(), allNews >= seen.length + hidden.length], [seen.length, true])
  assert.deepEqual([limited.starred, limited.teams], [seen.length, seen.length - 1])
  assert.ok(limited.conversations <= seen.length && limited.open <= seen.length, JSON.stringify(limited))
  assert.ok(all.conversations > limited.conversations && all.open > limited.open, JSON.stringify([all, limited]))
})

test('spec C17.20: a question about the customer is answered from what the member sees', async () => {
  const ask = async ({ word }: Marked) => {
    const path = `/api/chat/conversations/${ofTeam.id}/questions`
    const { sources } = ok(await lin.post(path, { question: `What about ${word}?` }))
    return sources.some(({ text }: Any) => text.includes(word))
  }
  const [other] = hidden as [Marked]
  await shop.choose('all')
  assert.deepEqual([await ask(ofTeam), await ask(other)], [true, true])
  await shop.choose('teams')
  assert.deepEqual([await ask(ofTeam), await ask(other)], [true, false])
})

test('spec C17.20: nothing is merged into a conversation that the member does not see', async () => {
  const add = async (team: string): Promise<string> => {
    const { id } = await addConversation(shop.store, {
      customerUuid: contact.id,
      channel: 'email',
      messages: [message()],
    })
    ok(await admin.post(`/api/chat/conversations/${id}/team`, { team }))
    return id
  }
  const [mine, other] = [await add(shop.sales), await add(shop.returns)]
  const path = `/api/chat/conversations/${mine}/merge`
  await shop.choose('teams')
  refused(await lin.post(path, { into: other }), 404, 'NOT_FOUND')
  // Merged by somebody who sees both: it can be read still, but what is written would go to the other one.
  const { id: mergeId } = ok(await admin.post(path, { into: other }), 201)
  const merged = `/api/chat/conversations/${mine}`
  ok(await lin.get(`${merged}/messages`))
  refused(await lin.post(`${merged}/messages`, { text: 'x' }), 404, 'NOT_FOUND')
  refused(await lin.post(`/api/chat/conversation-merges/${mergeId}/undo`), 404, 'NOT_FOUND')
  ok(await admin.post(`/api/chat/conversation-merges/${mergeId}/undo`))
  ok(await lin.post(`${merged}/messages`, { text: 'x', isNote: true }), 201)
})

test('spec C17.21: the choice is an admin’s, begins with all, and is in the audit log', async () => {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  const { inbox } = await signInMember(server, store)
  const path = '/api/chat/conversation-access'
  assert.deepEqual(ok(await owner.get(path)), { members: 'all' })
  refused(await inbox.put(path, { members: 'teams' }), 403, 'FORBIDDEN')
  refused(await owner.put(path, { members: 'mine' }), 400, 'INVALID_PARAMS')
  assert.equal(ok(await inbox.get('/api/chat/me')).seesAll, true)
  assert.deepEqual(ok(await owner.put(path, { members: 'teams' })), { members: 'teams' })
  assert.equal(ok(await inbox.get('/api/chat/me')).seesAll, false)
  assert.equal(ok(await owner.get('/api/chat/me')).seesAll, true)
  const [entry] = ok(await owner.get('/api/chat/audit-log')).filter(({ action }: Any) =>
    action.startsWith('conversation_'),
  )
  assert.deepEqual([entry.action, entry.details], ['conversation_access.changed', { from: 'all', to: 'teams' }])
})
