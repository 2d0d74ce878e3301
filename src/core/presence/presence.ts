import { setTimeout as sleep } from 'node:timers/promises'
import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { PRESENCE_BEAT_MS, PRESENCE_GRACE_MS, PRESENCE_STALE_MS } from '#core/limits.ts'
import { PROCESS_ID } from '#database/bus/bus.ts'
import type { Database, SystemQueries } from '#database/database.ts'
import {
  deletePresence,
  listPresences,
  listPresentMembers,
  type PresenceKind,
  type PresenceRow,
  savePresence,
  setOnline,
} from '#storage/presence/presence.ts'
import { beat, forget, listLost, listUnknown } from '#storage/presence/processes.ts'

/** People of one kind of a store. */
interface Group {
  shopId: string
  kind: PresenceKind
}

interface Present {
  group: Group
  id: string
  sockets: number
  leaving: NodeJS.Timeout | undefined
}

/** People whose coming or going is written by one statement. */
const TOGETHER = 200
/** After a statement the next one for customers of its store waits, so that it is worth its commit. */
const PAUSE_MS = 100
/** How many presences of a lost process are taken away at a time. */
const SWEEP = 500

/**
 * Keeps who is connected: contacts with the chat (`isOnline` of their conversations) and members with the inbox open. Counted
 * here, kept in the database for other processes, and for a few seconds longer than the last socket.
 */
export class Presence {
  readonly #database: Database
  readonly #logger: Logger
  readonly #present = new Map<string, Present>()
  /** Whose coming or going waits to be written, by store and kind; there while a statement of theirs is under way. */
  readonly #waiting = new Map<string, Set<string>>()
  /** No presence is written before it is known that this process lives: another one takes it away once it does not. */
  readonly #started: Promise<void>
  readonly #teams = new Map<string, Promise<string[]>>()
  readonly #timer: NodeJS.Timeout

  /** `isAlone`: no other process shares the database, so presences that are stored there are from an earlier run. */
  constructor(database: Database, { isAlone, logger }: { isAlone: boolean; logger: Logger }) {
    this.#database = database
    this.#logger = logger
    this.#started = this.#beat()
    void this.#started
      .then(() => this.#sweepSilent(isAlone ? 0 : PRESENCE_STALE_MS))
      .then(() => this.#sweep(listUnknown))
    this.#timer = setInterval(
      () => void this.#beat().then(() => this.#sweepSilent(PRESENCE_STALE_MS)),
      PRESENCE_BEAT_MS,
    )
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
    const group = { shopId, kind }
    this.#present.set(key, { group, id, sockets: 1, leaving: undefined })
    this.#write(group, id)
  }

  go(shopId: string, kind: PresenceKind, id: string): void {
    const key = `${shopId} ${kind} ${id}`
    const present = this.#present.get(key)
    if (!present || --present.sockets > 0) return
    present.leaving = setTimeout(() => {
      this.#present.delete(key)
      this.#write(present.group, id)
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
    await this.#started
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
    const saved = savePresence(this.#database.shop(shopId), { kind, ids, processId: PROCESS_ID })
    if (kind === 'member') await saved // others read who is there once they hear of it
    await Promise.all([saved, this.#show(group, ids, true)]) // a store's statements are run in their order
  }

  async #leave(group: Group, ids: string[], processId: string): Promise<void> {
    if (ids.length === 0) return
    const { shopId, kind } = group
    const gone = await deletePresence(this.#database.shop(shopId), { kind, ids, processId })
    await this.#show(group, gone, false)
  }

  async #show({ shopId, kind }: Group, ids: string[], isThere: boolean): Promise<void> {
    if (ids.length === 0) return
    const shop = this.#database.shop(shopId)
    if (kind === 'contact') await setOnline(shop, ids, isThere)
    else shop.signal({ kind: 'team' })
  }

  /** A process that was thought lost, because it stood still for too long, writes again who is here. */
  #beat(): Promise<void> {
    return this.#try(async () => {
      const isNew = await beat(this.#database.system, PROCESS_ID, currentTime())
      if (isNew) for (const { group, id } of this.#present.values()) this.#write(group, id)
    })
  }

  #sweepSilent(silentMs: number): Promise<void> {
    return this.#sweep((system) => listLost(system, new Date(currentTime().getTime() - silentMs)))
  }

  /** Marks as gone everyone who was on a lost process only. */
  #sweep(find: (system: SystemQueries) => Promise<string[]>): Promise<void> {
    return this.#try(async () => {
      const lost = await find(this.#database.system)
      for (const processId of lost) if (processId !== PROCESS_ID) await this.#clear(processId)
    })
  }

  async #clear(processId: string): Promise<void> {
    for (;;) {
      const rows = await listPresences(this.#database.system, processId, SWEEP)
      const groups = Map.groupBy(rows, ({ shopId, kind }) => `${shopId} ${kind}`)
      for (const group of groups.values()) {
        const [first] = group as [PresenceRow]
        const ids = group.map(({ id }) => id)
        await this.#leave(first, ids, processId)
      }
      if (rows.length < SWEEP) break
    }
    await forget(this.#database.system, processId)
  }

  #try(work: () => Promise<void>): Promise<void> {
    return work().catch((error: Error) => this.#warn(error))
  }

  #warn(error: Error): void {
    this.#logger.warn({ reason: error.message }, 'writing presence failed')
  }
}
