import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPatterns, type PatternException, readExceptions } from './check-patterns.ts'
import { disprove } from './prove.ts'

const check = (text: string, more: { exceptions?: PatternException[]; proven?: string[] } = {}) =>
  checkPatterns([{ path: 'src/planted.ts', text }], {
    exceptions: more.exceptions ?? [],
    proven: new Set(more.proven),
    disprove,
  })

test('a pattern that takes time by the square of its text is found, wherever it is written', async () => {
  for (const [text, written] of [
    ['const END = /\\/+$/\n', '/\\/+$/'],
    ['export const is = (a: string) => a.split(/(a|a)*b/g)\n', '/(a|a)*b/g'],
    ["const Name = Type.String({ pattern: '\\\\s+$' })\n", "pattern: '\\\\s+$'"],
    // Lookarounds: an attack is searched for.
    ['const LINK = /(?<![\\w@])(?:[a-z0-9-]+\\.)+[a-z]{2,}(?=:)/g\n', '/(?<![\\w@])(?:[a-z0-9-]+\\.)+[a-z]{2,}(?=:)/g'],
  ] as const) {
    const { faults, proven } = await check(text)
    assert.equal(faults.length, 1, text)
    assert.ok(faults[0]?.startsWith(`src/planted.ts: ${written} is not proven linear (`), faults[0])
    assert.deepEqual(proven, [])
  }
})

test('a linear pattern is proven, and not examined again once it is', async () => {
  const { faults, proven } = await check('const A = /(?<!\\/)\\/+$/, B = /^[a-z]+$/u\n')
  assert.deepEqual(faults, [])
  assert.deepEqual(proven, ['/(?<!\\/)\\/+$/', '/^[a-z]+$/u'])
  const again = await checkPatterns([{ path: 'a.ts', text: 'const A = /^[a-z]+$/u' }], {
    exceptions: [],
    proven: new Set(proven),
    disprove: () => assert.fail('examined again'),
  })
  assert.deepEqual(again, { faults: [], proven: ['/^[a-z]+$/u'] })
})

test('what is built at run time needs an exception', async () => {
  const { faults } = await check('const a = new RegExp(words\n  .join()), b = RegExp(word)\n')
  assert.deepEqual(
    faults.map((fault) => fault.split(' is not')[0]),
    ['src/planted.ts: new RegExp(words .join())', 'src/planted.ts: RegExp(word)'],
  )
})

test('an exception holds in its file alone, and fails once its pattern is gone', async () => {
  const exception = { path: 'src/planted.ts', written: '/\\/+$/', bound: 'Ten characters.' }
  assert.deepEqual(await check('const END = /\\/+$/\n', { exceptions: [exception] }), { faults: [], proven: [] })
  const elsewhere = await check('const END = /\\/+$/\n', { exceptions: [{ ...exception, path: 'src/other.ts' }] })
  assert.equal(elsewhere.faults.length, 2)
  const { faults } = await check('const END = /\\/$/\n', { exceptions: [exception] })
  assert.deepEqual(faults, ['src/planted.ts: there is no /\\/+$/ any longer, but an exception for it'])
})

test('an exception without a bound is rejected', () => {
  assert.deepEqual(readExceptions('a.ts\n/x+$/\nTen characters.\n\nb.ts\n/y+$/\nOnce.\n'), [
    { path: 'a.ts', written: '/x+$/', bound: 'Ten characters.' },
    { path: 'b.ts', written: '/y+$/', bound: 'Once.' },
  ])
  assert.throws(() => readExceptions('a.ts\n/x+$/\n'), /has the lines path, pattern and bound/)
})
