import { Type } from 'typebox'
import { checkEmail } from '#core/checks.ts'
import { ID_MAX, ORDER_LOOKUPS_PER_MINUTE, PERSON_EMAIL_MAX } from '#core/limits.ts'
import { findLastOrder, lookUpOrder } from '#core/visitors/orders.ts'
import type { App } from '#surfaces/http/app.ts'
import { body } from '#surfaces/http/schema.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'

const TOO_MANY = 'Too many orders looked up.'

/** A shopper's order, for who knows its number and its email address. */
export function orderRoutes(app: App, { limits, platform }: Storefront, guard: VisitorGuard): void {
  // The last one of who is known by a valid hash.
  app.get('/orders/last', { onRequest: guard }, async (request) => {
    const { shop, visitor } = visitorOf(request)
    await limits.take(`order:${visitor.id}`, ORDER_LOOKUPS_PER_MINUTE.visitor, TOO_MANY)
    return { data: await findLastOrder(shop, visitor, platform) }
  })

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
      await limits.take(`order:${visitor.id}`, ORDER_LOOKUPS_PER_MINUTE.visitor, TOO_MANY)
      const address = limits.addressOf(request.ip)
      if (address !== null) await limits.take(`order-from:${address}`, ORDER_LOOKUPS_PER_MINUTE.address, TOO_MANY)
      return { data: await lookUpOrder(shop, visitor, platform, { key, email }) }
    },
  )
}
