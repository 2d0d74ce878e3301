import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toRelative } from './relative-lengths.ts'

test('lengths are built relative to the reader’s size of text; lines, points and names stay', () => {
  assert.equal(
    toRelative('.a { margin: 0 -8px 12px; border: 1px solid; }'),
    '.a { margin: 0 -0.5rem 0.75rem; border: 1px solid; }',
  )
  assert.equal(
    toRelative('.b { width: min(560px, calc(100vw - 32px)); }'),
    '.b { width: min(35rem, calc(100vw - 2rem)); }',
  )
  assert.equal(
    toRelative('@media (max-width: 760px) { .c { font-size: 8.25pt; } }'),
    '@media (max-width: 47.5em) { .c { font-size: 8.25pt; } }',
  )
  assert.equal(
    toRelative('.w-10px { outline-offset: -2px; translate: .5px; }'),
    '.w-10px { outline-offset: -2px; translate: .5px; }',
  )
})
