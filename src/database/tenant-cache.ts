import { clock } from '#base/clock.ts'
import type { Bus } from './bus/bus.ts'
import type { Signal } from './bus/messages.ts'

/** What was read of a store, and about how many bytes it takes. */
export interface CachedValue<T> {
  value: T
  bytes: number
}

interface Entry extends CachedValue<unknown> {
  readAt: number
}

/** What is forgotten first when there is more: what was read longest ago. */
const BYTES_MAX = 64 * 1024 * 1024
/** No signal is lost silently, but one may be late: what is older is read again. */
const KEPT_MS = 60_000

/**
 * Caches what changes of stores need each time and what rarely changes. A writer sends the signal of
 * its name, after which the next act reads it again, in every process.
 */
export class TenantCache {
  readonly #entries = new Map<string, Entry>()
  /** Reads under way. One that a signal overtakes is not kept. */
  readonly #reads = new Map<string, object>()
  #bytes = 0

  constructor(bus: Bus) {
    bus.subscribe((shopId, { kind }) => this.#forget(keyOf(kind, shopId)))
    bus.onGap(() => this.#forgetAll())
  }

  /** What is remembered under the name of a signal, or else what `read` answers. */
  async recall<T>(kind: Signal['kind'], shopId: string, read: () => Promise<CachedValue<T>>): Promise<T> {
    const key = keyOf(kind, shopId)
    const known = this.#entries.get(key)
    const now = clock.now()
    if (known && now - known.readAt < KEPT_MS) return known.value as T
    this.#forget(key)
    const mine = {}
    this.#reads.set(key, mine)
    try {
      const found = await read()
      if (this.#reads.get(key) === mine) this.#keep(key, { ...found, readAt: now })
      return found.value
    } finally {
      if (this.#reads.get(key) === mine) this.#reads.delete(key)
    }
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= BYTES_MAX) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#reads.delete(key)
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  #forgetAll(): void {
    this.#reads.clear()
    this.#entries.clear()
    this.#bytes = 0
  }
}

const keyOf = (kind: string, shopId: string) => `${kind} ${shopId}`
