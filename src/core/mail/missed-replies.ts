import { currentTime } from '#base/clock.ts'
import type { Shop } from '#database/database.ts'
import { findMailbox } from '#storage/channels/accounts.ts'
import {
  findMissedConversation,
  listUnseenReplies,
  type MissedConversation,
  noteMailed,
  takeMissedReplies,
} from '#storage/mail/missed-replies.ts'
import { isPresent } from '#storage/presence/presence.ts'
import { queueMail } from './mails.ts'
import { missedReplyTexts } from './texts.ts'

/** Conversations that one look takes, and replies that one mail tells. */
const AT_ONCE = 20
const REPLIES = 20

/**
 * A shopper who left gets what they were answered by mail, once: where they gave an address, are not there any more, and
 * have not read it `afterMs` later. It says where the chat is; an answer to it comes into the same conversation.
 */
export function mailMissedReplies(shop: Shop, afterMs: number): Promise<void> {
  return shop.transaction(async (tx) => {
    const taken = await takeMissedReplies(tx, new Date(currentTime().getTime() - afterMs), AT_ONCE)
    for (const { conversationId, mailedPosition } of taken) {
      const found = await findMissedConversation(tx, conversationId)
      if (!found || !(await isWanted(found))) continue
      const after = BigInt(mailedPosition) > BigInt(found.customerPosition) ? mailedPosition : found.customerPosition
      const replies = await listUnseenReplies(tx, conversationId, after, REPLIES)
      const last = replies.at(-1)
      if (!last) continue
      const mailbox = await findMailbox(tx)
      await queueMail(tx, {
        to: found.email as string,
        ...missedReplyTexts(found, replies),
        fromName: found.storeName,
        accountId: mailbox?.id ?? null,
        conversationId,
      })
      await noteMailed(tx, conversationId, last.position)
    }

    async function isWanted(one: MissedConversation): Promise<boolean> {
      if (!one.email || one.isRedacted || one.isBlocked || one.isCustomerRead) return false
      return one.contactId === null || !(await isPresent(tx, 'contact', one.contactId))
    }
  })
}
