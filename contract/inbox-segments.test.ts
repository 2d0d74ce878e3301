import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#test/client.ts'
import { ok, readAllIds, readPages, refused } from '#test/expect.ts'
import { addContact, addConversation, contact, importLines, makeStore, message, type Store } from '#test/factories.ts'
import { cookieOf, pageOf, signInMember, signInOwner } from '#test/inbox.ts'
import { shareServer } from '#test/server.ts'
import { openSocket } from '#test/socket.ts'
import { until } from '#test/until.ts'

// Segments: groups of contacts by conditions, and the page of contacts that shows them.

const server = await shareServer()

type Fields = Record<string, unknown>
type Condition = { about: string; not: boolean } & Fields
const when = (about: string, more: Fields = {}, not = false): Condition => ({ about, not, ...more })
const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

async function setUp() {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const add = async (name: string, ...conditions: Condition[]) =>
    ok(await inbox.post('/api/chat/segments', { name, conditions }), 201) as { id: string; name: string }
  const people = async (lines: Fields[]) => {
    assert.deepEqual((await importLines(store, lines.map(contact))).rejected, [])
  }
  const idsIn = async (segment: string) => (await readAllIds(inbox, `/api/chat/contacts?segment=${segment}`)).sort()
  return { store, inbox, add, people, idsIn }
}

test('each condition holds for contacts that it fits, and reversed for all others', async () => {
  const { inbox, people } = await setUp()
  await people([
    {
      id: 'full',
      type: 'customer',
      email: 'Ada@Shop.example',
      phone: '+49 30 1',
      ordersCount: 3,
      totalSpent: 250.5,
      countryCode: 'de',
      channels: ['email', 'online_store'],
      tags: ['VIP'],
      lastChatAt: daysAgo(5),
      createdAt: daysAgo(50),
    },
    { id: 'bare', type: 'anonymous', name: null, email: null, createdAt: daysAgo(500) },
  ])
  const cases: [Condition, boolean, boolean][] = [
    [when('orders', { atLeast: 3 }), true, false],
    [when('orders', { atLeast: 4 }), false, false],
    [when('orders', { atMost: 3 }), true, true],
    [when('orders', { atMost: 0 }), false, true],
    [when('orders', { atLeast: 1, atMost: 2 }), false, false],
    [when('spent', { atLeast: 250.5 }), true, false],
    [when('spent', { atLeast: 0, atMost: 250 }), false, true],
    [when('type', { values: ['customer'] }), true, false],
    [when('type', { values: ['guest', 'anonymous'] }), false, true],
    [when('wrote', { days: 6 }), true, false],
    [when('wrote', { days: 4 }), false, false],
    [when('created', { days: 51 }), true, false],
    [when('created', { days: 49 }), false, false],
    [when('created', { days: 3_650 }), true, true],
    [when('email'), true, false],
    [when('domain', { values: ['x.example', '@SHOP.example '] }), true, false],
    [when('domain', { values: ['example'] }), false, false],
    [when('phone'), true, false],
    [when('country', { values: ['FR', 'de'] }), true, false],
    [when('country', { values: ['FR'] }), false, false],
    [when('channel', { values: ['email'] }), true, false],
    [when('channel', { values: ['phone_messenger'] }), false, false],
    [when('tag', { values: ['VIP', 'x'] }), true, false],
    [when('tag', { values: ['vip'] }), false, false],
    [when('blocked'), false, false],
  ]
  for (const [condition, full, bare] of cases) {
    for (const not of [false, true]) {
      const { count, isWhole, contacts } = ok(
        await inbox.post('/api/chat/segments/try', { conditions: [{ ...condition, not }] }),
      )
      const expected = [...(full !== not ? ['full'] : []), ...(bare !== not ? ['bare'] : [])]
      assert.deepEqual(
        [contacts.map(({ id }: Fields) => id), count, isWhole],
        [expected, expected.length, true],
        JSON.stringify({ ...condition, not }),
      )
    }
  }
  const both = ok(
    await inbox.post('/api/chat/segments/try', {
      conditions: [when('orders', { atLeast: 1 }), when('wrote', { days: 1 }, true)],
    }),
  )
  assert.equal(both.count, 1, 'all conditions hold')
})

