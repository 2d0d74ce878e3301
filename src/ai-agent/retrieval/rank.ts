import { editDistance } from '#base/search-tokenizer.ts'
import type { Language } from '../turn.ts'
import { lettersOf } from './char-ngrams.ts'
import { confidencesOf, type Features } from './confidence.ts'
import { contentTerms } from './content-terms.ts'
import { coverageByArticle } from './coverage-regression.ts'
import { type Candidate, directionOf, nearest, type Prepared, prepare } from './prepare.ts'
import { meaningOf } from './sentence-vectors.ts'
import { type GlossedWord, gloss } from './translate-terms.ts'
import { cosine, type WordVectors } from './word-vectors.ts'

/** An article beside a question. */
export interface Ranked {
  article: Candidate
  language: Language
  /** What ranking and confidence are computed from, by name: each 0 to 1. */
  features: Features
  /** Whether it is in another language than the question. */
  isForeign: boolean
  /** How sure it is that this article answers the question: 0 to 1; see `confidencesOf`. */
  confidence: number
}

/** Cosine from which another word says nearly the same, and what that counts at most. */
const ALIKE = { from: 0.45, most: 0.75 }
const MISSPELT = 0.85

/** Words of any question, which tell little whatever it is about. */
const GENERIC = new Set(
  `product products thing things item items article articles something anything stuff accept have sell do possible want need
  like take make work works please many much use get way methods another know tell question`.split(/\s+/),
)
const GENERIC_WEIGHT = 0.25

/** Whether a word stands in any question, and tells little. */
export function isGeneric({ text, english, isGlossed }: GlossedWord): boolean {
  return GENERIC.has(text) || (isGlossed && english.every((word) => GENERIC.has(word)))
}

/**
 * Articles by how well they answer a question, best first. `alike` tells how like the question an embedding model finds
 * an article: 0 to 1.
 */
export function rankArticles(
  question: { text: string; language: Language },
  articles: Candidate[],
  vectors: WordVectors,
  alike: (articleId: string) => number = () => 0,
): Ranked[] {
  const prepared = articles.map((article) => prepare(article, vectors))
  const glossed = gloss(question.text, question.language)
  const terms = distinct(contentTerms(glossed))
  if (terms.length === 0 || prepared.length === 0) return []
  const weights = new Map(terms.map((term) => [term, weighAsked(term, question.language, prepared, vectors)]))
  const weight = (term: GlossedWord) => weights.get(term) ?? 0
  const direction = directionOf(terms, vectors, (term) => idf(term, prepared))
  const points = new Map(terms.map((term) => [term, term.english.flatMap((word) => vectors.get(word) ?? [])]))
  const said = new Set(terms.flatMap(({ stem, english }) => [stem, ...english]))
  const explained = coverageByArticle(
    { letters: lettersOf(question.text), meaning: meaningOf(glossed, question.language, vectors) },
    prepared.map(({ wholes }) => wholes),
  )
  const found = prepared.map((one, i) => {
    const cosines = one.sentences.map((sentence) => cosine(direction, sentence))
    const soft = (term: GlossedWord) =>
      Math.max(matches(term, one.words), alikeWord(nearest(points.get(term) ?? [], one)))
    const likeSentences = explained[i] ?? 0
    const covered = share(terms, weight, soft)
    const features: Features = {
      // Either may know that they mean the same: words of one language, or a model of many.
      cosine: 1 - (1 - Math.max(0, ...cosines)) * (1 - alike(one.article.id)),
      coverage: covered,
      sentence: Math.max(
        0,
        ...one.parts.map((part) => {
          const there = share(terms, weight, (term) => matches(term, part.words))
          if (there === 0) return 0
          const back = share(
            part.terms,
            (term) => weigh(term, prepared, vectors),
            (term) => matches(term, said),
          )
          return (2 * there * back) / (there + back || 1)
        }),
      ),
      explained: likeSentences,
      either: 1 - (1 - likeSentences) * (1 - covered),
    }
    const isForeign = one.language !== question.language
    return { article: one.article, language: one.language, features, isForeign }
  })
  const confidences = confidencesOf(found)
  return found
    .map((one, i) => ({ ...one, confidence: confidences[i] ?? 0 }))
    .sort((a, b) => b.confidence - a.confidence || (a.article.id < b.article.id ? -1 : 1))
}

/** Words of other languages that the glossary does not have are mostly those of any sentence, short ones above all. */
const UNKNOWN_WEIGHT = { short: 0.1, long: 0.4 }
const SHORT = 5

/** The weight of a question's term; see `weigh`. */
function weighAsked(term: GlossedWord, language: Language, articles: Prepared[], vectors: WordVectors): number {
  const weight = weigh(term, articles, vectors)
  if (language === 'en' || term.isGlossed || articles.some(({ words }) => words.has(term.stem))) return weight
  return weight * (term.text.length <= SHORT ? UNKNOWN_WEIGHT.short : UNKNOWN_WEIGHT.long)
}

/** How much a term tells: rare in English, and in few of the articles. */
function weigh(term: GlossedWord, articles: Prepared[], vectors: WordVectors): number {
  const rarity = term.english.reduce((sum, word) => sum + vectors.rarity(word), 0) / term.english.length
  return rarity ** 2 * idf(term, articles) * (isGeneric(term) ? GENERIC_WEIGHT : 1)
}

function idf(term: GlossedWord, articles: Prepared[]): number {
  const having = articles.filter(
    ({ words }) => words.has(term.stem) || term.english.some((word) => words.has(word)),
  ).length
  return having === 0 ? 1 : 0.25 + 0.75 * (Math.log((articles.length + 1) / having) / Math.log(articles.length + 1))
}

function share(
  terms: GlossedWord[],
  weight: (term: GlossedWord) => number,
  part: (term: GlossedWord) => number,
): number {
  const all = terms.reduce((sum, term) => sum + weight(term), 0)
  return all > 0 ? terms.reduce((sum, term) => sum + weight(term) * part(term), 0) / all : 0
}

/** 1 where the word stands there, less where it was misspelt, 0 where it does not. */
function matches(term: GlossedWord, words: Set<string>): number {
  if (words.has(term.stem) || term.english.some((word) => words.has(word))) return 1
  if (term.isGlossed || term.text.length < 5 || !/^\p{L}+$/u.test(term.text)) return 0
  for (const word of words) {
    if (
      Math.abs(word.length - term.text.length) <= 1 &&
      word[0] === term.text[0] &&
      editDistance(word, term.text) === 1
    ) {
      return MISSPELT
    }
  }
  return 0
}

function alikeWord(near: number): number {
  return near <= ALIKE.from ? 0 : (ALIKE.most * (near - ALIKE.from)) / (1 - ALIKE.from)
}

function distinct(terms: GlossedWord[]): GlossedWord[] {
  return [...new Map(terms.map((term) => [term.stem, term])).values()]
}
