import { LateFileFetcher } from './late-files.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { Mailer } from './mailer.ts'
import { Receiver } from './receiver.ts'
import { type CarrierOptions, Sender } from './sender.ts'

interface CarrierDependencies {
  mailboxes: Mailboxes
  mailer: Mailer | null
  /** Closes what the adapters keep open, once nothing is sent or read any more. */
  release: () => void
}

/** Carries messages to channels, and from them. Any number of processes may run one. */
export class Carrier {
  readonly #runners: { start(): void; stop(): Promise<void> }[]
  readonly #release: () => void

  constructor(options: CarrierOptions & CarrierDependencies) {
    const { mailboxes, mailer, release } = options
    const carriers = [new Sender(options), new Receiver(options), new LateFileFetcher(options), mailboxes]
    this.#runners = [...carriers, ...(mailer ? [mailer] : [])]
    this.#release = release
  }

  start(): void {
    for (const runner of this.#runners) runner.start()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop()))
    this.#release()
  }
}
