import { Type } from 'typebox'
import { notFound } from '#core/errors.ts'
import { ID_MAX, PERSON_EMAIL_MAX } from '#core/limits.ts'
import { mailTranscript } from '#core/visitors/transcript.ts'
import type { App } from '#surfaces/http/app.ts'
import { body } from '#surfaces/http/schema.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'

/** A copy of a conversation by mail, where the operator's service sends mail. */
export function transcriptRoute(app: App, { limits, transcripts }: Storefront, guard: VisitorGuard): void {
  app.post(
    '/transcript',
    {
      schema: {
        body: body({
          conversationId: Type.String({ maxLength: ID_MAX }),
          email: Type.String({ maxLength: PERSON_EMAIL_MAX }),
          timeZone: Type.String({ maxLength: 64 }),
        }),
      },
      onRequest: guard,
    },
    async (request, reply) => {
      if (!transcripts) throw notFound('Transcript')
      const { shop, visitor } = visitorOf(request)
      await mailTranscript(shop, visitor, request.body, { ...transcripts, network: limits.networkOf(request.ip) })
      return reply.code(202).send({ data: { email: request.body.email } })
    },
  )
}
