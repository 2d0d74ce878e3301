import { Type } from 'typebox'
import type { ArticleImports } from '#core/article-import/article-imports.ts'
import { ID_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf, created } from './schemas/answers.ts'
import { ArticleImport } from './schemas/article-imports.ts'

const config = { access: 'admin' } as const
const params = Type.Object({ importId: Type.String() })
const ADDRESS_MAX = 2_048
const FILES_MAX = 20

/** Imports of articles into the help centre: they run behind the request, and everything arrives as a draft. */
export function articleImportRoutes(app: App, imports: ArticleImports): void {
  app.addHook('onClose', () => imports.stop())

  app.get(
    '/article-imports',
    { config, schema: { response: answerOf(Type.Array(ArticleImport)) } },
    async (request) => ({ data: await imports.list(memberOf(request).caller) }),
  )

  app.post(
    '/article-imports',
    {
      config,
      schema: {
        body: body({
          kind: oneOf(['site', 'zendesk', 'intercom', 'files', 'shop']),
          address: Type.Optional(text(ADDRESS_MAX)),
          email: Type.Optional(text(320)),
          token: Type.Optional(text(2_000)),
          fileIds: Type.Optional(Type.Array(text(ID_MAX), { minItems: 1, maxItems: FILES_MAX })),
          connectionId: Type.Optional(text(ID_MAX)),
        }),
        response: created(ArticleImport),
      },
    },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      return reply.code(201).send({ data: await imports.start(caller, memberId, request.body) })
    },
  )

  app.post(
    '/article-imports/:importId/cancel',
    { config, schema: { params, response: answerOf(ArticleImport) } },
    async (request) => ({ data: await imports.cancel(memberOf(request).caller, request.params.importId) }),
  )
}
