import type { HelpArticle } from '#core/knowledge/answers.ts'
import type { Turn } from '../turn.ts'
import { plain } from '../understanding/plain.ts'
import type { Context } from './context.ts'
import { countSaid, say } from './texts.ts'

// Where no article is sure enough to be told, those that may be meant are offered by their titles, numbered, and the
// customer chooses. On the written shops (bench/agent/shops): of what an article answers and nothing is sure of, 62 % gets
// the right one offered; of what none answers, 29 % is offered something, which claims nothing.

/** How likely an article that is offered is at least. */
const LIKELY = 0.05
const OFFERS_MAX = 3
/** Characters of a title that is offered. */
const TITLE_MAX = 200

/** The titles of ranked articles that may be offered, the likeliest first. */
export function offersOf(ranked: { article: HelpArticle; confidence: number }[]): string[] {
  const likely = ranked.filter(({ confidence }) => confidence >= LIKELY)
  const titles = likely.map(({ article }) => titleOf(article)).filter((title) => title.length <= TITLE_MAX)
  return [...new Set(titles)].slice(0, OFFERS_MAX)
}

/** The question back that offers them, with the texts that its facts stand in; null where there are none. */
export function tellOffers({ offers, understanding }: Context): { text: string; evidence: string[] } | null {
  if (offers.length === 0) return null
  const lines = offers.map((title, i) => `${i + 1}. ${title}`)
  return { text: [say(understanding.language, 'askBack.offers'), '', ...lines].join('\n'), evidence: lines }
}

/** The title that the customer chose of those that were offered last; null where none was, or they say something else. */
export function chosenTitle({ lines, asked }: Turn): string | null {
  const last = lines.findLast(({ senderType }) => senderType === 'bot')?.text ?? ''
  if (countSaid([last], ['askBack.offers']) === 0) return null
  const offered = [...last.matchAll(/^\d\. (.+)$/gm)].map(([, title = '']) => title)
  const said = plain(asked.join('\n')).replaceAll('.', ' ').trim()
  const named = offered.find((title) => plain(title).replaceAll('.', ' ').trim() === said)
  if (named) return named
  const numbers = said.match(/\d+/g) ?? []
  if (numbers.length !== 1 || said.split(/\s+/).length > AROUND_NUMBER) return null
  return offered[Number(numbers[0]) - 1] ?? null
}

/** Words of a message that chooses by a number: "number 2 please". */
const AROUND_NUMBER = 4

/** An article's title on one line. */
export function titleOf({ question }: HelpArticle): string {
  return question.replace(/\s+/g, ' ').trim()
}
