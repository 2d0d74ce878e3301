import type { FastifyRequest } from 'fastify'
import type { ReadLine } from '#connectors/changes.ts'
import { readLines } from '#connectors/custom/read-lines.ts'
import { readHints } from '#connectors/vendure/read-hints.ts'
import { invalidParams } from '#core/errors.ts'
import { headerOf, isFresh, isSigned } from '#surfaces/http/incoming/signature.ts'
import type { WebhookScheme } from './webhooks.ts'

const DELIVERY_ID_MAX = 256

/** Webhooks that are signed as our own are, with the connection's secret: of any shop, and of our plugin for Vendure. */
function ownScheme(kind: 'custom' | 'vendure', readChanges: (body: Buffer) => Iterable<ReadLine>): WebhookScheme {
  return {
    kind,
    status: 202,
    words:
      'The body has to be signed with the connection’s secret: X-Webhook-Timestamp of the last 5 minutes, X-Webhook-Signature over timestamp;body, and ?connection= with its id.',
    mayBeSigned: isFresh,
    isSigned,
    read: (request, body) => ({ payload: body, marks: marksOf(request), lines: readChanges(body) }),
  }
}

/**
 * A delivery is identified by its signature, and by its id: the same signed request under another id
 * changes nothing. The signature is checked first: a repetition by another sender must not take an id that the shop will use.
 */
function marksOf(request: FastifyRequest): string[] {
  const deliveryId = headerOf(request, 'x-webhook-delivery-id')
  if (deliveryId.length > DELIVERY_ID_MAX) {
    throw invalidParams(`X-Webhook-Delivery-Id has more than ${DELIVERY_ID_MAX} characters.`)
  }
  const signature = headerOf(request, 'x-webhook-signature').toLowerCase()
  return [`signature ${signature}`, ...(deliveryId === '' ? [] : [`id ${deliveryId}`])]
}

export const customWebhooks = ownScheme('custom', readLines)
export const vendureWebhooks = ownScheme('vendure', readHints)
