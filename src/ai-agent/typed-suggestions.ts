import { foldText, readWords, type SearchToken } from '#base/search-tokenizer.ts'
import { isStopWord } from '#base/stop-words.ts'
import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { type HelpArticle, listHelpArticles, type Reader, searchArticles } from '#core/knowledge/answers.ts'
import type { Language } from '#core/languages.ts'
import type { Shop } from '#database/database.ts'
import { detectLanguage } from './understanding/language.ts'

/** Suggestions that are offered at once. */
const SHOWN_MAX = 2
/** Stores with no more articles have all of them read; of others those that the search finds, best first. */
const ALL_MAX = 30
const FOUND_MAX = 20
/** Characters that are read of an article. */
const ARTICLE_MAX = 20_000
/** Length of a sentence that is worth taking, in characters. */
const SENTENCE = { min: 15, max: 300 }
/** Words that have to be there before anything is suggested, and telling ones that a sentence which begins otherwise shares. */
const TYPED_WORDS_MIN = 2
const SHARED_WORDS_MIN = 2
/** Characters of the customer's last message that the articles are looked for with. */
const ASKED_MAX = 500

/** A sentence that a member may want to write, and the article that says it. */
export interface TypedSuggestion {
  /** The whole sentence, as the article says it; it takes the place of what was typed. */
  text: string
  source: Pick<HelpArticle, 'id' | 'question' | 'url'>
}

/**
 * Suggests sentences of the store's public articles for the sentence that a member is writing: those that begin as it does,
 * then those that share its telling words. None where nothing fits. NOT_FOUND without a conversation.
 */
export async function suggestWhileTyping(
  { shop }: Caller,
  conversationId: string,
  typed: string,
  baseUrl: string,
): Promise<TypedSuggestion[]> {
  const { renderedJson } = await requireConversation(shop, conversationId)
  const words = readWords(typed)
  if (words.length < TYPED_WORDS_MIN) return []
  const { lastMessage } = JSON.parse(renderedJson) as { lastMessage: { senderType: string; text: string } | null }
  const asked = lastMessage?.senderType === 'customer' ? lastMessage.text.slice(0, ASKED_MAX) : ''
  const language = detectLanguage([asked, typed], null)
  const articles = await findArticles(shop, `${withoutLastWord(typed)}\n${asked}`, { baseUrl, locale: language })
  const mayFit = sieve(words)
  const found = articles.flatMap(({ id, question, url, answer }) =>
    sentencesOf(answer, language).flatMap((text) => {
      const fit = mayFit(text) ? fitOf(words, readWords(text)) : 0
      return fit > 0 ? [{ text, fit, source: { id, question, url } }] : []
    }),
  )
  const best = found.sort((a, b) => b.fit - a.fit || a.text.length - b.text.length)
  const byText = new Map(best.map(({ text, source }) => [text, { text, source }]))
  return [...byText.values()].slice(0, SHOWN_MAX)
}

async function findArticles(shop: Shop, query: string, reader: Reader): Promise<HelpArticle[]> {
  const page = await listHelpArticles({ shop }, { query: undefined, limit: ALL_MAX, cursor: null }, reader)
  return page.nextCursor === null ? page.articles : searchArticles({ shop }, query, FOUND_MAX, reader)
}

/** The search finds whole words, and the last one may be unfinished. */
const withoutLastWord = (typed: string): string => typed.slice(0, typed.lastIndexOf(' ') + 1)

/** Sentences of an article that can stand alone in a reply: a question of an article asks its reader, and no customer. */
function sentencesOf(answer: string, language: Language): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  return answer
    .slice(0, ARTICLE_MAX)
    .split('\n')
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter(({ length }) => length >= SENTENCE.min && length <= SENTENCE.max)
    .filter((sentence) => !/[?？؟]$/.test(sentence))
}

/** Letters of a word's beginning, which all of its forms have. */
const BEGINNING = 3

/** Leaves out most sentences that cannot fit, at a fraction of the time that reading their words takes. */
function sieve(typed: SearchToken[]): (sentence: string) => boolean {
  const beginning = ({ text }: SearchToken) => text.slice(0, BEGINNING)
  const [first = ''] = typed.map(beginning)
  const telling = tellingOf(typed).map(beginning)
  return (sentence) => {
    const folded = foldText(sentence)
    // Behind a quotation mark, a bullet or the like.
    const begins = folded.slice(0, 2 * BEGINNING).includes(first)
    return begins || telling.filter((start) => folded.includes(start)).length >= SHARED_WORDS_MIN
  }
}

const tellingOf = (words: SearchToken[]): SearchToken[] => words.filter(({ text }) => !isStopWord(text))

/**
 * How well a sentence goes on with what was typed: above 1 where it begins alike, otherwise the share of the telling words
 * that it has, from more than half; 0 where it does not fit, or says no more than was typed. The last word may be unfinished.
 */
export function fitOf(typed: SearchToken[], sentence: SearchToken[]): number {
  if (sentence.length <= typed.length) return 0
  const last = typed.length - 1
  const isAlike = (word: SearchToken, at: number, other: SearchToken | undefined): boolean =>
    other !== undefined && (word.stem === other.stem || (at === last && other.text.startsWith(word.text)))
  if (typed.every((word, at) => isAlike(word, at, sentence[at]))) return 1 + typed.length
  const telling = tellingOf(typed)
  const shared = telling.filter((word) => sentence.some((other) => isAlike(word, typed.indexOf(word), other)))
  return shared.length >= SHARED_WORDS_MIN && shared.length > telling.length / 2 ? shared.length / telling.length : 0
}
