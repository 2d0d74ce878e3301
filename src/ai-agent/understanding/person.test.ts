import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../turn.ts'
import { wantsPerson } from './person.ts'

const WISHES: Record<Language, string[]> = {
  en: [
    'agent',
    'I want to tlak to a humna',
    'Can I speak to someone about my order?',
    'call me back please',
    'no bot please',
  ],
  ar: ['أريد التحدث مع موظف', 'حولني لخدمة العملاء'],
  de: [
    'Mitarbeiter bitte',
    'Kundenberater bitte',
    'ich will nicht mit einem Roboter sprechen',
    'Ich möchte mit jemandem sprechen, weil alles falsch ist',
  ],
  es: ['quiero hablar con una persona', 'operador'],
  fr: ['un conseiller svp', 'Quelqu’un peut m’appeler ?'],
  it: ['operatore', 'vorrei parlare con l’assistenza clienti'],
  ja: ['担当者と話したいです', 'オペレーター'],
  nl: ['medewerker', 'ik wil met een mens praten'],
  pt: ['atendente', 'quero falar com uma pessoa'],
}

const OTHERS: Record<Language, string[]> = {
  en: [
    'I want to return this to a person who sold it',
    'what do you do with personal data',
    'human hair wig',
    'can I speak to you about my order',
    'Are you a human?',
    'a tent for one person',
    'your agent told me it would come today',
  ],
  ar: ['خيمة لشخص واحد', 'هل أنت إنسان؟'],
  de: ['Mensch, das ging ja schnell!', 'ein Zelt für zwei Personen', 'Bist du ein Mensch?'],
  es: ['una tienda para dos personas', '¿Eres humano?'],
  fr: ['une tente pour deux personnes', 'personne n’a répondu'],
  it: ['una tenda per due persone', 'Sei umano?'],
  ja: ['人気の商品', '二人用のテント', '大人用'],
  nl: ['een tent voor twee personen', 'Ben je een mens?'],
  pt: ['uma barraca para duas pessoas', 'Você é humano?'],
}

test('a wish for a person is heard in each language, misspelt too', () => {
  for (const [language, texts] of Object.entries(WISHES)) {
    for (const text of texts) assert.ok(wantsPerson(text, language as Language), text)
  }
})

test('English is understood beside the language that the customer writes', () => {
  assert.ok(wantsPerson('human please', 'de'))
})

test('to speak of people is no wish for one', () => {
  for (const [language, texts] of Object.entries(OTHERS)) {
    for (const text of texts) assert.ok(!wantsPerson(text, language as Language), text)
  }
})
