import { Type } from 'typebox'
import { ID_MAX } from '#core/limits.ts'
import { changeMemberMail, getMemberMail } from '#core/mail/notification-preferences.ts'
import { listMyNotifications, markNotificationsRead } from '#core/members/notifications.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { MAIL_CHOICE, MailChoice, Notification } from './schemas/notifications.ts'
import type { SignInOptions } from './sign-in.ts'

/** Notifications of the calling member, never another's. */
export function notificationRoutes(app: App, { mail }: Pick<SignInOptions, 'mail'>): void {
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

  // What of it goes out to who is away, by mail and on browsers that they chose.
  app.get('/notifications/mail', { schema: { response: answerOf(MailChoice) } }, async (request) => {
    const { caller, memberId } = memberOf(request)
    return { data: { ...(await getMemberMail(caller, memberId)), isMailed: mail !== null } }
  })

  app.put(
    '/notifications/mail',
    { schema: { body: body(MAIL_CHOICE), response: answerOf(MailChoice) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      const { byMail = true, unassignedMissed = false, ...choice } = request.body
      const changed = await changeMemberMail(caller, memberId, { ...choice, byMail, unassignedMissed })
      return { data: { ...changed, isMailed: mail !== null } }
    },
  )
}
