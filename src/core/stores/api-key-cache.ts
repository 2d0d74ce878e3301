import { clock } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import { networkOf } from '#base/network.ts'
import { RecentMap } from '#base/recent-map.ts'
import { tooMany } from '#core/errors.ts'
import { UNKNOWN_KEYS_PER_MINUTE } from '#core/limits.ts'
import { MemoryRateCounter } from '#core/rates/rate-counter.ts'
import type { Database } from '#database/database.ts'
import { lookUpDirectory } from '#storage/stores/stores.ts'
import { ApiKeyUses } from './api-key-uses.ts'
import { findShopByAppId } from './stores.ts'

/**
 * How long a looked-up key is trusted without asking again. A revoked one is forgotten at the signal of its store; if
 * that is delayed, the cached key expires after this time (spec 3.3.2: some five minutes).
 */
const KEY_TRUST_MS = 60_000
/** How long an unknown key is refused without asking again. */
const UNKNOWN_TRUST_MS = 1_000
/** Keys remembered at once, guesses among them, and App IDs. What was looked up longest ago is forgotten first. */
const REMEMBERED_MAX = 20_000

export interface CachedApiKey {
  shopId: string
  keyId: string
}

/** Resolves API keys to stores, and remembers the answers. */
export class Keyring {
  readonly #database: Database
  /** By the key's text, which is in every request anyway: to hash it each time took longer than the rest of a look-up. */
  readonly #known = new RecentMap<string, { key: CachedApiKey | null; until: number }>(REMEMBERED_MAX)
  /** How often keys were forgotten: an answer that was read before that is not kept. */
  #forgotten = 0
  /** Stores by App ID. That never changes, so it is not asked for again. */
  readonly #shopIds = new RecentMap<string, string>(REMEMBERED_MAX)
  readonly #tries = new MemoryRateCounter()
  readonly #uses: ApiKeyUses

  constructor(database: Database) {
    this.#database = database
    this.#uses = new ApiKeyUses(database)
    database.bus.on(['keys'], (shopId) => this.#forget((key) => key.shopId === shopId))
    database.bus.onGap(() => this.#forget(() => true))
  }

  /** What is remembered of a key: its store, null when it is known to be no key, undefined when it must be asked for. */
  remembered(key: string): CachedApiKey | null | undefined {
    const entry = this.#known.get(key)
    if (entry && entry.until > clock.now()) return entry.key
    return /^sk_[0-9a-f]{32}$/.test(key) ? undefined : null
  }

  async resolve(key: string): Promise<CachedApiKey | null> {
    const remembered = this.remembered(key)
    if (remembered !== undefined) return remembered
    const forgotten = this.#forgotten
    const entry = await lookUpDirectory(this.#database.system, 'api_key', hashToken(key))
    const known = entry ? { shopId: entry.shopId, keyId: entry.refId as string } : null
    if (forgotten !== this.#forgotten) return known
    this.#known.set(key, { key: known, until: clock.now() + (known ? KEY_TRUST_MS : UNKNOWN_TRUST_MS) })
    return known
  }

  /**
   * A key that comes with an App ID: it counts only when both are of one store. Keys that are not known are counted on the
   * network that sends them before the database is asked: RATE_LIMITED for one that guesses.
   */
  async resolveTogether(appId: string, key: string, ipAddress: string): Promise<CachedApiKey | null> {
    let known = this.remembered(key)
    if (known === undefined) {
      if (!this.#known.get(key)?.key) {
        const [tries = 0] = await this.#tries.hit([networkOf(ipAddress)])
        if (tries > UNKNOWN_KEYS_PER_MINUTE) throw tooMany('Too many unknown keys from this address.')
      }
      known = await this.resolve(key)
    }
    if (!known || appId === '' || (await this.shopOf(appId)) !== known.shopId) return null
    this.recordUse(known, ipAddress)
    return known
  }

  /** Records that a request from this address was accepted with the key. */
  recordUse(key: CachedApiKey, ipAddress: string): void {
    this.#uses.record(key, ipAddress)
  }

  /** The id of the store with an App ID. Unknown ones are asked for each time: a store may be made the next moment. */
  async shopOf(appId: string): Promise<string | undefined> {
    const known = this.#shopIds.get(appId)
    if (known !== undefined) return known
    const shopId = await findShopByAppId(this.#database, appId)
    if (shopId === undefined) return undefined
    this.#shopIds.set(appId, shopId)
    return shopId
  }

  #forget(isGone: (key: CachedApiKey) => boolean): void {
    this.#forgotten++
    for (const [text, { key }] of this.#known) if (key && isGone(key)) this.#known.delete(text)
  }
}
