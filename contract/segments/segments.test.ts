import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { ok, readAllIds, readPages, refused } from '#test/expect.ts'
import { addContact, addConversation, contact, importLines } from '#test/fixtures/factories.ts'
import { cookieOf, pageOf, signInMember } from '#test/fixtures/inbox.ts'
import { type Condition, type Fields, storeWithSegments, when } from '#test/fixtures/segments.ts'
import { shareServer } from '#test/service/server.ts'

// Segments: groups of contacts by conditions, and the page of contacts that shows them.

const server = await shareServer()

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

test('each condition holds for contacts that it fits, and reversed for all others', async () => {
  const { inbox, people } = await storeWithSegments(server)
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
  const { store, inbox, add, idsIn } = await storeWithSegments(server)
  const { id, customerUuid } = await addConversation(store)
  const { id: segment } = await add('Blocked', when('blocked'))
  assert.deepEqual(await idsIn(segment), [])
  ok(await inbox.post(`/api/chat/conversations/${id}/block`, { isBlock: true }))
  assert.deepEqual(await idsIn(segment), [customerUuid])
})

test('admins keep segments, every member uses them; each is made, changed and deleted, and the log says so', async () => {
  const { store, inbox, add, people, idsIn } = await storeWithSegments(server)
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
  const { inbox, add } = await storeWithSegments(server)
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
  const { inbox, add, people } = await storeWithSegments(server)
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

test('another store’s segments and contacts are not visible', async () => {
  const [mine, theirs] = [await storeWithSegments(server), await storeWithSegments(server)]
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
  const { inbox, add, people, idsIn } = await storeWithSegments(server)
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
  const { store, inbox, add, idsIn } = await storeWithSegments(server)
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

test('more contacts than are counted are said so; the count of fewer is exact', async () => {
  const { store, inbox, add } = await storeWithSegments(server)
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
  const { store, add } = await storeWithSegments(server)
  const { email, password } = store.owner
  const cookie = cookieOf(await pageOf(server).post('/api/chat/session', { email, password }))
  const socket = await openSocket(server.baseUrl, '/api/chat/socket', { headers: { cookie, origin: server.baseUrl } })
  socket.send({ type: 'hello' })
  await socket.next('ready')
  await add('VIP', when('email'))
  await socket.next('segments')
})
