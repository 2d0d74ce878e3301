import { clock } from '#base/clock.ts'
import { RecentMap } from '#base/recent-map.ts'
import type { Database } from '#database/database.ts'
import { storeKeyUse } from '#storage/stores/api-keys.ts'

/** Uses of a key within this time are written once: `lastUsedAt` is at most a minute late (spec C16). */
const WRITE_EVERY_MS = 30_000
/** Keys that are remembered; one that is forgotten is written at its next use. */
const KEYS_MAX = 20_000

interface UsedKey {
  shopId: string
  keyId: string
}

interface Use {
  at: number
  ip: string
  writtenAt: number
  timer: NodeJS.Timeout | undefined
}

/** Writes when each API key was last used, and from which address. */
export class ApiKeyUses {
  readonly #database: Database
  readonly #uses = new RecentMap<string, Use>(KEYS_MAX)

  constructor(database: Database) {
    this.#database = database
  }

  record(key: UsedKey, ip: string): void {
    const at = clock.now()
    const use = this.#uses.get(key.keyId) ?? { at, ip, writtenAt: 0, timer: undefined }
    use.at = at
    use.ip = ip
    if (use.timer) return
    const waitMs = use.writtenAt + WRITE_EVERY_MS - at
    if (waitMs <= 0) this.#write(key, use)
    else use.timer = setTimeout(() => this.#write(key, use), waitMs).unref()
  }

  #write({ shopId, keyId }: UsedKey, use: Use): void {
    use.timer = undefined
    use.writtenAt = clock.now()
    this.#uses.set(keyId, use)
    const written = { at: new Date(use.at), ip: use.ip }
    // While the database is away, nobody can use the key either.
    storeKeyUse(this.#database.shop(shopId), keyId, written).catch(() => {})
  }
}
