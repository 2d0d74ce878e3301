import { emailKey } from '#base/text.ts'
import { isMailAddress } from '#channels/email/mail-address.ts'
import { isSameMailbox } from '#channels/email/own-addresses.ts'
import { withEachOnce } from '#channels/email/recipients.ts'
import { invalidParams } from '#core/errors.ts'
import { MAIL_RECIPIENTS_MAX } from '#core/limits.ts'
import { listAccounts } from '#storage/channels/accounts.ts'
import type { OutboundWay, ReplyRecipients } from '#storage/channels/outbound.ts'
import type { ConversationChange } from './conversation-transaction.ts'

/** Recipients of members' replies by mail (spec C13.8). */

/**
 * The way of a reply whose recipients a member chose. INVALID_PARAMS on another channel than email, for recipients that are
 * none, too many, not addresses or the store's own mailboxes, and for a mailbox that the store does not send from.
 */
export async function chooseWay(
  change: ConversationChange,
  { accountId, ...lists }: ReplyRecipients,
): Promise<OutboundWay> {
  if (change.conversation.channel !== 'email') throw invalidParams('email: only replies on email have recipients.')
  const recipients = withEachOnce({ cc: [], bcc: [], ...lists })
  const all = [...recipients.to, ...recipients.cc, ...recipients.bcc]
  const bad = all.find((address) => !isMailAddress(address))
  if (bad !== undefined) {
    throw invalidParams(
      `email: ${JSON.stringify(bad)} is not an email address; one is of the form name@domain.example.`,
    )
  }
  if (recipients.to.length === 0) throw invalidParams('email.to: name at least one recipient.')
  if (all.length > MAIL_RECIPIENTS_MAX) {
    throw invalidParams(`email: one mail has at most ${MAIL_RECIPIENTS_MAX} recipients; these are ${all.length}.`)
  }
  const mailboxes = (await listAccounts(change.tx)).filter(
    ({ channel, state }) => channel === 'email' && state !== 'disconnected',
  )
  const own = all.find((one) => mailboxes.some(({ externalId }) => isSameMailbox(emailKey(one), externalId)))
  if (own !== undefined) throw invalidParams(`email: ${own} is a mailbox of this store, which has the reply already.`)
  const chosen = accountId ?? (await change.deliveryRoute()).leavesBy?.accountId
  if (!mailboxes.some(({ id, state }) => id === chosen && state === 'connected')) {
    throw invalidParams('email.accountId is not a connected mailbox of the store.')
  }
  return { accountId: chosen as string, recipients }
}
