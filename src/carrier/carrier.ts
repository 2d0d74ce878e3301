import type { FileStore } from '#core/files/files.ts'
import { Receiver } from './receiver.ts'
import { type CarrierOptions, Sender } from './sender.ts'

/** Carries messages to channels, and from them. Any number of processes may run one. */
export class Carrier {
  readonly #sender: Sender
  readonly #receiver: Receiver
  readonly #release: () => void

  /** `release`: closes what the adapters keep open, once nothing is sent or read any more. */
  constructor(options: CarrierOptions & { files: FileStore; release: () => void }) {
    this.#release = options.release
    this.#sender = new Sender(options)
    this.#receiver = new Receiver(options)
  }

  start(): void {
    this.#sender.start()
    this.#receiver.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#sender.stop(), this.#receiver.stop()])
    this.#release()
  }
}
