import type { Sql } from 'postgres'
import type { HasClient } from '#database/connection.ts'
import type { Transport } from './transport.ts'

const CHANNEL = 'parley_bus'
/** How long it takes until a listener that could not connect tries again. One that was lost tries at once. */
const RETRY_MS = 100

export interface ListenerOptions {
  onnotify(channel: string, text: string): void
  onclose(): void
}

/** PostgreSQL's LISTEN and NOTIFY. */
export class NotifyTransport implements Transport {
  readonly #publisher: HasClient
  readonly #open: (options: ListenerOptions) => Sql
  #listener: Sql | undefined
  #isEnded = false

  /** `open` makes a client of one connection (`max: 1`) with these options. */
  constructor(publisher: HasClient, open: (options: ListenerOptions) => Sql) {
    this.#publisher = publisher
    this.#open = open
  }

  async publish(text: string): Promise<void> {
    await this.#publisher.client.notify(CHANNEL, text)
  }

  /** A listener whose connection is lost is replaced, never reused, for the reason that connection.ts gives. */
  async subscribe(onText: (text: string) => void, onGap: () => void): Promise<void> {
    const connect = async (): Promise<void> => {
      if (this.#isEnded) return
      let isListening = false
      const replace = () => {
        if (this.#listener !== client) return
        this.#listener = undefined
        void client.end({ timeout: 0 }).catch(() => {})
        setTimeout(() => void connect(), isListening ? 0 : RETRY_MS).unref()
      }
      const client = this.#open({ onnotify: (_channel, text) => onText(text), onclose: replace })
      this.#listener = client
      try {
        await client.unsafe(`listen ${CHANNEL}`)
        isListening = true
        onGap()
      } catch {
        replace()
      }
    }
    await connect()
  }

  async end(): Promise<void> {
    this.#isEnded = true
    const listener = this.#listener
    this.#listener = undefined
    await listener?.end({ timeout: 5 })
  }
}
