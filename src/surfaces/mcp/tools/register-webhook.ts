import { Type } from 'typebox'
import { WEBHOOK_URL_MAX } from '#core/limits.ts'
import { EVENT_TYPES } from '#core/webhooks/events.ts'
import { subscribe } from '#core/webhooks/subscriptions.ts'
import { presentSubscription } from '#surfaces/http/present.ts'
import { oneOf, string } from '#surfaces/http/schema.ts'
import { Subscription } from '../records.ts'
import { defineTool } from '../tool.ts'

export const registerWebhook = defineTool({
  name: 'register_webhook',
  title: 'Register a webhook',
  description:
    'Subscribe an https URL to events. A known url is updated and keeps its secret. The result holds the signing secret in plain text: store it, do not show it to customers.',
  input: {
    url: Type.String({
      format: 'uri',
      maxLength: WEBHOOK_URL_MAX,
      description: 'Public https URL that receives the events.',
    }),
    events: Type.Array(oneOf(EVENT_TYPES), {
      minItems: 1,
      uniqueItems: true,
      description: 'Event names to subscribe to.',
    }),
    metadata: Type.Optional(
      Type.Unsafe<object>({
        type: 'object',
        additionalProperties: true,
        description: 'Own key/value data, up to 2,048 bytes serialized.',
      }),
    ),
  },
  output: {
    webhook: Type.Object({ ...Subscription.properties, secret: string('Signing secret, whsec_...') }),
    created: Type.Boolean(),
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  reachesOut: true,
  async run(caller, request, { addresses }) {
    const { subscription, created } = await subscribe(caller, request, addresses)
    return { webhook: presentSubscription(caller.shop.shopId, subscription), created }
  },
})
