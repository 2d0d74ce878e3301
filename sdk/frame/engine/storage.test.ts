import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStorage } from './storage.ts'

// Tabs of one browser write at the same time, and see each other's writes late.

const pending = (clientId: string, second: number) => ({
  clientId,
  text: clientId,
  files: [],
  createdAt: new Date(second * 1_000).toISOString(),
})
const idsOf = (box: ReturnType<typeof createStorage>) => box.outbox().map(({ clientId }) => clientId)

/** Copies of one storage, one for each tab: what one tab writes reaches the others when `settle` is called. */
function laggingAreas(count: number) {
  const copies = Array.from({ length: count }, () => ({}) as Record<string, string>)
  let unseen: [key: string, text: string | null][] = []
  const write = (copy: Record<string, string>, key: string, text: string | null) => {
    if (text === null) delete copy[key]
    else copy[key] = text
  }
  const areas = copies.map((copy) => {
    const tell = (key: string, text: string | null) => {
      write(copy, key, text)
      unseen.push([key, text])
    }
    const methods = {
      getItem: (key: string) => copy[key] ?? null,
      setItem: (key: string, text: string) => tell(key, text),
      removeItem: (key: string) => tell(key, null),
    }
    return new Proxy(copy, { get: (_, name) => methods[name as 'getItem'] }) as unknown as Storage
  })
  const settle = () => {
    for (const [key, text] of unseen) for (const copy of copies) write(copy, key, text)
    unseen = []
  }
  return { areas, settle }
}

const nobody = { held: [], hold: () => {} }

test('messages that two tabs write and send at the same moment are all kept, in the order of their times', () => {
  const { areas, settle } = laggingAreas(2)
  const [one, other] = areas.map((area) => createStorage('app', nobody, () => area))
  assert.ok(one && other)
  one.set('outbox:a', pending('a', 2))
  settle()
  one.set('outbox:a', null) // it has arrived
  one.set('outbox:c', pending('c', 4))
  other.set('outbox:b', pending('b', 3))
  settle()
  assert.deepEqual(
    [idsOf(one), idsOf(other)],
    [
      ['b', 'c'],
      ['b', 'c'],
    ],
  )
  one.set('shown', { campaign: 1 })
  one.clear()
  settle()
  assert.deepEqual([idsOf(other), other.get('shown')], [[], { campaign: 1 }])
})

test('a page that keeps for the frame is heard, but for what is older than what it was told', () => {
  const refused = () => {
    throw new Error('refused')
  }
  const told: [string, string | null][] = []
  const box = createStorage('app', { held: [['token', '"a"']], hold: (...word) => told.push(word) }, refused)
  assert.equal(box.get('token'), 'a')
  assert.equal(box.hear('token', '"b"'), true)
  assert.equal(box.get('token'), 'b')
  box.set('token', 'c')
  assert.equal(box.hear('token', '"d"'), false, 'it was said before c was written there')
  box.done('token')
  assert.equal(box.get('token'), 'c')
  assert.equal(box.hear('token', null), true)
  assert.equal(box.get('token'), null)
  assert.deepEqual(told, [['token', '"c"']])
})
