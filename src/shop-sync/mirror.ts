import { DeliveryWorker, type MirrorOptions } from './deliveries.ts'
import { Puller } from './sync-worker.ts'

/** Keeps a store's records what its shop's are: applies what it tells, and reads it. Any number of processes may run one. */
export class Mirror {
  readonly #runners: { start(): void; stop(): Promise<void> }[]

  constructor(options: MirrorOptions & { everyMs: number }) {
    this.#runners = [new DeliveryWorker(options), new Puller(options)]
  }

  start(): void {
    for (const runner of this.#runners) runner.start()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop()))
  }
}
