import { clock, currentTime } from '#base/clock.ts'
import { hashToken, newId, newToken } from '#base/ids.ts'
import { networkOf } from '#base/network.ts'
import { codePoints, hasText } from '#base/text.ts'
import { recordAudit } from '#core/audit/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound, tooMany } from '#core/errors.ts'
import { API_KEY_NAME_MAX, API_KEYS_MAX, UNKNOWN_KEYS_PER_MINUTE } from '#core/limits.ts'
import { MemoryRateCounter } from '#core/rates/rate-counter.ts'
import type { Database } from '#database/database.ts'
import { insertKey, type KeyRow, listActiveKeys, revokeKey } from '#storage/stores/api-keys.ts'
import { deleteDirectoryEntry, findStore, insertDirectoryEntry, lookUpDirectory } from '#storage/stores/stores.ts'
import { type Plan, requirePlan } from './plans.ts'
import { findShopByAppId } from './stores.ts'

export type ApiKey = KeyRow

/** A new API key; the answer is the only place its text is ever shown (spec 5.1). Pro or Plus, five active ones. */
export function createKey(caller: Caller, name: string): Promise<ApiKey & { key: string }> {
  if (!hasText(name)) throw invalidParams('name must not be empty.')
  const length = codePoints(name)
  if (length > API_KEY_NAME_MAX) {
    throw invalidParams(`name has ${length} characters; at most ${API_KEY_NAME_MAX} are allowed.`)
  }
  return caller.shop.transaction(async (tx) => {
    const store = await findStore(tx, true) // locked: two keys made at once are counted one after the other
    if (!store) throw notFound('Store')
    requirePlan(store.plan as Plan, 'pro', 'Creating an API key')
    if ((await listActiveKeys(tx)).length >= API_KEYS_MAX) {
      throw invalidParams(`A store has at most ${API_KEYS_MAX} active API keys; delete one first.`)
    }
    const key = newToken('sk_')
    const record = { id: newId(), name, createdAt: currentTime() }
    const keyHash = hashToken(key)
    await Promise.all([
      insertKey(tx, { ...record, keyHash }),
      insertDirectoryEntry(tx, 'api_key', keyHash, record.id),
      recordAudit(tx, caller.actor, 'key.created', record.id, { name }),
    ])
    return { ...record, key }
  })
}

export function listKeys(caller: Caller): Promise<ApiKey[]> {
  return listActiveKeys(caller.shop)
}

/** Revokes a key for good. This process forgets it at once, others within `KEY_TRUST_MS`. */
export async function deleteKey(caller: Caller, id: string, keyring: Keyring): Promise<void> {
  const keyHash = await caller.shop.transaction(async (tx) => {
    const revoked = await revokeKey(tx, id, currentTime())
    if (!revoked) throw notFound('API key')
    await deleteDirectoryEntry(tx, 'api_key', revoked.keyHash)
    await recordAudit(tx, caller.actor, 'key.deleted', id, { name: revoked.name })
    return revoked.keyHash
  })
  keyring.forget(keyHash)
}

/** How long a looked-up key is trusted without asking again: a revoked one dies on every process within this time. */
const KEY_TRUST_MS = 3_000
/** How long an unknown key is refused without asking again. */
const UNKNOWN_TRUST_MS = 1_000
/** Keys remembered at once. Guesses fill the unknown ones, so both are bounded together. */
const REMEMBERED_MAX = 20_000

export interface KnownKey {
  shopId: string
  keyId: string
}

/** Resolves API keys to stores, remembering answers for seconds. */
export class Keyring {
  readonly #database: Database
  /** By the key's text, which is in every request anyway: to hash it each time took longer than the rest of a look-up. */
  readonly #known = new Map<string, { key: KnownKey | null; until: number; hash: string }>()
  /** Stores by App ID. That never changes, so it is not asked for again. */
  readonly #shopIds = new Map<string, string>()
  readonly #tries = new MemoryRateCounter()

  constructor(database: Database) {
    this.#database = database
  }

  /** What is remembered of a key: its store, null when it is known to be no key, undefined when it must be asked for. */
  remembered(key: string): KnownKey | null | undefined {
    const entry = this.#known.get(key)
    if (entry && entry.until > clock.now()) return entry.key
    return /^sk_[0-9a-f]{32}$/.test(key) ? undefined : null
  }

  async resolve(key: string): Promise<KnownKey | null> {
    const remembered = this.remembered(key)
    if (remembered !== undefined) return remembered
    const hash = hashToken(key)
    const entry = await lookUpDirectory(this.#database.system, 'api_key', hash)
    const known = entry ? { shopId: entry.shopId, keyId: entry.refId as string } : null
    if (this.#known.size >= REMEMBERED_MAX) this.#known.clear()
    this.#known.set(key, { key: known, until: clock.now() + (known ? KEY_TRUST_MS : UNKNOWN_TRUST_MS), hash })
    return known
  }

  /**
   * A key that comes with an App ID: it counts only when both are of one store. At once where both are remembered. Keys
   * that are not known are counted on the network that sends them before the database is asked: RATE_LIMITED for one
   * that guesses.
   */
  resolveTogether(appId: string, key: string, ipAddress: string): KnownKey | null | Promise<KnownKey | null> {
    const known = this.remembered(key)
    const shopId = this.#shopIds.get(appId)
    if (!known || shopId === undefined) return this.#lookUpTogether(appId, key, ipAddress)
    return shopId === known.shopId ? known : null
  }

  async #lookUpTogether(appId: string, key: string, ipAddress: string): Promise<KnownKey | null> {
    let known = this.remembered(key)
    if (known === undefined) {
      if (!this.#known.get(key)?.key) {
        const [tries = 0] = await this.#tries.hit([networkOf(ipAddress)])
        if (tries > UNKNOWN_KEYS_PER_MINUTE) throw tooMany('Too many unknown keys from this address.')
      }
      known = await this.resolve(key)
    }
    if (!known || appId === '') return null
    return (await this.shopOf(appId)) === known.shopId ? known : null
  }

  /** The id of the store with an App ID. Unknown ones are asked for each time: a store may be made the next moment. */
  async shopOf(appId: string): Promise<string | undefined> {
    const known = this.#shopIds.get(appId)
    if (known !== undefined) return known
    const shopId = await findShopByAppId(this.#database, appId)
    if (shopId === undefined) return undefined
    if (this.#shopIds.size >= REMEMBERED_MAX) this.#shopIds.clear()
    this.#shopIds.set(appId, shopId)
    return shopId
  }

  forget(hash: string): void {
    for (const [key, entry] of this.#known) if (entry.hash === hash) this.#known.delete(key)
  }
}
