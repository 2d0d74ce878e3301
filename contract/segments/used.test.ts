import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { ok, readAllIds, readPages, refused } from '#test/expect.ts'
import { addContact, addConversation, message, type Store } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { type Fields, storeWithSegments, when } from '#test/fixtures/segments.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Uses of segments: next to conversations, in lists, saved views and rules.

const server = await shareServer()

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

test('a conversation tells the segments of its contact; lists and views are narrowed to a segment, by pages', async () => {
  const { store, inbox, add } = await storeWithSegments(server)
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
  const { store, inbox, add } = await storeWithSegments(server)
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
  actions: [{ do: 'set_priority', values: ['urgent'] }],
  stopProcessing: false,
})

const write = async (store: Store, id: string) =>
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hello', asCustomer: true }), 201)
const priorityOf = async (inbox: Client, id: string) =>
  (ok(await inbox.get(`/api/chat/conversations/${id}`)) as Fields).priority

test('rules ask whether the contact is in a segment, and are tried with it', async () => {
  const { store, inbox, add } = await storeWithSegments(server)
  const [vip, other] = [await addContact(store, { totalSpent: 900 }), await addContact(store)]
  const { id: big } = await add('Spends much', when('spent', { atLeast: 500 }))
  const { id: none } = await add('Nobody', when('spent', { atLeast: 1_000_000 }))
  refused(await inbox.post('/api/chat/rules', ruleFor(['unknown'])), 400, 'INVALID_PARAMS')
  const of = async (customerUuid: string) => (await addConversation(store, { customerUuid })).id as string
  const [first, second] = [await of(vip.id), await of(other.id)]
  ok(await inbox.post('/api/chat/rules', ruleFor([none, big])), 201)
  const tag = { ...ruleFor([big], true), name: 'Others', actions: [{ do: 'add_tags', values: ['other'] }] }
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
