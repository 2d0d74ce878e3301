import { type Static, Type } from 'typebox'
import type { CustomerCards } from '#core/customer-cards/ask.ts'
import { addCard, changeCard, listCards, removeCard } from '#core/customer-cards/cards.ts'
import { CUSTOMER_CARD_TITLE_MAX, WEBHOOK_URL_MAX } from '#core/limits.ts'
import type { AddressBook } from '#outbound/address.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, text } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { CustomerCardSetup, ShownCustomerCard } from './schemas/customer-cards.ts'

const config = { access: 'admin' } as const
const withProof = { ...config, needsProof: true } as const
const params = Type.Object({ cardId: Type.String() })
const title = text(2 * CUSTOMER_CARD_TITLE_MAX)
const url = text(2 * WEBHOOK_URL_MAX)

/** Customer cards: what the store's own addresses know of a customer, and which addresses these are. */
export function customerCardRoutes(app: App, cards: CustomerCards, addresses: AddressBook): void {
  app.get(
    '/conversations/:id/customer-cards',
    {
      schema: {
        params: ConversationPath,
        querystring: Type.Object({ fresh: Type.Optional(Type.Boolean()) }),
        response: answerOf(Type.Array(ShownCustomerCard)),
      },
    },
    async (request) => ({
      data: (await cards.show(memberOf(request).caller, request.params.id, request.query.fresh ?? false)) as Static<
        typeof ShownCustomerCard
      >[],
    }),
  )

  app.get(
    '/customer-cards',
    { config, schema: { response: answerOf(Type.Array(CustomerCardSetup)) } },
    async (request) => ({
      data: await listCards(memberOf(request).caller),
    }),
  )

  app.post(
    '/customer-cards',
    { config: withProof, schema: { body: body({ title, url }), response: created(CustomerCardSetup) } },
    async (request, reply) =>
      reply.code(201).send({ data: await addCard(memberOf(request).caller, request.body, addresses) }),
  )

  app.patch(
    '/customer-cards/:cardId',
    {
      config: withProof,
      schema: {
        params,
        body: body({ title: Type.Optional(title), url: Type.Optional(url) }),
        response: answerOf(CustomerCardSetup),
      },
    },
    async (request) => ({
      data: await changeCard(memberOf(request).caller, request.params.cardId, request.body, addresses),
    }),
  )

  app.delete('/customer-cards/:cardId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    await removeCard(memberOf(request).caller, request.params.cardId)
    return { data: { id: request.params.cardId } }
  })
}
