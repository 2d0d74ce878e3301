import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Conversation } from '../api/records.ts'
import { dropConversation, place, takeConversations } from './lists.ts'
import { EMPTY_LIST, inbox, patchList } from './state.ts'
import { byReturn } from './views.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
const make = (id: string, minute: number | null, change: Partial<Conversation> = {}) =>
  ({
    id,
    status: 'open',
    memberId: null,
    isChatBot: false,
    isStarred: false,
    tags: [],
    channels: ['online_store'],
    lastActive: minute === null ? null : at(minute),
    ...change,
  }) as unknown as Conversation
const byId = (...records: Conversation[]) => Object.fromEntries(records.map((one) => [one.id, one]))
const always = () => true

beforeEach(() => {
  inbox.set({ me: { member: { id: 'me' } } as never, conversations: {}, lists: {}, messages: {}, selected: [] })
})

test('a conversation that changed moves to where its activity puts it', () => {
  const [a, b] = [make('a', 2), make('b', 1)]
  const newer = make('b', 3)
  assert.deepEqual(place({ ids: ['a', 'b'], nextCursor: null }, [newer], byId(a, b, newer), always), ['b', 'a'])
})

test('of snoozed ones the one that comes back first stands first, whatever was active last', () => {
  const [a, b, c] = [
    ['a', 30],
    ['b', 10],
    ['c', 20],
  ].map(([id, until], i) => make(String(id), i, { snoozedUntil: at(Number(until)) } as Partial<Conversation>)) as [
    Conversation,
    Conversation,
    Conversation,
  ]
  const list = { ids: ['b', 'a'], nextCursor: null }
  assert.deepEqual(place(list, [c], byId(a, b, c), always, byReturn), ['b', 'c', 'a'])
})

test('the array stays the same one while nothing moves', () => {
  const list = { ids: ['a', 'b'], nextCursor: null }
  const again = make('a', 2)
  assert.equal(place(list, [again], byId(again, make('b', 1)), always), list.ids)
})

test('one behind the part that is loaded waits for its page; the last page has no such end', () => {
  const [a, old] = [make('a', 5), make('old', 1)]
  const all = byId(a, old)
  assert.deepEqual(place({ ids: ['a'], nextCursor: 'more' }, [old], all, always), ['a'])
  assert.deepEqual(place({ ids: ['a'], nextCursor: null }, [old], all, always), ['a', 'old'])
})

test('without activity they come last, and ties go by id as the service has them', () => {
  const [none, a, b] = [make('none', null), make('a', 1), make('b', 1)]
  const ids = place({ ids: [], nextCursor: null }, [none, a, b], byId(none, a, b), always)
  assert.deepEqual(ids, ['b', 'a', 'none'])
})

test('those that came back stand first, the newest return first', () => {
  const [a, b] = [make('a', 5), make('b', 1, { returnedAt: at(6) })]
  const c = make('c', 2, { returnedAt: at(7) })
  assert.deepEqual(place({ ids: ['a', 'b'], nextCursor: null }, [c], byId(a, b, c), always), ['c', 'b', 'a'])
})

test('each loaded list gains what belongs to it and loses what does not', () => {
  const mine = make('a', 1, { memberId: 'me' })
  inbox.set({ conversations: byId(mine) })
  patchList('mine', { ...EMPTY_LIST, ids: ['a'], isKnown: true })
  patchList('unassigned', { ...EMPTY_LIST, isKnown: true })
  patchList('starred', { ...EMPTY_LIST, ids: [], isKnown: false })
  takeConversations([make('a', 1, { memberId: null, isStarred: true })])
  const { lists } = inbox.get()
  assert.deepEqual([lists.mine?.ids, lists.unassigned?.ids], [[], ['a']])
  assert.deepEqual(lists.starred?.ids, [], 'a list that was never loaded stays as it is')
})

test('a list that the service alone can judge keeps what fits still, and takes in nothing by itself', () => {
  inbox.set({ conversations: byId(make('a', 1), make('b', 2)) })
  patchList('segment:vip', { ...EMPTY_LIST, ids: ['b', 'a'], isKnown: true })
  takeConversations([make('a', 3), make('b', 2, { status: 'resolved' }), make('c', 4)])
  assert.deepEqual(inbox.get().lists['segment:vip']?.ids, ['a'])
})

test('a deleted conversation leaves every list, the selection, and its messages', () => {
  inbox.set({ conversations: byId(make('a', 1), make('b', 1)), selected: ['a', 'b'] })
  patchList('open', { ...EMPTY_LIST, ids: ['a', 'b'], isKnown: true })
  dropConversation('a')
  const { conversations, lists, selected } = inbox.get()
  assert.deepEqual([Object.keys(conversations), lists.open?.ids, selected], [['b'], ['b'], ['b']])
})