test('a blocked contact is found by that', async () => {
  const { store, inbox, add, idsIn } = await setUp()
  const { id, customerUuid } = await addConversation(store)
  const { id: segment } = await add('Blocked', when('blocked'))
  assert.deepEqual(await idsIn(segment), [])
  ok(await inbox.post(`/api/chat/conversations/${id}/block`, { isBlock: true }))
  assert.deepEqual(await idsIn(segment), [customerUuid])
})

test('admins keep segments, every member uses them; each is made, changed and deleted, and the log says so', async () => {
  const { store, inbox, add, people, idsIn } = await setUp()
  const { inbox: lin } = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  await people([
    { id: 'one', ordersCount: 1 },
    { id: 'two', ordersCount: 2 },
  ])
  const made = await add('  VIP ', when('orders', { atLeast: 2 }))
  assert.equal(made.name, 'VIP')
  await add('All', when('orders', { atLeast: 0 }))
  const listed = ok(await lin.get('/api/chat/segments')) as Fields[]
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['All', 'VIP'],
  )
  assert.deepEqual(await idsIn(made.id), ['two'])
  assert.deepEqual(ok(await lin.get(`/api/chat/segments/${made.id}/count`)), { count: 1, isWhole: true })
  assert.deepEqual(ok(await lin.get('/api/chat/contacts/two/segments')).length, 2)
  const edit = { conditions: [when('orders', { atLeast: 1 })] }
  ok(await inbox.patch(`/api/chat/segments/${made.id}`, edit))
  ok(await inbox.patch(`/api/chat/segments/${made.id}`, edit)) // nothing changes: nothing is logged
  assert.deepEqual(await idsIn(made.id), ['one', 'two'])
  for (const call of [
    lin.post('/api/chat/segments', { name: 'Mine', ...edit }),
    lin.patch(`/api/chat/segments/${made.id}`, edit),
    lin.delete(`/api/chat/segments/${made.id}`),
  ]) {
    refused(await call, 403, 'FORBIDDEN')
  }
  ok(await inbox.delete(`/api/chat/segments/${made.id}`))
  refused(await inbox.delete(`/api/chat/segments/${made.id}`), 404, 'NOT_FOUND')
  refused(await inbox.get(`/api/chat/segments/${made.id}/count`), 404, 'NOT_FOUND')
  const log = (ok(await inbox.get('/api/chat/audit-log')) as Fields[]).filter(({ target }) => target === made.id)
  assert.deepEqual(
    log.map(({ action, details }) => [action, details]),
    [
      ['segment.deleted', { name: 'VIP' }],
      ['segment.changed', { name: 'VIP', changed: ['conditions'] }],
      ['segment.created', { name: 'VIP' }],
    ],
  )
})

