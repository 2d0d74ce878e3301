import { PERSON_EMAIL_MAX } from '#core/limits.ts'
import { RECOVERIES, recoverMember } from '#core/members/recovery.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { body, oneOf, text } from '#surfaces/http/schema.ts'
import { operation, RecoveredMember, StorePath } from './answers.ts'
import type { Operator } from './parts.ts'

/** The operator's way back for members who cannot sign in (spec C17). */
export function memberRoutes(app: App, { abilities, baseUrl }: Operator): void {
  app.post(
    '/stores/:shopId/members/recovery',
    {
      schema: {
        ...operation({
          operationId: 'recoverMember',
          summary: 'Let a member in again',
          description:
            'Turns off a member’s second factor, makes a link to a new password that works once and for an hour, or makes a member an admin. Ends the member’s sessions; the audit log records it, and the store’s admins are mailed where mail is set up.',
          tags: ['Operator: stores'],
          answer: data(RecoveredMember),
        }),
        params: StorePath,
        body: body({
          email: text(PERSON_EMAIL_MAX),
          action: oneOf(RECOVERIES),
        }),
      },
    },
    async (request) => {
      const { link, ...member } = await recoverMember(callerOf(request), request.body, abilities.sendsMail)
      return {
        data: {
          ...member,
          link: link && `${baseUrl}/inbox/welcome#${link.token}`,
          linkExpiresAt: link?.expiresAt.toISOString() ?? null,
        },
      }
    },
  )
}
