import { Type } from 'typebox'
import { postBotReply } from '#core/conversations/replies.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { messageDetail } from '#surfaces/http/present.ts'
import { conversationId } from '../fields.ts'
import { Message } from '../records.ts'
import { defineTool } from '../tool.ts'

export const sendMessage = defineTool({
  name: 'send_message',
  title: 'Send a bot reply',
  description:
    'Send a text reply to the customer as the AI agent (senderType bot). The customer sees it on the channel of the conversation. Not idempotent: every call sends another message. For a note that only the team sees use add_note.',
  input: {
    conversationId,
    text: Type.String({
      minLength: 1,
      maxLength: MESSAGE_TEXT_MAX,
      description: 'Message text, up to 5,000 characters.',
    }),
  },
  output: { message: Message },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(caller, { conversationId, text }) {
    return `{"message":${messageDetail(await postBotReply(caller, conversationId, text))}}`
  },
})
