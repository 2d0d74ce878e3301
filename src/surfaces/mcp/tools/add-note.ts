import { Type } from 'typebox'
import { postInternalNote } from '#core/conversations/replies.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { messageDetail } from '#surfaces/http/present.ts'
import { conversationId } from '../fields.ts'
import { Message } from '../records.ts'
import { defineTool } from '../tool.ts'

export const addNote = defineTool({
  name: 'add_note',
  title: 'Add an internal note',
  description: 'Add an internal note to a conversation. Team members see it, the customer never does. Not idempotent.',
  input: {
    conversationId,
    text: Type.String({ minLength: 1, maxLength: MESSAGE_TEXT_MAX, description: 'Note text, up to 5,000 characters.' }),
    memberId: Type.Optional(
      Type.String({ description: 'Active member to show as the author. Default: the AI agent.' }),
    ),
  },
  output: { message: Message },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(caller, { conversationId, text, memberId = null }) {
    return `{"message":${messageDetail(await postInternalNote(caller, conversationId, { text, memberId }))}}`
  },
})