test('what cannot be a segment is refused with the reason, and nothing of it is kept', async () => {
  const { inbox, add } = await setUp()
  const { id } = await add('VIP', when('email'))
  const cases: [unknown, RegExp][] = [
    [[], /conditions/],
    [Array.from({ length: 11 }, () => when('email')), /conditions/],
    [[when('age', { atLeast: 1 })], /about/],
    [[{ about: 'email' }], /not/],
    [[when('email', { extra: 1 })], /extra/],
    [[when('orders')], /atLeast or atMost is missing/],
    [[when('orders', { atLeast: 1.5 })], /whole/],
    [[when('orders', { atLeast: -1 })], /atLeast/],
    [[when('orders', { atLeast: '1' })], /atLeast/],
    [[when('spent', { atLeast: 1e300 })], /atLeast/],
    [[when('spent', { atLeast: 2, atMost: 1 })], /atLeast is more than atMost/],
    [[when('orders', { atLeast: 1, days: 3 })], /days does not belong to orders/],
    [[when('email', { values: ['x'] })], /values does not belong to email/],
    [[when('wrote', { days: 0 })], /days/],
    [[when('wrote', { days: 3_651 })], /days/],
    [[when('type', { values: [] })], /at least one value/],
    [[when('type', { values: ['lead'] })], /type is one of/],
    [[when('channel', { values: ['fax'] })], /channel is one of/],
    [[when('country', { values: ['Germany'] })], /two letters/],
    [[when('domain', { values: ['a b'] })], /what follows the @/],
    [[when('tag', { values: ['  '] })], /must not be empty/],
    [[when('tag', { values: ['a'.repeat(101)] })], /values/],
    [[when('tag', { values: ['\0'] })], /./],
    [[when('tag', { values: Array.from({ length: 31 }, (_, i) => `t${i}`) })], /values/],
  ]
  for (const [conditions, reason] of cases) {
    for (const call of [
      inbox.post('/api/chat/segments', { name: 'Bad', conditions }),
      inbox.patch(`/api/chat/segments/${id}`, { conditions }),
      inbox.post('/api/chat/segments/try', { conditions }),
    ]) {
      assert.match(refused(await call, 400, 'INVALID_PARAMS'), reason, JSON.stringify(conditions))
    }
  }
  const conditions = [when('email')]
  for (const name of ['', '  ', 'x'.repeat(61), 'vip ']) {
    refused(await inbox.post('/api/chat/segments', { name, conditions }), 400, 'INVALID_PARAMS')
  }
  refused(await inbox.post('/api/chat/segments', { name: 'x', conditions, filters: {} }), 400, 'INVALID_PARAMS')
  assert.deepEqual(
    (ok(await inbox.get('/api/chat/segments')) as Fields[]).map(({ name }) => name),
    ['VIP'],
  )
  for (let i = 1; i < 50; i++) await add(`Segment ${i}`, when('email'))
  assert.match(
    refused(await inbox.post('/api/chat/segments', { name: 'One more', conditions }), 400, 'INVALID_PARAMS'),
    /at most 50/,
  )
})

test('hostile values are only values: as conditions, as what is searched for, as places and as ids', async () => {
  const { inbox, add, people } = await setUp()
  await people([{ id: 'one', name: "O'Brien-%_", email: 'one@shop.example' }])
  const hostile = [`' or '1'='1`, '"; drop table contacts; --', '%', '_', '\\', '{"a":1}', '$1', '🙂', 'a'.repeat(100)]
  for (const value of hostile) {
    const { count } = ok(await inbox.post('/api/chat/segments/try', { conditions: [when('tag', { values: [value] })] }))
    assert.equal(count, 0, value)
    assert.deepEqual(ok(await inbox.get(`/api/chat/contacts?q=${encodeURIComponent(value)}`)), [])
    const named = encodeURIComponent(value)
    refused(await inbox.get(`/api/chat/contacts?segment=${named}`), 400, 'INVALID_PARAMS')
    refused(await inbox.get(`/api/chat/conversations?segment=${named}`), 400, 'INVALID_PARAMS')
    refused(await inbox.get(`/api/chat/contacts?cursor=${named}`), 400, 'INVALID_PARAMS')
    refused(await inbox.get(`/api/chat/contacts/${named}/segments`), 404, 'NOT_FOUND')
    refused(await inbox.get(`/api/chat/segments/${named}/count`), 404, 'NOT_FOUND')
  }
  refused(await inbox.get(`/api/chat/contacts?q=${'a'.repeat(101)}`), 400, 'INVALID_PARAMS')
  refused(await inbox.get('/api/chat/contacts?limit=0'), 400, 'INVALID_PARAMS')
  assert.equal(ok(await inbox.get(`/api/chat/contacts?q=${encodeURIComponent("O'BRIEN-%_")}`)).length, 1)
  const { id } = await add(hostile[1] as string, when('domain', { values: ['shop.example'] }))
  assert.equal(ok(await inbox.get(`/api/chat/contacts?segment=${id}`)).length, 1)
})

