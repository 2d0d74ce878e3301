import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation, SavedView } from '../api/records.ts'
import { inbox } from './state.ts'
import { countText, VIEWS, viewOf } from './views.ts'

const conversation = (change: Partial<Conversation>) =>
  ({
    status: 'open',
    memberId: null,
    isChatBot: false,
    isStarred: false,
    tags: [],
    channels: [],
    ...change,
  }) as Conversation

test('each view includes what its query asks for', () => {
  const cases: [string, Partial<Conversation>][] = [
    ['mine', { memberId: 'me' }],
    ['unassigned', {}],
    ['ai', { isChatBot: true }],
    ['snoozed', { snoozedUntil: '2026-01-01T00:00:00.000Z' }],
    ['resolved', { status: 'resolved' }],
    ['tag:a/b', { tags: ['a/b'] }],
    ['channel:email', { channels: ['email'] }],
    ['customer:c1', { customerUuid: 'c1' }],
    ['member:m1', { memberId: 'm1' }],
  ]
  for (const [key, change] of cases) {
    assert.ok(viewOf(key)?.includes(conversation(change), 'me'), key)
    if (key === 'snoozed') {
      assert.ok(!viewOf('open')?.includes(conversation(change), 'me'), 'what is snoozed is in no open view')
      assert.ok(!viewOf(key)?.includes(conversation({}), 'me'))
      continue
    }
    const other = { ...change, status: change.status === 'resolved' ? 'open' : 'resolved' } as const
    if (!key.startsWith('tag') && !key.startsWith('customer')) {
      assert.ok(!viewOf(key)?.includes(conversation(other), 'me'), `${key}, other status`)
    }
  }
})

test('a saved view includes what its filters ask for, and asks the list for the same', () => {
  const make = (filters: SavedView['filters']) => {
    inbox.set({ views: [{ id: 'v', name: 'V', isShared: true, filters } as SavedView] })
    const view = viewOf('view:v')
    assert.ok(view)
    return view
  }
  const now = new Date().toISOString()
  const cases: [SavedView['filters'], Partial<Conversation>, Partial<Conversation>, string][] = [
    [{ status: 'resolved' }, { status: 'resolved' }, {}, 'status=resolved'],
    [{ assigneeId: 'me' }, { memberId: 'me' }, { memberId: 'other' }, 'assigneeId=me'],
    [{ assigneeId: 'unassigned' }, {}, { memberId: 'me' }, 'assigneeId=unassigned'],
    [{ channel: 'email' }, { channels: ['email'] }, { channels: ['online_store'] }, 'channel=email'],
    [{ tags: ['a&b', 'c'] }, { tags: ['c'] }, { tags: ['d'] }, 'tag=a%26b&tag=c'],
    [{ isRead: false }, { isRead: false }, { isRead: true }, 'isRead=false'],
    [{ isSnoozed: true }, { snoozedUntil: now }, {}, 'isSnoozed=true'],
    [{ activeWithinDays: 2 }, { lastActive: now }, { lastActive: null }, 'activeWithinDays=2'],
  ]
  for (const [filters, fitting, other, query] of cases) {
    const view = make(filters)
    assert.equal(view.query, query)
    assert.ok(view.includes(conversation(fitting), 'me'), query)
    assert.ok(!view.includes(conversation(other), 'me'), `${query}, another`)
  }
  assert.equal(viewOf('view:gone'), undefined)
})

test('what a tag is called is part of its query, whatever it holds', () => {
  assert.equal(viewOf('tag:50% & more')?.query, 'tag=50%25%20%26%20more')
})

test('an unknown part of a path gives no view', () => {
  assert.deepEqual([viewOf('nothing'), viewOf('channel:fax'), viewOf('')], [undefined, undefined, undefined])
  assert.equal(new Set(VIEWS.map(({ key }) => key)).size, VIEWS.length)
})

test('counts stop where the service stops counting', () => {
  assert.deepEqual([countText(0), countText(999), countText(1_000), countText(5_000)], ['0', '999', '999+', '999+'])
})

test('a report’s figure has a view of its own, and the page of the reports has none', () => {
  assert.equal(viewOf('report:rating=5')?.query, 'rating=5')
  for (const key of ['reports', 'settings', 'tags', 'setup']) assert.equal(viewOf(key), undefined, key)
})
