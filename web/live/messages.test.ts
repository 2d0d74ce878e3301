import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Message } from '../api/records.ts'
import { merge, takeMessages } from './messages.ts'
import { inbox, type PendingMessage } from './state.ts'

const make = (id: string, position: number, revision = position, text = '') =>
  ({ id, position, revision, text, clientId: null }) as unknown as Message
const texts = (messages: Message[]) => messages.map(({ text }) => text)

beforeEach(() => inbox.set({ messages: {}, pending: {} }))

test('messages stand by position, in whatever order they arrive', () => {
  const merged = merge([make('c', 3)], [make('b', 2), make('d', 4), make('a', 1)])
  assert.deepEqual(
    merged.map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  )
})

test('an edit replaces the message, and an older state that arrives late does not', () => {
  const edited = merge([make('a', 1, 1, 'first')], [make('a', 1, 5, 'edited')])
  assert.deepEqual(texts(edited), ['edited'])
  assert.deepEqual(texts(merge(edited, [make('a', 1, 1, 'first')])), ['edited'])
  assert.deepEqual(texts(merge(edited, [make('a', 1, 5, 'the same again')])), ['the same again'])
})

test('the revision never goes back', () => {
  takeMessages('one', [], { revision: 7 })
  takeMessages('one', [make('a', 1)], { revision: 3 })
  assert.equal(inbox.get().messages.one?.revision, 7)
})

test('a pending message is gone once it arrives, and the others wait on', () => {
  const waiting = [{ clientId: 'x' }, { clientId: 'y' }] as PendingMessage[]
  inbox.set({ pending: { one: waiting, other: waiting } })
  takeMessages('one', [{ ...make('a', 1), clientId: 'x' }])
  const { pending } = inbox.get()
  assert.deepEqual([pending.one?.map(({ clientId }) => clientId), pending.other], [['y'], waiting])
})
