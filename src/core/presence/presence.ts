import { setTimeout as sleep } from 'node:timers/promises'
import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { PRESENCE_BEAT_MS, PRESENCE_GRACE_MS, PRESENCE_STALE_MS } from '#core/limits.ts'
import { PROCESS_ID } from '#database/bus/bus.ts'
import type { Database } from '#database/database.ts'
import {
  beatPresence,
  deletePresence,
  listPresentMembers,
  listStalePresence,
  type PresenceKind,
  type PresenceRow,
  savePresence,
  setOnline,
} from '#storage/presence/presence.ts'

interface Present {
  sockets: number
  leaving: NodeJS.Timeout | undefined
}

/** People of one kind of a store. */
interface Group {
  shopId: string
  kind: PresenceKind
}

/** People whose coming or going is written by one statement. */
const TOGETHER = 200
/** After a statement the next one for customers of its store waits, so that it is worth its commit. */
const PAUSE_MS = 100
/** How many stale presences one sweep takes away. */
const SWEEP = 500

/**
 * Who is connected: contacts who talk (`isOnline` of their conversations) and members with the inbox open. Counted
 * here, kept in the database for other processes, and for a few seconds longer than the last socket.
 */
export class Presence {
  readonly #database: Database
  readonly #logger: Logger
  readonly #present = new Map<string, Present>()
  /** Whose coming or going waits to be written, by store and kind; there while a statement of theirs is under way. */
  readonly #waiting = new Map<string, Set<string>>()
  /** Statements that lock many rows wait for the one that locks all of this process: each in an order of its own. */
  readonly #deleting = new Set<Promise<unknown>>()
  #beating: Promise<void> | undefined
  readonly #teams = new Map<string, Promise<string[]>>()
  readonly #timer: NodeJS.Timeout

  /** `isAlone`: no other process shares the database, so presences that are stored there are from an earlier run. */
  constructor(database: Database, { isAlone, logger }: { isAlone: boolean; logger: Logger }) {
    this.#database = database
    this.#logger = logger
    this.#timer = setInterval(() => this.#try(() => this.#beat()), PRESENCE_BEAT_MS)
    this.#try(() => this.#sweep(isAlone ? 0 : PRESENCE_STALE_MS))
    database.bus.subscribe((shopId, signal) => {
      if (signal.kind === 'team') this.#teams.delete(shopId)
    })
    database.bus.onGap(() => this.#teams.clear())
  }

  come(shopId: string, kind: PresenceKind, id: string): void {
    const key = `${shopId} ${kind} ${id}`
    const known = this.#present.get(key)
    if (known) {
      known.sockets++
      clearTimeout(known.leaving)
      known.leaving = undefined
      return
    }
    this.#present.set(key, { sockets: 1, leaving: undefined })
    this.#write({ shopId, kind }, id)
  }

  go(shopId: string, kind: PresenceKind, id: string): void {
    const key = `${shopId} ${kind} ${id}`
    const present = this.#present.get(key)
    if (!present || --present.sockets > 0) return
    present.leaving = setTimeout(() => {
      this.#present.delete(key)
      this.#write({ shopId, kind }, id)
    }, PRESENCE_GRACE_MS)
  }

  /** The members who are there and not away; remembered until that changes. */
  team(shopId: string): Promise<string[]> {
    const known = this.#teams.get(shopId)
    if (known) return known
    const asked = listPresentMembers(this.#database.shop(shopId))
    this.#teams.set(shopId, asked)
    asked.catch(() => this.#teams.delete(shopId))
    return asked
  }

  /** Rows stay: who was connected connects again to whichever process is there, without having left. */
  stop(): void {
    clearInterval(this.#timer)
    for (const { leaving } of this.#present.values()) clearTimeout(leaving)
  }

  /**
   * Alone, somebody is written at once. Who comes or goes while that is under way, or soon after, follows together: thousands
   * come within a second where another process was lost.
   */
  #write(group: Group, id: string): void {
    const key = `${group.shopId} ${group.kind}`
    const waiting = this.#waiting.get(key)
    if (waiting) {
      waiting.add(id)
      return
    }
    const ids = new Set([id])
    this.#waiting.set(key, ids)
    void this.#writeAll(key, group, ids)
  }

  async #writeAll(key: string, group: Group, waiting: Set<string>): Promise<void> {
    while (waiting.size > 0) {
      const ids = [...waiting.values().take(TOGETHER)]
      for (const id of ids) waiting.delete(id)
      const here = ids.filter((id) => this.#present.has(`${key} ${id}`))
      const gone = ids.filter((id) => !here.includes(id))
      try {
        await this.#come(group, here)
        await this.#leave(group, gone, PROCESS_ID)
      } catch (error) {
        this.#warn(error as Error)
      }
      // Members come in no crowds, and get work by who is there.
      if (group.kind === 'contact') await sleep(PAUSE_MS, undefined, { ref: false })
    }
    this.#waiting.delete(key)
  }

  async #come(group: Group, ids: string[]): Promise<void> {
    if (ids.length === 0) return
    const { shopId, kind } = group
    const saved = savePresence(this.#database.shop(shopId), { kind, ids, processId: PROCESS_ID }, currentTime())
    if (kind === 'member') await saved // others read who is there once they hear of it
    await Promise.all([saved, this.#show(group, ids, true)]) // a store's statements are run in their order
  }

  async #leave(group: Group, ids: string[], processId: string): Promise<void> {
    if (ids.length === 0) return
    await this.#beating?.catch(() => {}) // which tells of that itself
    const { shopId, kind } = group
    const deleted = deletePresence(this.#database.shop(shopId), { kind, ids, processId })
    this.#deleting.add(deleted)
    const gone = await deleted.finally(() => this.#deleting.delete(deleted))
    await this.#show(group, gone, false)
  }

  async #show({ shopId, kind }: Group, ids: string[], isThere: boolean): Promise<void> {
    if (ids.length === 0) return
    const shop = this.#database.shop(shopId)
    if (kind === 'contact') await setOnline(shop, ids, isThere)
    else shop.signal({ kind: 'team' })
  }

  async #beat(): Promise<void> {
    const beat = () => beatPresence(this.#database.system, PROCESS_ID, currentTime())
    this.#beating = Promise.allSettled(this.#deleting).then(beat)
    await this.#beating.finally(() => {
      this.#beating = undefined
    })
    await this.#sweep(PRESENCE_STALE_MS)
  }

  async #sweep(staleMs: number): Promise<void> {
    const before = new Date(currentTime().getTime() - staleMs)
    for (;;) {
      const stale = await listStalePresence(this.#database.system, before, SWEEP)
      const lost = stale.filter(({ processId }) => processId !== PROCESS_ID)
      const groups = Map.groupBy(lost, ({ shopId, kind, processId }) => `${shopId} ${kind} ${processId}`)
      for (const rows of groups.values()) {
        const [first] = rows as [PresenceRow]
        await this.#leave(
          first,
          rows.map(({ id }) => id),
          first.processId,
        )
      }
      if (stale.length < SWEEP) return
    }
  }

  #try(work: () => Promise<void>): void {
    work().catch((error: Error) => this.#warn(error))
  }

  #warn(error: Error): void {
    this.#logger.warn({ reason: error.message }, 'cannot write who is connected')
  }
}
