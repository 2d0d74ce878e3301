import type { FileStore } from '#core/files/files.ts'
import type { Mailer } from './mailer.ts'
import { Receiver } from './receiver.ts'
import { type CarrierOptions, Sender } from './sender.ts'

/** Carries messages to channels, and from them. Any number of processes may run one. */
export class Carrier {
  readonly #sender: Sender
  readonly #receiver: Receiver
  readonly #mailer: Mailer | null
  readonly #release: () => void

  /** `release`: closes what the adapters keep open, once nothing is sent or read any more. */
  constructor(options: CarrierOptions & { files: FileStore; mailer: Mailer | null; release: () => void }) {
    this.#mailer = options.mailer
    this.#release = options.release
    this.#sender = new Sender(options)
    this.#receiver = new Receiver(options)
  }

  start(): void {
    this.#sender.start()
    this.#receiver.start()
    this.#mailer?.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#sender.stop(), this.#receiver.stop(), this.#mailer?.stop()])
    this.#release()
  }
}
