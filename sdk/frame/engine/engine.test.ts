import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '../../shared/records.ts'
import { ApiError } from './connection/api.ts'
import { createBackoff } from './connection/backoff.ts'
import { meets, merge } from './merge.ts'
import { createTasks } from './tasks.ts'
import { sortFiles } from './uploads.ts'

function message(id: string, position: number, revision = position, text = id): Message {
  return { id, position, revision, text, clientId: null } as Message
}

const ids = (messages: Message[]) => messages.map(({ id }) => id).join('')

test('messages that come twice, late or out of order stand once and in their order', () => {
  const [a, b, c] = [message('a', 1), message('b', 2), message('c', 3)]
  assert.equal(ids(merge([], [b, c, a])), 'abc')
  assert.equal(ids(merge(merge([a, c], [c, a]), [b])), 'abc')
  const edited = message('a', 1, 4, 'edited')
  assert.equal(merge([edited], [a])[0]?.text, 'edited', 'an older revision changes nothing')
  assert.equal(merge([a], [edited])[0]?.text, 'edited')
})

test('a page of the newest messages is joined where it meets the conversation', () => {
  const known = [message('a', 1), message('b', 2)]
  assert.equal(meets(known, [message('b', 2), message('c', 3)]), true)
  assert.equal(meets(known, [message('f', 6), message('g', 7)]), false)
  assert.equal(meets(known, []), true)
})

test('waits double from 1 s to 30 s, with jitter, and never come before they may', () => {
  const backoff = createBackoff(() => 1)
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map(() => backoff.next()),
    [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  )
  backoff.reset()
  assert.equal(createBackoff(() => 0).next(), 500)
  assert.equal(backoff.next(60_000), 60_000)
})

test('files are refused for their size, for being empty, and for being the sixth', () => {
  const file = (name: string, size: number) => ({ name, size }) as File
  const { taken, refused } = sortFiles(
    [file('big', 10 * 1024 * 1024 + 1), file('none', 0), ...'abcdef'.split('').map((name) => file(name, 1))],
    1,
  )
  assert.deepEqual(
    taken.map(({ name }) => name),
    ['a', 'b', 'c', 'd'],
  )
  assert.deepEqual(
    refused.map(({ name, why }) => `${name} ${why}`),
    ['big files.tooLarge', 'none files.empty', 'e files.tooMany', 'f files.tooMany'],
  )
})

test('tasks run in order; a later one of the same key takes the place of one that waits; a refusal drops one only', async () => {
  const tasks = createTasks()
  const done: string[] = []
  const note = (name: string) => async () => void done.push(name)
  tasks.add(note('first'))
  tasks.add(note('cart 1'), { key: 'cart' })
  tasks.add(
    async () => {
      throw new ApiError(400, 'INVALID_PARAMS', 'no')
    },
    { dropped: ({ code }) => void done.push(code) },
  )
  tasks.add(note('cart 2'), { key: 'cart' })
  await tasks.done()
  assert.deepEqual(done, ['first', 'INVALID_PARAMS', 'cart 2'])
})

test('a task waits for the network, and goes on when it is back', async () => {
  const tasks = createTasks()
  let tries = 0
  tasks.add(async () => {
    if (++tries === 1) throw new ApiError(0, 'UNREACHABLE', 'no answer')
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  tasks.wake()
  await tasks.done()
  assert.equal(tries, 2)
})

test('what is cleared is not done', async () => {
  const tasks = createTasks()
  const done: string[] = []
  tasks.add(async () => {
    throw new ApiError(0, 'UNREACHABLE', 'no answer')
  })
  tasks.add(async () => void done.push('late'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  tasks.clear()
  await tasks.done()
  assert.deepEqual(done, [])
})
