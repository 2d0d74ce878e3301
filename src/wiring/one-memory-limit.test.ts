import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { ONE_MEMORY_LIMIT } from './one-memory-limit.ts'

// V8 passes over options that it does not know.
test('this Node has the option', () => {
  assert.ok(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).includes(`${ONE_MEMORY_LIMIT} `))
})
