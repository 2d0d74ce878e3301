import { editDistance } from '#base/words.ts'
import type { Language } from '../turn.ts'
import { JAPANESE_OTHER, JAPANESE_PERSON, JAPANESE_TALK, PERSON_WORDS, type PersonWords } from './person-words.ts'
import { clauses, plain } from './plain.ts'

/**
 * The wish for a person. A sentence is one when all its words are of those that such wishes are made of, and one names
 * a person: "this for a person who sold it" has words that do not belong. What it is about may follow ("… about my
 * order"). Words may be misspelt.
 */

type Kind = 'person' | 'talk' | 'other' | 'about'

interface Vocabulary {
  kinds: Map<string, Set<Kind>>
  /** Words of the longest phrase. */
  longest: number
}

/** Letters from which a word may be misspelt by one, and by two. */
const ONE_MISTAKE = 5
const TWO_MISTAKES = 9

const VOCABULARIES = new Map(
  Object.entries(PERSON_WORDS).map(([language, words]) => [language, vocabularyOf(words)] as const),
)

/** Words that make a short wish on their own when they are all there is; others need a verb beside them. */
const MORE_THAN_SOMEONE =
  /^(?:someone|somebody|anyone|people|jemand\w*|team|alguien|quelquun|personne|persone|qualcuno|iemand|alguem|equipe|staff|chef|support|soporte|suporte|assistenza|agent|personas|pessoas|احد\w*|حد|حدا|فريق|عامل|دعم)$/

/** Whether a message asks for a person instead of the AI agent, said in its language or in English. */
export function wantsPerson(text: string, language: Language): boolean {
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(text) && wantsPersonInJapanese(text)) return true
  const parts = clauses(text)
  const languages = new Set([language === 'ja' ? 'en' : language, 'en'])
  return [...languages].some((name) => {
    const vocabulary = VOCABULARIES.get(name)
    return vocabulary !== undefined && parts.some((words) => isWish(words, vocabulary, parts.length))
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

function isWish(words: string[], vocabulary: Vocabulary, sentences: number): boolean {
  const found = { person: 0, talk: 0, other: 0 }
  let named = ''
  for (let i = 0; i < words.length; ) {
    const { kinds, length } = longestPhrase(words, i, vocabulary)
    if (kinds === undefined) return false
    if (kinds.has('about') && found.person > 0 && found.talk > 0) break
    if (kinds.has('person')) {
      found.person++
      named = words.slice(i, i + length).join(' ')
    } else if (kinds.has('talk')) found.talk++
    else if (kinds.has('other')) found.other++
    else return false
    i += length
  }
  if (found.person === 0) return false
  if (found.talk > 0) return found.other > 0 || words.length <= 4
  const isShort = words.length <= (sentences > 1 ? 5 : 8)
  return isShort && !MORE_THAN_SOMEONE.test(named) && !isQuestionOfBeing(words)
}

/** "Are you a human?" asks who answers, not for somebody else. */
function isQuestionOfBeing(words: string[]): boolean {
  return (
    /^(?:are you|is this|am i|r u|bist du|sind sie|ist das|eres|es usted|es un|es una|etes vous|es tu|est ce|vous etes|sei un|sei una|e un|ben je|bent u|is dit|voce e|vc e|e um|هل انت|انت)\b/.test(
      words.join(' '),
    ) || /^هل انت|^انت/.test(words.join(' '))
  )
}

function longestPhrase(words: string[], at: number, { kinds, longest }: Vocabulary) {
  for (let length = Math.min(longest, words.length - at); length > 1; length--) {
    const found = kinds.get(words.slice(at, at + length).join(' '))
    if (found) return { kinds: found, length }
  }
  return { kinds: lookUp(words[at] as string, kinds), length: 1 }
}

function lookUp(word: string, kinds: Vocabulary['kinds']): Set<Kind> | undefined {
  const exact = kinds.get(word) ?? kinds.get(withoutArticle(word))
  if (exact || word.length < ONE_MISTAKE) return exact
  const most = word.length >= TWO_MISTAKES ? 2 : 1
  for (const [known, found] of kinds) {
    if (known.length < ONE_MISTAKE || known.includes(' ') || Math.abs(known.length - word.length) > most) continue
    if (known[0] === word[0] && editDistance(word, known) <= (known.length >= TWO_MISTAKES ? 2 : 1)) return found
  }
  return undefined
}

/** Arabic writes "the", "with", "to" and "and" onto the word. */
function withoutArticle(word: string): string {
  return word.replace(/^(?:وال|بال|لل|ال|[بلو](?=\p{L}{3}))/u, '')
}

function vocabularyOf(words: PersonWords): Vocabulary {
  const kinds = new Map<string, Set<Kind>>()
  for (const kind of ['person', 'talk', 'other', 'about'] as const) {
    for (const phrase of words[kind].split(',').map(plain)) {
      const known = kinds.get(phrase)
      if (known) known.add(kind)
      else kinds.set(phrase, new Set([kind]))
      const bare = withoutArticle(phrase)
      if (bare !== phrase && !kinds.has(bare)) kinds.set(bare, new Set([kind]))
    }
  }
  return { kinds, longest: Math.max(...[...kinds.keys()].map((phrase) => phrase.split(' ').length)) }
}
