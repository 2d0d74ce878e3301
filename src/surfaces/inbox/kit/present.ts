import type { FastifyReply } from 'fastify'
import type { ConversationView } from '#core/conversations/conversations.ts'
import { toMemberConversation } from '#core/conversations/visitor-view.ts'
import { sendConversation } from '#surfaces/http/present.ts'

/** One conversation for a member: its detail form, and how it is snoozed. */
export function sendForMember(
  reply: FastifyReply,
  view: ConversationView,
  withMeta = false,
  status: 200 | 201 = 200,
): FastifyReply {
  return sendConversation(reply, { ...view, renderedJson: toMemberConversation(view) }, withMeta, status)
}
