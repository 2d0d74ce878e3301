import { clock } from './clock.ts'

/** A map of at most `max` entries: what is set becomes the newest, and beyond `max` the oldest is forgotten. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#max) this.delete(this.keys().next().value as K)
    return this
  }

  /** Returns the value and makes it the newest; calls `make` for a key that is missing. */
  use(key: K, make: () => V): V {
    const value = this.has(key) ? (this.get(key) as V) : make()
    this.set(key, value)
    return value
  }
}

/** Values that count for `ms` milliseconds after they were set, at most `max` of them. */
export class ExpiringMap<K, V> {
  readonly #entries: RecentMap<K, { value: V; until: number }>
  readonly #ms: number
  readonly #now: () => number

  /** `now` in milliseconds, the system's clock unless another is given. */
  constructor({
    ms,
    max = Number.POSITIVE_INFINITY,
    now = () => clock.now(),
  }: { ms: number; max?: number; now?: () => number }) {
    this.#entries = new RecentMap(max)
    this.#ms = ms
    this.#now = now
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > this.#now() ? entry.value : undefined
  }

  /** Takes the place of what was set before, and forgets entries that count no longer. */
  set(key: K, value: V): void {
    const now = this.#now()
    this.#entries.set(key, { value, until: now + this.#ms })
    for (const [oldest, { until }] of this.#entries) {
      if (until > now) break
      this.#entries.delete(oldest)
    }
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }

  /** Entries in memory, with those that count no longer and are not forgotten yet. */
  get size(): number {
    return this.#entries.size
  }
}
