import { Type } from 'typebox'
import { searchCards } from '#core/cards/cards.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { answerOf } from './schemas/answers.ts'
import { CardOffer } from './schemas/texts.ts'

const SEARCH_MAX = 100

/** Products and public discounts that a member can show to a customer. */
export function cardRoutes(app: App): void {
  app.get(
    '/cards',
    {
      schema: {
        querystring: Type.Object({ q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })) }),
        response: answerOf(Type.Array(CardOffer)),
      },
    },
    async (request) => ({ data: await searchCards(memberOf(request).caller, (request.query.q ?? '').trim()) }),
  )
}
