import { Type } from 'typebox'
import { listPlaygroundConversations } from '#core/conversations/conversations.ts'
import { CONVERSATIONS_PAGE, INT32_MAX } from '#core/limits.ts'
import { cursor, limitOf, pagingOf } from '../fields.ts'
import { Conversation, Paging } from '../records.ts'
import { defineTool } from '../tool.ts'

export const listConversations = defineTool({
  name: 'list_conversations',
  title: 'List test conversations',
  description:
    'List test conversations from the AI playground, newest activity first. Real customer conversations are not included.',
  input: { limit: limitOf({ default: CONVERSATIONS_PAGE.default }), cursor },
  output: { conversations: Type.Array(Conversation), paging: Paging },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(caller, { limit = CONVERSATIONS_PAGE.default, cursor = null }) {
    // No maximum (spec 8.22): what is cut is only what the database could not count to.
    const page = await listPlaygroundConversations(caller, { limit: Math.min(limit, INT32_MAX - 1), cursor })
    return `{"conversations":[${page.items.join(',')}],"paging":${JSON.stringify(pagingOf(page))}}`
  },
})
