import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRange } from './range.ts'

test('a range is read as RFC 9110 has it; an invalid one, or several, ask for all', () => {
  const read = (header: string | undefined) => readRange(header, 10)
  assert.deepEqual(read('bytes=0-3'), { first: 0, last: 3 })
  assert.deepEqual(read('bytes=4-'), { first: 4, last: 9 })
  assert.deepEqual(read('bytes=4-99'), { first: 4, last: 9 })
  assert.deepEqual(read('bytes=-3'), { first: 7, last: 9 })
  assert.deepEqual(read('bytes=-99'), { first: 0, last: 9 })
  for (const beyond of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) assert.equal(read(beyond), 'none')
  for (const all of [undefined, '', 'bytes=', 'bytes=-', 'bytes=3-1', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b']) {
    assert.equal(read(all), null)
  }
})
