import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation } from '../api/records.ts'
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
    ['resolved', { status: 'resolved' }],
    ['tag:a/b', { tags: ['a/b'] }],
    ['channel:email', { channels: ['email'] }],
    ['customer:c1', { customerUuid: 'c1' }],
    ['member:m1', { memberId: 'm1' }],
  ]
  for (const [key, change] of cases) {
    assert.ok(viewOf(key)?.includes(conversation(change), 'me'), key)
    const other = { ...change, status: change.status === 'resolved' ? 'open' : 'resolved' } as const
    if (!key.startsWith('tag') && !key.startsWith('customer')) {
      assert.ok(!viewOf(key)?.includes(conversation(other), 'me'), `${key}, other status`)
    }
  }
})

test('what a tag is called is part of its query, whatever it holds', () => {
  assert.equal(viewOf('tag:50% & more')?.query, 'tag=50%25%20%26%20more')
})

test('an unknown part of a path is no view', () => {
  assert.deepEqual([viewOf('nothing'), viewOf('channel:fax'), viewOf('')], [undefined, undefined, undefined])
  assert.equal(new Set(VIEWS.map(({ key }) => key)).size, VIEWS.length)
})

test('counts stop where the service stops counting', () => {
  assert.deepEqual([countText(0), countText(999), countText(1_000), countText(5_000)], ['0', '999', '999+', '999+'])
})
