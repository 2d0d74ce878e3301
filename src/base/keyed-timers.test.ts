import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeyedTimers } from './keyed-timers.ts'

test('a key’s alarms ring in order, however they were set, and none is forgotten; another key has its own', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const alarms = new KeyedTimers()
  const rung: string[] = []
  alarms.set('a', 500, () => rung.push('a'))
  alarms.set('a', 100, () => rung.push('a'))
  alarms.set('a', 300, () => rung.push('a'))
  alarms.set('b', 200, () => rung.push('b'))
  t.mock.timers.tick(100)
  assert.equal(rung.join(), '')
  t.mock.timers.tick(1)
  assert.equal(rung.join(), 'a')
  t.mock.timers.tick(100)
  assert.equal(rung.join(), 'a,b')
  t.mock.timers.tick(100)
  assert.equal(rung.join(), 'a,b,a')
  t.mock.timers.tick(1_000)
  assert.equal(rung.join(), 'a,b,a,a')
  alarms.set('a', 0, () => rung.push('at once'))
  t.mock.timers.tick(1)
  assert.equal(rung.at(-1), 'at once')
  alarms.set('a', 5_000, () => rung.push('never'))
  alarms.clear()
  t.mock.timers.tick(10_000)
  assert.equal(rung.length, 5)
})

test('moments that are close ring together, and one that no timer reaches rings when it comes', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const alarms = new KeyedTimers()
  let rung = 0
  for (let at = 41; at < 50; at++) alarms.set('a', at, () => rung++)
  t.mock.timers.tick(51)
  assert.equal(rung, 1)
  alarms.set('a', 2 ** 31 + 5_000, () => rung++)
  t.mock.timers.tick(2 ** 31)
  assert.equal(rung, 1)
  t.mock.timers.tick(6_000)
  assert.equal(rung, 2)
})
