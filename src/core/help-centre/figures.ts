import { currentTime } from '#base/clock.ts'
import { firstCodePoints } from '#base/text.ts'
import type { Queries } from '#database/database.ts'
import { addArticleFigures, addHelpSearch } from '#storage/help-centre/figures.ts'

/** Characters of a search term that are counted together. */
const TERM_MAX = 100

/** Counts that a reader found an article helpful, or not. */
export function countHelpful(shop: Queries, articleId: string, helpful: boolean): Promise<void> {
  const figures = { views: 0, helpful: helpful ? 1 : 0, notHelpful: helpful ? 0 : 1 }
  return addArticleFigures(shop, articleId, currentTime(), figures)
}

/** Counts a search, without who searched. */
export function countSearch(
  shop: Queries,
  { locale, query, hits }: { locale: string; query: string; hits: number },
): Promise<void> {
  const term = firstCodePoints(query.toLowerCase().replace(/\s+/g, ' '), TERM_MAX)
  return addHelpSearch(shop, { day: currentTime(), locale, term, hits })
}
