import { Type } from 'typebox'
import { addSpamSender, listSenders, removeSpamSender, setSpam } from '#core/conversations/spam.ts'
import type { App } from '#surfaces/http/app.ts'
import { datetime, string } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { sendForMember } from './kit/present.ts'
import { body, ConversationPath, ofConversation, text } from './kit/routes.ts'
import { answerOf, created } from './schemas/answers.ts'

const SENDER_MAX = 320
const Sender = Type.Object({ sender: string('An address or a domain.') })
const SpamSender = Type.Object({ ...Sender.properties, createdAt: datetime() })
const config = { access: 'admin' } as const
const params = Type.Object({ sender: Type.String() })

/** Spam: conversations, by any member; senders that always are, by admins. */
export function spamRoutes(app: App): void {
  app.post(
    '/conversations/:id/spam',
    { config: ofConversation, schema: { params: ConversationPath, body: body({ isSpam: Type.Boolean() }) } },
    async (request, reply) => {
      const { isSpam } = request.body
      return sendForMember(reply, await setSpam(memberOf(request).caller, request.params.id, isSpam))
    },
  )

  app.get('/spam-senders', { config, schema: { response: answerOf(Type.Array(SpamSender)) } }, async (request) => ({
    data: await listSenders(memberOf(request).caller),
  }))

  app.post(
    '/spam-senders',
    { config, schema: { body: body({ sender: text(SENDER_MAX) }), response: created(Sender) } },
    async (request, reply) => {
      const sender = await addSpamSender(memberOf(request).caller, request.body.sender)
      return reply.code(201).send({ data: { sender } })
    },
  )

  app.delete('/spam-senders/:sender', { config, schema: { params, response: answerOf(Sender) } }, async (request) => {
    const { sender } = request.params
    await removeSpamSender(memberOf(request).caller, sender)
    return { data: { sender } }
  })
}
