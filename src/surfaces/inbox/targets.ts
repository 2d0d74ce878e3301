import { setPriority } from '#core/conversations/state.ts'
import { PRIORITIES } from '#core/priorities.ts'
import { ReplyTargets } from '#core/targets/target.ts'
import { getTargets, setTargets } from '#core/targets/targets.ts'
import type { App } from '#surfaces/http/app.ts'
import { oneOf } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { sendForMember } from './kit/present.ts'
import { body, ConversationPath, ofConversation } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'

/** Reply-time targets: every member sees them, admins set them; and how urgent a conversation is. */
export function targetRoutes(app: App): void {
  app.get('/targets', { schema: { response: answerOf(ReplyTargets) } }, async (request) => ({
    data: await getTargets(memberOf(request).caller),
  }))

  app.put(
    '/targets',
    { config: { access: 'admin' }, schema: { body: ReplyTargets, response: answerOf(ReplyTargets) } },
    async (request) => ({ data: await setTargets(memberOf(request).caller, request.body) }),
  )

  app.post(
    '/conversations/:id/priority',
    { config: ofConversation, schema: { params: ConversationPath, body: body({ priority: oneOf(PRIORITIES) }) } },
    async (request, reply) =>
      sendForMember(reply, await setPriority(memberOf(request).caller, request.params.id, request.body.priority)),
  )
}
