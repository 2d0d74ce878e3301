import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { firstCodePoints } from '#base/text.ts'
import type { Database, Shop } from '#database/database.ts'
import { addArticleViews, addHelpSearches, type CountedSearch } from '#storage/help-centre/figures.ts'

/** How often figures are written down, and after how many articles and search terms at the latest. */
const FLUSH_MS = 15_000
const LINES_MAX = 5_000
/** Characters of a search term that are counted together. */
const TERM_MAX = 100

/** What readers of one store did on one day. */
interface Day {
  shopId: string
  day: string
  /** By the article's id. */
  views: Map<string, number>
  /** By language and term. */
  searches: Map<string, CountedSearch>
}

/**
 * Counts views and searches of help pages in memory, without who viewed or searched: reading writes nothing, and what a
 * process counted since it last wrote is lost with a crash.
 */
export class FigureCounter {
  readonly #database: Database
  readonly #logger: Logger
  #days = new Map<string, Day>()
  #lines = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
  }

  countView(shop: Pick<Shop, 'shopId'>, articleId: string): void {
    const { views } = this.#today(shop)
    const before = views.get(articleId)
    views.set(articleId, (before ?? 0) + 1)
    this.#counted(before === undefined)
  }

  /** `hits`: articles that it found. */
  countSearch(
    shop: Pick<Shop, 'shopId'>,
    { locale, query, hits }: { locale: string; query: string; hits: number },
  ): void {
    const { searches } = this.#today(shop)
    const term = firstCodePoints(query.toLowerCase().replace(/\s+/g, ' '), TERM_MAX)
    const key = `${locale} ${term}`
    const before = searches.get(key)
    searches.set(key, { locale, term, times: (before?.times ?? 0) + 1, hits })
    this.#counted(before === undefined)
  }

  /** Writes down what was counted; never fails: figures that cannot be written are lost. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const days = [...this.#days.values()]
    this.#days = new Map()
    this.#lines = 0
    this.#writing = this.#writing.then(() => this.#write(days))
    return this.#writing
  }

  #today({ shopId }: Pick<Shop, 'shopId'>): Day {
    const day = currentTime().toISOString().slice(0, 10)
    const key = `${shopId} ${day}`
    const today = this.#days.get(key) ?? { shopId, day, views: new Map(), searches: new Map() }
    this.#days.set(key, today)
    return today
  }

  #counted(isNew: boolean): void {
    if (isNew) this.#lines++
    if (this.#lines >= LINES_MAX) void this.flush()
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  async #write(days: readonly Day[]): Promise<void> {
    for (const { shopId, day, views, searches } of days) {
      const shop = this.#database.shop(shopId)
      try {
        if (views.size > 0) await addArticleViews(shop, day, [...views])
        if (searches.size > 0) await addHelpSearches(shop, day, [...searches.values()])
      } catch (error) {
        this.#logger.warn({ reason: (error as Error).message }, 'figures of help pages could not be written')
      }
    }
  }
}
