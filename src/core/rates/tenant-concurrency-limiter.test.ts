import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ConcurrencyLimiter } from './tenant-concurrency-limiter.ts'

test('a limited number runs at a time, the others in order of arrival; stores do not wait for each other', async () => {
  const gate = new ConcurrencyLimiter(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (shopId: string, name: string) =>
    gate.run(shopId, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const all = [start('a', '1'), start('a', '2'), start('a', '3'), start('a', '4'), start('b', 'other')]
  await turn()
  assert.deepEqual(begun, ['1', '2', 'other'])
  ends.get('2')?.()
  await all[1]
  await turn()
  assert.deepEqual(begun, ['1', '2', 'other', '3'])
  ends.get('1')?.()
  await all[0]
  await turn()
  assert.deepEqual(begun, ['1', '2', 'other', '3', '4'])
  for (const end of ends.values()) end()
  await Promise.all(all)
})

test('work that fails leaves its place to the next', async () => {
  const gate = new ConcurrencyLimiter(1)
  const fail = async () => {
    throw new Error('failed')
  }
  await assert.rejects(async () => gate.run('a', fail), /failed/)
  const leave = await gate.enter('a')
  const waiting = gate.run('a', async () => 2)
  const failing = assert.rejects(async () => gate.run('a', fail), /failed/)
  const last = gate.run('a', async () => 3)
  leave?.()
  assert.equal(await waiting, 2)
  await failing
  assert.equal(await last, 3)
})

test('when the line is full, the next one is turned away at once', async () => {
  const gate = new ConcurrencyLimiter(1)
  const leave = await gate.enter('a')
  const waiting: unknown[] = []
  const work = async () => 0
  for (let turned = gate.run('a', work); turned; turned = gate.run('a', work)) waiting.push(turned)
  assert.equal(waiting.length, 2_000)
  leave?.()
  await Promise.all(waiting)
  assert.equal(await gate.run('a', async () => 5), 5)
})
