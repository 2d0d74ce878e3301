import { readWords } from '#base/search-tokenizer.ts'
import type { Product } from '#core/commerce/platform.ts'
import {
  type Answer,
  getArticles,
  type HelpArticle,
  listAnswers,
  listHelpArticles,
  type Reader,
  searchArticles,
} from '#core/knowledge/answers.ts'
import { articlesOn, bareTopic } from '../retrieval/bare-topic.ts'
import { type Candidate, languageOf } from '../retrieval/prepare.ts'
import { type Ranked, rankArticles } from '../retrieval/rank.ts'
import { gloss } from '../retrieval/translate-terms.ts'
import { loadWordVectors, type WordVectors } from '../retrieval/word-vectors.ts'
import { type Language, SURE, type Turn } from '../turn.ts'
import type { Context, Reply } from './context.ts'
import { cutAtSentence } from './cut-at-sentence.ts'
import { chosenTitle, offersOf, titleOf, titlesOf } from './offers.ts'
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
  /** About one product; the others are about the whole store. */
  isOnProduct: boolean
  /** Whether the customer named a topic that several articles are about: they are asked which one they mean. */
  isOneOfSeveral: boolean
}

/** The article that answers best what is asked, of the whole store's and those on the products `near`; null where there is none. */
export async function findAnswer(
  context: Context,
  { near: products, named }: { near: Product[]; named: Product | null },
): Promise<FoundAnswer | null> {
  const { turn, understanding, trace, embeddings } = context
  const { caller } = turn
  const question = { text: understanding.text, language: understanding.language }
  const queries = queriesOf(question)
  const reader = readerOf(context)
  const general = asProposed(await articlesFor(caller, queries, reader), turn, null)
  const onProducts = await searchOnProducts(turn, queries, products)
  const articles = new Map<string, Candidate>([...general, ...onProducts].map((article) => [article.id, article]))
  // A customer who names a product means all of its name.
  const text = named && onProducts.length > 0 ? `${question.text}\n${named.title}` : question.text
  const vectors = await loadWordVectors()
  const rank = (alike?: (articleId: string) => number) =>
    rankArticles({ ...question, text }, [...articles.values()], vectors, alike)
  let ranked = rank()
  if (embeddings && !(ranked[0] && ranked[0].confidence >= SURE)) {
    const likeness = await embeddings.compare(caller.shop, question.text)
    const unseen = likeness?.nearest.filter((id) => !articles.has(id)) ?? []
    const fetched = await getArticles(caller, unseen, reader)
    for (const article of fetched) if (article.id !== turn.proposed?.id) articles.set(article.id, article)
    if (likeness) ranked = rank(likeness.of)
  }
  const isOnProduct = ({ article }: Ranked) => onProducts.some(({ id }) => id === article.id)
  if (named && ranked[0] && isOnProduct(ranked[0])) {
    const unnamed = rankUnnamed(question, [...articles.values()], { vectors, named })
    const tells = unnamed.find(({ article }) => article.id === ranked[0]?.article.id)?.features.either ?? 0
    if (tells < BESIDE_NAME) ranked = unnamed.filter((one) => !isOnProduct(one))
  }
  const [best] = ranked
  if (!best) return null
  const ofStore = ranked.filter((one) => !isOnProduct(one))
  const topic = named || turn.hasAskedBack ? null : bareTopic(question)
  const meant = topic ? titlesOf(articlesOn(topic, ofStore, vectors)) : []
  const isOneOfSeveral = meant.length > 1
  context.offers = isOneOfSeveral ? meant : offersOf(ofStore)
  const round = (value: number) => Math.round(value * 1e3) / 1e3
  trace.candidates = ranked
    .slice(0, TRACED)
    .map(({ article, confidence }) => ({ id: article.id, title: article.question, score: round(confidence) }))
  trace.confidence = round(best.confidence)
  return { best, isOnProduct: isOnProduct(best), isOneOfSeveral }
}

