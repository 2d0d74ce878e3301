import { readSettings, type Settings } from '#core/stores/settings.ts'
import type { Shop } from '#database/database.ts'

/**
 * What is made of a store's settings as they are now. Requests that come while a read is under way share the one that follows it: each
 * of them sees settings that were read after it came, and a busy store is read once for many.
 */
export class LiveSettings<Made> {
  readonly #make: (settings: Settings) => Made
  readonly #reads = new Map<string, { now: Promise<Made>; next?: Promise<Made> }>()

  constructor(make: (settings: Settings) => Made) {
    this.#make = make
  }

  read(shop: Shop): Promise<Made> {
    const under = this.#reads.get(shop.shopId)
    if (!under) return this.#start(shop)
    under.next ??= under.now.then(
      () => this.#start(shop),
      () => this.#start(shop),
    )
    return under.next
  }

  #start(shop: Shop): Promise<Made> {
    const now = readSettings(shop).then(this.#make)
    const entry = { now }
    this.#reads.set(shop.shopId, entry)
    const end = () => {
      if (this.#reads.get(shop.shopId) === entry) this.#reads.delete(shop.shopId)
    }
    now.then(end, end)
    return now
  }
}
