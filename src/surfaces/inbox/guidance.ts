import { Type } from 'typebox'
import { GuidanceDraft } from '#core/guidance/guidance.ts'
import {
  addGuidance,
  editGuidance,
  listStoreGuidance,
  orderGuidance,
  removeGuidance,
} from '#core/guidance/store-guidance.ts'
import { GUIDANCE_MAX, ID_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { GuidanceRecord } from './schemas/guidance.ts'

const params = Type.Object({ guidanceId: Type.String() })
const config = { access: 'admin' } as const

/** Guidance: what the AI agent does in a situation. For admins. */
export function guidanceRoutes(app: App): void {
  app.get('/ai/guidance', { config, schema: { response: answerOf(Type.Array(GuidanceRecord)) } }, async (request) => ({
    data: await listStoreGuidance(memberOf(request).caller),
  }))

  app.post(
    '/ai/guidance',
    { config, schema: { body: GuidanceDraft, response: created(GuidanceRecord) } },
    async (request, reply) => reply.code(201).send({ data: await addGuidance(memberOf(request).caller, request.body) }),
  )

  app.put(
    '/ai/guidance/order',
    {
      config,
      schema: {
        body: body({ ids: Type.Array(text(ID_MAX), { maxItems: GUIDANCE_MAX.guidance }) }),
        response: answerOf(Type.Array(GuidanceRecord)),
      },
    },
    async (request) => ({ data: await orderGuidance(memberOf(request).caller, request.body.ids) }),
  )

  app.patch(
    '/ai/guidance/:guidanceId',
    {
      config,
      schema: {
        params,
        body: Type.Partial(GuidanceDraft, { additionalProperties: false }),
        response: answerOf(GuidanceRecord),
      },
    },
    async (request) => ({
      data: await editGuidance(memberOf(request).caller, request.params.guidanceId, request.body),
    }),
  )

  app.delete('/ai/guidance/:guidanceId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    await removeGuidance(memberOf(request).caller, request.params.guidanceId)
    return { data: { id: request.params.guidanceId } }
  })
}
