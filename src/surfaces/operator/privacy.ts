import { Type } from 'typebox'
import { redact, requestData } from '#core/contacts/privacy.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { presentContact } from '#surfaces/http/present.ts'
import { Customer } from '#surfaces/http/records.ts'
import { body } from '#surfaces/http/schema.ts'
import { DataRequest, operation, StorePath } from './answers.ts'
import type { Operator } from './parts.ts'

const tags = ['Operator: privacy']
const customerUuid = Type.String({ description: 'The contact’s id.' })

/** Privacy requests (spec 1.3). */
export function privacyRoutes(app: App, { files }: Operator): void {
  app.post(
    '/stores/:shopId/privacy/redact',
    {
      schema: {
        ...operation({
          operationId: 'redactCustomer',
          summary: 'Redact a customer',
          description:
            'Marks the contact and their conversations as redacted, empties the personal fields and deletes the named orders. The text of messages stays.',
          tags,
          answer: data(Customer),
        }),
        params: StorePath,
        body: body({
          customerUuid,
          orders: Type.Optional(
            Type.Array(Type.String(), { maxItems: 10_000, description: 'Names of orders to delete.' }),
          ),
        }),
      },
    },
    async (request) => ({
      data: presentContact(await redact(callerOf(request), request.body, files)),
    }),
  )

  app.post(
    '/stores/:shopId/privacy/data-request',
    {
      schema: {
        ...operation({
          operationId: 'requestCustomerData',
          summary: 'Record a customer’s request for their data',
          description: 'Recorded for support to answer. Generates no file.',
          tags,
          answer: data(DataRequest),
        }),
        params: StorePath,
        body: body({ customerUuid }),
      },
    },
    async (request) => ({
      data: await requestData(callerOf(request), request.body.customerUuid),
    }),
  )
}
