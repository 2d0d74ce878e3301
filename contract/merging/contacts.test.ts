import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Random } from '#base/random.ts'
import { dataOf, graphqlOf } from '#test/clients/graphql.ts'
import { query } from '#test/database/database.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'

// Two contacts who are one person (docs/decisions/0078): what moves, what their ids answer, and that undoing it is exact.

const server = await startServer()
const store = await makeStore(server)
const { api, operator } = store
const inbox = await signInOwner(server, store)
const merge = (into: string, from: string) => inbox.post(`/api/chat/customers/${into}/merge`, { from })
const ask = async (text: string) => dataOf(await graphqlOf(server, store)(text))
const undo = (id: string) => inbox.post(`/api/chat/merges/${id}/undo`)
const contextOf = async (id: string) => ok(await inbox.get(`/api/chat/conversations/${id}/context`))
const orderLine = (orderNumber: string, more: object) => ({
  kind: 'order',
  data: { orderNumber, createdAt: new Date().toISOString(), total: { amount: '1.00', currencyCode: 'EUR' }, ...more },
})
const take = async (...lines: Parameters<typeof importLines>[1]) =>
  assert.deepEqual((await importLines(store, lines)).rejected, [])
const ids = (records: { id: string }[]) => records.map(({ id }) => id).sort()

async function pair(target: object = {}, source: object = {}) {
  const [stays, goes] = [await addContact(store, { ...target }), await addContact(store, { ...source })]
  const [first, second] = [
    await addConversation(store, { customerUuid: stays.id, messages: [message()] }),
    await addConversation(store, { customerUuid: goes.id, messages: [message({ text: 'Me again' })] }),
  ]
  return { stays, goes, first, second }
}

test('the one that stays keeps what it has, gets what it lacks, and all that the other one had', async () => {
  const { stays, goes, first, second } = await pair(
    { name: 'Ada', phone: null, tags: ['vip'], customAttributes: { size: 'M' }, type: 'guest', note: 'Lamps' },
    {
      name: 'Ada L.',
      phone: '+44 1',
      tags: ['b2b', 'vip'],
      customAttributes: { size: 'L', tier: 'gold' },
      platformId: `shop-${randomUUID()}`,
      city: 'London',
      note: 'Chairs',
    },
  )
  await take(orderLine('M-1', { customerUuid: goes.id }))
  const seen = ok(await inbox.get(`/api/chat/customers/${stays.id}/merge?from=${goes.id}`))
  assert.deepEqual(seen.brings, { conversations: 1, orders: 1, browsers: 0 })
  assert.equal(seen.refusal, null)
  const done = ok(await merge(stays.id, goes.id), 201)
  assert.deepEqual([done.customerUuid, done.from], [stays.id, goes.id])
  const after = ok(await api.get(`/chat/customers/${stays.id}`))
  assert.deepEqual(
    [after.name, after.email, after.phone, after.tags, after.customAttributes, after.type, after.city, after.note],
    ['Ada', stays.email, '+44 1', ['vip', 'b2b'], { size: 'M', tier: 'gold' }, 'customer', 'London', 'Lamps\nChairs'],
  )
  assert.equal(after.platformId, goes.platformId)
  assert.deepEqual([seen.result.name, seen.result.tags], ['Ada', ['vip', 'b2b']])
  const own = ok(await api.get(`/chat/customers/${stays.id}/conversations`))
  assert.deepEqual(ids(own), ids([first, second]))
  for (const { customerUuid, customerName, customerEmail } of own) {
    assert.deepEqual([customerUuid, customerName, customerEmail], [stays.id, 'Ada', stays.email])
  }
  const { orders, merged } = await contextOf(first.id)
  assert.deepEqual(
    orders.map((order: { orderNumber: string }) => order.orderNumber),
    ['M-1'],
  )
  assert.deepEqual(
    merged.map((one: { id: string; mergeId: string }) => [one.id, one.mergeId]),
    [[goes.id, done.id]],
  )
  const [entry] = ok(await inbox.get('/api/chat/audit-log'))
  assert.deepEqual([entry.action, entry.target, entry.details], ['customer.merged', stays.id, { from: goes.id }])
})

