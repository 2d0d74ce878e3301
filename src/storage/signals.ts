import { newToken } from '#base/ids.ts'
import type { Logger } from '#base/logger.ts'

/**
 * What open sockets have to know of. Signals carry no record: who has sockets for it reads what is committed. Typing
 * and viewing are stored nowhere, so those signals carry what there is to say.
 */
export type Signal =
  /** A conversation, or a message in it, is not what it was. */
  | { kind: 'changed'; id: string }
  | { kind: 'removed'; id: string }
  | { kind: 'typing'; id: string; from: 'customer' | 'member'; active: boolean; memberId: string | null; name: string; avatarUrl: string } // biome-ignore format: one line a kind
  /** A visitor logged out, was identified, reset the session or was blocked: their tabs have to ask anew. */
  | { kind: 'visitor'; id: string; what: 'ended' | 'renewed' }
  /** A session of a member ended: their sockets have to show again who they are. */
  | { kind: 'member'; id: string }
  /** Who of the team is there has changed. */
  | { kind: 'team' }
  /** Which members look at a conversation on the process that says so. */
  | { kind: 'viewing'; id: string; process: string; memberIds: string[] }

type Listener = (shopId: string, signal: Signal) => void

/** How processes reach each other: PostgreSQL's NOTIFY or Redis. Texts are short; they may be lost, and never wait. */
export interface Channel {
  publish(text: string): Promise<void>
  /** `onBack` is called when listening begins, and again whenever it was interrupted: something may have been missed. */
  subscribe(onText: (text: string) => void, onBack: () => void): Promise<void>
}

/** PostgreSQL takes 8,000 bytes a notification. */
const BYTES_MAX = 7_500
/** Signals are sent together at most this often: one for each commit would make commits wait for each other. */
const EVERY_MS = 10
/** What waits to be sent when the channel is slow. More is dropped, and others are told to read everything again. */
const WAITING_MAX = 10_000

/** Names this process among others. (Process ids repeat between machines.) */
export const PROCESS_ID = newToken('', 6)

/** Tells the sockets of this process, and those of others over a channel, what changed. */
export class Signals {
  readonly #listeners: Listener[] = []
  readonly #gapListeners: (() => void)[] = []
  readonly #waiting = new Set<string>()
  #channel: Channel | undefined
  #logger: Logger | undefined
  #timer: NodeJS.Timeout | undefined
  #isAway = false

  onSignal(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Called when signals of other processes may have been missed. */
  onGap(listener: () => void): void {
    this.#gapListeners.push(listener)
  }

  /** Reaches other processes from now on; `listen` says whether theirs are wanted. */
  async connect(channel: Channel, { listen, logger }: { listen: boolean; logger: Logger }): Promise<void> {
    this.#channel = channel
    this.#logger = logger
    if (!listen) return
    await channel.subscribe(
      (text) => this.#hear(text),
      () => this.#gap(),
    )
  }

  tell(shopId: string, signal: Signal): void {
    for (const listener of this.#listeners) listener(shopId, signal)
    if (!this.#channel || this.#waiting.size >= WAITING_MAX) return
    this.#waiting.add(JSON.stringify([shopId, signal]))
    this.#timer ??= setTimeout(() => void this.#flush(), EVERY_MS)
  }

  /** Everything that waits, in as few texts as they fit into. */
  async #flush(): Promise<void> {
    const items = [...this.#waiting]
    const overflow = items.length >= WAITING_MAX
    this.#waiting.clear()
    this.#timer = undefined
    let batch: string[] = []
    let bytes = 0
    const texts: string[] = []
    for (const item of overflow ? [] : items) {
      const size = Buffer.byteLength(item) + 1
      if (size > BYTES_MAX) continue
      if (bytes + size > BYTES_MAX) {
        texts.push(batch.join(','))
        batch = []
        bytes = 0
      }
      batch.push(item)
      bytes += size
    }
    if (batch.length > 0) texts.push(batch.join(','))
    if (overflow) texts.push('')
    try {
      await Promise.all(texts.map((text) => this.#channel?.publish(`${PROCESS_ID} [${text}]`)))
      this.#isAway = false
    } catch (error) {
      // Said once, not for each change while it lasts.
      if (!this.#isAway)
        this.#logger?.warn({ reason: (error as Error).message }, 'cannot tell other processes what changed')
      this.#isAway = true
    }
  }

  #hear(text: string): void {
    const space = text.indexOf(' ')
    if (text.slice(0, space) === PROCESS_ID) return
    const items = JSON.parse(text.slice(space + 1)) as [string, Signal][]
    if (items.length === 0) this.#gap()
    for (const [shopId, signal] of items) for (const listener of this.#listeners) listener(shopId, signal)
  }

  #gap(): void {
    for (const listener of this.#gapListeners) listener()
  }
}
