import { Type } from 'typebox'
import { assign } from '#core/conversations/state.ts'
import { nullable } from '#surfaces/http/schema.ts'
import { conversationId } from '../fields.ts'
import { defineTool } from '../tool.ts'

export const assignMember = defineTool({
  name: 'assign_member',
  title: 'Assign or unassign',
  description: 'Assign a conversation to a team member, or unassign it with memberId null. Get ids from list_members.',
  input: {
    conversationId,
    memberId: Type.Union([Type.String(), Type.Null()], {
      description: 'Id of an active member, or null to unassign.',
    }),
  },
  output: {
    conversationId: Type.String(),
    memberId: nullable(Type.String()),
    previousMemberId: nullable(Type.String()),
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(caller, { memberId, ...args }) {
    const { conversationId, previousMemberId } = await assign(caller, args.conversationId, memberId)
    return { conversationId, memberId, previousMemberId }
  },
})
