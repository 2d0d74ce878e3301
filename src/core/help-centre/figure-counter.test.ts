import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logger } from '#base/logger.ts'
import type { Database } from '#database/database.ts'
import { FigureCounter } from './figure-counter.ts'

const silent = { warn() {} } as unknown as Logger

function openCounter(fails = false) {
  const written: unknown[][] = []
  const shop = (shopId: string) => ({
    async query(_sql: string, [, ...lines]: unknown[]) {
      if (fails) throw new Error('no database')
      written.push([shopId, ...lines])
    },
  })
  return { counter: new FigureCounter({ shop } as unknown as Database, silent), written }
}

test('a thousand views of two stores are two statements, once they are written down', async () => {
  const { counter, written } = openCounter()
  for (let n = 0; n < 1_000; n++)
    counter.countView({ shopId: n % 4 === 0 ? 'other' : 'own' }, n % 2 === 0 ? 'even' : 'odd')
  assert.deepEqual(written, [])
  await counter.flush()
  assert.deepEqual(written, [
    ['other', ['even'], ['250']],
    ['own', ['odd', 'even'], ['500', '250']],
  ])
  await counter.flush()
  assert.equal(written.length, 2)
})

test('searches for the same term in one language are one line, with what the last one found', async () => {
  const { counter, written } = openCounter()
  const search = (locale: string, query: string, hits: number) =>
    counter.countSearch({ shopId: 'own' }, { locale, query, hits })
  search('en', 'Engrave  a paddle', 0)
  search('en', 'engrave a paddle', 2)
  search('de', 'engrave a paddle', 1)
  search('en', 'x'.repeat(200), 0)
  await counter.flush()
  assert.deepEqual(written, [
    [
      'own',
      [
        { locale: 'en', term: 'engrave a paddle', times: 2, hits: 2 },
        { locale: 'de', term: 'engrave a paddle', times: 1, hits: 1 },
        { locale: 'en', term: 'x'.repeat(100), times: 1, hits: 0 },
      ],
    ],
  ])
})

test('what many articles were viewed is written before it takes much memory', async () => {
  const { counter, written } = openCounter()
  for (let n = 0; n < 5_000; n++) counter.countView({ shopId: 'own' }, `article ${n}`)
  await counter.flush()
  assert.deepEqual(
    written.map(([shopId, ids]) => [shopId, (ids as string[]).length]),
    [['own', 5_000]],
  )
})

test('figures that cannot be written are lost, and nothing else', async () => {
  const { counter } = openCounter(true)
  counter.countView({ shopId: 'own' }, 'a')
  await counter.flush()
})
