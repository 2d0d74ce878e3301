import { editDistance } from '#base/words.ts'
import type { Language } from '../turn.ts'
import {
  CALL_WORDS,
  JAPANESE_OTHER,
  JAPANESE_PERSON,
  JAPANESE_TALK,
  PERSON_WORDS,
  type PersonWords,
} from './person-words.ts'
import { clauses, plain } from './plain.ts'

/**
 * The wish for a person. A sentence is one when all its words are of those that such wishes are made of, and one names
 * a person: "this for a person who sold it" has words that do not belong. What it is about may follow ("… about my
 * order"). Words may be misspelt.
 */

type Kind = 'person' | 'talk' | 'call' | 'other' | 'about'

interface Vocabulary {
  kinds: Map<string, Set<Kind>>
  /** Words of the longest phrase. */
  longest: number
}

/** Letters from which a word may be misspelt by one, and by two. */
const ONE_MISTAKE = 4
const TWO_MISTAKES = 9

const VOCABULARIES = new Map(
  Object.entries(PERSON_WORDS).map(([language, words]) => [language, vocabularyOf(words)] as const),
)

/** Words that make a short wish on their own when they are all there is; others need a verb beside them. */
const MORE_THAN_SOMEONE =
  /^(?:someone|somebody|anyone|people|jemand\w*|team|alguien|quelquun|personne|persone|qualcuno|iemand|alguem|equipe|staff|chef|support|soporte|suporte|assistenza|personas|pessoas|احد\w*|حد|حدا|فريق|عامل|دعم)$/

/** Not to talk to a machine is a wish for a person, too. */
const BOT =
  /^(?:bots?|robots?|robo|robotern?|maschine|machine|maquina|macchina|chatbot|ai|ki|ia|computer|روبوت|بوت|اله)$/
const NOT = /^(?:not?|dont|nicht|keine?n?|ne|pas|non|niet|geen|nao|لا|ليس)$/

/** Whether a message asks for a person instead of the AI agent, said in its language or in English. */
export function wantsPerson(text: string, language: Language): boolean {
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(text) && wantsPersonInJapanese(text)) return true
  const parts = clauses(text)
  const languages = new Set([language === 'ja' ? 'en' : language, 'en'])
  return [...languages].some((name) => {
    const vocabulary = VOCABULARIES.get(name)
    if (vocabulary === undefined) return false
    const readings = parts.map((words) => readClause(words, vocabulary))
    return readings.some(
      (reading) => reading !== null && (isSpoken(reading) || (isNamed(reading) && !readings.includes(null))),
    )
  })
}

function wantsPersonInJapanese(text: string): boolean {
  return plain(text)
    .split('.')
    .map((sentence) => sentence.replaceAll(' ', ''))
    .some(
      (sentence) =>
        JAPANESE_PERSON.test(sentence) &&
        !JAPANESE_OTHER.test(sentence) &&
        (JAPANESE_TALK.test(sentence) || sentence.length <= 6),
    )
}

const WANT =
  /^(?:want|need|require|demand|like|prefer|brauche|mochte|will|verlange|benotige|quiero|necesito|exijo|prefiero|veux|voudrais|besoin|exige|vorrei|voglio|bisogno|esigo|wil|nodig|eis|quero|preciso|exijo|gostaria|اريد|احتاج|ابغي|بدي|عايز|عاوز|ارغب|اود)$/

const MAY =
  /^(?:can|could|may|lets?|kann|konnte|puedo|puede|podria|puis|peux|peut|pouvez|pourrais|posso|puo|potete|potrei|kan|mag|kunt|pode|poderia|ممكن|يمكن|يمكنني|هل)$/
const REAL = /^(?:real\w*|human\w*|live|echt\w*|lebend\w*|vrai\w*|reel\w*|ver[oa]|verdad\w*|حقيقي\w*)$/

/** What a clause is made of; null when it has words that no such wish has. */
interface Reading {
  words: string[]
  person: number
  talk: number
  other: number
  bot: number
  not: number
  /** Words that such wishes do not have. */
  unknown: number
  /** The person, as named. */
  named: string
}

function readClause(words: string[], vocabulary: Vocabulary): Reading | null {
  const reading: Reading = { words, person: 0, talk: 0, other: 0, bot: 0, not: 0, unknown: 0, named: '' }
  const firstWant = words.findIndex((word) => WANT.test(word))
  for (let i = 0; i < words.length; ) {
    const { kinds, length } = longestPhrase(words, i, vocabulary)
    const isWanted = reading.talk > 0 || (firstWant !== -1 && firstWant < i)
    if (kinds?.has('about') && reading.person + reading.bot > 0 && isWanted) {
      if (reading.unknown === 0) reading.talk++
      break
    }
    if (kinds === undefined) {
      reading.unknown++
      i++
      continue
    }
    const phrase = words.slice(i, i + length).join(' ')
    if (BOT.test(phrase)) reading.bot++
    if (NOT.test(phrase)) reading.not++
    if (kinds.has('call')) {
      reading.person++
      reading.talk++
    } else if (kinds.has('person')) {
      reading.person++
      reading.named = phrase
    } else if (kinds.has('talk')) reading.talk++
    else if (kinds.has('other')) reading.other++
    else return null
    i += length
  }
  return reading.unknown === 0 || isPlainWish(reading) ? reading : null
}

