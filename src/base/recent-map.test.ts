import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExpiringMap, RecentMap } from './recent-map.ts'

test('beyond its size a map forgets what was set longest ago', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  assert.deepEqual(
    [...map],
    [
      ['a', 3],
      ['c', 4],
    ],
  )
})

test('reading leaves the order, using makes an entry the newest', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1).set('b', 2)
  map.get('a')
  assert.equal(
    map.use('b', () => assert.fail()),
    2,
  )
  map.set('c', 3)
  assert.deepEqual([...map.keys()], ['b', 'c'])
  assert.equal(
    map.use('b', () => assert.fail()),
    2,
  )
  assert.equal(
    map.use('d', () => 4),
    4,
  )
  assert.deepEqual([...map.keys()], ['b', 'd'])
})

test('a value that is undefined is a value', () => {
  const map = new RecentMap<string, undefined>(2)
  map.set('a', undefined)
  assert.equal(
    map.use('a', () => assert.fail()),
    undefined,
  )
})

test('entries count until their time has passed, and are forgotten with the next that is set', () => {
  let now = 0
  const map = new ExpiringMap<string, number>({ ms: 10, now: () => now })
  map.set('a', 1)
  now = 5
  map.set('b', 2)
  now = 9
  assert.equal(map.get('a'), 1)
  now = 10
  assert.equal(map.get('a'), undefined)
  assert.equal(map.get('b'), 2)
  assert.equal(map.size, 2)
  map.set('c', 3)
  assert.equal(map.size, 2)
  map.delete('b')
  assert.equal(map.get('b'), undefined)
})

test('an entry that is set again has its whole time again', () => {
  let now = 0
  const map = new ExpiringMap<string, number>({ ms: 10, max: 2, now: () => now })
  map.set('a', 1)
  now = 5
  map.set('a', 2)
  now = 14
  assert.equal(map.get('a'), 2)
  map.set('b', 3)
  map.set('c', 4)
  assert.equal(map.get('a'), undefined)
})