test('spec 2.4.3, 4.4.1, 4.6.3: the id of the one that went answers as the one that it became a part of', async () => {
  const count = async () => (await ask('{ customers(first: 1) { totalCount } }')).customers.totalCount
  const { stays, goes, first, second } = await pair()
  const before = await count()
  ok(await merge(stays.id, goes.id), 201)
  assert.equal(await count(), before - 1)
  assert.equal(ok(await api.get(`/chat/customers/${goes.id}`)).id, stays.id)
  for (const path of [`/chat/customers/${goes.id}/conversations`, `/chat/conversations?customerUuid=${goes.id}`]) {
    assert.deepEqual(ids(ok(await api.get(path))), ids([first, second]), path)
  }
  const found = await ask(`{ customer(id: ${JSON.stringify(goes.id)}) { id email } }`)
  assert.deepEqual(found.customer, { id: stays.id, email: stays.email })
  const listed = await ask('{ customers(first: 1000) { nodes { id } } }')
  const known = listed.customers.nodes.map(({ id }: { id: string }) => id)
  assert.deepEqual([known.includes(stays.id), known.includes(goes.id)], [true, false])
  // A search for the former address finds the person.
  const { people } = ok(await inbox.get(`/api/chat/search?q=${encodeURIComponent(goes.email)}`))
  assert.deepEqual(ids(people), [stays.id])
})

test('what is imported again for the one that went goes to the one that stays', async () => {
  const { stays, goes, second } = await pair()
  const { id } = ok(await merge(stays.id, goes.id), 201)
  await take(
    { kind: 'contact', data: { id: goes.id, name: 'Imported again', email: goes.email } },
    { kind: 'conversation', data: { id: second.id, customerUuid: goes.id, channel: 'online_store', tags: ['again'] } },
    orderLine('M-2', { customerUuid: goes.id }),
  )
  const again = ok(await api.get(`/chat/conversations/${second.id}`))
  assert.deepEqual([again.customerUuid, again.customerName, again.tags], [stays.id, stays.name, ['again']])
  assert.deepEqual((await contextOf(second.id)).orders.length, 1)
  ok(await undo(id))
  assert.equal(ok(await api.get(`/chat/conversations/${second.id}`)).customerUuid, goes.id)
  assert.equal(ok(await api.get(`/chat/customers/${goes.id}`)).name, 'Imported again')
})

test('itself, one that is a part of another, redacted and blocked ones, and those of other stores are refused', async () => {
  const { stays, goes, second } = await pair()
  refused(await merge(stays.id, stays.id), 400, 'INVALID_PARAMS')
  refused(await merge(stays.id, randomUUID()), 404, 'NOT_FOUND')
  const other = await makeStore(server)
  const foreign = await addContact(other)
  refused(await merge(stays.id, foreign.id), 404, 'NOT_FOUND')
  refused(await inbox.get(`/api/chat/customers/${stays.id}/merge?from=${foreign.id}`), 404, 'NOT_FOUND')
  ok(await inbox.post(`/api/chat/conversations/${second.id}/block`, { isBlock: true }))
  refused(await merge(stays.id, goes.id), 400, 'INVALID_PARAMS')
  assert.match(ok(await inbox.get(`/api/chat/customers/${stays.id}/merge?from=${goes.id}`)).refusal, /blocked/)
  ok(await inbox.post(`/api/chat/conversations/${second.id}/block`, { isBlock: false }))
  const { id } = ok(await merge(stays.id, goes.id), 201)
  const third = await addContact(store)
  refused(await merge(third.id, goes.id), 400, 'INVALID_PARAMS')
  // Merged once more, the first merge can only be undone after the second.
  const later = ok(await merge(third.id, stays.id), 201)
  assert.equal(ok(await api.get(`/chat/customers/${goes.id}`)).id, third.id)
  refused(await undo(id), 400, 'INVALID_PARAMS')
  ok(await undo(later.id))
  ok(await undo(id))
  refused(await undo(id), 404, 'NOT_FOUND')
  refused(await (await signInOwner(server, other)).post(`/api/chat/merges/${later.id}/undo`), 404, 'NOT_FOUND')
  const gone = await addContact(store)
  ok(await operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid: gone.id }))
  refused(await merge(stays.id, gone.id), 400, 'INVALID_PARAMS')
})

