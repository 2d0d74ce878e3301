import { Type } from 'typebox'
import { ID_MAX } from '#core/limits.ts'
import { listMyNotifications, markNotificationsRead } from '#core/members/notifications.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { Notification } from './schemas/notifications.ts'

/** What the member was told of. Only ever one's own. */
export function notificationRoutes(app: App): void {
  app.get('/notifications', { schema: { response: answerOf(Type.Array(Notification)) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: await listMyNotifications(caller, memberId) }
  })

  // All of them, or those of one conversation.
  app.post(
    '/notifications/read',
    { schema: { body: body({ conversationId: Type.Optional(text(ID_MAX)) }) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      const { conversationId = null } = request.body
      await markNotificationsRead(caller, memberId, conversationId)
      return { data: { conversationId } }
    },
  )
}
