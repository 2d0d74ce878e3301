import type { Language } from '../turn.ts'
import { clauses, normalizeText } from './normalize-text.ts'
import { longestPhrase, type Vocabulary, vocabulariesFor } from './person-vocabulary.ts'
import { JAPANESE_OTHER, JAPANESE_PERSON, JAPANESE_TALK } from './person-words.ts'
import { isPoliteWish, sentencesOf } from './polite-wish.ts'

/**
 * The wish for a person. A sentence is one when all its words are of those that such wishes are made of, and one names
 * a person: "this for a person who sold it" has words that do not belong. What it is about may follow ("… about my
 * order"). Words may be misspelt.
 */

/** Words that make a short wish on their own when they are all there is; others need a verb beside them. */
const MORE_THAN_SOMEONE =
  /^(?:someone|somebody|anyone|people|jemand\w*|team|alguien|quelquun|personne|persone|qualcuno|iemand|alguem|equipe|staff|chef|support|soporte|suporte|assistenza|personas|pessoas|احد\w*|حد|حدا|فريق|عامل|دعم)$/

/** Not to talk to a machine is a wish for a person, too. */
const BOT =
  /^(?:bots?|robots?|robo|robotern?|maschine|machine|maquina|macchina|chatbot|ai|ki|ia|computer|روبوت|بوت|اله)$/
const NOT = /^(?:not?|dont|nicht|keine?n?|ne|pas|non|niet|geen|nao|لا|ليس)$/

/** Whether a message asks for a person instead of the AI agent, said in its language or in English. */
export function asksForPerson(text: string, language: Language): boolean {
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(text) && wantsPersonInJapanese(text)) return true
  const parts = clauses(text)
  const sentences = sentencesOf(text)
  return vocabulariesFor(language).some((vocabulary) => {
    const readings = parts.map((words) => readClause(words, vocabulary))
    return (
      readings.some(
        (reading) => reading !== null && (isSpoken(reading) || (isNamed(reading) && !readings.includes(null))),
      ) || isPoliteWish(sentences, vocabulary)
    )
  })
}

function wantsPersonInJapanese(text: string): boolean {
  return normalizeText(text)
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

const REAL = /^(?:real\w*|human\w*|live|echt\w*|lebend\w*|vrai\w*|reel\w*|ver[oa]|verdad\w*|حقيقي\w*)$/

/** What a clause is made of; null when it has words that no such wish has. */
interface Reading {
  words: string[]
  person: number
  talk: number
  other: number
  bot: number
  not: number
  /** The person, as named. */
  named: string
}

function readClause(words: string[], vocabulary: Vocabulary): Reading | null {
  const reading: Reading = { words, person: 0, talk: 0, other: 0, bot: 0, not: 0, named: '' }
  const firstWant = words.findIndex((word) => WANT.test(word))
  for (let i = 0; i < words.length; ) {
    const { kinds, length } = longestPhrase(words, i, vocabulary)
    const isWanted = reading.talk > 0 || (firstWant !== -1 && firstWant < i)
    if (kinds?.has('about') && reading.person + reading.bot > 0 && isWanted) {
      reading.talk++
      break
    }
    if (kinds === undefined) return null
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
  return reading
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
