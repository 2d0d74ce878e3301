import { emailKey } from '#base/text.ts'
import { isSameMailbox } from '#channels/email/own-addresses.ts'
import { keyOfMessageId } from '#channels/email/relay-ids.ts'
import type { IncomingOf } from '#channels/incoming.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { systemNote } from '#core/conversations/sender-fields.ts'
import { unlessDeleted } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { findMailByMessageId, findMessageOf, findSentNear } from '#storage/channels/messages.ts'
import { findOutbound } from '#storage/channels/outbound.ts'
import { findThread } from '#storage/channels/threads.ts'
import { recordReturn } from './outcomes.ts'

/** Applies a report that mail of ours came back: for good it has failed; for now it is waited for. */
export async function applyBounce(shop: Shop, bounce: IncomingOf<'bounce'>): Promise<void> {
  if (!bounce.isPermanent) return
  const { of, recipient, reason } = bounce
  const message = 'messageId' in of ? await findOutbound(shop, of.messageId) : await findReturned(shop, of, recipient)
  if (!message) return
  if (recipient !== null && (await isCopy(shop, message.messageId, recipient)))
    await noteLostCopy(shop, message.conversationId, `Not delivered to ${recipient}, who was in copy: ${reason}`)
  else await recordReturn(shop, message, { reason })
}

/** Whether a mail went to an address as a copy only. */
async function isCopy(shop: Shop, messageId: string, address: string): Promise<boolean> {
  const { to, cc, bcc } = (await findOutbound(shop, messageId))?.recipients ?? { to: [], cc: [], bcc: [] }
  const isIn = (list: string[]) => list.some((one) => isSameMailbox(emailKey(one), emailKey(address)))
  return isIn([...cc, ...bcc]) && !isIn(to)
}

/** Finds a returned mail of ours: by its Message-ID, by the id that a relay gave it, or by what it answered and whom it was for. */
async function findReturned(
  shop: Shop,
  { externalId, answers, sentAt }: { externalId: string; answers: string[]; sentAt: Date | null },
  recipient: string | null,
): Promise<{ conversationId: string; messageId: string } | undefined> {
  for (const id of externalId ? [externalId, keyOfMessageId(externalId)] : []) {
    const known = await findMailByMessageId(shop, id)
    if (known) return known.direction === 'out' ? known : undefined
  }
  const conversationId = answers.length > 0 ? (await findMessageOf(shop, answers))?.conversationId : undefined
  const thread = conversationId === undefined ? undefined : await findThread(shop, conversationId)
  if (!thread || recipient === null || !isSameMailbox(thread.recipient, recipient)) return undefined
  return findSentNear(shop, thread.conversationId, sentAt)
}

async function noteLostCopy(shop: Shop, conversationId: string, text: string): Promise<void> {
  await unlessDeleted(
    changeConversation({ shop }, conversationId, (change) => {
      change.write(systemNote(text))
    }),
  )
}