/**
 * How much of what is asked beside the product's name an article on it must tell (the feature `either`). In the demo store's
 * nine languages right ones have 0.54 and more, those that only speak of the product as well 0.35 and less.
 */
const BESIDE_NAME = 0.45

/** Articles by what is asked beside the name of the product that all is about. */
function rankUnnamed(
  question: { text: string; language: Language },
  articles: Candidate[],
  { vectors, named }: { vectors: WordVectors; named: Product },
): Ranked[] {
  const name = new Set(readWords(named.title).map(({ stem }) => stem))
  const unnamed = (text: string) =>
    text.replace(/[\p{L}\p{N}]+/gu, (word) => (name.has(readWords(word)[0]?.stem ?? '') ? '' : word))
  const bare = articles.map((article) => ({ ...article, question: unnamed(article.question) }))
  const ranked = rankArticles({ ...question, text: unnamed(question.text) }, bare, vectors)
  const byId = new Map(articles.map((article) => [article.id, article]))
  return ranked.map((one) => ({ ...one, article: byId.get(one.article.id) ?? one.article }))
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

/** The customer as a reader of articles: in their language. */
const readerOf = ({ platform, understanding }: Context): Reader => ({
  baseUrl: platform.baseUrl,
  locale: understanding.language,
})

/** The store's articles that may answer one of the queries: all of them where they are few. */
async function articlesFor(caller: Context['turn']['caller'], queries: string[], reader: Reader): Promise<Candidate[]> {
  const page = await listHelpArticles(caller, { query: undefined, limit: ALL_MAX, cursor: null }, reader)
  return page.nextCursor === null ? page.articles : searchAll(caller, queries, reader)
}

/** What the customer chose of the articles that were offered; null where nothing was chosen. */
export async function answerChosen(context: Context): Promise<Reply | null> {
  const title = chosenTitle(context.turn)
  if (title === null) return null
  const { turn } = context
  const articles = asProposed(await articlesFor(turn.caller, [title], readerOf(context)), turn, null)
  const article = articles.find((one) => titleOf(one) === title)
  if (!article) return null
  context.trace.candidates = [{ id: article.id, title: article.question, score: 1 }]
  context.trace.confidence = 1
  return tellArticle({ article, language: languageOf(article) }, context)
}

async function searchAll(caller: Context['turn']['caller'], queries: string[], reader: Reader): Promise<Candidate[]> {
  const found: Answer[] = []
  for (const query of queries) found.push(...(await searchArticles(caller, query, HITS_MAX, reader)))
  return found.map(candidateOf)
}

/** The articles of products: as many as there may be, and those that the search finds. */
async function searchOnProducts(
  { caller, ...turn }: Turn,
  queries: string[],
  products: Product[],
): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (const { id } of products) {
    const all = await listAnswers(caller, id, { limit: HITS_MAX })
    const onProduct = [...all]
    if (all.length === HITS_MAX) {
      for (const query of queries) onProduct.push(...(await listAnswers(caller, id, { query, limit: HITS_MAX })))
    }
    found.push(...asProposed(onProduct.map(candidateOf), turn, id))
  }
  return found
}

/** Articles of the whole store, or of a product, with the one that is proposed in place of what is. */
function asProposed(
  articles: Candidate[],
  { proposed }: Pick<Turn, 'proposed'>,
  productId: string | null,
): Candidate[] {
  if (!proposed) return articles
  const others = articles.filter(({ id }) => id !== proposed.id)
  return proposed.article && proposed.productId === productId ? [...others, proposed.article] : others
}

function candidateOf({ score: _, ...article }: Answer): Candidate {
  return article
}

/** The article's answer as the customer gets it, with a line before it when it is in another language than theirs. */
export function tellArticle(
  { article, language }: { article: HelpArticle; language: Language },
  { understanding }: Context,
): Reply {
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
