import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

test('what is listed by filters, or searched for, is planned by its values (docs/decisions/0100)', () => {
  const found = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).filter((path) => {
    const text = readFileSync(root + path, 'utf8')
    return /\bconditionsOf\(|\bilike\b/.test(text) && !text.includes("'by value'")
  })
  assert.deepEqual(found, [])
})

test('no look-up compares with coalesce, which no index serves behind row-level security (docs/decisions/0004)', () => {
  const found = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).filter((path) =>
    /\b(where|and|or)\s+[\w.]+ = coalesce\(/.test(readFileSync(root + path, 'utf8')),
  )
  assert.deepEqual(found, [])
})
