import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '#base/random.ts'
import { ok, readAllIds, readPages, refused } from '#test/expect.ts'
import {
  addConversation,
  contact,
  conversation,
  importLines,
  makeStore,
  member,
  message,
} from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.1, the list and its filters; spec C9.

const server = await shareServer()
const LIST = '/chat/conversations'

interface Made {
  id: string
  channel: string
  lastActive: string | null
  status: string
  isRead: boolean
  memberId: string | null
  tags: string[]
  customerUuid: string | null
  customerEmail: string | null
}

const CHANNELS = ['online_store', 'email', 'social_messenger', 'photo_social', 'phone_messenger']
const EMAILS = ['Ada@Example.com', 'grace@example.com', null]

/** A store with conversations of every mixture: many share their lastActive, many have none. */
async function makeMixture(count: number) {
  const store = await makeStore(server)
  const stream = Random.of(7) // the same on every run, so that a failure can be looked at again
  const random = (below: number) => stream.below(below)
  const pick = <T>(values: readonly T[]): T => stream.pick(values)
  const contacts = [contact(), contact(), contact()]
  const made: Made[] = Array.from({ length: count }, (_, i) => ({
    id: `c-${String(random(1_000_000)).padStart(6, '0')}-${i}`,
    channel: pick(CHANNELS),
    lastActive: random(4) === 0 ? null : new Date(Date.UTC(2026, 0, 1) + random(9) * 60_000).toISOString(),
    status: pick(['open', 'resolved']),
    isRead: pick([true, false]),
    memberId: pick([store.owner.memberId, 'gone-member', null]),
    tags: ['red', 'Red', 'green', '100%', 'ünïcode 🎈'].filter(() => random(3) === 0),
    customerUuid: pick([...contacts.map((c) => String(c.data.id)), null]),
    customerEmail: pick(EMAILS),
  }))
  const gone = member({ id: 'gone-member', active: false })
  const lines = [gone, ...contacts, ...made.map((c) => conversation({ ...c }))]
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  return { store, made, contacts, random, pick }
}

/** Newest activity first, null last, ties by id descending. */
function sorted(conversations: Made[]): string[] {
  const key = (c: Made) => (c.lastActive === null ? Number.NEGATIVE_INFINITY : Date.parse(c.lastActive))
  return [...conversations]
    .sort((a, b) => (key(a) === key(b) ? (a.id < b.id ? 1 : -1) : key(b) > key(a) ? 1 : -1))
    .map(({ id }) => id)
}

const mixture = await makeMixture(150)

test('spec 4.1.1, C9.8: newest activity comes first, null last, and pages of any size lose and double nothing', async () => {
  const { store, made } = mixture
  const expected = sorted(made)
  for (const limit of [1, 7, 20, 100]) {
    const pages = await readPages(store.api, `${LIST}?limit=${limit}`)
    assert.deepEqual(
      pages.flat().map(({ id }) => id),
      expected,
    )
    assert.ok(pages.slice(0, -1).every((page) => page.length === limit))
  }
})

test('spec 4.1.5, 7.1.7, 8.5: the default page has 20, the largest 100, and a larger limit is clamped', async () => {
  const { store } = mixture
  const length = async (query: string) => ok(await store.api.get(LIST + query)).length
  assert.equal(await length(''), 20)
  assert.equal(await length('?limit=100'), 100)
  assert.equal(await length('?limit=101'), 100)
  assert.equal(await length('?limit=99999999999999999999'), 100)
})

test('spec 4.1.2, C9.9: all filters, alone and together, give what a model of them gives', async () => {
  const { store, made, contacts, random, pick } = mixture
  const filters: Record<string, { values: string[]; holds: (c: Made, value: string) => boolean }> = {
    status: { values: ['open', 'resolved'], holds: (c, v) => c.status === v },
    channel: { values: CHANNELS, holds: (c, v) => c.channel === v },
    assigneeId: {
      values: [store.owner.memberId, 'gone-member', 'unassigned', 'nobody'],
      holds: (c, v) => c.memberId === (v === 'unassigned' ? null : v),
    },
    isRead: { values: ['true', 'false'], holds: (c, v) => String(c.isRead) === v },
    tag: { values: ['red', 'Red', 'green', '100%', 'ünïcode 🎈', 'blue'], holds: (c, v) => c.tags.includes(v) },
    customerUuid: {
      values: [...contacts.map((c) => String(c.data.id)), 'nobody'],
      holds: (c, v) => c.customerUuid === v,
    },
    email: {
      values: ['ADA@example.COM', 'grace@example.com', 'ada@example', 'nobody@example.com'],
      holds: (c, v) => c.customerEmail?.toLowerCase() === v.toLowerCase(),
    },
  }
  const names = Object.keys(filters)
  const alone = names.flatMap((name) => filters[name]?.values.map((value) => [[name, value]] as const) ?? [])
  const together = Array.from({ length: 60 }, () =>
    names.filter(() => random(3) === 0).map((name) => [name, pick(filters[name]?.values ?? [])] as const),
  )
  let found = 0
  for (const query of [...alone, ...together]) {
    const expected = sorted(made.filter((c) => query.every(([name, value]) => filters[name]?.holds(c, value))))
    const ids = await readAllIds(
      store.api,
      `${LIST}?limit=33&${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`,
    )
    assert.deepEqual(ids, expected, JSON.stringify(query))
    found += ids.length
  }
  assert.ok(found > 500)
})

