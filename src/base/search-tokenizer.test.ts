import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance, readWords, spellingsOf } from './search-tokenizer.ts'

const stems = (text: string) => readWords(text).map(({ stem }) => stem)

test('forms of a word have one stem, in several languages', () => {
  const families = [
    'ship ships shipped shipping shipment',
    'return returns returned returning',
    'delivery deliveries delivered delivering',
    'policy policies',
    'box boxes',
    'Lieferung Lieferungen liefern',
    'livraison livraisons',
    'remboursement rembourser remboursements',
    'envío envíos enviar',
    'devolución devoluciones',
    'verzending verzenden',
    'доставка доставки доставку',
  ]
  for (const family of families) assert.equal(new Set(stems(family)).size, 1, family)
})

test('short words, numbers and words of consonants stay as they are', () => {
  assert.deepEqual(stems('ring king red XS 42 4x4 string'), ['ring', 'king', 'red', 'xs', '42', '4x4', 'string'])
})

test('case, accents, width and possessives make no difference', () => {
  assert.deepEqual(stems('CAFÉ Ｃａｆｅ café’s'), ['caf', 'caf', 'caf'])
})

test('scripts without spaces are cut into pairs', () => {
  assert.deepEqual(stems('返品はT'), ['返品', '品は', 't'])
})

test('the number of an article counts whole and in parts', () => {
  assert.deepEqual(stems('TT-001/2'), ['tt', '001', '2', 'tt0012'])
  assert.deepEqual(stems('well-known'), ['wel', 'know'])
})

test('no text takes long, however it is made', () => {
  const begun = performance.now()
  for (const text of ['a', 'e', 'a-', '日', 'ы', '𝒳', "'s"]) readWords(text.repeat(100_000))
  assert.ok(performance.now() - begun < 2_000)
})

test('letters of two units are never cut in half', () => {
  for (const { text, stem } of readWords('𐐀'.repeat(100))) assert.ok(text.isWellFormed() && stem.isWellFormed())
  assert.ok(spellingsOf('𐐀𐐀𐐀𐐀').every((spelling) => spelling.isWellFormed()))
})

test('a misspelt word meets the one that was meant under a spelling that both have', () => {
  for (const [wrong, right] of [
    ['retrun', 'return'],
    ['shiping', 'shipping'],
    ['kayack', 'kayak'],
    ['jackat', 'jacket'],
  ]) {
    const shared = spellingsOf(wrong as string).filter((spelling) => spellingsOf(right as string).includes(spelling))
    assert.ok(shared.length > 0, wrong)
    assert.equal(editDistance(wrong as string, right as string), 1)
  }
  assert.deepEqual(spellingsOf('abc'), [])
  assert.deepEqual([editDistance('', 'abc'), editDistance('abc', 'abc'), editDistance('abcd', 'dcba')], [3, 0, 3])
})