/** A sentence that asks for a person to talk with, and has one word more. */
function isPlainWish({ words, person, talk, unknown }: Reading): boolean {
  return unknown === 1 && person > 0 && talk > 0 && words.some((word) => WANT.test(word) || MAY.test(word))
}

/** To talk with a person, or not with a machine. */
function isSpoken({ person, talk, other, bot, not, words }: Reading): boolean {
  if (bot > 0 && NOT.test(words[0] ?? '') && words.length <= 4) return true
  if (talk === 0 || isQuestionOfBeing(words)) return false
  return person > 0 ? other > 0 || words.length <= 5 : bot > 0 && not > 0
}

/** A person alone: "a human please". */
function isNamed({ person, words, named }: Reading): boolean {
  const isSomeone = MORE_THAN_SOMEONE.test(named) && !words.some((word) => REAL.test(word))
  return person > 0 && words.length <= 8 && !isSomeone && !isQuestionOfBeing(words)
}

/** "Are you a human?" asks who answers, not for somebody else. */
function isQuestionOfBeing(words: string[]): boolean {
  return (
    /^(?:are you|is this|am i|r u|bist du|sind sie|ist das|eres|es usted|es un|es una|etes vous|es tu|est ce|vous etes|sei|siete|e un|ben je|bent u|is dit|voce e|vc e|e um|هل انت|انت)\b/.test(
      words.join(' '),
    ) || /^هل انت|^انت/.test(words.join(' '))
  )
}

function longestPhrase(words: string[], at: number, { kinds, longest }: Vocabulary) {
  for (let length = Math.min(longest, words.length - at); length > 1; length--) {
    const phrase = words.slice(at, at + length).join(' ')
    const found = kinds.get(phrase) ?? kinds.get(phrase.replace(/^(?:ال|لل|[لبو])/, ''))
    if (found) return { kinds: found, length }
  }
  return { kinds: lookUp(words[at] as string, kinds), length: 1 }
}

function lookUp(word: string, kinds: Vocabulary['kinds']): Set<Kind> | undefined {
  const exact = kinds.get(word) ?? kinds.get(withoutArticle(word)) ?? kinds.get(withoutElision(word))
  if (exact || word.length < ONE_MISTAKE) return exact
  const most = word.length >= TWO_MISTAKES ? 2 : 1
  for (const [known, found] of kinds) {
    if (known.length === ONE_MISTAKE && !isSwapped(known, word)) continue
    if (known.length < ONE_MISTAKE || known.includes(' ') || Math.abs(known.length - word.length) > most) continue
    if (editDistance(word, known) <= (known.length >= TWO_MISTAKES ? 2 : 1)) return found
  }
  return undefined
}

/** The same letters, as in "tlak". */
function isSwapped(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('')
}

/** French and Italian leave a vowel out: "m'appeler", "l'assistenza". */
function withoutElision(word: string): string {
  return word.replace(/^(?:[cdjlmnst]|qu|un|all|dell|nell|dall)(?=[aeiouh]\p{L}{3})/u, '')
}

/** Arabic writes "the", "with", "to" and "and" onto the word. */
function withoutArticle(word: string): string {
  const bare = word.replace(/^(?:وال|بال|لل|ال|[بلو](?=\p{L}{3}))/u, '')
  return /\p{Script=Arabic}{5}/u.test(bare) ? bare.replace(/(?:كم|ها|نا|ني|هم|ه)$/u, '') : bare
}

function vocabularyOf(words: PersonWords): Vocabulary {
  const kinds = new Map<string, Set<Kind>>()
  for (const kind of ['person', 'talk', 'other', 'about'] as const) {
    for (const phrase of words[kind].split(/,\s*/).map(plain)) {
      const known = kinds.get(phrase)
      if (known) known.add(kind)
      else kinds.set(phrase, new Set([kind]))
      const bare = withoutArticle(phrase)
      if (bare !== phrase && !kinds.has(bare)) kinds.set(bare, new Set([kind]))
    }
  }
  for (const phrase of CALL_WORDS.split(/,\s*/).map(plain)) kinds.set(phrase, new Set(['call']))
  return { kinds, longest: Math.max(...[...kinds.keys()].map((phrase) => phrase.split(' ').length)) }
}
