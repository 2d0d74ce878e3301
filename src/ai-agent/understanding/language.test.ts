import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../turn.ts'
import { detectLanguage } from './language.ts'

test('each of the nine languages is recognised by its words, with and without accents', () => {
  const sentences = {
    en: 'Where can I find my invoice?',
    ar: 'أين أجد الفاتورة؟',
    de: 'Wo finde ich meine Rechnung?',
    es: 'donde puedo encontrar mi factura',
    fr: 'ou puis-je trouver ma facture ?',
    it: 'dove posso trovare la mia fattura?',
    ja: '請求書はどこにありますか',
    nl: 'Waar kan ik mijn factuur vinden?',
    pt: 'onde posso encontrar minha nota fiscal?',
  }
  for (const language of LANGUAGES) assert.equal(detectLanguage([sentences[language]], null), language)
})

test('what was written before decides where a message says little, then the browser, then English', () => {
  assert.equal(detectLanguage(['#1001', 'Wo ist meine Bestellung?'], 'fr-FR'), 'de')
  assert.equal(detectLanguage(['#1001'], 'pt-BR'), 'pt')
  assert.equal(detectLanguage(['#1001'], 'pl-PL'), 'en')
  assert.equal(detectLanguage(['humano'], 'pt-BR'), 'pt')
  assert.equal(detectLanguage(['Where is my parcel?'], 'de-DE'), 'en')
})

test('a few letters are not a language: short messages are in the browser’s', () => {
  for (const text of ['umbrella', 'spare parts', 'refill', 'pizza', 'software'])
    assert.equal(detectLanguage([text], 'en-US'), 'en', text)
  for (const text of ['Halloo', 'Sonnenbrille', 'Toilette', 'toll', 'neuer'])
    assert.equal(detectLanguage([text], 'de'), 'de', text)
  for (const text of ['famille', 'pull']) assert.equal(detectLanguage([text], 'fr-FR'), 'fr', text)
})

test('names of products, addresses and numbers are in no language', () => {
  assert.equal(detectLanguage(['Como você lava a Skerry Rain Jacket?'], null), 'pt')
  assert.equal(detectLanguage(['#W1654332\nisabella.nguyen@shop.example'], null), 'en')
  assert.equal(detectLanguage(['Meine Adresse ist the.shop@where.example'], null), 'de')
})
