import { emailKey } from '#base/text.ts'
import { isSameMailbox } from '#channels/email/own-addresses.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { requireActive } from '#core/members/members.ts'
import { findQuotedMessage } from '#storage/channels/originals.ts'
import { insertOutbound, type ReplyRecipients } from '#storage/channels/outbound.ts'
import { findThread } from '#storage/channels/threads.ts'
import { changeConversation, requireNotMerged, withMergedRedirect } from './conversation-transaction.ts'
import { chooseWay } from './mail-recipients.ts'
import type { MessageView } from './messages.ts'
import { checkChannelOfFiles, findSent, viewOf } from './replies.ts'
import { fromMember } from './sender-fields.ts'

/** What a member sends along with a forwarded message. */
export interface ForwardWords {
  /** Text above it; may be empty. */
  text: string
  email: ReplyRecipients
  clientId?: string
}

/**
 * Forwards a message with its files by mail (spec C13.12), and writes an internal note of it, which answers follow. Returns
 * the note. NOT_FOUND for a message that is not there or was deleted; INVALID_PARAMS on other channels than email, for files
 * that are too large, and for the customer among the recipients.
 */
export async function forwardMessage(
  caller: Caller,
  id: string,
  messageId: string,
  { memberId, text, email, clientId }: ForwardWords & { memberId: string },
): Promise<MessageView> {
  const changed = await withMergedRedirect(id, (id) =>
    changeConversation(
      caller,
      id,
      async (change) => {
        const { tx, conversation, now } = change
        const sent = await findSent(change, clientId)
        if (sent) return sent
        requireNotMerged(change)
        const member = requireActive(change.author)
        const [quoted, thread] = await Promise.all([
          findQuotedMessage(tx, conversation.id, messageId),
          findThread(tx, conversation.id),
        ])
        if (!quoted) throw notFound('Message')
        if (text !== '') checkText(text, MESSAGE_TEXT_MAX)
        const { accountId, recipients } = await chooseWay(change, email)
        checkChannelOfFiles(change, quoted.files)
        const all = recipients ? [...recipients.to, ...recipients.cc, ...recipients.bcc] : []
        const customers = [conversation.customerEmail, thread?.recipient].filter((one) => one != null)
        const customer = all.find((one) => customers.some((known) => isSameMailbox(emailKey(one), emailKey(known))))
        if (customer !== undefined) {
          throw invalidParams(
            `email: ${customer} is the customer, whose answer belongs to the conversation; reply instead.`,
          )
        }
        const words = [`Forwarded to ${all.join(', ')}.`, text].filter(Boolean).join('\n\n')
        const note = change.write({
          ...fromMember(member),
          isNote: true,
          text: words.slice(0, MESSAGE_TEXT_MAX),
          ...(clientId !== undefined && { clientId }),
        })
        const sending = {
          messageId: note.id,
          conversationId: conversation.id,
          accountId,
          position: note.position,
          textParts: 1,
          recipients,
          template: null,
          forward: { messageId, text },
        }
        change.addStatement(() => insertOutbound(tx, sending, now))
        change.set({ isRead: true })
        return undefined
      },
      memberId,
    ),
  )
  return viewOf(changed)
}
