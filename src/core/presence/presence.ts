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
  savePresence,
  setOnline,
} from '#storage/presence/presence.ts'

interface Present {
  shopId: string
  kind: PresenceKind
  id: string
  sockets: number
  leaving: NodeJS.Timeout | undefined
  /** What is written for them, one after the other. */
  work: Promise<void>
}

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
    const present: Present = { shopId, kind, id, sockets: 1, leaving: undefined, work: Promise.resolve() }
    this.#present.set(key, present)
    this.#then(present, async () => {
      const shop = this.#database.shop(shopId)
      await savePresence(shop, { kind, id, processId: PROCESS_ID, now: currentTime() })
      await this.#show(shopId, kind, id, true)
    })
  }

  go(shopId: string, kind: PresenceKind, id: string): void {
    const key = `${shopId} ${kind} ${id}`
    const present = this.#present.get(key)
    if (!present || --present.sockets > 0) return
    present.leaving = setTimeout(() => {
      this.#present.delete(key)
      this.#then(present, async () => {
        if (this.#present.has(key)) return // back already, and on the way to be written so
        await this.#leave(shopId, kind, id, PROCESS_ID)
      })
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

  async #leave(shopId: string, kind: PresenceKind, id: string, processId: string): Promise<void> {
    const wasLast = await deletePresence(this.#database.shop(shopId), { kind, id, processId })
    if (wasLast) await this.#show(shopId, kind, id, false)
  }

  async #show(shopId: string, kind: PresenceKind, id: string, isThere: boolean): Promise<void> {
    const shop = this.#database.shop(shopId)
    if (kind === 'contact') await setOnline(shop, id, isThere)
    else shop.signal({ kind: 'team' })
  }

  async #beat(): Promise<void> {
    await beatPresence(this.#database.system, PROCESS_ID, currentTime())
    await this.#sweep(PRESENCE_STALE_MS)
  }

  async #sweep(staleMs: number): Promise<void> {
    const before = new Date(currentTime().getTime() - staleMs)
    for (;;) {
      const stale = await listStalePresence(this.#database.system, before, SWEEP)
      for (const { shopId, kind, id, processId } of stale) {
        if (processId !== PROCESS_ID) await this.#leave(shopId, kind, id, processId)
      }
      if (stale.length < SWEEP) return
    }
  }

  #then(present: Present, work: () => Promise<void>): void {
    present.work = present.work.then(work).catch((error: Error) => this.#warn(error))
  }

  #try(work: () => Promise<void>): void {
    work().catch((error: Error) => this.#warn(error))
  }

  #warn(error: Error): void {
    this.#logger.warn({ reason: error.message }, 'cannot write who is connected')
  }
}
