import { type Static, Type } from 'typebox'
import { Subscription } from '#surfaces/http/records.ts'
import { datetime, nullable, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Webhooks and the log of their deliveries. */

export const Webhook = Type.Object({
  ...Subscription.properties,
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
