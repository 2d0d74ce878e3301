import { Type } from 'typebox'
import { listSendingMailboxes } from '#core/channels/accounts.ts'
import { startConversation } from '#core/contacts/start-conversation.ts'
import { ParleyError } from '#core/errors.ts'
import {
  EMAIL_SUBJECT_MAX,
  ID_MAX,
  MESSAGE_TEXT_MAX,
  PERSON_EMAIL_MAX,
  PERSON_NAME_MAX,
  STARTED_CONVERSATIONS_MAX,
} from '#core/limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { App } from '#surfaces/http/app.ts'
import { oneOf, text } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { sendForMember } from './kit/present.ts'
import { body } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { SendingMailbox } from './schemas/channels.ts'
import { ClientId, FileIds, IsFormatted } from './schemas/conversations.ts'

/** Conversations that members begin: by email, or in the chat of a contact who has visited the online store. */
export function startConversationRoutes(app: App, { signInCounter }: { signInCounter: RateCounter }): void {
  app.post(
    '/conversations',
    {
      schema: {
        body: body({
          channel: oneOf(['email', 'online_store']),
          contactId: Type.Optional(text(ID_MAX)),
          email: Type.Optional(text(PERSON_EMAIL_MAX)),
          name: Type.Optional(text(PERSON_NAME_MAX)),
          accountId: Type.Optional(text(ID_MAX)),
          subject: Type.Optional(text(EMAIL_SUBJECT_MAX)),
          text: Type.String({ maxLength: MESSAGE_TEXT_MAX }),
          files: Type.Optional(FileIds),
          clientId: Type.Optional(ClientId),
          isFormatted: Type.Optional(IsFormatted),
        }),
      },
    },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const [started = 0] = await signInCounter.hit([`started:${caller.shop.shopId}:${memberId}`])
      if (started > STARTED_CONVERSATIONS_MAX) {
        throw new ParleyError('RATE_LIMITED', 'Too many new conversations; wait a quarter of an hour.')
      }
      const { text, files, clientId, isFormatted, ...start } = request.body
      const words = { text, isFormatted, ...(files && { files }), ...(clientId !== undefined && { clientId }) }
      return sendForMember(reply, await startConversation(caller, memberId, start, words), false, 201)
    },
  )

  // For every member: only admins read the settings of channels.
  app.get('/mailboxes', { schema: { response: answerOf(Type.Array(SendingMailbox)) } }, async (request) => ({
    data: await listSendingMailboxes(memberOf(request).caller),
  }))
}
