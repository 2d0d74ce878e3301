import { currentTime } from '#base/clock.ts'
import type { Shop } from '#database/database.ts'
import {
  type ArticleImport,
  endArticleImport,
  type ImportCounts,
  type ImportProblem,
  type ImportState,
  noteImportProgress,
} from '#storage/article-import/article-imports.ts'

/** What could not be brought along is listed up to here. */
const PROBLEMS_MAX = 100
const WORDS_MAX = 300
/** How often it is written down. */
const EVERY_MS = 500

/** How far an import is. */
export class Progress {
  found: number | null = null
  readonly #shop: Shop
  readonly #id: string
  readonly #counts: ImportCounts
  readonly #problems: ImportProblem[] = []
  #writtenAt = 0

  constructor(shop: Shop, { id, counts }: Pick<ArticleImport, 'id' | 'counts'>) {
    this.#shop = shop
    this.#id = id
    this.#counts = { ...counts }
  }

  /** Counts what became of an article. */
  async count(outcome: keyof ImportCounts, from: string, problems: readonly string[]): Promise<void> {
    this.#counts[outcome]++
    for (const reason of problems) this.addProblem(from, reason)
    if (Date.now() - this.#writtenAt > EVERY_MS) await this.write()
  }

  addProblem(from: string, reason: string): void {
    if (this.#problems.length >= PROBLEMS_MAX) return
    this.#problems.push({ from: from.slice(0, WORDS_MAX), reason: reason.slice(0, WORDS_MAX) })
  }

  /** Returns whether the import still runs. */
  write(): Promise<boolean> {
    this.#writtenAt = Date.now()
    const { found } = this
    const progress = { found, counts: this.#counts, problems: this.#problems }
    return noteImportProgress(this.#shop, this.#id, progress, currentTime())
  }

  async end(state: Exclude<ImportState, 'running'>): Promise<void> {
    await this.write()
    await endArticleImport(this.#shop, this.#id, state, currentTime())
  }
}
