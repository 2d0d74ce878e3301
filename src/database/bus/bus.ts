import { setTimeout as sleep } from 'node:timers/promises'
import { newToken } from '#base/ids.ts'
import type { Logger } from '#base/logger.ts'
import type { DirectDispatcher } from './direct-dispatcher.ts'
import type { BusMessage } from './messages.ts'
import { BEAT_MS, Peers } from './peers.ts'
import { pack, type Transport } from './transport.ts'

type Listener = (shopId: string, message: BusMessage) => void

export interface ConnectOptions {
  /**
   * Whether others hear of what workers have to do. A process that has its own workers need not tell: one that only
   * serves must.
   */
  publishesEvents: boolean
  logger: Logger
}

/** Messages leave for other processes at most this often: one for each commit would make commits wait for each other. */
const EVERY_MS = 10
/** After a batch that did not get through. */
const AWAY_MS = 100
/** How long an end waits for its goodbye. */
const GOODBYE_MS = 1_000
/** What waits while the transport is slow. Beyond it messages are dropped, and others learn of the gap. */
const WAITING_MAX = 10_000
/** New work, which any process's workers do. */
const FOR_WORKERS = new Set<BusMessage['kind']>([
  'events',
  'turns',
  'outbound',
  'pushes',
  'inbound',
  'late_files',
  'rule_jobs',
  'rule_calls',
  'slack_jobs',
  'team_assignment_queue',
  'unassign',
])
/** A batch of nothing: messages were dropped. */
const GAP = '[]'
/** Messages without a store: for the buses of other processes. */
const ALIVE = '[["",{"kind":"alive"}]]'
const LEFT = '[["",{"kind":"left"}]]'

/** Names this process among others. (Process ids repeat between machines.) */
export const PROCESS_ID = newToken('', 6)

/**
 * Publishes to the subscribers in this process at once, and in batches to those in others. Messages between processes
 * may be lost, never silently: after a gap each subscriber has to look again at what it watches. A process that is killed
 * leaves a gap, too (peers.ts).
 */
export class Bus {
  /** Set by the dispatcher of this process, if it has one. */
  directDispatcher: DirectDispatcher | undefined
  readonly #listeners: Listener[] = []
  readonly #gapListeners: (() => void)[] = []
  readonly #waiting = new Set<string>()
  #transport: Transport | undefined
  #options: ConnectOptions | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #peers = new Peers()
  #beat: NodeJS.Timeout | undefined
  #isAway = false

  subscribe(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Calls `listener` with the store of each message of these kinds. */
  on(kinds: readonly BusMessage['kind'][], listener: (shopId: string) => void): void {
    this.subscribe((shopId, { kind }) => {
      if (kinds.includes(kind)) listener(shopId)
    })
  }

  /** Calls `listener` when messages of other processes may have been missed. */
  onGap(listener: () => void): void {
    this.#gapListeners.push(listener)
  }

  /** Reaches other processes from now on. */
  async connect(transport: Transport, options: ConnectOptions): Promise<void> {
    this.#transport = transport
    this.#options = options
    await transport.subscribe(
      (text) => this.#receive(text),
      () => this.#gap(),
    )
    await this.#say(ALIVE)
    this.#beat = setInterval(() => {
      void this.#say(ALIVE)
      if (this.#peers.look()) this.#gap()
    }, BEAT_MS).unref()
  }

  /** Tells other processes what they have not been told yet, and that this one ends; a second at most, for nobody may listen. */
  async leave(): Promise<void> {
    clearInterval(this.#beat)
    clearTimeout(this.#timer)
    await Promise.race([this.#sayGoodbye(), sleep(GOODBYE_MS, undefined, { ref: false })])
  }

  async #sayGoodbye(): Promise<void> {
    if (this.#waiting.size > 0) await this.#flush()
    await this.#say(LEFT)
  }

  publish(shopId: string, message: BusMessage): void {
    this.#deliver(shopId, message)
    if (!this.#transport || this.#waiting.size >= WAITING_MAX) return
    if (FOR_WORKERS.has(message.kind) && !this.#options?.publishesEvents) return
    this.#waiting.add(JSON.stringify([shopId, message]))
    this.#timer ??= setTimeout(() => void this.#flush(), EVERY_MS)
  }

  async #flush(): Promise<void> {
    const texts = this.#isAway || this.#waiting.size >= WAITING_MAX ? [GAP] : pack(this.#waiting)
    this.#waiting.clear()
    this.#timer = undefined
    try {
      await Promise.all(texts.map((text) => this.#transport?.publish(`${PROCESS_ID} ${text}`)))
      this.#isAway = false
    } catch (error) {
      // Logged once, not for each batch while it lasts.
      if (!this.#isAway) {
        const reason = (error as Error).message
        this.#options?.logger.warn({ reason }, 'notifying other processes failed')
      }
      // Lost messages are reported as a gap, as soon as anything gets through.
      this.#isAway = true
      this.#timer ??= setTimeout(() => void this.#flush(), AWAY_MS).unref()
    }
  }

  /** Nothing is lost with it where it does not get through. */
  async #say(text: string): Promise<void> {
    await this.#transport?.publish(`${PROCESS_ID} ${text}`).catch(() => {})
  }

  #receive(text: string): void {
    const space = text.indexOf(' ')
    const process = text.slice(0, space)
    if (process === PROCESS_ID) return
    const batch = text.slice(space + 1)
    if (batch === ALIVE) this.#peers.heard(process)
    else if (batch === LEFT) this.#peers.left(process)
    else if (batch === GAP) this.#gap()
    else for (const [shopId, message] of JSON.parse(batch) as [string, BusMessage][]) this.#deliver(shopId, message)
  }

  #deliver(shopId: string, message: BusMessage): void {
    for (const listener of this.#listeners) listener(shopId, message)
  }

  #gap(): void {
    for (const listener of this.#gapListeners) listener()
  }
}
