import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Language } from '../turn.ts'
import { asksForPerson } from './person.ts'

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
    for (const text of texts) assert.ok(asksForPerson(text, language as Language), text)
  }
})

test('English is understood beside the language that the customer writes', () => {
  assert.ok(asksForPerson('human please', 'de'))
})

test('mentioning people does not ask for one', () => {
  for (const [language, texts] of Object.entries(OTHERS)) {
    for (const text of texts) assert.ok(!asksForPerson(text, language as Language), text)
  }
})

/** Lines `language | message` of a list of bench/agent. */
const listed = (name: string) =>
  readFileSync(new URL(`../../../bench/agent/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' | ') && !line.startsWith('//'))
    .map((line) => line.split(' | ') as [Language, string])

test('of polite, formal, long and misspelt wishes 98 of 100 are heard, and of other messages none is taken for one', () => {
  const missed = listed('persons-polite.txt').filter(([language, text]) => !asksForPerson(text, language))
  assert.ok(missed.length <= 0.02 * listed('persons-polite.txt').length, missed.join('\n'))
  const taken = listed('no-persons-polite.txt').filter(([language, text]) => asksForPerson(text, language))
  assert.deepEqual(taken, [])
})

test('a message of 4,000 characters of such words takes less than a second of processor time', () => {
  const before = process.cpuUsage()
  for (const words of [
    'could you put me thruogh to a colleage ',
    'transfer persom ',
    'speek speek wuold ',
    'person xqzv how talk xqzv please ',
  ]) {
    asksForPerson(words.repeat(200).slice(0, 4_000), 'en')
  }
  const { user } = process.cpuUsage(before)
  assert.ok(user < 1_000_000, `${user} µs of processor time`)
})
