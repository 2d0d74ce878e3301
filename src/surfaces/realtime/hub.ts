import { Counter, type Registry } from 'prom-client'
import type { Logger } from '#base/logger.ts'
import type { Database } from '#storage/database.ts'
import type { Signal } from '#storage/signals.ts'
import { findThread, listChangedMessages, type ThreadMessageRow, type ThreadRow } from '#storage/threads.ts'
import { Groups } from './registry.ts'

/** Who is told of one conversation: a visitor's socket, or a member's that watches it. */
export interface Follower {
  readonly shopId: string
  /** What it has been told up to; null while it is still being told where things stand. */
  revision: number | null
  changed(update: Update): Promise<void> | void
  removed(conversationId: string): void
}

/** Who is told of every conversation of a store: the members. */
export interface Overseer {
  conversationChanged(thread: ThreadRow, text: string): void
  conversationRemoved(conversationId: string): void
}

/** A conversation as it is, and the messages that changed since what some follower has seen. */
export interface Update {
  thread: ThreadRow
  messages: readonly ThreadMessageRow[]
  /** False: there are more, and they follow. */
  isWhole: boolean
  /** Frames made of it, by what they are made for: followers with the same needs share one. */
  texts: Map<string, Promise<string>>
}

/** Messages read at once for followers; more are read in turns. */
const PIECE = 200
/** Conversations read side by side. */
const READERS = 16

/**
 * Reads what changed once for all sockets of this process and tells them. A signal only says that something changed,
 * so one that is lost is made up for by the next, and one that comes twice does nothing.
 */
export class Hub {
  readonly #database: Database
  readonly #logger: Logger
  readonly #followers = new Groups<Follower>()
  readonly #overseers = new Groups<Overseer>()
  /** Conversations to be read, by key. */
  readonly #due = new Map<string, { shopId: string; id: string }>()
  readonly #reading = new Set<string>()
  readonly #changes: Counter

  constructor(database: Database, registry: Registry, logger: Logger) {
    this.#database = database
    this.#logger = logger
    this.#changes = new Counter({
      name: 'parley_realtime_reads_total',
      help: 'Conversations read because they changed and somebody has a socket on them.',
      registers: [registry],
    })
    database.signals.onSignal((shopId, signal) => this.#hear(shopId, signal))
    database.signals.onGap(() => this.refresh())
  }

  follow(shopId: string, id: string, follower: Follower): void {
    this.#followers.add(keyOf(shopId, id), follower)
  }

  unfollow(shopId: string, id: string, follower: Follower): void {
    this.#followers.remove(keyOf(shopId, id), follower)
  }

  oversee(shopId: string, overseer: Overseer): void {
    this.#overseers.add(shopId, overseer)
  }

  overlook(shopId: string, overseer: Overseer): void {
    this.#overseers.remove(shopId, overseer)
  }

  /** Reads a conversation again for its followers: after something may have been missed. */
  touch(shopId: string, id: string): void {
    const key = keyOf(shopId, id)
    if (!this.#followers.has(key) && !this.#overseers.has(shopId)) return
    this.#due.set(key, { shopId, id })
    this.#work()
  }

  /** Reads everything with followers again: signals may have been lost. */
  refresh(): void {
    for (const key of this.#followers.keys()) {
      const [shopId, id] = splitKey(key)
      this.touch(shopId, id)
    }
  }

  #hear(shopId: string, signal: Signal): void {
    if (signal.kind === 'changed') this.touch(shopId, signal.id)
    if (signal.kind !== 'removed') return
    for (const follower of this.#followers.of(keyOf(shopId, signal.id))) follower.removed(signal.id)
    for (const overseer of this.#overseers.of(shopId)) overseer.conversationRemoved(signal.id)
  }

  /** Each conversation is read by one reader at a time; a change meanwhile has it read once more. */
  #work(): void {
    for (const [key, conversation] of this.#due) {
      if (this.#reading.size >= READERS) return
      if (this.#reading.has(key)) continue
      this.#due.delete(key)
      this.#reading.add(key)
      this.#changes.inc()
      void this.#read(key, conversation)
        .catch((error: Error) => {
          this.#logger.warn({ reason: error.message }, 'cannot read what changed; trying again')
          setTimeout(() => this.touch(conversation.shopId, conversation.id), 1_000).unref()
        })
        .finally(() => {
          this.#reading.delete(key)
          this.#work()
        })
    }
  }

  /**
   * A conversation that was imported anew counts from the start: whoever has seen more starts again, too. Whoever was
   * told more since the thread was read has not: so it is read once more before anyone is sent back.
   */
  async #restart(key: string, thread: ThreadRow): Promise<void> {
    const ahead = this.#followers.of(key).flatMap((follower) => {
      const { revision } = follower
      return revision !== null && revision > thread.revision ? [{ follower, revision }] : []
    })
    const [first] = ahead
    if (!first) return
    const now = await findThread(this.#database.shop(first.follower.shopId), thread.id)
    for (const { follower, revision } of ahead) if (now && revision > now.revision) follower.revision = 0
  }

  async #read(key: string, { shopId, id }: { shopId: string; id: string }): Promise<void> {
    const shop = this.#database.shop(shopId)
    const thread = await findThread(shop, id)
    if (!thread) return
    if (!thread.isPlayground) {
      const text = `{"type":"conversation","conversation":${thread.wire},"revision":${thread.revision}}`
      for (const overseer of this.#overseers.of(shopId)) overseer.conversationChanged(thread, text)
    }
    await this.#restart(key, thread)
    for (;;) {
      const followers = this.#followers.of(key).filter(({ revision }) => revision !== null)
      if (followers.length === 0) return
      const since = Math.min(...followers.map(({ revision }) => revision as number))
      const messages = await listChangedMessages(shop, id, { since, limit: PIECE })
      const update: Update = { thread, messages, isWhole: messages.length < PIECE, texts: new Map() }
      await Promise.all(followers.map((follower) => follower.changed(update)))
      if (update.isWhole) return
    }
  }
}

/** What a follower has not seen yet, and the revision it has then. */
export function newsFor(
  { thread, messages, isWhole }: Update,
  revision: number,
): { messages: ThreadMessageRow[]; now: number } {
  const fresh = messages.filter((message) => message.revision > revision)
  return { messages: fresh, now: Math.max(isWhole ? thread.revision : 0, revision, fresh.at(-1)?.revision ?? 0) }
}

function keyOf(shopId: string, id: string): string {
  return `${shopId} ${id}`
}

function splitKey(key: string): [string, string] {
  const space = key.indexOf(' ')
  return [key.slice(0, space), key.slice(space + 1)]
}
