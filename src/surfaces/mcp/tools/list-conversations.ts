import { listPlaygroundConversations } from '#core/conversations.ts'
import { CONVERSATIONS_PAGE, INT32_MAX } from '#core/limits.ts'
import { defineTool } from '../tool.ts'

export const listConversations = defineTool<{ limit?: number; cursor?: string }>({
  name: 'list_conversations',
  async run(caller, { limit = CONVERSATIONS_PAGE.default, cursor = null }) {
    // No maximum (spec 8): what is cut is only what the database could not count to.
    const page = await listPlaygroundConversations(caller, { limit: Math.min(limit, INT32_MAX - 1), cursor })
    const paging = { nextCursor: page.nextCursor, hasMore: page.nextCursor !== null }
    return `{"conversations":[${page.items.join(',')}],"paging":${JSON.stringify(paging)}}`
  },
})