test('spec 1.3: redacting either redacts both, and nothing is left to undo', async () => {
  for (const named of ['stays', 'goes'] as const) {
    const people = await pair({}, { platformId: `shop-${randomUUID()}`, note: 'Secret note' })
    const { id } = ok(await merge(people.stays.id, people.goes.id), 201)
    const body = { customerUuid: people[named].id }
    ok(await operator.post(`/operator/stores/${store.shopId}/privacy/redact`, body))
    refused(await undo(id), 404, 'NOT_FOUND')
    for (const one of [people.first, people.second]) {
      assert.equal(ok(await api.get(`/chat/conversations/${one.id}`)).customerName, 'Redacted')
    }
    const dump = (await dumpDatabase(server)).filter((line) => !line.startsWith('events:'))
    for (const text of [people.stays.email, people.goes.email, people.goes.platformId]) {
      assert.deepEqual(
        dump.filter((line) => line.includes(text)),
        [],
      )
    }
  }
})

test('shoppers go on in their browsers, see both, and get their own back when it is undone', async () => {
  const { secret } = ok(await operator.post(`/operator/stores/${store.shopId}/identity-secrets`), 201)
  const [one, two] = [await makeVisitor(server, store), await makeVisitor(server, store)]
  const [a, b] = [await one.say('From my phone'), await two.say('From my laptop')]
  const socket = await two.connect()
  const contactOf = async (id: string) => ok(await api.get(`/chat/conversations/${id}`)).customerUuid
  const [stays, goes] = [await contactOf(a.conversation.id), await contactOf(b.conversation.id)]
  const { id } = ok(await merge(stays, goes), 201)
  await socket.next('ready')
  const earlier = ok(await two.api.get('/storefront/conversations'))
  assert.deepEqual(ids(earlier), [a.conversation.id, b.conversation.id].sort())
  // What begins meanwhile in the browser of the one that went is theirs.
  ok(await two.api.post('/storefront/sessions/reset'))
  const c = await two.say('Something new')
  assert.equal(await contactOf(c.conversation.id), stays)
  ok(await undo(id))
  assert.deepEqual([await contactOf(b.conversation.id), await contactOf(c.conversation.id)], [goes, goes])
  assert.equal(await contactOf(a.conversation.id), stays)
  refused(await two.api.get(`/storefront/conversations/${a.conversation.id}/messages`), 404, 'NOT_FOUND')
  // Signed in under the id at the shop that went with a merge, they are who that became.
  const known = await addContact(store, { platformId: `shop-${randomUUID()}` })
  ok(await merge(stays, known.id), 201)
  const three = await makeVisitor(server, store)
  const hash = createHmac('sha256', secret).update(known.platformId).digest('hex')
  ok(await three.api.post('/storefront/identify', { id: known.platformId, hash }))
  assert.equal(await contactOf((await three.say('Hello')).conversation.id), stays)
  socket.close()
})

