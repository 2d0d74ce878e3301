import type { HelpArticle } from '#core/knowledge/answers.ts'
import type { Turn } from '../turn.ts'
import { normalizeText } from '../understanding/normalize-text.ts'
import type { Context } from './context.ts'
import { countSaid, say } from './texts.ts'

// If no article is sure enough to be shown, or a message names a topic of several, those that may be meant are offered by their titles, numbered, and the
// customer chooses. On the written shops (bench/agent/shops): of what an article answers and nothing is sure of, 62 % gets
// the right one offered; of what none answers, 29 % is offered something, which claims nothing.

/** How likely an article that is offered is at least. */
const LIKELY = 0.05
const OFFERS_MAX = 3
/** Characters of a title that is offered. */
const TITLE_MAX = 200

/** The titles of ranked articles that may be offered, the likeliest first. */
export function offersOf(ranked: { article: HelpArticle; confidence: number }[]): string[] {
  return titlesOf(ranked.filter(({ confidence }) => confidence >= LIKELY))
}

/** The titles of the first of some articles, as many as are offered. */
export function titlesOf(articles: { article: HelpArticle }[]): string[] {
  const titles = articles.map(({ article }) => titleOf(article)).filter((title) => title.length <= TITLE_MAX)
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
  const said = wordsOf(asked.join('\n'))
  const named = offered.find((title) => wordsOf(title).join(' ') === said.join(' '))
  if (named) return named
  const [number, ...others] = said.filter((word) => !AROUND_NUMBER.has(word))
  return others.length === 0 && number !== undefined && /^\d$/.test(number)
    ? (offered[Number(number) - 1] ?? null)
    : null
}

/** Words of a text as they are compared; of a Japanese choice the number and what stands around it apart. */
function wordsOf(text: string): string[] {
  return normalizeText(text)
    .replaceAll('.', ' ')
    .replace(/(?<=\d)(?=[番でをお])|(?<=番)/gu, ' ')
    .split(' ')
    .filter(Boolean)
}

/** All that may stand around a number that chooses: "number 2 please". */
const AROUND_NUMBER = new Set(
  `number no nr option the please pls i mean it is its yes ok okay one article question
  nummer die das ja bitte ich meine punkt numero numéro num el la lo opcion si por favor le oui svp sil vous plait il opzione
  per favore het optie graag aub alstublieft alsjeblieft o a opcao sim رقم الخيار من فضلك نعم
  番 です で お願いします をお願いします でお願いします`
    .split(/\s+/)
    .map(normalizeText),
)

/** An article's title on one line. */
export function titleOf({ question }: HelpArticle): string {
  return question.replace(/\s+/g, ' ').trim()
}
