import type { Product } from '#core/commerce/platform.ts'
import { type Answer, getArticles, listAnswers, listHelpArticles, searchArticles } from '#core/knowledge/answers.ts'
import { confidenceOf } from '../retrieval/confidence.ts'
import { gloss } from '../retrieval/gloss.ts'
import type { Candidate } from '../retrieval/prepare.ts'
import { type Ranked, rankArticles } from '../retrieval/rank.ts'
import { loadWordVectors } from '../retrieval/word-vectors.ts'
import { SURE } from '../turn.ts'
import type { Context, Reply } from './context.ts'
import { say } from './texts.ts'

/** Stores with no more articles have all of them compared; of others those that the search finds. */
const ALL_MAX = 300
const HITS_MAX = 50
/** Articles that the trace tells. */
const TRACED = 5
/** Characters of an article that are said; the rest stands in the article. */
const ANSWER_MAX = 600

export interface FoundAnswer {
  best: Ranked
  /** 0 to 1. */
  confidence: number
  /** About one product; the others are about the whole store. */
  isOnProduct: boolean
}

/** The article that answers best what is asked, of the whole store's and those on the products `near`; null where there is none. */
export async function findAnswer(
  { turn, understanding, trace, embeddings }: Context,
  { near: products, named }: { near: Product[]; named: Product | null },
): Promise<FoundAnswer | null> {
  const { caller } = turn
  const question = { text: understanding.text, language: understanding.language }
  const hits = await searchAll(caller, queriesOf(question), products)
  const page = await listHelpArticles(caller, { query: undefined, limit: ALL_MAX, cursor: null })
  const articles = new Map<string, Candidate>(hits.map(({ article }) => [article.id, article]))
  if (page.nextCursor === null) for (const article of page.articles) articles.set(article.id, article)
  const scores = new Map<string, number>()
  for (const { article, score } of hits) scores.set(article.id, Math.max(score, scores.get(article.id) ?? 0))
  // Whoever names a product means all of its name.
  const text = named && hits.some((hit) => hit.isOnProduct) ? `${question.text}\n${named.title}` : question.text
  const vectors = await loadWordVectors()
  const rank = (alike?: (articleId: string) => number) =>
    rankArticles({ ...question, text }, [...articles.values()], scores, vectors, alike)
  let ranked = rank()
  if (embeddings && !(ranked[0] && confidenceOf(ranked[0]) >= SURE)) {
    const likeness = await embeddings.compare(caller.shop, question.text)
    const unseen = likeness?.nearest.filter((id) => !articles.has(id)) ?? []
    for (const article of await getArticles(caller, unseen)) articles.set(article.id, article)
    if (likeness) ranked = rank(likeness.of)
  }
  const [best] = ranked
  if (!best) return null
  trace.candidates = ranked
    .slice(0, TRACED)
    .map(({ article, score }) => ({ id: article.id, title: article.question, score: Math.round(score * 1e3) / 1e3 }))
  const confidence = confidenceOf(best)
  trace.confidence = Math.round(confidence * 1e3) / 1e3
  const isOnProduct = hits.some((hit) => hit.isOnProduct && hit.article.id === best.article.id)
  return { best, confidence, isOnProduct }
}

/** The question as it was written, and its words in English where it is in another language. */
export function queriesOf({
  text,
  language,
}: {
  text: string
  language: Context['understanding']['language']
}): string[] {
  if (language === 'en') return [text]
  const english = gloss(text, language).flatMap((term) => (term.isGlossed ? term.english : []))
  return english.length > 0 ? [text, [...new Set(english)].join(' ')] : [text]
}

async function searchAll(
  caller: Context['turn']['caller'],
  queries: string[],
  products: Product[],
): Promise<{ article: Candidate; score: number; isOnProduct: boolean }[]> {
  const found: { answer: Answer; isOnProduct: boolean }[] = []
  const add = (answers: Answer[], isOnProduct: boolean) =>
    found.push(...answers.map((answer) => ({ answer, isOnProduct })))
  for (const query of queries) add(await searchArticles(caller, query, HITS_MAX), false)
  for (const { id } of products) {
    const all = await listAnswers(caller, id, { limit: HITS_MAX })
    if (all.length === 0) continue
    add(
      all.map((answer) => ({ ...answer, score: 0 })),
      true,
    )
    for (const query of queries) add(await listAnswers(caller, id, { query, limit: HITS_MAX }), true)
  }
  return found.map(({ answer: { score, ...article }, isOnProduct }) => ({ article, score, isOnProduct }))
}

/** The article's answer as the customer gets it, with a line before it when it is in another language than theirs. */
export function tellAnswer({ best: { article, language } }: FoundAnswer, { understanding }: Context): Reply {
  const answer = cutAtSentence(article.answer, ANSWER_MAX)
  const isForeign = language !== understanding.language
  return {
    act: 'answer',
    text: isForeign ? `${say(understanding.language, 'article.foreign')}\n\n${answer}` : answer,
    evidence: [article.question, article.answer],
    faqs: [{ id: article.id, question: article.question, url: article.url }],
    products: [],
  }
}

/** As many whole sentences of a text as fit; a first one that is longer is cut at a word. */
export function cutAtSentence(text: string, most: number): string {
  const whole = text.trim()
  if (whole.length <= most) return whole
  const head = whole.slice(0, most + 1)
  const end = [...head.matchAll(/[.!?؟](?=\s)|[。！？]|\n/g)].at(-1)
  if (end && end.index > 0) return head.slice(0, end.index + 1).trim()
  const space = head.slice(0, most - 1).lastIndexOf(' ')
  return `${head.slice(0, space > 0 ? space : most - 1).toWellFormed()}…`
}
