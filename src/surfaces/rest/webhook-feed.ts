import { Type } from 'typebox'
import { WEBHOOK_FEED_PAGE } from '#core/limits.ts'
import { digestDay, listSubscriptionEvents } from '#core/webhooks/feed.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { pageOf, paging } from '#surfaces/http/paging.ts'
import { sendJson } from '#surfaces/http/present.ts'
import { EventDigest, Paging, WebhookEvent } from '#surfaces/http/records.ts'
import { pageQuery } from './schemas.ts'
import { requireSubscriptionPath, SubscriptionPath, tags } from './webhooks.ts'

/** Contract 16: the feed of a subscription's events, and the digest of a day of it. */
export function webhookFeedRoutes(app: App): void {
  app.get(
    '/webhooks/:id/events',
    {
      config: { requirePath: requireSubscriptionPath },
      schema: {
        operationId: 'listSubscriptionEvents',
        summary: 'List a subscription’s events of the last 7 days',
        description:
          'Oldest first, each exactly as the body of its delivery, whether it was delivered or not, also from while the subscription was inactive. A page may have fewer events than its limit and still a next one: go on until nextCursor is null. To go on later, ask with since a minute before the last event’s occurredAt, and drop the eventIds that you know.',
        tags,
        params: SubscriptionPath,
        querystring: Type.Object({
          ...pageQuery(WEBHOOK_FEED_PAGE),
          since: Type.Optional(
            Type.String({ format: 'date-time', description: 'Only events that occurred at this moment or later.' }),
          ),
        }),
        response: answers({ schema: Type.Object({ data: Type.Array(WebhookEvent), paging: Paging }) }),
      },
    },
    async (request, reply) => {
      const { since, ...page } = request.query
      const asked = { ...pageOf(page, WEBHOOK_FEED_PAGE), since }
      const { bodies, nextCursor } = await listSubscriptionEvents(callerOf(request), request.params.id, asked)
      return sendJson(reply, `{"data":[${bodies.join(',')}],"paging":${JSON.stringify(paging(nextCursor))}}`)
    },
  )

  app.get(
    '/webhooks/:id/digest',
    {
      config: { requirePath: requireSubscriptionPath },
      schema: {
        operationId: 'digestSubscriptionEvents',
        summary: 'Count a day’s events of a subscription',
        description:
          'How many events the feed has of a day in UTC, and a digest of their ids: SHA-256 in hex of the sorted eventIds, joined by line feeds. A receiver that computes the same has missed nothing. A day that the feed does not cover has count 0.',
        tags,
        params: SubscriptionPath,
        querystring: Type.Object({ day: Type.String({ description: 'A day in UTC, such as 2026-01-31.' }) }),
        response: answers({ schema: data(EventDigest) }),
      },
    },
    async (request) => ({ data: await digestDay(callerOf(request), request.params.id, request.query.day) }),
  )
}
