import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logger } from '#base/logger.ts'
import type { Database } from '#database/database.ts'
import { ViewCounter } from './view-counter.ts'

const silent = { warn() {} } as unknown as Logger

function openCounter(fails = false) {
  const written: unknown[][] = []
  const shop = (shopId: string) => ({
    async query(_sql: string, [, ids, views]: [string, string[], string[]]) {
      if (fails) throw new Error('no database')
      written.push([shopId, ids, views])
    },
  })
  return { counter: new ViewCounter({ shop } as unknown as Database, silent), written }
}

test('a thousand views of two stores are two statements, once they are written down', async () => {
  const { counter, written } = openCounter()
  for (let n = 0; n < 1_000; n++) counter.count({ shopId: n % 4 === 0 ? 'other' : 'own' }, n % 2 === 0 ? 'even' : 'odd')
  assert.deepEqual(written, [])
  await counter.flush()
  assert.deepEqual(written, [
    ['other', ['even'], ['250']],
    ['own', ['odd', 'even'], ['500', '250']],
  ])
  await counter.flush()
  assert.equal(written.length, 2)
})

test('what many articles were viewed is written before it takes much memory', async () => {
  const { counter, written } = openCounter()
  for (let n = 0; n < 5_000; n++) counter.count({ shopId: 'own' }, `article ${n}`)
  await counter.flush()
  assert.deepEqual(
    written.map(([shopId, ids]) => [shopId, (ids as string[]).length]),
    [['own', 5_000]],
  )
})

test('views that cannot be written are lost, and nothing else', async () => {
  const { counter } = openCounter(true)
  counter.count({ shopId: 'own' }, 'a')
  await counter.flush()
})
