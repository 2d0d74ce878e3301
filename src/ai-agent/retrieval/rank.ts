import { editDistance } from '#base/words.ts'
import type { Language } from '../turn.ts'
import { type GlossedWord, gloss } from './gloss.ts'
import { type Candidate, directionOf, nearest, type Prepared, prepare, telling } from './prepare.ts'
import { cosine, type WordVectors } from './word-vectors.ts'

/** An article beside a question. */
export interface Ranked {
  article: Candidate
  language: Language
  /** All that counts in the ranking together: 0 to 1. */
  score: number
  /** What the confidence is computed from, by name. */
  features: Features
}

export interface Features {
  /** How near the nearest sentence comes: its cosine, and what an embedding model says, together 0 to 1. */
  cosine: number
  /** How much of what the customer says, weighed by how much it tells, stands in the article, in these or like words. */
  coverage: number
  /** The same for the very words. */
  exact: number
  /** How well question and nearest sentence cover each other. */
  sentence: number
  /** Of the word that tells most. */
  keyWord: number
  /** How far it is ahead of the next. */
  margin: number
  /** The search's score against its best one. */
  search: number
  /** The share of what is said that no article has. */
  unknown: number
  /** How many words tell anything: 1 for one, 0 for many. */
  brevity: number
}

/** How much each counts in the ranking, as measured on the written shops of bench/agent. */
const SHARES = { search: 0.15, cosine: 0.35, coverage: 0.15, title: 0.1, sentence: 0.25 }
/** Cosine from which another word says nearly the same, and what that counts at most. */
const ALIKE = { from: 0.45, most: 0.75 }
const MISSPELT = 0.85

/** Words of any question, which tell little whatever it is about. */
const GENERIC = new Set(
  `product products thing things item items article articles something anything stuff accept have sell do possible want need
  like take make work works please many much use get way methods another know tell question`.split(/\s+/),
)
const GENERIC_WEIGHT = 0.25

/**
 * Articles by how well they answer a question, best first. `hits` are the search's scores by article id. `alike` tells
 * how like the question an embedding model finds an article: 0 to 1.
 */
export function rankArticles(
  question: { text: string; language: Language },
  articles: Candidate[],
  hits: Map<string, number>,
  vectors: WordVectors,
  alike: (articleId: string) => number = () => 0,
): Ranked[] {
  const prepared = articles.map((article) => prepare(article, vectors))
  const terms = distinct(telling(gloss(question.text, question.language)))
  if (terms.length === 0 || prepared.length === 0) return []
  const weights = new Map(terms.map((term) => [term, weighAsked(term, question.language, prepared, vectors)]))
  const weight = (term: GlossedWord) => weights.get(term) ?? 0
  const direction = directionOf(terms, vectors, (term) => idf(term, prepared))
  const best = Math.max(0, ...hits.values())
  const known = share(terms, weight, (term) => (prepared.some((one) => matches(term, one.words) > 0) ? 1 : 0))

  const ranked = prepared.map((one) => {
    const cosines = one.sentences.map((sentence) => cosine(direction, sentence))
    // Either may know that they mean the same: words of one language, or a model of many.
    const near = 1 - (1 - Math.max(0, ...cosines)) * (1 - alike(one.article.id))
    const search = best > 0 ? (hits.get(one.article.id) ?? 0) / best : 0
    const match = new Map(terms.map((term) => [term, matches(term, one.words)]))
    const exact = (term: GlossedWord) => match.get(term) ?? 0
    const soft = (term: GlossedWord) => Math.max(exact(term), alikeWord(nearest(term, one, vectors)))
    const key = terms.reduce((most, term) => (weight(term) > weight(most) ? term : most))
    const said = new Set(terms.flatMap(({ stem, english }) => [stem, ...english]))
    const features: Features = {
      cosine: near,
      coverage: share(terms, weight, soft),
      exact: share(terms, weight, exact),
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
      keyWord: soft(key),
      margin: 0,
      search,
      unknown: 1 - known,
      brevity: 1 / terms.length,
    }
    const score =
      SHARES.search * search +
      SHARES.cosine * near +
      SHARES.coverage * features.coverage +
      SHARES.sentence * features.sentence +
      SHARES.title *
        share(
          one.title,
          (term) => weigh(term, prepared, vectors),
          (term) => matches(term, said),
        )
    return { article: one.article, language: one.language, score, features }
  })
  ranked.sort((a, b) => b.score - a.score || (a.article.id < b.article.id ? -1 : 1))
  const [first, second] = ranked
  if (first) first.features.margin = first.score - (second?.score ?? 0)
  return ranked
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
  const isGeneric = GENERIC.has(term.text) || (term.isGlossed && term.english.every((word) => GENERIC.has(word)))
  return rarity ** 2 * idf(term, articles) * (isGeneric ? GENERIC_WEIGHT : 1)
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
