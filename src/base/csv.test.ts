import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('cells are quoted, and none is a formula', () => {
  assert.equal(csvLine(['a', null, 'say "x"', 'a,b\nc']), '"a","","say ""x""","a,b\nc"\r\n')
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝']) {
    assert.equal(csvLine([`${start}HYPERLINK("x")`]), `"'${start}HYPERLINK(""x"")"\r\n`)
  }
  assert.equal(csvLine(['1=1', 'a@b.example', ' =x']), '"1=1","a@b.example"," =x"\r\n')
})
