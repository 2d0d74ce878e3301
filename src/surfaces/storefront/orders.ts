import { Type } from 'typebox'
import { checkEmail } from '#core/checks.ts'
import { ID_MAX, PERSON_EMAIL_MAX } from '#core/limits.ts'
import { findLastOrder, lookUpOrder } from '#core/visitors/orders.ts'
import type { App } from '#surfaces/http/app.ts'
import { body } from '#surfaces/http/schema.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'

/** A shopper's order, for who knows its number and its email address. */
export function orderRoutes(app: App, { lookups }: Storefront, guard: VisitorGuard): void {
  // The last one of who is known by a valid hash.
  app.get('/orders/last', { onRequest: guard }, async (request) => {
    const { shop, visitor } = visitorOf(request)
    return { data: await findLastOrder(shop, visitor, lookups) }
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
      const from = { lookups, ipAddress: request.ip }
      return { data: await lookUpOrder(shop, visitor, from, { key, email }) }
    },
  )
}
