import { postNote } from '#core/messages.ts'
import { messageDetail } from '#surfaces/http/present-message.ts'
import { defineTool } from '../tool.ts'

export const addNote = defineTool<{ conversationId: string; text: string; memberId?: string }>({
  name: 'add_note',
  async run(caller, { conversationId, text, memberId = null }) {
    return `{"message":${messageDetail(await postNote(caller, conversationId, { text, memberId }))}}`
  },
})
