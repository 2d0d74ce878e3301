import { type Static, Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { RULE_ENDPOINT_SECRET, RULE_ENDPOINT_TITLE_MAX, RULE_RUNS_PAGE, WEBHOOK_URL_MAX } from '#core/limits.ts'
import { addEndpoint, changeEndpoint, listEndpoints, readEndpointLog, removeEndpoint } from '#core/rules/endpoints.ts'
import type { AddressBook } from '#outbound/address.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, PageQuery, pageOf, paging, text } from './kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from './schemas/answers.ts'
import { EndpointTest, RuleCall, RuleEndpoint } from './schemas/rules.ts'

/** Sends a test to an endpoint of the caller's store, and waits for its answer. */
export type EndpointTester = (caller: Caller, id: string) => Promise<Static<typeof EndpointTest>>

const config = { access: 'admin' } as const
const withProof = { ...config, needsProof: true } as const
const params = Type.Object({ endpointId: Type.String() })
const title = text(2 * RULE_ENDPOINT_TITLE_MAX)
const url = text(2 * WEBHOOK_URL_MAX)
const secret = Type.Optional(text(2 * RULE_ENDPOINT_SECRET.max))
const includesNotes = Type.Boolean()

/** The addresses of the store's own that rules call, their log, and tests of them. For admins. */
export function ruleEndpointRoutes(app: App, testEndpoint: EndpointTester, addresses: AddressBook): void {
  app.get('/rule-endpoints', { config, schema: { response: answerOf(Type.Array(RuleEndpoint)) } }, async (request) => ({
    data: await listEndpoints(memberOf(request).caller),
  }))

  app.post(
    '/rule-endpoints',
    {
      config: withProof,
      schema: { body: body({ title, url, secret, includesNotes }), response: created(RuleEndpoint) },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await addEndpoint(memberOf(request).caller, request.body, addresses) }),
  )

  app.patch(
    '/rule-endpoints/:endpointId',
    {
      config: withProof,
      schema: {
        params,
        body: body({
          title: Type.Optional(title),
          url: Type.Optional(url),
          secret,
          includesNotes: Type.Optional(includesNotes),
        }),
        response: answerOf(RuleEndpoint),
      },
    },
    async (request) => ({
      data: await changeEndpoint(memberOf(request).caller, request.params.endpointId, request.body, addresses),
    }),
  )

  app.delete(
    '/rule-endpoints/:endpointId',
    { config, schema: { params, response: answerOf(Named) } },
    async (request) => {
      await removeEndpoint(memberOf(request).caller, request.params.endpointId)
      return { data: { id: request.params.endpointId } }
    },
  )

  app.post(
    '/rule-endpoints/:endpointId/test',
    { config, schema: { params, response: answerOf(EndpointTest) } },
    async (request) => ({ data: await testEndpoint(memberOf(request).caller, request.params.endpointId) }),
  )

  app.get(
    '/rule-endpoints/:endpointId/calls',
    { config, schema: { params, querystring: Type.Object(PageQuery), response: pageAnswer(RuleCall) } },
    async (request) => {
      const page = pageOf(request.query, RULE_RUNS_PAGE)
      const { calls, nextCursor } = await readEndpointLog(memberOf(request).caller, request.params.endpointId, page)
      return { data: calls, paging: paging(nextCursor) }
    },
  )
}
