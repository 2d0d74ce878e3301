import { postBotReply } from '#core/messages.ts'
import { messageDetail } from '#surfaces/http/present-message.ts'
import { defineTool } from '../tool.ts'

export const sendMessage = defineTool<{ conversationId: string; text: string }>({
  name: 'send_message',
  async run(caller, { conversationId, text }) {
    return `{"message":${messageDetail(await postBotReply(caller, conversationId, text))}}`
  },
})
