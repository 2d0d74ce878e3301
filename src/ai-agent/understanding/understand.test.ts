import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../turn.ts'
import { type Intent, readIntent } from './understand.ts'

const SAID: [Intent, Language, string][] = [
  ['greeting', 'en', 'Hi Anna 👋'],
  ['greeting', 'ja', 'こんにちは'],
  ['thanks', 'de', 'Vielen Dank!'],
  ['thanks', 'en', '👍'],
  ['goodbye', 'fr', 'Au revoir'],
  ['who', 'en', 'are you a robot?'],
  ['who', 'it', 'Sei umano?'],
  ['order_status', 'en', 'Where is my order #1001?'],
  ['order_status', 'en', 'Where is order 1001? My email is ann@x.test'],
  ['order_status', 'en', 'Has order 1001 left yet?'],
  ['order_status', 'es', '¿Dónde está mi pedido?'],
  ['order_status', 'ar', 'أين طلبي؟'],
  ['return', 'nl', 'Ik wil iets retourneren'],
  ['refund', 'pt', 'quero meu dinheiro de volta'],
  ['cancel', 'ja', '注文をキャンセルしたい'],
  ['edit', 'de', 'Ich möchte meine Bestellung ändern'],
  ['discount', 'en', 'any promo codes?'],
  ['stock', 'fr', 'est-il disponible ?'],
  ['size', 'es', '¿qué talla necesito?'],
  ['product', 'en', 'Do you sell tents?'],
  ['question', 'en', 'How does the warranty work?'],
  ['question', 'en', 'My parcel arrived damaged'],
  ['question', 'de', 'Mein Paket ist beschädigt angekommen'],
  ['question', 'fr', 'Mon colis est arrivé cassé'],
  ['angry', 'en', 'This is ridiculous'],
  ['angry', 'de', 'Das ist eine Frechheit!'],
  ['sensitive', 'en', 'I will call my lawyer'],
  ['sensitive', 'ja', '弁護士に相談します'],
  ['sensitive', 'en', 'I had an allergic reaction'],
  ['asked_for_person', 'en', 'Hi. A human please!'],
]

test('what a message wants is read from its words', () => {
  for (const [intent, language, text] of SAID) assert.equal(readIntent([text], text, language), intent, text)
})

test('neither allergies to wool nor patience are matters for a person', () => {
  for (const text of ['What is it made of? I am allergic to wool.', 'no hurry, take your time', 'a killer jacket']) {
    assert.equal(['sensitive', 'angry'].includes(readIntent([text], text, 'en')), false, text)
  }
})
