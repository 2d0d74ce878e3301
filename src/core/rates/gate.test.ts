import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Gate } from './gate.ts'

test('so many run at once, the others in the order they came; stores do not wait for each other', async () => {
  const gate = new Gate(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (shopId: string, name: string) =>
    gate.run(shopId, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const all = [start('a', '1'), start('a', '2'), start('a', '3'), start('a', '4'), start('b', 'other')]
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

test('work that waits for nothing is done at once, and whatever fails leaves its place', async () => {
  const gate = new Gate(1)
  assert.equal(
    gate.run<number>('a', () => 1),
    1,
  )
  const fail = () => {
    throw new Error('thrown')
  }
  assert.throws(() => gate.run('a', fail), /thrown/)
  await assert.rejects(async () => gate.run('a', () => Promise.reject(new Error('rejected'))), /rejected/)
  const leave = await gate.enter('a')
  const waiting = gate.run<number>('a', () => 2)
  assert.ok(waiting instanceof Promise)
  const failing = assert.rejects(async () => gate.run('a', fail), /thrown/)
  const last = gate.run<number>('a', () => 3)
  leave?.()
  assert.equal(await waiting, 2)
  await failing
  assert.equal(await last, 3)
  assert.equal(
    gate.run<number>('a', () => 4),
    4,
  )
})

test('when the line is full, the next one is turned away at once', async () => {
  const gate = new Gate(1)
  const leave = await gate.enter('a')
  const waiting: unknown[] = []
  for (let turned = gate.run('a', () => 0); turned !== undefined; turned = gate.run('a', () => 0)) waiting.push(turned)
  assert.equal(waiting.length, 2_000)
  leave?.()
  await Promise.all(waiting)
  assert.equal(
    gate.run('a', () => 5),
    5,
  )
})
