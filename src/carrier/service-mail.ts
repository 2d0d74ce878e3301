import { type AddressKeys, makeMessageId, makeReplyAddress } from '#channels/email/address.ts'
import { isMailAddress } from '#channels/email/mail-address.ts'
import type { MailSender } from '#channels/email/send/mail-sender.ts'
import type { SendOutcome } from '#channels/outcome.ts'
import type { Shop } from '#database/database.ts'
import { findAccount, readCredentials } from '#storage/channels/accounts.ts'
import type { ClaimedMail } from '#storage/mail/mails.ts'
import { addressIn } from './email.ts'

interface ServiceMailOptions {
  sender: MailSender
  /** The service's server, and who its mail is from. */
  mail: { url: string; from: string }
  keys: AddressKeys
  /** The domain of our own door; null where it is off: then nothing is to be answered by mail. */
  inboundDomain: string | null
}

/**
 * Sends the service's own mail. What tells a shopper of a conversation goes out from the store's mailbox where it has a
 * server of its own, and is answered into that conversation.
 */
export function serviceMail({ sender, mail, keys, inboundDomain }: ServiceMailOptions) {
  const service = addressIn(mail.from)

  return async (shop: Shop, { id, content }: ClaimedMail): Promise<SendOutcome> => {
    const { to, subject, text, accountId, conversationId, fromName } = content
    if (!isMailAddress(to)) return { kind: 'failed', reason: 'The address is none that mail can be sent to.' }
    const [account, credentials] = accountId
      ? await Promise.all([findAccount(shop, accountId), readCredentials(shop, accountId)])
      : [undefined, null]
    const own = account?.address && credentials?.smtp ? { address: account.address, url: credentials.smtp.url } : null
    const address = own?.address ?? service
    const answersTo =
      account && inboundDomain && conversationId
        ? makeReplyAddress(keys, shop.shopId, conversationId, inboundDomain)
        : null
    return sender.send(
      { id: own ? (accountId as string) : 'SMTP_URL', url: own?.url ?? mail.url },
      {
        envelope: { from: address, to: [to] },
        from: { address, name: oneLine(account?.name ?? fromName) },
        to: { address: to, name: '' },
        ...(answersTo && { replyTo: { address: answersTo, name: oneLine(fromName) } }),
        subject: oneLine(subject),
        text,
        messageId: makeMessageId(keys, id, address.split('@').at(-1) ?? ''),
        // Nothing answers it by itself (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      },
    )
  }
}

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
