import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNamedTests } from '../scripts/coverage.ts'
import { SECTIONS } from './sections.ts'

// A test that holds a rule starts its name with the rule's section. `npm run coverage` lists them.

const tests = readNamedTests()

test('every section of the specification and of the contract has a test named after it', () => {
  const named = new Set(tests.flatMap(({ sections }) => sections))
  assert.deepEqual(
    Object.keys(SECTIONS).filter((section) => !named.has(section)),
    [],
  )
})

test('no test names a section that does not exist', () => {
  // '2', '3', '4', '5' and '6' are the specification's chapters: a test may hold a whole one.
  const known = new Set([...Object.keys(SECTIONS), '2', '3', '4', '5', '6'])
  const strange = tests.filter(({ sections }) => sections.some((section) => !known.has(section)))
  assert.deepEqual(
    strange.map(({ file, name }) => `${file}: ${name}`),
    [],
  )
})
