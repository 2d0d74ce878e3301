import { currentTime } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { listAgentFigures, listReadFigures } from '#storage/help-centre/insights.ts'
import { listSuggestions, type Suggestion } from './suggestions.ts'

const DAY_MS = 24 * 60 * 60_000
const DAYS = 30
/** Articles whose figures are told. */
const ARTICLES_MAX = 200

/** What an article did in the last 30 days. */
export interface ArticleInsight {
  id: string
  title: string
  locale: string | null
  views: number
  helpful: number
  notHelpful: number
  /** Conversations in which the AI agent answered with it, and those that ended with that, without a member. */
  answered: number
  ended: number
}

/** What articles did in the last 30 days, and what to write next. */
export async function readInsights(caller: Caller): Promise<{ articles: ArticleInsight[]; suggestions: Suggestion[] }> {
  const { shop } = caller
  const now = currentTime().getTime()
  const since = new Date(now - DAYS * DAY_MS)
  const [read, told, suggestions] = await Promise.all([
    listReadFigures(shop, since.toISOString().slice(0, 10), ARTICLES_MAX),
    listAgentFigures(shop, since, new Date(now - DAY_MS), ARTICLES_MAX),
    listSuggestions(caller, since),
  ])
  const articles = new Map<string, ArticleInsight>()
  const of = ({ articleId: id, title, locale }: { articleId: string; title: string; locale: string | null }) => {
    const known = articles.get(id)
    const insight = known ?? { id, title, locale, views: 0, helpful: 0, notHelpful: 0, answered: 0, ended: 0 }
    articles.set(id, insight)
    return insight
  }
  for (const row of read) {
    const { views, helpful, notHelpful } = row
    Object.assign(of(row), { views, helpful, notHelpful })
  }
  for (const row of told) Object.assign(of(row), { answered: row.answered, ended: row.ended })
  const weight = ({ views, answered }: ArticleInsight) => views + answered
  return { articles: [...articles.values()].sort((a, b) => weight(b) - weight(a)), suggestions }
}
