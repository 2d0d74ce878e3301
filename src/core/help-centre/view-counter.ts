import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import type { Database, Shop } from '#database/database.ts'
import { addArticleViews } from '#storage/help-centre/figures.ts'

/** How often views are written down, and after how many articles at the latest. */
const FLUSH_MS = 15_000
const ARTICLES_MAX = 5_000

/** Views of articles of one store on one day. */
interface DayOfViews {
  shopId: string
  day: string
  views: Map<string, number>
}

/** Counts views of help pages in memory: a page view writes nothing, and what a process counted since is lost with a crash. */
export class ViewCounter {
  readonly #database: Database
  readonly #logger: Logger
  #counted = new Map<string, DayOfViews>()
  #articles = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
  }

  count({ shopId }: Pick<Shop, 'shopId'>, articleId: string): void {
    const day = currentTime().toISOString().slice(0, 10)
    const key = `${shopId} ${day}`
    const counted = this.#counted.get(key) ?? { shopId, day, views: new Map() }
    this.#counted.set(key, counted)
    const before = counted.views.get(articleId) ?? 0
    if (before === 0) this.#articles++
    counted.views.set(articleId, before + 1)
    if (this.#articles >= ARTICLES_MAX) void this.flush()
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Writes down what was counted; never fails: views that cannot be written are lost. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counted = [...this.#counted.values()]
    this.#counted = new Map()
    this.#articles = 0
    this.#writing = this.#writing.then(() => this.#write(counted))
    return this.#writing
  }

  async #write(counted: readonly DayOfViews[]): Promise<void> {
    for (const { shopId, day, views } of counted) {
      const rows = [...views].map(([articleId, count]) => ({ articleId, views: count }))
      try {
        await addArticleViews(this.#database.shop(shopId), day, rows)
      } catch (error) {
        this.#logger.warn({ reason: (error as Error).message }, 'views of help pages could not be written')
      }
    }
  }
}
