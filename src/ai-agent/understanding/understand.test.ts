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

const THREATS: [Language, string][] = [
  ['en', 'I will come to your office and hurt you'],
  ['en', 'maybe I should drive to your shop and burn the place'],
  ['en', 'I will report this to the BBB'],
  ['de', 'Ich komme vorbei und schlage euch alle zusammen'],
  ['es', 'voy a ir a la tienda y golpearles'],
  ['fr', 'je vais venir dans vos bureaux vous casser la figure'],
  ['it', 'vengo nel vostro ufficio e vi ammazzo'],
  ['nl', 'ik kom naar jullie kantoor en sla iedereen in elkaar'],
  ['pt', 'vou até o escritório de vocês e vou machucar todo mundo'],
  ['ar', 'سآتي إلى مكتبكم وأضربكم'],
  ['ja', '店に行って殴ってやる'],
]
const HARMLESS: [Language, string][] = [
  ['en', 'Do you have size B?'],
  ['en', 'my email is bert.b@example.com'],
  ['en', 'Can I come to your shop and pick the parcel up?'],
  ['en', 'option b please'],
  ['de', 'Ich komme morgen vorbei und hole das Paket ab'],
  ['es', 'Voy a ir a la tienda para recoger mi pedido'],
  ['fr', 'Je vais venir au magasin chercher ma commande'],
  ['it', 'Vengo in negozio a ritirare il pacco'],
  ['nl', 'Ik kom morgen naar de winkel om het pakket op te halen'],
  ['pt', 'Vou até a loja buscar o pedido'],
  ['ar', 'سآتي إلى المتجر لاستلام الطلب'],
  ['ja', '明日お店に行って受け取ります'],
]

test('threats need a person, a visit and the letter b do not', () => {
  for (const [language, text] of THREATS) assert.equal(readIntent([text], text, language), 'sensitive', text)
  for (const [language, text] of HARMLESS) assert.notEqual(readIntent([text], text, language), 'sensitive', text)
})

test('neither allergies to wool nor patience are matters for a person', () => {
  for (const text of ['What is it made of? I am allergic to wool.', 'no hurry, take your time', 'a killer jacket']) {
    assert.equal(['sensitive', 'angry'].includes(readIntent([text], text, 'en')), false, text)
  }
})
