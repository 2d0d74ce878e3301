import { currentTime } from '#base/clock.ts'
import type { Queries } from '#database/database.ts'
import { addArticleFigures } from '#storage/help-centre/figures.ts'

/** Counts that a reader found an article helpful, or not. */
export function countHelpful(shop: Queries, articleId: string, helpful: boolean): Promise<void> {
  const figures = { views: 0, helpful: helpful ? 1 : 0, notHelpful: helpful ? 0 : 1 }
  return addArticleFigures(shop, articleId, currentTime(), figures)
}
