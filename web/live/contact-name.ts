import type { Conversation } from '../api/records.ts'
import { t } from '../base/texts.ts'

/** How a conversation's contact is called where only the conversation is known. */
export const contactName = ({
  customerName,
  customerEmail,
  pgConvoId,
}: Pick<Conversation, 'customerName' | 'customerEmail' | 'pgConvoId'>) =>
  customerName || customerEmail || (pgConvoId ? t('Visitor {0}', pgConvoId) : t('Visitor'))
