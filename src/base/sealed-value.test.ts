import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openValue, sealValue } from './sealed-value.ts'
import { SecretBox } from './secret-box.ts'

const box = new SecretBox([randomBytes(32)])
const sealed = sealValue(box, 'tests', { a: 1 }, 60_000)

test('a sealed value comes back as it was', () => {
  assert.deepEqual(openValue(box, 'tests', sealed), { a: 1 })
})

test('what is expired, changed, forged, plain, of another purpose or of another key is nothing', () => {
  const plain = JSON.stringify({ value: { a: 1 }, until: Number.MAX_SAFE_INTEGER })
  const expired = sealValue(box, 'tests', { a: 1 }, -1)
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  for (const text of [
    expired,
    changed,
    plain,
    'sealed:00000000:AAAA',
    'sealed:',
    `${sealed.slice(0, 16)}:`,
    '',
    null,
  ]) {
    assert.equal(openValue(box, 'tests', text), null)
  }
  assert.equal(openValue(box, 'others', sealed), null)
  assert.equal(openValue(new SecretBox([randomBytes(32)]), 'tests', sealed), null)
})
