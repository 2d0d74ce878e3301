import { currentTime } from '#base/clock.ts'
import { hashToken, newId } from '#base/ids.ts'
import type { Network } from '#base/network.ts'
import { emailKey } from '#base/text.ts'
import { UNANSWERED_MAIL_MS, UNPROVEN_MAILS_PER_DAY } from '#core/limits.ts'
import { takeMail } from '#core/mail/mail-counts.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Queries } from '#database/database.ts'
import { findMailbox } from '#storage/channels/accounts.ts'
import { type MailKind, noteAnswerFrom, noteMailTo } from '#storage/mail/mailed-addresses.ts'
import { insertMail, type MailContent } from '#storage/mail/outgoing-emails.ts'

/** A mail of the store to a shopper about one of their conversations. */
export interface ShopperMail extends Pick<MailContent, 'to' | 'subject' | 'text' | 'unreadNotice'> {
  kind: MailKind
  conversationId: string
  storeName: string
  /** Whether the address is known to be the shopper's: the shop's own record has it, and they signed in there. */
  isVerified: boolean
  /** Network of the shopper's browser; null if networks are not limited. */
  network: Network | null
}

/** Why a mail to an unproven address was not sent: one of its kind is unanswered, or there were too many today. */
export type MailRefusal = 'unanswered' | 'too many'

/**
 * Puts a mail to a shopper on its way: the only way for such mail. Anybody can type anybody's address into a chat, so one
 * that is not proven gets one mail of each kind until it answers, and they are counted by address, network, store and day.
 */
export async function mailShopper(tx: Queries, mail: ShopperMail, counter: RateCounter): Promise<MailRefusal | null> {
  const { kind, to, conversationId, storeName, isVerified, network } = mail
  const { subject, text, unreadNotice = '' } = mail
  const [id, now] = [newId(), currentTime()]
  if (!isVerified) {
    const giveBack = await takeMail(counter, 'shopper', { shopId: tx.shopId, to, network }, UNPROVEN_MAILS_PER_DAY)
    if (!giveBack) return 'too many'
    const unansweredSince = new Date(now.getTime() - UNANSWERED_MAIL_MS)
    if (!(await noteMailTo(tx, addressAt(to, now), { kind, mailId: id, unansweredSince }))) {
      await giveBack()
      return 'unanswered'
    }
  }
  const accountId = (await findMailbox(tx))?.id ?? null
  const content = { to, subject, text, fromName: storeName, accountId, conversationId, unreadNotice }
  await insertMail(tx, id, content, { about: [conversationId], now })
  return null
}

/** Mail came from an address; `answers` are ids of our mails that it names, which only their recipients know. */
export async function noteMailFrom(
  tx: Queries,
  address: string,
  proof: { isVerified: boolean; answers: readonly string[] },
): Promise<void> {
  await noteAnswerFrom(tx, addressAt(address, currentTime()), proof)
}

const addressAt = (address: string, now: Date) => ({ addressHash: hashToken(emailKey(address)), now })
