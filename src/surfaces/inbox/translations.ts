import { Type } from 'typebox'
import { readTranslation, setAlways, translateMessages, translateReply } from '#core/conversations/translations.ts'
import { ID_MAX, MESSAGE_TEXT_MAX, TRANSLATED_AT_ONCE } from '#core/limits.ts'
import type { TranslationDesk } from '#core/translation-desk.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, text } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { LanguageCode, MessageTranslation, Translation } from './schemas/conversations.ts'

const config = ofConversation
const params = ConversationPath

/** Messages in the member's language, and drafts of replies in the customer's. */
export function translationRoutes(app: App, desk: TranslationDesk): void {
  app.get(
    '/conversations/:id/translation',
    { config, schema: { params, response: answerOf(Translation) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      return { data: await readTranslation(caller, request.params.id, memberId, desk) }
    },
  )

  app.put(
    '/conversations/:id/translation',
    { config, schema: { params, body: body({ always: Type.Boolean() }), response: answerOf(Translation) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      const { id } = request.params
      await setAlways(caller, id, memberId, request.body.always)
      return { data: await readTranslation(caller, id, memberId, desk) }
    },
  )

  app.post(
    '/conversations/:id/translations',
    {
      config,
      schema: {
        params,
        body: body({
          messageIds: Type.Array(text(ID_MAX), { minItems: 1, maxItems: TRANSLATED_AT_ONCE }),
          language: LanguageCode,
        }),
        response: answerOf(Type.Array(MessageTranslation)),
      },
    },
    async (request) => ({
      data: await translateMessages(memberOf(request).caller, request.params.id, request.body, desk),
    }),
  )

  app.post(
    '/conversations/:id/translations/reply',
    {
      config,
      schema: {
        params,
        body: body({ text: Type.String({ maxLength: MESSAGE_TEXT_MAX }), language: LanguageCode }),
        response: answerOf(Type.Object({ text: Type.String(), to: Type.String() })),
      },
    },
    async (request) => ({
      data: await translateReply(memberOf(request).caller, request.params.id, request.body, desk),
    }),
  )
}
