import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countProse, findProse, newProse } from './check-prose.ts'

const rulesIn = (path: string, text: string) => findProse(path, text).map(({ line, rule }) => `${line} ${rule}`)

test('comments are checked, code is not', () => {
  const code = `const anew = 'so many' // besides
/** Whoever asks is told of it. */
// Reads them,
// whoever asks.
/**
 * Of the store.
 * It is no id.
 */`
  assert.deepEqual(rulesIn('a.ts', code), ['2 head', '2 bookish', '4 bookish', '6 head', '7 negation'])
  assert.deepEqual(rulesIn('a.sql', "-- 20 rows a store\nselect 'anew'"), ['1 per'])
})

test('a verb is negated, but "there is no" is plain English', () => {
  assert.deepEqual(rulesIn('a.md', 'It is no list.\nThere is no list, and there are none.\nThey are none.'), [
    '1 negation',
    '3 negation',
  ])
})

test('names of tests are checked', () => {
  const code = `test('a member is told', run)\ntest(\n  'reads anew',\n  run,\n)\nconst other = ['sent anew', 1]`
  assert.deepEqual(rulesIn('a.test.ts', code), ['1 bookish', '3 bookish'])
  assert.deepEqual(rulesIn('a.ts', code), [])
})

test('documents are checked outside of code', () => {
  const page =
    'Ten requests a minute.\n```\nso many\n```\nA `handover` is handed over; else not. [There](other.md#whoever-asks) it is.'
  assert.deepEqual(rulesIn('a.md', page), ['1 per', '5 else', '5 handoff'])
})

test('the specification is cited by its numbers', () => {
  const page =
    'See spec 4.2, rule 1.\nSee contract, section 6.\nSee §9.\nSee spec 4.2.1, C6.3.\nSee RFC 5322, 3.2.2 (spec 7.1).\nOnce (contract 16).'
  assert.deepEqual(rulesIn('a.md', page), ['1 citation', '2 citation', '3 citation', '6 citation'])
})

test('only what goes beyond the baseline is new, and text may move to another file', () => {
  const old = findProse('a.ts', '// sent anew')
  const baseline = countProse(old)
  assert.deepEqual(newProse(old, baseline), [])
  assert.deepEqual(newProse(findProse('b.ts', '// sent anew'), baseline), [])
  const more = findProse('a.ts', '// sent anew\n\n// read anew')
  assert.deepEqual(newProse(more, baseline), more)
})
