import { Type } from 'typebox'
import { FACTS } from '#core/custom-actions/action.ts'
import { addAction, changeAction, listActions, readActionLog, removeAction } from '#core/custom-actions/actions.ts'
import { dataForModel } from '#core/custom-actions/answer-data.ts'
import type { ActionDesk } from '#core/custom-actions/call.ts'
import { listRunnableActions, runForMember, testAction } from '#core/custom-actions/member-runs.ts'
import { CUSTOM_ACTION_MAX, CUSTOM_ACTION_RUNS_PAGE, CUSTOM_ACTION_VALUE_MAX } from '#core/limits.ts'
import { ORDER_ACTION } from '#core/order-actions/action.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, PageQuery, pageOf, paging, text } from './kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from './schemas/answers.ts'
import {
  ACTION_FIELDS,
  ActionTest,
  CustomAction,
  LoggedRun,
  RunLine,
  RunnableAction,
} from './schemas/custom-actions.ts'

const config = { access: 'admin' } as const
const withProof = { ...config, needsProof: true } as const
const params = Type.Object({ actionId: Type.String() })
const secret = Type.Optional(text(2 * CUSTOM_ACTION_MAX.secret))
/** Values of parameters: each action names its own. */
const values = Type.Record(
  Type.String(),
  Type.Union([text(2 * CUSTOM_ACTION_VALUE_MAX), Type.Number(), Type.Boolean()]),
  { maxProperties: 2 * CUSTOM_ACTION_MAX.parameters },
)
const facts = Type.Partial(
  Type.Object(Object.fromEntries(FACTS.map((name) => [name, text(200)])), { additionalProperties: false }),
)

/** The store's own HTTP actions: for admins what they are, tests and logs; for members running them in a conversation. */
export function customActionRoutes(app: App, desk: ActionDesk): void {
  app.get('/custom-actions', { config, schema: { response: answerOf(Type.Array(CustomAction)) } }, async (request) => ({
    data: await listActions(memberOf(request).caller),
  }))

  app.post(
    '/custom-actions',
    { config: withProof, schema: { body: body({ ...ACTION_FIELDS, secret }), response: created(CustomAction) } },
    async (request, reply) =>
      reply.code(201).send({ data: await addAction(memberOf(request).caller, request.body, desk.network) }),
  )

  app.patch(
    '/custom-actions/:actionId',
    {
      config: withProof,
      schema: {
        params,
        body: body({ ...Type.Partial(Type.Object(ACTION_FIELDS)).properties, secret }),
        response: answerOf(CustomAction),
      },
    },
    async (request) => ({
      data: await changeAction(memberOf(request).caller, request.params.actionId, request.body, desk.network),
    }),
  )

  app.delete(
    '/custom-actions/:actionId',
    { config, schema: { params, response: answerOf(Named) } },
    async (request) => {
      await removeAction(memberOf(request).caller, request.params.actionId)
      return { data: { id: request.params.actionId } }
    },
  )

  app.post(
    '/custom-actions/:actionId/test',
    { config, schema: { params, body: body({ values, facts }), response: answerOf(ActionTest) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      const wanted = { ...request.body, actionId: request.params.actionId, memberId }
      const { run, data } = await testAction(caller, wanted, desk)
      return { data: { ...run, data: data === undefined ? null : JSON.stringify(dataForModel(data), null, 2) } }
    },
  )

  app.get(
    '/custom-actions/:actionId/runs',
    { config, schema: { params, querystring: Type.Object(PageQuery), response: pageAnswer(LoggedRun) } },
    async (request) => {
      const page = pageOf(request.query, CUSTOM_ACTION_RUNS_PAGE)
      const { runs, nextCursor } = await readActionLog(memberOf(request).caller, request.params.actionId, page)
      return { data: runs, paging: paging(nextCursor) }
    },
  )

  app.get(
    '/conversations/:id/custom-actions',
    { schema: { params: ConversationPath, response: answerOf(Type.Array(RunnableAction)) } },
    async (request) => ({ data: await listRunnableActions(memberOf(request).caller, request.params.id) }),
  )

  app.post(
    '/conversations/:id/custom-actions/:actionId/runs',
    {
      config: ofConversation,
      schema: {
        params: Type.Object({ id: Type.String(), actionId: Type.String() }),
        body: body({ id: ORDER_ACTION.id, values, orderNumber: Type.Union([text(100), Type.Null()]) }),
        response: answerOf(RunLine),
      },
    },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      const { id: conversationId, actionId } = request.params
      return { data: await runForMember(caller, { ...request.body, conversationId, actionId, memberId }, desk) }
    },
  )
}
