import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclosure } from '#core/stores/disclosure.ts'
import { handOffTextIn } from '#core/stores/hand-off-texts.ts'
import { LANGUAGES } from '../turn.ts'
import { recognise } from '../understanding/language.ts'
import en from './texts/en.ts'
import { ago, countSaid, numberSaid, say } from './texts.ts'

const slotsOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort()

test('every language has every text, with the same words to fill in', () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of Object.entries(en)) {
      assert.deepEqual(slotsOf(say(language, key as keyof typeof en)), slotsOf(text), `${language} ${key}`)
    }
  }
})

test('texts are in their language, and nothing in them is a number', () => {
  for (const language of LANGUAGES) {
    const texts = [handOffTextIn(language), say(language, 'order.unknown'), say(language, 'askBack')]
    for (const text of texts) assert.equal(recognise(text)?.language, language, text)
    for (const key of Object.keys(en)) assert.doesNotMatch(say(language, key as keyof typeof en), /\d/)
    assert.match(disclosure(language, 'Robin'), /Robin/)
  }
})

test('what was said is found again, in whichever language and behind whatever else', () => {
  const lines = [`${disclosure('de', 'Robin')} ${say('de', 'order.unknown')}`, say('fr', 'order.unknown'), 'Hello']
  assert.equal(countSaid(lines, ['order.unknown']), 2)
})

test('ages are told in words of the language', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  assert.equal(ago('en', before(0), now), '1 minute ago')
  assert.equal(ago('en', before(89), now), '89 minutes ago')
  assert.equal(ago('en', before(180), now), '3 hours ago')
  assert.equal(ago('de', before(180), now), 'vor 3 Stunden')
  assert.equal(ago('en', before(60 * 72), now), '3 days ago')
})

test('the number that a line tells of is read from it, in every language', () => {
  const keys = [
    'order.status',
    'afterSale.return',
    'afterSale.cancelled',
    'afterSale.tooLate',
    'afterSale.notDelivered',
  ] as const
  const words = { number: '#TT-7/b', status: 'open', date: '2026-01-01', url: 'https://shop.example' }
  for (const language of LANGUAGES) {
    for (const key of keys) {
      const line = `${disclosure(language, 'Ava')}\n\n${say(language, key, words)} ${say(language, 'order.noShipment')}`
      assert.equal(numberSaid(['x', line, 'Order soon: it goes fast.'], keys), '#TT-7/b', `${language} ${key}`)
    }
  }
  assert.equal(numberSaid([say('en', 'order.ask'), 'Order within 2 days: free.'], keys), null)
})
