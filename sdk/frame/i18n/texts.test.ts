import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, readable, textOn } from '../../../src/base/colour.ts'
import { isRightToLeft, LANGUAGES, pickLanguage } from '../../shared/language.ts'
import { type Catalogue, en } from './en.ts'
import { loadTexts, makeTexts } from './texts.ts'

const catalogues = await Promise.all(
  LANGUAGES.filter((language) => language !== 'en').map(
    async (language) => [language, (await import(`./locales/${language}.ts`)).default as Catalogue] as const,
  ),
)

test('nineteen languages have every text, with the same holes, and a form for each of their plurals', () => {
  assert.equal(catalogues.length, 18)
  const holes = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort().join()
  for (const [language, catalogue] of catalogues) {
    assert.deepEqual(Object.keys(catalogue), Object.keys(en), language)
    for (const key of Object.keys(en) as (keyof Catalogue)[]) assert.equal(holes(catalogue[key]), holes(en[key]), key)
    const plurals = new Intl.PluralRules(language)
    const forms = Object.keys(catalogue.newMessages)
    const needed = new Set(Array.from({ length: 1_000 }, (_, count) => plurals.select(count)))
    assert.deepEqual(
      [...needed].filter((form) => !forms.includes(form)),
      [],
      language,
    )
  }
})

test('plurals, dates and prices are those of the language', async () => {
  const arabic = await loadTexts(['ar'], {})
  assert.equal(arabic.t('newMessages', { count: 2 }), 'رسالتان جديدتان')
  assert.equal(arabic.rtl, true)
  const polish = await loadTexts(['pl-PL'], {})
  assert.deepEqual(
    [1, 3, 5, 22].map((count) => polish.t('newMessages', { count })),
    ['1 nowa wiadomość', '3 nowe wiadomości', '5 nowych wiadomości', '22 nowe wiadomości'],
  )
  const german = await loadTexts(['de-AT'], {})
  assert.equal(german.t('newMessages', { count: 1 }), '1 neue Nachricht')
  assert.equal(german.day(new Date().toISOString()), 'Heute')
  assert.equal(german.day(new Date(Date.now() - 86_400_000).toISOString()), 'Gestern')
  assert.equal(makeTexts('de', en).price('19.90', 'EUR').replace(/\s/, ' '), '19,90 €')
})

test('a store has the last word on a text; a hole nobody fills stays as it is', async () => {
  const texts = await loadTexts(['en'], { en: { greeting: 'Ahoy', typing: '{name} and {nobody}' } })
  assert.equal(texts.t('greeting'), 'Ahoy')
  assert.equal(texts.t('typing', { name: 'Ada' }), 'Ada and {nobody}')
  assert.equal(texts.t('close'), 'Close')
})

test('the first language that is spoken is taken', () => {
  assert.deepEqual(pickLanguage('tlh', null, 'pt_BR', 'de'), { tag: 'pt-BR', language: 'pt' })
  for (const tag of ['no', 'nn-NO', 'nb']) assert.equal(pickLanguage(tag).language, 'nb')
  assert.deepEqual(pickLanguage('zh_Hant_TW'), { tag: 'zh-Hant-TW', language: 'zh' })
  assert.deepEqual(pickLanguage(undefined), { tag: 'en', language: 'en' })
  assert.deepEqual(['ar-EG', 'he', 'en', 'arn'].map(isRightToLeft), [true, true, false, false])
})

test('text on any colour of a store reads, and so does its colour as text', () => {
  for (let red = 0; red < 256; red += 51) {
    for (let green = 0; green < 256; green += 51) {
      for (let blue = 0; blue < 256; blue += 51) {
        const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        assert.ok(contrast(color, textOn(color) === '#000' ? '#000000' : '#ffffff') >= 4.5, color)
        for (const background of ['#ffffff', '#f4f5f7', '#1b1e22', '#24282e'])
          assert.ok(contrast(readable(color, background), background) >= 4.5, `${color} on ${background}`)
      }
    }
  }
})
