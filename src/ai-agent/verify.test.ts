import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passes, verify } from './verify.ts'

const evidence = [
  'Standard is €4.90, free from €60. See https://shop.example/help/shipping.',
  '{"code":"LEAVES20","day":"2026-11-03T10:00:00Z"}',
]
const faults = (text: string, asked: string[] = []) =>
  verify({ text, language: 'en', evidence, asked }).flatMap(({ name, fault }) => (fault === null ? [] : [name]))

test('what stands in the sources or in the customer’s words may be said', () => {
  assert.deepEqual(faults('It is €4.90, free from €60: https://shop.example/help/shipping'), [])
  assert.deepEqual(faults('Use LEAVES20 until 2026-11-03.'), [])
  assert.deepEqual(faults('Your order 1001 is fine.', ['where is 1001?']), [])
  assert.ok(passes(verify({ text: 'Hello!', language: 'en', evidence: [], asked: [] })))
})

test('a number, a link or a code of its own making may not', () => {
  assert.deepEqual(faults('It is €5.90.'), ['numbers'])
  assert.deepEqual(faults('On 2026-11-04 it arrives.'), ['numbers'])
  assert.deepEqual(faults('It is free from ٧٠.'), ['numbers'])
  assert.deepEqual(faults('See https://evil.example/help/shipping'), ['links'])
  assert.deepEqual(faults('See https://shop.example/help/shipping2'), ['links', 'numbers'].slice(0, 1))
  assert.deepEqual(faults('See evil.com for more'), ['links'])
  assert.ok(faults('Use LEAVES30.').includes('codes'))
})

test('an email address that stands in no source may not be said', () => {
  assert.deepEqual(faults('Write to help@shop.example.'), ['emails'])
  assert.deepEqual(faults('Write to Ann.Lee@Mail.example.', ['i am ann.lee@mail.example, where is it?']), [])
  const sources = ['{"contact":"help@shop.example"}']
  assert.ok(passes(verify({ text: 'Write to help@shop.example!', language: 'en', evidence: sources, asked: [] })))
})

test('an answer has 1 to 1,200 characters', () => {
  assert.deepEqual(faults(''), ['length'])
  assert.deepEqual(faults('a '.repeat(601)), ['length'])
})

test('what is said beside the sources is in the customer’s language', () => {
  assert.deepEqual(faults('Das kann ich leider nicht sagen, bitte fragen Sie uns.'), ['language'])
  const quoted = `I found this:\n${'Der Versand kostet nichts. Wir liefern in die Schweiz.'}`
  const sources = ['Der Versand kostet nichts. Wir liefern in die Schweiz.']
  assert.ok(passes(verify({ text: quoted, language: 'en', evidence: sources, asked: [] })))
})
