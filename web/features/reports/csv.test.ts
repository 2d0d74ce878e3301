import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from './csv.ts'

test('cells are quoted where RFC 4180 says so', () => {
  const rows = [
    ['Tag', 'Count'],
    ['a, "b"', 1.5],
    ['two\r\nlines', null],
    ['ä ß 日本', -3],
  ]
  assert.equal(toCsv(rows), '\uFEFFTag,Count\r\n"a, ""b""",1.5\r\n"two\r\nlines",\r\nä ß 日本,-3\r\n')
})

test('no text is a formula, and numbers stay numbers', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', 'a=1']
  const cells = texts.map((text) => toCsv([[text]]).slice(1, -2))
  assert.deepEqual(cells, ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", '"\'\r=1"', "'＝1", 'a=1'])
  assert.equal(toCsv([[-1]]), '\uFEFF-1\r\n')
})
