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
} from '#core/visitors/tracking.ts'
import { requireVisitorById } from '#core/visitors/visitors.ts'
import type { App } from '#surfaces/http/app.ts'
import { body } from '#surfaces/http/schema.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'

const anyObject = Type.Object({}, { additionalProperties: true })

const Page = Type.Object({
  url: Type.String(),
  title: Type.Optional(Type.String()),
  viewedAt: Type.Optional(Type.String()),
})

/** What the shop's page tells of the visit. */
export function visitRoutes(app: App, guard: VisitorGuard): void {
  app.put(
    '/context',
    { schema: { body: body({ kind: Type.Enum([...CONTEXT_KINDS]), data: anyObject }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      const { kind, data } = request.body
      await setContext(shop, visitor, kind, data)
      return { data: { kind } }
    },
  )

  app.put(
    '/attributes',
    { schema: { body: body({ attributes: Type.Record(Type.String(), Type.String()) }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      await setConversationAttributes(shop, visitor, request.body.attributes)
      return { data: { attributes: request.body.attributes } }
    },
  )

  app.post(
    '/pages',
    { schema: { body: body({ pages: Type.Array(Page, { maxItems: BROWSED_PAGES_MAX }) }) }, onRequest: guard },
    async (request) => {
      const { shop, visitor } = visitorOf(request)
      await addPages(shop, visitor, request.body.pages as never)
      return { data: { noted: true } }
    },
  )

  app.post(
    '/events',
    { schema: { body: body({ name: Type.String(), props: Type.Optional(anyObject) }) }, onRequest: guard },
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
        body: body({
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
      const { preChatDone, hidePreChatMessage } = await requireVisitorById(shop, visitor.id)
      return { data: { completed: preChatDone, hidePreChatMessage } }
    },
  )
}

/** A box that was ticked is "true". */
function asTexts(fields: Record<string, string | boolean>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
