import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '#database/database.ts'
import { channelInbound } from '#storage/channels/inbound.ts'
import { countOutbound } from '#storage/channels/outbound.ts'

export interface CarrierMetrics {
  /** A part of a message was given to its provider. */
  sent(channel: string, outcome: string): void
  /** Something that a provider sent was read. */
  received(channel: string, kind: string): void
}

/** The channels' figures. */
export function carrierMetrics(registry: Registry): CarrierMetrics {
  const sent = new Counter({
    name: 'parley_channel_sent_total',
    help: 'Message parts sent to a channel, by outcome: sent, retry, failed, broken; pushes: sent, later, gone, refused.',
    labelNames: ['channel', 'outcome'] as const,
    registers: [registry],
  })
  const received = new Counter({
    name: 'parley_channel_received_total',
    help: 'Items received from a channel, by kind: message, mail, receipt, echo, rename, removal, bounce, unreadable.',
    labelNames: ['channel', 'kind'] as const,
    registers: [registry],
  })
  return {
    sent: (channel, outcome) => sent.inc({ channel, outcome }),
    received: (channel, kind) => received.inc({ channel, kind }),
  }
}

/** What waits, asked of the database with each scrape: of a process that carries. */
export function watchChannelQueues(registry: Registry, database: Database): void {
  new Gauge({
    name: 'parley_channel_outbound_pending',
    help: 'Messages that are pending or being sent, of all stores.',
    registers: [registry],
    async collect() {
      this.set(await countOutbound(database.system))
    },
  })
  new Gauge({
    name: 'parley_channel_inbound_pending',
    help: 'Received items that are not processed yet (waiting) or could not be read (unreadable), of all stores.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const { waiting, unreadable } = await channelInbound.count(database.system)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'unreadable' }, unreadable)
    },
  })
}
