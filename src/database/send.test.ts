import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'postgres-array'
import { openEmbedded } from '#test/database/embedded.ts'
import { clientOptions } from './send.ts'

test('an array reaches the database as it is: quotes, backslashes, commas, null and the word null', () => {
  const { serialize } = clientOptions.types.textArray
  const items = ['a', '', 'a "b" \\ c', '{x,y}', 'null', 'NULL', null, ' ', 'é,💬']
  assert.deepEqual(parse(serialize(items)), items)
  assert.deepEqual(parse(serialize([])), [])
})

const STATEMENTS = 200
const ROW_BYTES = 10_000

test('what a statement answered is gone with the next small collection', async () => {
  const { database } = await openEmbedded('send')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  const ask = async () => {
    for (let i = 0; i < STATEMENTS; i++) {
      await database.system.query('select repeat($1, $2::int) as text', ['x', ROW_BYTES])
    }
  }
  await ask() // what only the first statements need is there now
  collect()
  const before = usedBytes()
  await ask()
  // What survives two of them counts as old.
  collect({ type: 'minor' })
  collect({ type: 'minor' })
  const kept = usedBytes() - before
  assert.ok(kept < (STATEMENTS * ROW_BYTES) / 2, `${kept} of ${STATEMENTS * ROW_BYTES} bytes were kept`)
})

const usedBytes = () => getHeapSpaceStatistics().reduce((sum, space) => sum + space.space_used_size, 0)
