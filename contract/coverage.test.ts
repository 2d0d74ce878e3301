import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const here = new URL('.', import.meta.url)
const page = readFileSync(new URL('COVERAGE.md', here), 'utf8')

/** Rows that name a test: its file, relative to this directory, and its name. */
const named = [...page.matchAll(/\| \[[^\]]+\]\(([^)]+)\) *\| (.+?) *\|$/gm)].map(([, file = '', name = '']) => ({
  file,
  name,
}))

test('every test that COVERAGE.md names exists', () => {
  const missing = named.filter(({ file, name }) => !readFileSync(new URL(file, here), 'utf8').includes(name))
  assert.deepEqual(missing, [])
  assert.ok(named.length > 100)
})

test('every file of contract tests is named in COVERAGE.md', () => {
  const files = globSync('*.test.ts', { cwd: here }).filter((file) => file !== 'coverage.test.ts')
  const unnamed = files.filter((file) => !named.some((row) => row.file === file))
  assert.deepEqual(unnamed, [])
})
