import { RecentMap } from '#base/recent-map.ts'
import type { Language } from '../turn.ts'
import { recognise } from '../understanding/language.ts'
import { lettersOf } from './char-ngrams.ts'
import { contentTerms } from './content-terms.ts'
import type { Sentence } from './coverage-regression.ts'
import { meaningOf } from './sentence-vectors.ts'
import { type GlossedWord, gloss } from './translate-terms.ts'
import { cosine, unit, type WordVectors } from './word-vectors.ts'

/** An article that may answer a question. */
export interface Candidate {
  id: string
  question: string
  answer: string
  url: string | null
}

/** An article as questions are compared with it. */
export interface Prepared {
  article: Candidate
  language: Language
  title: GlossedWord[]
  /** Stems and English words that stand in it. */
  words: Set<string>
  /** The words of the question and of each sentence of the answer. */
  parts: { terms: GlossedWord[]; words: Set<string> }[]
  /** Directions of its words, each once. */
  vectors: Float32Array[]
  /** Vectors of the question, of each sentence of the answer, and of all together. */
  sentences: Float32Array[]
  /** The question and each sentence of the answer. */
  wholes: Sentence[]
}

/** Articles that are kept prepared; an article that changes is prepared again. */
const KEPT_MAX = 5_000
const kept = new WeakMap<WordVectors, RecentMap<string, Prepared>>()

export function prepare(article: Candidate, vectors: WordVectors): Prepared {
  const known = kept.get(vectors) ?? new RecentMap<string, Prepared>(KEPT_MAX)
  kept.set(vectors, known)
  const key = `${article.question}\0${article.answer}`
  const found = known.get(key)
  if (found) return { ...found, article }
  const prepared = prepareAnew(article, vectors)
  known.set(key, prepared)
  return prepared
}

/** The language that an article is written in; English where it cannot be told. */
export function languageOf({ question, answer }: Pick<Candidate, 'question' | 'answer'>): Language {
  return recognise(`${question}\n${answer}`)?.language ?? 'en'
}

/** Sentences of an answer that are compared. */
const SENTENCES_MAX = 60

function prepareAnew(article: Candidate, vectors: WordVectors): Prepared {
  const { question, answer } = article
  const language = languageOf(article)
  const glossed = gloss(question, language)
  const title = contentTerms(glossed)
  const sentences = answer
    .split(/(?<=[.!?。！？؟])\s*|\n+/)
    .filter(Boolean)
    .slice(0, SENTENCES_MAX)
  const glossedSentences = sentences.map((sentence) => gloss(sentence, language))
  const bodies = glossedSentences.map(contentTerms)
  const all = [...title, ...bodies.flat()]
  const wordsOf = (terms: GlossedWord[]) => new Set(terms.flatMap(({ stem, english }) => [stem, ...english]))
  const english = new Set(all.flatMap((term) => term.english))
  return {
    article,
    language,
    title,
    words: wordsOf(all),
    parts: [title, ...bodies].map((terms) => ({ terms, words: wordsOf(terms) })),
    vectors: [...english].flatMap((word) => vectors.get(word) ?? []),
    sentences: [title, ...bodies, all].map((terms) => directionOf(terms, vectors)),
    wholes: [question, ...sentences].map((text, i) => ({
      letters: lettersOf(text),
      meaning: meaningOf(i === 0 ? glossed : (glossedSentences[i - 1] ?? []), language, vectors),
    })),
  }
}

/** The mean direction of a text's words, rare ones counting more; `weight` says how much each counts beside that. */
export function directionOf(
  terms: GlossedWord[],
  vectors: WordVectors,
  weight: (term: GlossedWord) => number = () => 1,
): Float32Array {
  const sum = new Float32Array(vectors.dimensions)
  for (const term of terms) {
    const known = term.english.flatMap((word) => {
      const vector = vectors.get(word)
      return vector ? [{ vector, share: vectors.rarity(word) }] : []
    })
    for (const { vector, share } of known) {
      const factor = (share * weight(term)) / known.length
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + factor * (vector[i] as number)
    }
  }
  return unit(sum)
}

/** How near the nearest of an article's words comes to one of a term's: 0 to 1. */
export function nearest(term: Float32Array[], { vectors: words }: Prepared): number {
  let best = 0
  for (const own of term) for (const other of words) best = Math.max(best, cosine(own, other))
  return best
}
