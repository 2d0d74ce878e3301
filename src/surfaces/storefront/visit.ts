import { Type } from 'typebox'
import { BROWSED_PAGES_MAX } from '#core/limits.ts'
import {
  addPages,
  CONTEXT_KINDS,
  setContext,
  setConversationAttributes,
  skipPreChat,
  submitPreChat,
  trackEvent,
} from '#core/visitor-tracking.ts'
import { rereadVisitor } from '#core/visitors.ts'
import type { App } from '#surfaces/http/app.ts'
import { type createVisitorGuard, visitorOf } from './guard.ts'

type Guard = ReturnType<typeof createVisitorGuard>
const anyObject = Type.Object({}, { additionalProperties: true })

export const Page = Type.Object({
  url: Type.String(),
  title: Type.Optional(Type.String()),
  viewedAt: Type.Optional(Type.String()),
})

/** What the shop's page tells of the visit. */
export function visitRoutes(app: App, guard: Guard): void {
  app.put(
    '/context',
    { schema: { body: Type.Object({ kind: Type.Enum([...CONTEXT_KINDS]), data: anyObject }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { kind, data } = request.body
      await setContext(shop, visitor, kind, data)
      return { data: { kind } }
    },
  )

  app.put(
    '/attributes',
    { schema: { body: Type.Object({ attributes: Type.Record(Type.String(), Type.String()) }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      await setConversationAttributes(shop, visitor, request.body.attributes)
      return { data: { attributes: request.body.attributes } }
    },
  )

  app.post(
    '/pages',
    { schema: { body: Type.Object({ pages: Type.Array(Page, { maxItems: BROWSED_PAGES_MAX }) }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      await addPages(shop, visitor, request.body.pages as never)
      return { data: { noted: true } }
    },
  )

  app.post(
    '/events',
    { schema: { body: Type.Object({ name: Type.String(), props: Type.Optional(anyObject) }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      await trackEvent(shop, visitor, request.body)
      return { data: { name: request.body.name } }
    },
  )

  app.post(
    '/prechat',
    {
      schema: {
        body: Type.Object({
          fields: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()]))),
          skip: Type.Optional(Type.Boolean()),
        }),
      },
      onRequest: guard,
    },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { fields = {}, skip } = request.body
      if (skip) await skipPreChat(shop, visitor)
      else await submitPreChat(shop, visitor, asTexts(fields))
      const { preChatDone, hidePreChatMessage } = await rereadVisitor(shop, visitor.id)
      return { data: { completed: preChatDone, hidePreChatMessage } }
    },
  )
}

/** A box that was ticked is "true". */
function asTexts(fields: Record<string, string | boolean>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
