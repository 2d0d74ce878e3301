import type { Bus } from '#database/bus/bus.ts'
import type { Shop } from '#database/database.ts'
import { findArticleVectors, listArticleVectors } from '#storage/knowledge/article-vectors.ts'
import { StoreVectors } from './store-vectors.ts'

/** Vectors that a process keeps, of all stores; those of the store that was asked longest ago go first. */
const BYTES_MAX = 128 * 1024 * 1024
/** Articles that one statement reads. */
const PAGE = 200

interface Entry {
  vectors: StoreVectors
  /** Articles that are to be read again. */
  stale: Set<string>
  /** What is being read; it never rejects. */
  reading: Promise<Error | null> | undefined
  isRead: boolean
}

/** What a process knows of stores' vectors: read when a store is first asked, and again as far as it has changed. */
export class VectorCache {
  readonly #model: string
  readonly #entries = new Map<string, Entry>()

  constructor(model: string, bus: Bus) {
    this.#model = model
    bus.subscribe((shopId, message) => {
      if (message.kind === 'article_vectors') this.#entries.get(shopId)?.stale.add(message.id)
    })
    bus.onGap(() => this.#entries.clear())
  }

  /** The vectors of a store's articles, as they are now. */
  async read(shop: Shop): Promise<StoreVectors> {
    const { shopId } = shop
    const entry: Entry = this.#entries.get(shopId) ?? {
      vectors: new StoreVectors(),
      stale: new Set(),
      reading: undefined,
      isRead: false,
    }
    this.#entries.delete(shopId)
    this.#entries.set(shopId, entry) // the last one is the one that was asked last
    if (!entry.isRead || entry.stale.size > 0) {
      entry.reading ??= this.#readInto(entry, shop).finally(() => {
        entry.reading = undefined
      })
    }
    const error = await entry.reading
    if (error) throw error
    return entry.vectors
  }

  async #readInto(entry: Entry, shop: Shop): Promise<Error | null> {
    try {
      if (entry.isRead) await this.#readStale(entry, shop)
      else await this.#readAll(entry, shop)
      this.#makeRoom(entry)
      return null
    } catch (error) {
      return error as Error
    }
  }

  async #readAll(entry: Entry, shop: Shop): Promise<void> {
    const vectors = new StoreVectors()
    for (let after = ''; ; ) {
      const page = await listArticleVectors(shop, { model: this.#model, after, limit: PAGE })
      for (const row of page) vectors.put(row)
      const last = page.at(-1)
      // If a store is too large for the cache, only its first vectors are compared.
      if (!last || vectors.bytes > BYTES_MAX) break
      after = last.id
    }
    entry.vectors = vectors
    entry.isRead = true
  }

  async #readStale(entry: Entry, shop: Shop): Promise<void> {
    const ids = [...entry.stale].slice(0, PAGE)
    for (const id of ids) entry.stale.delete(id)
    try {
      const found = await findArticleVectors(shop, this.#model, ids)
      for (const id of ids) entry.vectors.delete(id)
      if (entry.vectors.bytes <= BYTES_MAX) for (const row of found) entry.vectors.put(row)
    } catch (error) {
      for (const id of ids) entry.stale.add(id)
      throw error
    }
    if (entry.stale.size > 0) await this.#readStale(entry, shop)
  }

  #makeRoom(kept: Entry): void {
    let bytes = 0
    for (const { vectors } of this.#entries.values()) bytes += vectors.bytes
    for (const [shopId, entry] of this.#entries) {
      if (bytes <= BYTES_MAX) return
      if (entry === kept || entry.reading) continue
      this.#entries.delete(shopId)
      bytes -= entry.vectors.bytes
    }
  }
}