test('another store’s segments and contacts are none of this one’s', async () => {
  const [mine, theirs] = [await setUp(), await setUp()]
  const { id } = await theirs.add('Theirs', when('email'))
  await theirs.people([{ id: 'their-contact' }])
  assert.deepEqual(ok(await mine.inbox.get('/api/chat/segments')), [])
  assert.deepEqual(ok(await mine.inbox.get('/api/chat/contacts')), [])
  assert.equal(ok(await mine.inbox.post('/api/chat/segments/try', { conditions: [when('email')] })).count, 0)
  refused(await mine.inbox.patch(`/api/chat/segments/${id}`, { name: 'Mine' }), 404, 'NOT_FOUND')
  refused(await mine.inbox.delete(`/api/chat/segments/${id}`), 404, 'NOT_FOUND')
  refused(await mine.inbox.get(`/api/chat/segments/${id}/count`), 404, 'NOT_FOUND')
  refused(await mine.inbox.get('/api/chat/contacts/their-contact/segments'), 404, 'NOT_FOUND')
  for (const path of ['contacts', 'conversations']) {
    refused(await mine.inbox.get(`/api/chat/${path}?segment=${id}`), 400, 'INVALID_PARAMS')
  }
  const view = { name: 'x', isShared: true, filters: { segment: id } }
  refused(await mine.inbox.post('/api/chat/saved-views', view), 400, 'INVALID_PARAMS')
})

test('contacts are listed newest first by pages, found by the beginnings of names and addresses', async () => {
  const { inbox, add, people, idsIn } = await setUp()
  const all = Array.from({ length: 7 }, (_, i) => ({
    id: `c${i}`,
    name: i === 3 ? 'Zoë Quentin' : `Person ${i}`,
    email: `p${i}@shop.example`,
    ordersCount: i,
    createdAt: daysAgo(i),
  }))
  await people(all)
  assert.deepEqual(
    await readAllIds(inbox, '/api/chat/contacts?limit=2'),
    all.map(({ id }) => id),
  )
  const { id } = await add('Some', when('orders', { atLeast: 2, atMost: 5 }))
  assert.deepEqual(
    (await readPages(inbox, `/api/chat/contacts?segment=${id}&limit=2`)).map((page) => page.map((one) => one.id)),
    [
      ['c2', 'c3'],
      ['c4', 'c5'],
    ],
  )
  assert.deepEqual(await idsIn(id), ['c2', 'c3', 'c4', 'c5'])
  const find = async (q: string, more = '') =>
    (ok(await inbox.get(`/api/chat/contacts?q=${encodeURIComponent(q)}${more}`)) as Fields[]).map((one) => one.id)
  assert.deepEqual(await find('zoë'), ['c3'])
  assert.deepEqual(await find('QUENT'), ['c3'])
  assert.deepEqual(await find('p4@'), ['c4'])
  assert.deepEqual(await find('person', `&segment=${id}`), ['c2', 'c4', 'c5'])
  assert.deepEqual(await find('erson'), [])
  const [first] = ok(await inbox.get('/api/chat/contacts?limit=1')) as Fields[]
  assert.deepEqual(Object.keys(first ?? {}).sort(), [
    'createdAt',
    'email',
    'id',
    'isBlocked',
    'isRedacted',
    'lastChatAt',
    'name',
    'ordersCount',
    'phone',
    'totalSpent',
    'type',
  ])
  const { nextCursor } = (await inbox.get('/api/chat/contacts?limit=1')).body.paging
  refused(await inbox.get(`/api/chat/contacts?q=p&cursor=${nextCursor}`), 400, 'INVALID_PARAMS')
})

test('merged contacts are not listed; redacted ones are shown as Redacted and are in no segment', async () => {
  const { store, inbox, add, idsIn } = await setUp()
  const [stays, goes, gone] = [await addContact(store), await addContact(store), await addContact(store)]
  const conversation = await addConversation(store, { customerUuid: gone.id })
  const { id: segment } = await add('Everybody', when('orders', { atLeast: 0 }))
  const { id: none } = await add('Nobody', when('type', { values: ['customer', 'guest', 'anonymous'] }, true))
  const both = [stays.id, goes.id].sort()
  assert.deepEqual(await idsIn(segment), [...both, gone.id].sort())
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid: gone.id }))
  assert.deepEqual(await idsIn(segment), both)
  ok(await inbox.post(`/api/chat/customers/${stays.id}/merge`, { from: goes.id }), 201)
  assert.deepEqual(await idsIn(segment), [stays.id])
  assert.deepEqual(await idsIn(none), [])
  assert.deepEqual(ok(await inbox.get(`/api/chat/segments/${segment}/count`)), { count: 1, isWhole: true })
  const listed = ok(await inbox.get('/api/chat/contacts')) as Fields[]
  assert.deepEqual(listed.map(({ id }) => id).sort(), [stays.id, gone.id].sort())
  const redacted = listed.find(({ id }) => id === gone.id)
  assert.deepEqual(
    [redacted?.name, redacted?.email, redacted?.ordersCount, redacted?.isRedacted],
    ['Redacted', null, null, true],
  )
  assert.deepEqual(ok(await inbox.get(`/api/chat/contacts/${gone.id}/segments`)), [])
  assert.deepEqual(ok(await inbox.get(`/api/chat/conversations/${conversation.id}/context`)).segments, [])
  const [of] = ok(await inbox.get(`/api/chat/contacts/${goes.id}/segments`)) as Fields[]
  assert.equal(of?.id, segment, 'by its old id a merged contact is whom it became a part of')
})

