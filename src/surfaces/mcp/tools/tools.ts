import type { Tool, ToolParts } from '../tool.ts'
import { addNote } from './add-note.ts'
import { assignMember } from './assign-member.ts'
import { humanAgentTransfer } from './human-agent-transfer.ts'
import { listConversations } from './list-conversations.ts'
import { listMembers } from './list-members.ts'
import { registerWebhook } from './register-webhook.ts'
import { sendMessage } from './send-message.ts'
import { updateTags } from './update-tags.ts'

/** Every tool, in the order in which they are listed (spec 4.7). */
export const createTools = ({ addresses }: ToolParts): Tool[] => [
  sendMessage,
  addNote,
  updateTags,
  assignMember,
  listMembers,
  listConversations,
  registerWebhook(addresses),
  humanAgentTransfer,
]
