import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareTexts } from './compare-texts.ts'

const shown = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('')

test('lines that changed are compared word by word, and what is far from changes is left out', () => {
  assert.equal(shown('Wash cold.', 'Wash warm.'), 'Wash {-cold-}{+warm+}.\n')
  assert.equal(shown('a', 'a\nb'), 'a\n{+b\n+}')
  assert.equal(shown('a\nb', 'b'), '{-a\n-}b\n')
  assert.equal(
    shown('1\n2\n3\n4\n5\n6\nx\n7\n8\n9\n10\n11', '1\n2\n3\n4\n5\n6\ny\n7\n8\n9\n10\n11'),
    '…\n5\n6\n{-x-}{+y+}\n7\n8\n…\n',
  )
})

test('two very different long texts are compared in time', () => {
  const words = (seed: number) =>
    Array.from({ length: 5_000 }, (_, i) => `${((i + 1) * seed) % 7_919}${i % 9 === 0 ? '\n' : ''}`).join(' ')
  const parts = compareTexts(words(13), words(17))
  assert.ok(parts.length > 0)
})
