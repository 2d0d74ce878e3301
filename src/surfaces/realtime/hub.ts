import { Counter, type Registry } from 'prom-client'
import type { Logger } from '#base/logger.ts'
import { toMemberConversation } from '#core/conversations/visitor-view.ts'
import type { BusMessage } from '#database/bus/messages.ts'
import type { Database } from '#database/database.ts'
import {
  findLiveConversation,
  findRevisions,
  type LiveConversationRow,
  type LiveMessageRow,
  listChangedMessages,
} from '#storage/conversations/live.ts'
import { KeyGroups } from './key-groups.ts'
import { SignalMemory } from './recent-changes.ts'

/** A subscriber to one conversation: a visitor's socket, or the socket of a member who has it open. */
export interface Subscriber {
  readonly shopId: string
  /** The last revision it was sent; null while its first state is being sent. */
  revision: number | null
  changed(update: Update): Promise<void> | void
  removed(conversationId: string): void
}

/** A subscriber to every conversation of a store: a member's socket. */
export interface StoreSubscriber {
  conversationChanged(conversation: LiveConversationRow, text: string): void
  conversationRemoved(conversationId: string): void
}

/** A conversation as it is, and the messages that changed since what some subscriber has seen. */
export interface Update {
  conversation: LiveConversationRow
  messages: readonly LiveMessageRow[]
  /** False: there are more, and they follow. */
  isWhole: boolean
  /** Frames made of it, by what they are made for: subscribers with the same needs share one. */
  texts: Map<string, Promise<string>>
}

/** Messages read at once for subscribers; more are read in turns. */
const PIECE = 200
/** Conversations whose revisions are read at once. */
const COMPARED = 500
/** Conversations read side by side. */
const READERS = 16

/**
 * Reads what changed once for all sockets of this process and sends it to them. A signal only says that something
 * changed, so the next one makes up for a lost one, and a repeated one does nothing.
 */
export class Hub {
  readonly #database: Database
  readonly #logger: Logger
  readonly #subscribers = new KeyGroups<Subscriber>()
  readonly #storeSubscribers = new KeyGroups<StoreSubscriber>()
  /** Conversations to be read, by key. */
  readonly #due = new Map<string, { shopId: string; id: string }>()
  readonly #reading = new Set<string>()
  /** Conversations of these that were deleted meanwhile: what was read of them is sent to nobody. */
  readonly #removed = new Set<string>()
  /** Signals of conversations. */
  readonly #signals = new SignalMemory()
  readonly #changes: Counter