test('spec 4.1.3: a repeated tag filter matches any of the tags, in any number', async () => {
  const { store, made } = mixture
  const expected = sorted(made.filter((c) => c.tags.includes('red') || c.tags.includes('green')))
  assert.deepEqual(await readAllIds(store.api, `${LIST}?tag=red&tag=green&tag=&tag=blue&limit=9`), expected)
  const many = Array.from({ length: 200 }, (_, i) => `tag=none${i}`).join('&')
  assert.deepEqual(await readAllIds(store.api, `${LIST}?${many}`), [])
})

test('spec 2.2.9, 4.1.4: channel matches where the conversation started, not the channels used since', async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store, { channel: 'email', channels: ['email', 'online_store'] })
  assert.deepEqual(await readAllIds(store.api, `${LIST}?channel=email`), [id])
  assert.deepEqual(await readAllIds(store.api, `${LIST}?channel=online_store`), [])
})

test('spec C9.10: an empty parameter counts as absent, except limit', async () => {
  const { store } = mixture
  const whole = ok(await store.api.get(LIST))
  const empty = '?status=&channel=&assigneeId=&isRead=&tag=&customerUuid=&email=&cursor='
  assert.deepEqual(ok(await store.api.get(LIST + empty)), whole)
  refused(await store.api.get(`${LIST}?limit=`), 400, 'INVALID_PARAMS')
})

test('spec 7.1.2: a limit that is not a whole number of 1 or more is rejected', async () => {
  for (const limit of ['0', '-1', '1.5', 'ten', '1e2', '0x10', '%201', '+1', 'null', 'NaN', '١']) {
    refused(await mixture.store.api.get(`${LIST}?limit=${limit}`), 400, 'INVALID_PARAMS')
  }
})

test('spec 2.2.9, 2.10.1, C6.4, C9.10: unknown filter values of fixed sets are refused; a scalar given twice is, too', async () => {
  for (const query of [
    'status=closed',
    'status=OPEN',
    'channel=fax',
    'channel=EMAIL',
    'isRead=1',
    'isRead=TRUE',
    'status=open&status=open',
    'limit=1&limit=2',
    'email=a&email=b',
    'customerUuid=a&customerUuid=b',
    'assigneeId=a&assigneeId=b',
    'isRead=true&isRead=true',
    'cursor=a&cursor=a',
  ]) {
    refused(await mixture.store.api.get(`${LIST}?${query}`), 400, 'INVALID_PARAMS')
  }
})

test('spec 7.1.3, C6.4: a cursor that cannot be decoded is refused', async () => {
  const real = (await mixture.store.api.get(`${LIST}?limit=1`)).body.paging.nextCursor
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const cursor of [
    ...[8_639_999_999_999_999, -8_639_999_999_999_999, 1e300, 0.5].map((time) =>
      Buffer.from(JSON.stringify([time, 'a'])).toString('base64url'),
    ),
    'x',
    '%00',
    '🎈',
    `${real}%%`,
    real.slice(1),
    json({}),
    json([1]),
    json(['a', 'b', 'c']),
    json(null),
  ]) {
    const answer = await mixture.store.api.get(
      `${LIST}?cursor=${cursor.includes('%') ? cursor : encodeURIComponent(cursor)}`,
    )
    refused(answer, 400, 'INVALID_PARAMS')
  }
})

test('spec 7.1.8: a cursor is not checked against the query: filters may change on the way', async () => {
  const { store, made } = mixture
  const { body } = await store.api.get(`${LIST}?limit=40`)
  const rest = sorted(made).slice(40)
  const open = new Set(made.filter((c) => c.status === 'open').map(({ id }) => id))
  const ids = ok(await store.api.get(`${LIST}?limit=100&status=open&cursor=${body.paging.nextCursor}`))
  assert.deepEqual(
    ids.map(({ id }: Made) => id),
    rest.filter((id) => open.has(id)),
  )
})

test('spec 4.1.1: a conversation that becomes active while pages are read moves up and disturbs no other', async () => {
  const store = await makeStore(server)
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  const lines = Array.from({ length: 6 }, (_, i) =>
    conversation({ id: `m${i}`, messages: [message({ id: i, createdAt: at(i) })] }),
  )
  await importLines(store, lines)
  const first = await store.api.get(`${LIST}?limit=2`)
  ok(await store.api.post('/chat/conversations/m1/messages', { text: 'again', asCustomer: true }), 201)
  const cursor = first.body.paging.nextCursor
  assert.deepEqual(
    ok(await store.api.get(`${LIST}?limit=10&cursor=${cursor}`)).map(({ id }: Made) => id),
    ['m3', 'm2', 'm0'],
  )
})

test('spec 1.8, C9.8: the list leaves out the older datastore and the playground; both are reachable by id', async () => {
  const store = await makeStore(server)
  const listed = await addConversation(store)
  const old = await addConversation(store, { datastore: 'firestore', firestoreId: 'old-1' })
  const play = await addConversation(store, { isPlayground: true })
  assert.deepEqual(await readAllIds(store.api, LIST), [listed.id])
  for (const id of [old.id, play.id]) assert.equal(ok(await store.api.get(`${LIST}/${id}`)).id, id)
})
