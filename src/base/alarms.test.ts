import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Alarms } from './alarms.ts'

test('of several alarms of one key the earliest rings, once; another key has its own', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const alarms = new Alarms()
  const rung: string[] = []
  alarms.set('a', 500, () => rung.push('a late'))
  alarms.set('a', 100, () => rung.push('a'))
  alarms.set('a', 300, () => rung.push('a later'))
  alarms.set('b', 200, () => rung.push('b'))
  t.mock.timers.tick(100)
  assert.equal(rung.join(), '')
  t.mock.timers.tick(1)
  assert.equal(rung.join(), 'a')
  t.mock.timers.tick(1_000)
  assert.equal(rung.join(), 'a,b')
  alarms.set('a', 0, () => rung.push('at once'))
  t.mock.timers.tick(1)
  assert.equal(rung.join(), 'a,b,at once')
  alarms.set('a', 5_000, () => rung.push('never'))
  alarms.clear()
  t.mock.timers.tick(10_000)
  assert.equal(rung.length, 3)
})