  constructor(database: Database, registry: Registry, logger: Logger) {
    this.#database = database
    this.#logger = logger
    this.#changes = new Counter({
      name: 'parley_realtime_reads_total',
      help: 'Conversation reads triggered by change signals for open sockets.',
      registers: [registry],
    })
    database.bus.subscribe((shopId, signal) => this.#receive(shopId, signal))
    database.bus.onGap(() => this.refresh())
  }

  subscribe(shopId: string, id: string, subscriber: Subscriber): void {
    this.#subscribers.add(keyOf(shopId, id), subscriber)
  }

  unsubscribe(shopId: string, id: string, subscriber: Subscriber): void {
    this.#subscribers.remove(keyOf(shopId, id), subscriber)
  }

  subscribeStore(shopId: string, subscriber: StoreSubscriber): void {
    this.#storeSubscribers.add(shopId, subscriber)
  }

  unsubscribeStore(shopId: string, subscriber: StoreSubscriber): void {
    this.#storeSubscribers.remove(shopId, subscriber)
  }

  /** Reads a conversation again for its subscribers: after something may have been missed. */
  touch(shopId: string, id: string): void {
    const key = keyOf(shopId, id)
    if (!this.#subscribers.has(key) && !this.#storeSubscribers.has(shopId)) return
    this.#due.set(key, { shopId, id })
    this.#readDue()
  }

  /** For `catchUp`: taken before a conversation is read for somebody who subscribes afterwards. */
  mark(): number {
    return this.#signals.mark()
  }

  /** Has read again what changed since the mark, as a subscriber would have heard. */
  catchUp(shopId: string, id: string, mark: number): void {
    if (this.#signals.isSince(keyOf(shopId, id), mark)) this.touch(shopId, id)
  }

  /** Signals may have been lost: what is newer than what its subscribers have is read for them. */
  refresh(): void {
    this.#signals.forget()
    const ids = Map.groupBy([...this.#subscribers.keys()].map(splitKey), ([shopId]) => shopId)
    for (const [shopId, keys] of ids) {
      void this.#compare(
        shopId,
        keys.map(([, id]) => id),
      )
    }
  }

  /** By their revisions, many at a time: reading thousands of conversations would keep those that have news waiting. */
  async #compare(shopId: string, ids: string[]): Promise<void> {
    for (let i = 0; i < ids.length; i += COMPARED) {
      const some = ids.slice(i, i + COMPARED)
      const revisions = await findRevisions(this.#database.shop(shopId), some).catch(() => null)
      for (const id of some) {
        const revision = revisions?.get(id)
        const isBehind = (one: Subscriber) => one.revision !== null && one.revision !== revision
        if (this.#subscribers.of(keyOf(shopId, id)).some(isBehind)) this.touch(shopId, id)
      }
    }
  }

  #receive(shopId: string, signal: BusMessage): void {
    if (signal.kind === 'changed') {
      this.#signals.note(keyOf(shopId, signal.id))
      this.touch(shopId, signal.id)
    }
    if (signal.kind !== 'removed') return
    const key = keyOf(shopId, signal.id)
    if (this.#reading.has(key)) this.#removed.add(key)
    for (const subscriber of this.#subscribers.of(key)) subscriber.removed(signal.id)
    for (const subscriber of this.#storeSubscribers.of(shopId)) subscriber.conversationRemoved(signal.id)
  }

  /** Each conversation is read by one reader at a time; a change meanwhile has it read once more. */
  #readDue(): void {
    for (const [key, conversation] of this.#due) {
      if (this.#reading.size >= READERS) return
      if (this.#reading.has(key)) continue
      this.#due.delete(key)
      this.#reading.add(key)
      this.#changes.inc()
      void this.#read(key, conversation)
        .catch((error: Error) => {
          this.#logger.warn({ reason: error.message }, 'reading changes failed; retrying')
          setTimeout(() => this.touch(conversation.shopId, conversation.id), 1_000).unref()
        })
        .finally(() => {
          this.#reading.delete(key)
          this.#removed.delete(key)
          this.#readDue()
        })
    }
  }

  /**
   * A conversation that was imported again counts its revisions from the start, and so do subscribers that are ahead of
   * it. One may also be ahead because the conversation was read before the change it has seen: so the conversation is read again.
   */
  async #restart(key: string, conversation: LiveConversationRow): Promise<void> {
    const ahead = this.#subscribers.of(key).flatMap((subscriber) => {
      const { revision } = subscriber
      return revision !== null && revision > conversation.revision ? [{ subscriber, revision }] : []
    })
    const [first] = ahead
    if (!first) return
    const now = await findLiveConversation(this.#database.shop(first.subscriber.shopId), conversation.id)
    for (const { subscriber, revision } of ahead) if (now && revision > now.revision) subscriber.revision = 0
  }

  async #read(key: string, { shopId, id }: { shopId: string; id: string }): Promise<void> {
    const shop = this.#database.shop(shopId)
    const conversation = await findLiveConversation(shop, id)
    if (!conversation || this.#removed.has(key)) return
    if (!conversation.isPlayground) {
      const text = `{"type":"conversation","conversation":${toMemberConversation(conversation)},"revision":${conversation.revision}}`
      for (const subscriber of this.#storeSubscribers.of(shopId)) subscriber.conversationChanged(conversation, text)
    }
    await this.#restart(key, conversation)
    for (;;) {
      const subscribers = this.#subscribers.of(key).filter(({ revision }) => revision !== null)
      if (subscribers.length === 0) return
      const since = Math.min(...subscribers.map(({ revision }) => revision as number))
      const isNews = since < conversation.revision
      const messages = isNews ? await listChangedMessages(shop, id, { since, limit: PIECE }) : []
      const update: Update = { conversation, messages, isWhole: messages.length < PIECE, texts: new Map() }
      await Promise.all(subscribers.map((subscriber) => subscriber.changed(update)))
      if (update.isWhole) return
    }
  }
}

/** What a subscriber has not seen yet, and the revision it has then. */
export function changesSince(
  { conversation, messages, isWhole }: Update,
  revision: number,
): { messages: LiveMessageRow[]; now: number } {
  const fresh = messages.filter((message) => message.revision > revision)
  return { messages: fresh, now: Math.max(isWhole ? conversation.revision : 0, revision, fresh.at(-1)?.revision ?? 0) }
}

function keyOf(shopId: string, id: string): string {
  return `${shopId} ${id}`
}

function splitKey(key: string): [string, string] {
  const space = key.indexOf(' ')
  return [key.slice(0, space), key.slice(space + 1)]
}