test('it can be undone for ten minutes, and not after', async () => {
  const { stays, goes } = await pair()
  const { id, undoUntil } = ok(await merge(stays.id, goes.id), 201)
  const left = Date.parse(undoUntil) - Date.now()
  assert.ok(left > 9 * 60_000 && left <= 10 * 60_000, `${left} ms`)
  if (!server.env.DATABASE_URL) return // the embedded database cannot be written from here
  await query(
    server.env.DATABASE_URL,
    "update merge_undo_log set undo_until = now() - interval '1 second' where id = $1",
    [id],
  )
  const late = await undo(id)
  refused(late, 400, 'INVALID_PARAMS')
  assert.equal(ok(await api.get(`/chat/customers/${goes.id}`)).id, stays.id)
})

/** Everything of a store but what only rises: when records changed last, and how much. */
async function rowsOf(shopId: string): Promise<string[]> {
  const lines = await dumpDatabase(server)
  return lines
    .filter((line) => line.includes(shopId) && !/^(audit_log|rate_|sessions|member_sessions)/.test(line))
    .map((line) => line.replace(/"updated_at": ?"[^"]*"/, '').replace(/\\"updatedAt\\":\\"[^"]*\\"/, ''))
    .sort()
}

test('merging any two and undoing it leaves every row as it was', async () => {
  const own = await makeStore(server)
  const member = await signInOwner(server, own)
  const stream = Random.of(20261123)
  const random = () => stream.fraction()
  const maybe = <T>(value: T) => (random() < 0.5 ? value : null)
  const some = <T>(values: T[]) => values.filter(() => random() < 0.5)
  const people = Array.from({ length: 24 }, (_, i) => ({
    id: `p${i}`,
    platformId: maybe(`shop-${i}`),
    name: maybe(`Person ${i}`),
    firstName: maybe('Pe'),
    email: maybe(`p${i}@example.com`),
    phone: maybe(`+${i}`),
    type: some(['guest', 'customer'])[0] ?? 'anonymous',
    channels: some(['online_store', 'email']),
    tags: maybe(some(['a', 'b', 'c'])),
    note: maybe(`Note ${i}`),
    customAttributes: maybe({ [`k${i % 3}`]: `v${i}` }),
    city: maybe('Berlin'),
    country: maybe('DE'),
    ordersCount: maybe(i),
    totalSpent: maybe(i * 1.5),
    browser: maybe('Firefox'),
    lastChatAt: maybe(new Date(1.7e12 + i * 1e6).toISOString()),
  }))
  const talks = people.flatMap(({ id }) =>
    some([1, 2, 3]).map((n) => ({
      id: `${id}-${n}`,
      customerUuid: id,
      channel: 'online_store',
      status: some(['resolved'])[0] ?? 'open',
      ...(random() < 0.3 && { customerName: 'Called otherwise', customerEmail: `other${n}@example.com` }),
      messages: [message()],
    })),
  )
  const lines = [
    ...people.map((data) => ({ kind: 'contact', data })),
    ...talks.map((data) => ({ kind: 'conversation', data })),
    ...some(people).map(({ id }) => orderLine(`O-${id}`, { customerUuid: id })),
  ]
  assert.deepEqual((await importLines(own, lines)).rejected, [])
  const before = await rowsOf(own.shopId)
  const done: string[] = []
  for (let i = 0; i < people.length; i += 2) {
    done.push(ok(await member.post(`/api/chat/customers/p${i}/merge`, { from: `p${i + 1}` }), 201).id)
  }
  // And what came of merging, merged.
  for (let i = 0; i < people.length; i += 4) {
    done.push(ok(await member.post(`/api/chat/customers/p${i}/merge`, { from: `p${i + 2}` }), 201).id)
  }
  assert.ok((await rowsOf(own.shopId)).some((line) => line.startsWith('merge_undo_log:')))
  for (const id of done.reverse()) ok(await member.post(`/api/chat/merges/${id}/undo`))
  const after = await rowsOf(own.shopId)
  assert.deepEqual(
    after.filter((line) => !before.includes(line)),
    [],
  )
  assert.equal(after.length, before.length)
})
