import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '#database/database.ts'
import { measureQueue } from '#storage/webhooks/queue.ts'
import type { AttemptOutcome } from './next-step.ts'

export interface DispatcherMetrics {
  /** Records that the first attempt of a delivery begins, `ms` after its event. */
  dispatched(ms: number): void
  attempted(outcome: AttemptOutcome, ms: number): void
}

/** The dispatcher's figures: queue depth, age of the oldest due delivery, attempts by outcome, latencies. */
export function dispatcherMetrics(registry: Registry, database: Database): DispatcherMetrics {
  const registers = [registry]
  // One query serves both gauges of a scrape.
  let reading: ReturnType<typeof measureQueue> | undefined
  const readQueue = () => {
    reading ??= measureQueue(database.system, new Date()).finally(() => {
      reading = undefined
    })
    return reading
  }
  new Gauge({
    name: 'parley_webhook_queue_depth',
    help: 'Webhook deliveries that are pending or in progress.',
    registers,
    async collect() {
      this.set((await readQueue()).depth)
    },
  })
  new Gauge({
    name: 'parley_webhook_oldest_due_seconds',
    help: 'Age of the oldest due webhook delivery.',
    registers,
    async collect() {
      this.set((await readQueue()).oldestDueMs / 1000)
    },
  })
  const attempts = new Counter({
    name: 'parley_webhook_attempts_total',
    help: 'Webhook delivery attempts by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const dispatch = new Histogram({
    name: 'parley_webhook_dispatch_latency_seconds',
    help: 'Delay between event commit and first delivery attempt.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    registers,
  })
  const answer = new Histogram({
    name: 'parley_webhook_attempt_duration_seconds',
    help: 'Duration of webhook delivery attempts.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  return {
    dispatched: (ms) => dispatch.observe(Math.max(0, ms) / 1000),
    attempted(outcome, ms) {
      const label = outcome.kind === 'response' ? `${Math.floor(outcome.status / 100)}xx` : outcome.kind
      attempts.inc({ outcome: label })
      answer.observe(ms / 1000)
    },
  }
}
