import { type Static, Type } from 'typebox'
import { type EventDigest as Digest, Subscription } from '#surfaces/http/records.ts'
import { datetime, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Webhooks and the log of their deliveries. */

export const Webhook = Type.Object({
  ...Subscription.properties,
  headers: Type.Record(Type.String(), Type.String(), { description: 'Custom headers of its deliveries.' }),
  lastDeliveryStatus: Type.Optional(nullable(Subscription.properties.lastDeliveryStatus)),
})
export type Webhook = Wire<Static<typeof Webhook>>

export const WebhookList = Type.Object({
  data: Type.Array(Webhook),
  meta: Type.Object({ events: Type.Array(Type.String({ description: 'Events there are.' })) }),
})
export type WebhookList = Wire<Static<typeof WebhookList>>

export const Delivery = Type.Object({
  id: string(),
  subscriptionId: string(),
  eventId: string(),
  type: string(),
  conversationId: nullable(string()),
  status: string(),
  attempts: Type.Integer(),
  nextAt: nullable(datetime()),
  createdAt: datetime(),
  finishedAt: nullable(datetime()),
})
export type Delivery = Wire<Static<typeof Delivery>>

export const DeliveryDetail = Type.Object({
  ...Delivery.properties,
  body: string('As it is sent; empty where it is no longer kept.'),
  log: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      startedAt: datetime(),
      durationMs: Type.Integer(),
      responseStatus: nullable(Type.Integer()),
      error: nullable(string()),
    }),
  ),
})
export type DeliveryDetail = Wire<Static<typeof DeliveryDetail>>

export const Queued = Type.Object({ queued: Type.Integer({ description: 'Deliveries that are sent again.' }) })
export type Queued = Wire<Static<typeof Queued>>

export type EventDigest = Wire<Static<typeof Digest>>

/** A subscription whose deliveries fail, for admins. */
export const WebhookNotice = Type.Object({
  id: string(),
  host: string(),
  state: oneOf(['failing', 'disabled']),
  since: datetime(),
  reason: nullable(string('Why the last delivery failed.')),
})
export type WebhookNotice = Wire<Static<typeof WebhookNotice>>