test('a conversation tells the segments of its contact; lists and views are narrowed to a segment, by pages', async () => {
  const { store, inbox, add } = await setUp()
  const vip = await addContact(store, { ordersCount: 9 })
  const other = await addContact(store, { ordersCount: 1 })
  const { id } = await add('VIP', when('orders', { atLeast: 5 }))
  const ids: string[] = []
  for (let i = 0; i < 6; i++) {
    const one = await addConversation(store, {
      customerUuid: i % 2 === 0 ? vip.id : other.id,
      messages: [message({ createdAt: new Date(Date.now() - i * 60_000).toISOString() })],
    })
    ids.push(one.id)
  }
  const [a, b, c, d, e] = ids as [string, string, string, string, string]
  const context = ok(await inbox.get(`/api/chat/conversations/${a}/context`))
  assert.deepEqual(context.segments, [{ id, name: 'VIP' }])
  assert.deepEqual(ok(await inbox.get(`/api/chat/conversations/${b}/context`)).segments, [])
  const list = `/api/chat/conversations?segment=${id}`
  assert.deepEqual(
    (await readPages(inbox, `${list}&limit=2`)).map((page) => page.map((one) => one.id)),
    [[a, c], [e]],
  )
  assert.deepEqual(await readAllIds(inbox, `${list}&id=${b}&id=${c}`), [c])
  assert.deepEqual(await readAllIds(inbox, `${list}&status=resolved`), [])
  ok(await inbox.post(`/api/chat/conversations/${c}/snooze`, { until: new Date(Date.now() + DAY_MS).toISOString() }))
  ok(await inbox.post(`/api/chat/conversations/${d}/snooze`, { until: new Date(Date.now() + DAY_MS).toISOString() }))
  assert.deepEqual(await readAllIds(inbox, `${list}&isSnoozed=true`), [c])
  ok(await inbox.post(`/api/chat/conversations/${c}/snooze`, { until: null }))
  const span = `createdFrom=${daysAgo(1)}&createdTo=${daysAgo(-1)}`
  refused(await inbox.get(`${list}&${span}`), 400, 'INVALID_PARAMS')
  const saved = { name: 'VIPs', isShared: true, filters: { status: 'open', segment: id } }
  const { id: viewId, filters } = ok(await inbox.post('/api/chat/saved-views', saved), 201)
  assert.deepEqual(filters, saved.filters)
  await inbox.post('/api/chat/saved-views', { name: 'Open', isShared: true, filters: { status: 'open' } })
  const { counts } = ok(await inbox.get('/api/chat/saved-views/counts'))
  assert.deepEqual(Object.values(counts).sort(), [3, 6])
  assert.equal(counts[viewId], 3)
})

