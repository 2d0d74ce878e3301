import type { Conversation } from '../api/records.ts'

/** How a conversation's contact is called where only the conversation is known. */
export const contactName = ({
  customerName,
  customerEmail,
  pgConvoId,
}: Pick<Conversation, 'customerName' | 'customerEmail' | 'pgConvoId'>) =>
  customerName || customerEmail || (pgConvoId ? `Visitor ${pgConvoId}` : 'Visitor')
