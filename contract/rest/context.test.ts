import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, readAllIds, refused } from '#test/expect.ts'
import {
  addContact,
  addConversation,
  addMember,
  conversation,
  importLines,
  makeStore,
} from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.1 (related, browsed pages, summary) and 4.4.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store

/** Conversations of one new customer: `count` listed ones, oldest first, half of them without lastActive. */
async function makeCustomer(count: number) {
  const { id: customerUuid } = await addContact(store)
  const lines = Array.from({ length: count }, (_, i) =>
    conversation({
      id: `${customerUuid}-${String(i).padStart(3, '0')}`,
      customerUuid,
      lastActive: i < count / 2 ? null : new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
    }),
  )
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  return { customerUuid, ids: lines.map((line) => String(line.data.id)).reverse() }
}

const lengthOf = async (path: string) => ok(await api.get(path)).length

test('spec 4.1.7: related lists the same customer’s other conversations, newest first', async () => {
  const { ids } = await makeCustomer(9)
  const path = `/chat/conversations/${ids[4]}/related`
  const expected = ids.filter((id) => id !== ids[4])
  assert.deepEqual(await readAllIds(api, `${path}?limit=2`), expected)
  assert.equal(await lengthOf(path), 6)
})

test('spec 8.7, 8.8: related pages have at most 50 records, customer pages at most 100 and 20 unless told', async () => {
  const { customerUuid, ids } = await makeCustomer(110)
  const related = `/chat/conversations/${ids[0]}/related`
  assert.equal(await lengthOf(`${related}?limit=1000`), 50)
  const own = `/chat/customers/${customerUuid}/conversations`
  assert.equal(await lengthOf(own), 20)
  assert.equal(await lengthOf(`${own}?limit=101`), 100)
  assert.deepEqual(await readAllIds(api, `${own}?limit=33`), ids)
})

test('spec 4.1.7: a conversation without a customer has no related ones', async () => {
  const lone = await addConversation(store, { customerUuid: null })
  await addConversation(store, { customerUuid: null })
  const answer = await api.get(`/chat/conversations/${lone.id}/related`)
  assert.deepEqual(ok(answer), [])
  assert.deepEqual(answer.body.paging, { nextCursor: null, hasMore: false })
})

test('spec C9.8: related and customer lists leave out the older datastore and the playground', async () => {
  const { customerUuid, ids } = await makeCustomer(2)
  const old = await addConversation(store, { customerUuid, datastore: 'firestore' })
  await addConversation(store, { customerUuid, isPlayground: true })
  assert.deepEqual(await readAllIds(api, `/chat/customers/${customerUuid}/conversations`), ids)
  assert.deepEqual(await readAllIds(api, `/chat/conversations/${old.id}/related`), ids)
})

test('spec 4.1.5, 4.1.7, 4.4.2: limits and cursors of these lists are judged as those of the main list', async () => {
  const { customerUuid, ids } = await makeCustomer(1)
  for (const path of [`/chat/conversations/${ids[0]}/related`, `/chat/customers/${customerUuid}/conversations`]) {
    for (const query of ['limit=0', 'limit=x', 'limit=', 'limit=1&limit=2', 'cursor=nonsense']) {
      refused(await api.get(`${path}?${query}`), 400, 'INVALID_PARAMS')
    }
    assert.equal((await api.get(`${path}?cursor=`)).status, 200)
  }
})

test('spec 2.4.3, 4.4.1, 4.4.2, 4.4.3, 7.1.4: unknown customers and members are 404', async () => {
  refused(await api.get('/chat/customers/nobody'), 404, 'NOT_FOUND')
  refused(await api.get('/chat/customers/nobody/conversations'), 404, 'NOT_FOUND')
  refused(await api.get('/chat/members/nobody'), 404, 'NOT_FOUND')
})

test('spec 4.4.3: members lists the whole team, inactive ones too', async () => {
  const team = await makeStore(server)
  const inactive = await addMember(team, { active: false })
  const ids = ok(await team.api.get('/chat/members')).map((m: { id: string }) => m.id)
  assert.deepEqual(ids.sort(), [inactive.id, team.owner.memberId].sort())
  assert.equal(ok(await team.api.get(`/chat/members/${inactive.id}`)).active, false)
})

test('spec 4.1.8, 8.13: browsed pages are those of the session: newest first, the 50 newest, kept for 24 hours', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const pages = Array.from({ length: 60 }, (_, i) => ({
    url: `https://shop.example/${i}`,
    title: `Page ${i}`,
    viewedAt: hoursAgo(i / 10),
  }))
  const old = { url: 'https://shop.example/old', title: 'Old', viewedAt: hoursAgo(24.1) }
  const { id } = await addConversation(store, { sessionId: 'browsing', browsedPages: [...pages, old] })
  assert.deepEqual(ok(await api.get(`/chat/conversations/${id}/browsed-pages`)), pages.slice(0, 50))
  const { id: later } = await addConversation(store, { sessionId: 'browsing' })
  assert.equal(await lengthOf(`/chat/conversations/${later}/browsed-pages`), 50)
})

test('spec 4.1.8, C5.6: pages belong to the session: one conversation that is imported takes none from another', async () => {
  const viewedAt = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const page = (path: string, minutes: number) => ({
    url: `https://shop.example/${path}`,
    title: path,
    viewedAt: viewedAt(minutes),
  })
  const [first, second] = [page('first', 2), page('second', 1)]
  const { id } = await addConversation(store, { sessionId: 'shared', browsedPages: [first] })
  const other = await addConversation(store, { sessionId: 'shared', browsedPages: [second] })
  for (const one of [id, other.id]) {
    assert.deepEqual(ok(await api.get(`/chat/conversations/${one}/browsed-pages`)), [second, first])
  }
  await addConversation(store, { id: other.id, sessionId: 'shared', browsedPages: [second] })
  assert.deepEqual(
    ok(await api.get(`/chat/conversations/${id}/browsed-pages`)),
    [second, first],
    'no page stands twice',
  )
})

test('spec 4.1.8: older conversations have an empty list of browsed pages', async () => {
  const { id: none } = await addConversation(store)
  assert.deepEqual(ok(await api.get(`/chat/conversations/${none}/browsed-pages`)), [])
  const browsedPages = [{ url: 'https://shop.example/', title: '', viewedAt: '2026-01-01T00:00:00Z' }]
  const { id: old } = await addConversation(store, { browsedPages })
  assert.deepEqual(ok(await api.get(`/chat/conversations/${old}/browsed-pages`)), [])
})

test('spec 4.1.9: the summary is 404 until there is one', async () => {
  const { id: without } = await addConversation(store)
  refused(await api.get(`/chat/conversations/${without}/summary`), 404, 'NOT_FOUND')
  const summary = { text: 'Asked about a parcel.', createdAt: '2026-01-01T00:00:00.000Z' }
  const { id } = await addConversation(store, { summary })
  const got = ok(await api.get(`/chat/conversations/${id}/summary`))
  assert.deepEqual(Object.keys(got).sort(), ['createdAt', 'text', 'updatedAt'])
  assert.deepEqual({ text: got.text, createdAt: got.createdAt }, summary)
})
