import { Type } from 'typebox'
import { checkEmail } from '#core/checks.ts'
import { ID_MAX, ORDER_LOOKUPS_PER_MINUTE, PERSON_EMAIL_MAX } from '#core/limits.ts'
import { lookUpOrder } from '#core/visitors/orders.ts'
import type { App } from '#surfaces/http/app.ts'
import { body } from '#surfaces/http/schema.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'

/** A shopper's order, for who knows its number and its email address. */
export function orderRoutes(app: App, { limits, platform }: Storefront, guard: VisitorGuard): void {
  app.post(
    '/orders',
    {
      schema: {
        body: body({
          key: Type.String({ minLength: 1, maxLength: ID_MAX }),
          email: Type.String({ maxLength: PERSON_EMAIL_MAX }),
        }),
      },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { key, email } = request.body
      checkEmail(email)
      const sentence = 'Too many orders looked up.'
      await limits.take(`order:${visitor.id}`, ORDER_LOOKUPS_PER_MINUTE.visitor, sentence)
      const address = limits.addressOf(request.ip)
      if (address !== null) await limits.take(`order-from:${address}`, ORDER_LOOKUPS_PER_MINUTE.address, sentence)
      return { data: await lookUpOrder(shop, visitor, platform, { key, email }) }
    },
  )
}