test('a segment that rules or views use is not deleted, and what uses it is named', async () => {
  const { store, inbox, add } = await setUp()
  const { inbox: lin } = await signInMember(server, store)
  const { id } = await add('VIP', when('email'))
  const filters = { segment: id }
  const shared = ok(await inbox.post('/api/chat/saved-views', { name: 'Of VIPs', isShared: true, filters }), 201)
  const own = ok(await lin.post('/api/chat/saved-views', { name: 'Secret', isShared: false, filters }), 201)
  const rule = ok(await inbox.post('/api/chat/rules', ruleFor([id])), 201)
  const message = refused(await inbox.delete(`/api/chat/segments/${id}`), 400, 'INVALID_PARAMS')
  assert.match(message, /the rule “VIPs first”/)
  assert.match(message, /the view “Of VIPs”/)
  assert.match(message, /a view that a member keeps for themselves/)
  assert.doesNotMatch(message, /Secret/)
  ok(await inbox.delete(`/api/chat/rules/${rule.id}`))
  ok(await inbox.delete(`/api/chat/saved-views/${shared.id}`))
  refused(await inbox.delete(`/api/chat/segments/${id}`), 400, 'INVALID_PARAMS')
  ok(await lin.delete(`/api/chat/saved-views/${own.id}`))
  ok(await inbox.delete(`/api/chat/segments/${id}`))
})

const ruleFor = (values: string[], not = false) => ({
  name: 'VIPs first',
  isOn: true,
  trigger: { on: 'message' },
  match: 'all',
  conditions: [{ about: 'segment', not, values }],
  acts: [{ do: 'set_priority', values: ['urgent'] }],
  stops: false,
})

const write = async (store: Store, id: string) =>
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hello', asCustomer: true }), 201)
const priorityOf = async (inbox: Client, id: string) =>
  (ok(await inbox.get(`/api/chat/conversations/${id}`)) as Fields).priority

test('rules ask whether the contact is in a segment, and are tried with it', async () => {
  const { store, inbox, add } = await setUp()
  const [vip, other] = [await addContact(store, { totalSpent: 900 }), await addContact(store)]
  const { id: big } = await add('Spends much', when('spent', { atLeast: 500 }))
  const { id: none } = await add('Nobody', when('spent', { atLeast: 1_000_000 }))
  refused(await inbox.post('/api/chat/rules', ruleFor(['unknown'])), 400, 'INVALID_PARAMS')
  const of = async (customerUuid: string) => (await addConversation(store, { customerUuid })).id as string
  const [first, second] = [await of(vip.id), await of(other.id)]
  ok(await inbox.post('/api/chat/rules', ruleFor([none, big])), 201)
  const tag = { ...ruleFor([big], true), name: 'Others', acts: [{ do: 'add_tags', values: ['other'] }] }
  ok(await inbox.post('/api/chat/rules', tag), 201)
  await write(store, first)
  await write(store, second)
  assert.equal(await until('the rule’s turn', () => priorityOf(inbox, first)), 'urgent')
  const tags = async (id: string) => (ok(await inbox.get(`/api/chat/conversations/${id}`)) as { tags: string[] }).tags
  await until('the other rule’s turn', async () => (await tags(second)).length > 0)
  assert.deepEqual([await tags(first), await tags(second)], [[], ['other']])
  assert.equal(await priorityOf(inbox, second), undefined)
  const { matches } = ok(await inbox.post('/api/chat/rules/try', { rule: tag }))
  assert.deepEqual(
    matches.map(({ conversationId }: Fields) => conversationId),
    [second],
  )
})

test('more contacts than are counted are said so; the count of fewer is exact', async () => {
  const { store, inbox, add } = await setUp()
  const lines = Array.from({ length: 10_050 }, (_, i) => contact({ id: `n${i}`, ordersCount: i, email: null }))
  assert.deepEqual((await importLines(store, lines)).rejected, [])
  const countOf = async (...conditions: Condition[]) =>
    ok(await inbox.post('/api/chat/segments/try', { conditions })) as { count: number; isWhole: boolean }
  const many = await countOf(when('orders', { atLeast: 0 }))
  assert.deepEqual([many.count, many.isWhole], [10_000, true])
  const fewer = await countOf(when('orders', { atLeast: 51 }))
  assert.deepEqual([fewer.count, fewer.isWhole], [9_999, true])
  const { id } = await add('Rare', when('orders', { atLeast: 10_049 }))
  assert.equal((await readAllIds(inbox, `/api/chat/contacts?segment=${id}`)).length, 1)
})

test('open inboxes hear that segments changed', async () => {
  const { store, add } = await setUp()
  const { email, password } = store.owner
  const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email, password }))
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers: { cookie, origin: server.baseUrl } })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  await add('VIP', when('email'))
  await socket.next('segments')
})
