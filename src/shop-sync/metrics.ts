import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '#database/database.ts'
import { shopWebhookInbox } from '#storage/platform/inbound-webhooks.ts'

export interface MirrorMetrics {
  /** What became of a delivery. */
  applied(outcome: 'applied' | 'refused' | 'unreadable'): void
}

/** The figures of what shops tell. */
export function mirrorMetrics(registry: Registry): MirrorMetrics {
  const applied = new Counter({
    name: 'parley_shop_webhooks_total',
    help: 'Webhook deliveries from shops, by outcome: applied, refused (at least one line was rejected), unreadable.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  return { applied: (outcome) => applied.inc({ outcome }) }
}

/** What waits, asked of the database with each scrape: of a process that applies. */
export function watchPlatformQueue(registry: Registry, database: Database): void {
  new Gauge({
    name: 'parley_shop_inbound_pending',
    help: 'Webhook deliveries from shops that are not applied yet (waiting) or could not be read (unreadable), of all stores.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const { waiting, unreadable } = await shopWebhookInbox.count(database.system)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'unreadable' }, unreadable)
    },
  })
}
