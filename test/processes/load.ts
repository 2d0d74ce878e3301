import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { Store } from '../fixtures/factories.ts'
import { makeVisitor, type TestVisitor } from '../fixtures/visitor.ts'
import { sleep } from '../until.ts'

/** A message that was sent, and what became of it. Times are milliseconds since 1970. */
export interface Sent {
  text: string
  by: 'customer' | 'member'
  conversationId: string
  answeredAt?: number
  /** When the shopper's socket had it. */
  seenAt?: number
}

/** How long the service asks browsers to wait before they connect again; it doubles up to 30 times that. */
const BACK_OFF_MS = 500

/**
 * A shopper with a socket, as the widget keeps it: it comes back with what it knows. Messages of the customer are sent until
 * they are answered, by one id; those of members once.
 */
export class Conversation {
  readonly sent = new Map<string, Sent>()
  /** Statuses of requests that failed; 0: without an answer. */
  readonly failures: number[] = []
  /** How long each request took, in milliseconds. */
  readonly times: number[] = []
  readonly store: Store
  readonly #baseUrl: string
  readonly #visitor: TestVisitor
  readonly id: string
  #revision = 0
  #isOver = false
  #socket: WebSocket | undefined

  private constructor(baseUrl: string, store: Store, visitor: TestVisitor, id: string) {
    this.#baseUrl = baseUrl
    this.store = store
    this.#visitor = visitor
    this.id = id
  }

  static async begin(baseUrl: string, store: Store): Promise<Conversation> {
    const visitor = await makeVisitor({ baseUrl }, store)
    const { conversation } = await visitor.say('Hello')
    const one = new Conversation(baseUrl, store, visitor, conversation.id)
    one.#connect(BACK_OFF_MS)
    return one
  }

  #connect(backOff: number): void {
    const socket = new WebSocket(`${this.#baseUrl.replace(/^http/, 'ws')}/storefront/socket`)
    let wait = backOff
    this.#socket = socket
    socket.on('error', () => {}) // `close` follows
    socket.on('open', () => {
      const { appId } = this.store
      const known = { conversationId: this.id, revision: this.#revision }
      socket.send(JSON.stringify({ type: 'hello', appId, token: this.#visitor.token, ...known }))
    })
    socket.on('message', (data) => {
      const { type, conversation, messages = [] } = JSON.parse(String(data))
      if (type === 'ready') wait = BACK_OFF_MS
      this.#revision = Math.max(this.#revision, conversation?.revision ?? 0)
      for (const { text } of messages) {
        const sent = this.sent.get(text)
        if (sent) sent.seenAt ??= Date.now()
      }
    })
    socket.on('close', () => {
      if (!this.#isOver)
        setTimeout(() => this.#connect(Math.min(wait * 2, 30 * BACK_OFF_MS)), wait * (0.5 + Math.random()))
    })
  }

  /** Sends slowly enough that a visitor's 15 messages per minute are not used up. */
  async load(): Promise<void> {
    await Promise.all([
      this.#repeat(5_000, () => this.#sayAsCustomer()),
      this.#repeat(1_000, () => this.#sayAsMember()),
    ])
  }

  async #repeat(everyMs: number, act: () => Promise<void>): Promise<void> {
    await sleep(Math.random() * everyMs)
    while (!this.#isOver) await Promise.all([act(), sleep(everyMs)])
  }

  #note(by: Sent['by']): Sent {
    const sent: Sent = { text: `${by} ${randomUUID()}`, by, conversationId: this.id }
    this.sent.set(sent.text, sent)
    return sent
  }

  async #ask(act: () => Promise<{ status: number }>): Promise<number> {
    const begun = performance.now()
    const { status } = await act().catch(() => ({ status: 0 }))
    this.times.push(performance.now() - begun)
    if (status >= 400 || status === 0) this.failures.push(status)
    return status
  }

  async #sayAsCustomer(): Promise<void> {
    const sent = this.#note('customer')
    const body = { clientId: randomUUID(), text: sent.text }
    for (let wait = BACK_OFF_MS; ; wait = Math.min(wait * 2, 5_000)) {
      const status = await this.#ask(() => this.#visitor.api.post('/storefront/messages', body))
      if (status === 201 || status === 200) break
      await sleep(wait)
    }
    sent.answeredAt = Date.now()
  }

  async #sayAsMember(): Promise<void> {
    const sent = this.#note('member')
    const { memberId } = this.store.owner
    const path = `/chat/conversations/${this.id}/messages`
    const status = await this.#ask(() => this.store.api.post(path, { text: sent.text, memberId }))
    if (status === 201) sent.answeredAt = Date.now()
  }

  end(): void {
    this.#isOver = true
  }

  close(): void {
    this.#isOver = true
    this.#socket?.terminate()
  }
}
