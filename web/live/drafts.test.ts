import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DRAFTS_MAX, type Drafts, withDraft } from './drafts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 0, 31)

test('a draft is kept for its conversation, with its kind', () => {
  const drafts = withDraft({}, 'a', { text: 'Half a', isNote: true }, NOW)
  assert.deepEqual(drafts, { a: { text: 'Half a', isNote: true, at: NOW } })
})

test('an empty one is forgotten, and the others stay', () => {
  const drafts: Drafts = { a: { text: 'x', isNote: false, at: NOW }, b: { text: 'y', isNote: false, at: NOW } }
  assert.deepEqual(Object.keys(withDraft(drafts, 'a', { text: '', isNote: false }, NOW)), ['b'])
})

test('after a month, and beyond the newest, drafts are forgotten', () => {
  const old: Drafts = { old: { text: 'x', isNote: false, at: NOW - 31 * DAY_MS } }
  assert.deepEqual(Object.keys(withDraft(old, 'a', { text: 'new', isNote: false }, NOW)), ['a'])
  const many = Object.fromEntries(
    Array.from({ length: DRAFTS_MAX }, (_, i) => [`c${i}`, { text: 'x', isNote: false, at: NOW - i }]),
  )
  const kept = withDraft(many, 'a', { text: 'new', isNote: false }, NOW + 1)
  assert.equal(Object.keys(kept).length, DRAFTS_MAX)
  assert.ok('a' in kept && !(`c${DRAFTS_MAX - 1}` in kept))
})
