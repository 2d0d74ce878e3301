import type { FileStore } from '#core/files/files.ts'
import { Receiver } from './receiver.ts'
import { type CarrierOptions, Sender } from './sender.ts'

/** Carries messages to channels, and from them. Any number of processes may run one. */
export class Carrier {
  readonly #sender: Sender
  readonly #receiver: Receiver

  constructor(options: CarrierOptions & { files: FileStore }) {
    this.#sender = new Sender(options)
    this.#receiver = new Receiver(options)
  }

  start(): void {
    this.#sender.start()
    this.#receiver.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#sender.stop(), this.#receiver.stop()])
  }
}
