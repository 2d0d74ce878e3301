import { readSettings, type Settings } from '#core/stores/settings.ts'
import type { Shop } from '#database/database.ts'

/**
 * A store's settings as they are now. Requests that come while a read is under way share the one that follows it: each
 * of them sees settings that were read after it came, and a busy store is read once for many.
 */
export class LiveSettings {
  readonly #reads = new Map<string, { now: Promise<Settings>; next?: Promise<Settings> }>()

  read(shop: Shop): Promise<Settings> {
    const under = this.#reads.get(shop.shopId)
    if (!under) return this.#start(shop)
    under.next ??= under.now.then(
      () => this.#start(shop),
      () => this.#start(shop),
    )
    return under.next
  }

  #start(shop: Shop): Promise<Settings> {
    const now = readSettings(shop)
    const entry = { now }
    this.#reads.set(shop.shopId, entry)
    const end = () => {
      if (this.#reads.get(shop.shopId) === entry) this.#reads.delete(shop.shopId)
    }
    now.then(end, end)
    return now
  }
}
