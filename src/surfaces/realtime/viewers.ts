import { clock } from '#base/clock.ts'
import { PRESENCE_BEAT_MS, PRESENCE_STALE_MS } from '#core/limits.ts'
import { PROCESS_ID } from '#database/bus/bus.ts'
import type { Database } from '#database/database.ts'

interface Watched {
  shopId: string
  id: string
  /** Sockets of each member here. */
  here: Map<string, number>
  /** Members on other processes, as those last said. */
  elsewhere: Map<string, { memberIds: string[]; at: number }>
}

/** Which members look at a conversation now, on all processes: nobody answers what a colleague is answering. */
export class Viewers {
  readonly #watched = new Map<string, Watched>()
  readonly #database: Database
  readonly #changed: (shopId: string, id: string, memberIds: string[]) => void
  readonly #timer: NodeJS.Timeout

  constructor(database: Database, changed: (shopId: string, id: string, memberIds: string[]) => void) {
    this.#database = database
    this.#changed = changed
    this.#timer = setInterval(() => {
      for (const watched of this.#watched.values()) {
        this.#publish(watched)
        // A process that was killed does not say that its members are gone.
        if (forgetSilent(watched)) this.#notify(watched)
      }
    }, PRESENCE_BEAT_MS)
    database.bus.subscribe((shopId, signal) => {
      if (signal.kind === 'viewing' && signal.process !== PROCESS_ID) this.#receive(shopId, signal)
    })
  }

  come(shopId: string, id: string, memberId: string): void {
    const key = `${shopId} ${id}`
    const watched = this.#watched.get(key) ?? { shopId, id, here: new Map(), elsewhere: new Map() }
    this.#watched.set(key, watched)
    watched.here.set(memberId, (watched.here.get(memberId) ?? 0) + 1)
    this.#publish(watched)
    this.#notify(watched)
  }

  go(shopId: string, id: string, memberId: string): void {
    const key = `${shopId} ${id}`
    const watched = this.#watched.get(key)
    if (!watched) return
    const left = (watched.here.get(memberId) ?? 1) - 1
    if (left > 0) watched.here.set(memberId, left)
    else watched.here.delete(memberId)
    this.#publish(watched)
    if (watched.here.size === 0) this.#watched.delete(key)
    else this.#notify(watched)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #receive(shopId: string, { id, process, memberIds }: { id: string; process: string; memberIds: string[] }): void {
    const watched = this.#watched.get(`${shopId} ${id}`)
    if (!watched) return // no subscriber in this process
    const isNew = !watched.elsewhere.has(process)
    if (memberIds.length > 0) watched.elsewhere.set(process, { memberIds, at: clock.now() })
    else watched.elsewhere.delete(process)
    if (isNew && memberIds.length > 0) this.#publish(watched) // it does not know of ours yet
    this.#notify(watched)
  }

  #publish({ shopId, id, here }: Watched): void {
    this.#database.bus.publish(shopId, { kind: 'viewing', id, process: PROCESS_ID, memberIds: [...here.keys()] })
  }

  #notify(watched: Watched): void {
    forgetSilent(watched)
    const { shopId, id, here, elsewhere } = watched
    const all = new Set([...here.keys(), ...[...elsewhere.values()].flatMap(({ memberIds }) => memberIds)])
    this.#changed(shopId, id, [...all])
  }
}

/** Returns whether there were any. */
function forgetSilent({ elsewhere }: Watched): boolean {
  const since = clock.now() - PRESENCE_STALE_MS
  let isChanged = false
  for (const [process, { at }] of elsewhere) if (at < since) isChanged = elsewhere.delete(process)
  return isChanged
}
