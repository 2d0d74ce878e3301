import { Type } from 'typebox'
import { ID_MAX, SAVED_VIEWS_MAX, VIEW_NAME_MAX } from '#core/limits.ts'
import { addView, countMyViews, editView, listMyViews, orderViews, removeView } from '#core/members/saved-views.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import { SavedView, SavedViewCounts, ViewFilters } from './schemas/views.ts'

const params = Type.Object({ viewId: Type.String() })
const name = text(VIEW_NAME_MAX)
const isShared = Type.Boolean()

/** Saved views: one's own, and the store's, which every member may keep, as with canned replies. */
export function savedViewRoutes(app: App): void {
  app.get('/saved-views', { schema: { response: answerOf(Type.Array(SavedView)) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: await listMyViews(caller, memberId) }
  })

  app.get('/saved-views/counts', { schema: { response: answerOf(SavedViewCounts) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: await countMyViews(caller, memberId) }
  })

  app.post(
    '/saved-views',
    { schema: { body: body({ name, isShared, filters: ViewFilters }), response: created(SavedView) } },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      return reply.code(201).send({ data: await addView(caller, memberId, request.body) })
    },
  )

  app.put(
    '/saved-views/order',
    {
      schema: {
        body: body({ ids: Type.Array(text(ID_MAX), { maxItems: 2 * SAVED_VIEWS_MAX }) }),
        response: answerOf(Type.Array(SavedView)),
      },
    },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: await orderViews(caller, memberId, request.body.ids) }
    },
  )

  app.patch(
    '/saved-views/:viewId',
    {
      schema: {
        params,
        body: body({
          name: Type.Optional(name),
          isShared: Type.Optional(isShared),
          filters: Type.Optional(ViewFilters),
        }),
        response: answerOf(SavedView),
      },
    },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: await editView(caller, memberId, request.params.viewId, request.body) }
    },
  )

  app.delete('/saved-views/:viewId', { schema: { params, response: answerOf(Named) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    await removeView(caller, memberId, request.params.viewId)
    return { data: { id: request.params.viewId } }
  })
}
