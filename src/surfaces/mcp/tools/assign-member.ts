import { assign } from '#core/conversations.ts'
import { defineTool } from '../tool.ts'

export const assignMember = defineTool<{ conversationId: string; memberId: string | null }>({
  name: 'assign_member',
  async run(caller, args) {
    const { conversationId, previousMemberId } = await assign(caller, args.conversationId, args.memberId)
    return JSON.stringify({ conversationId, memberId: args.memberId, previousMemberId })
  },
})
