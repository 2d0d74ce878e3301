import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf, spansOf } from './hours-rows.ts'

const known = [
  { days: [1], from: '13:00', to: '17:00' },
  { days: [1, 2], from: '09:00', to: '12:00' },
  { days: [1], from: '19:00', to: '20:00' },
]
const fieldsOf = (fields: Record<string, string>) => (name: string) => fields[name] ?? ''

test('a form that is saved unchanged loses no span, and a third one stays', () => {
  const fields: Record<string, string> = {}
  for (const day of [1, 2]) {
    fields[`open-${day}`] = 'on'
    for (const [i, { from, to }] of spansOf(known, day).entries()) {
      fields[`from-${day}-${i}`] = from
      fields[`to-${day}-${i}`] = to
    }
  }
  assert.deepEqual(rowsOf(fieldsOf(fields), known), [
    { days: [1], from: '09:00', to: '12:00' },
    { days: [1], from: '13:00', to: '17:00' },
    { days: [1], from: '19:00', to: '20:00' },
    { days: [2], from: '09:00', to: '12:00' },
  ])
})

test('a day without hours, and a second span that is empty, are left out', () => {
  const fields = {
    'open-3': 'on',
    'from-3-0': '22:00',
    'to-3-0': '02:00',
    'from-3-1': '',
    'to-3-1': '',
    'from-4-0': '09:00',
  }
  assert.deepEqual(rowsOf(fieldsOf(fields), []), [{ days: [3], from: '22:00', to: '02:00' }])
})
