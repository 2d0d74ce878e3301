import { type AddressKeys, makeMessageId, makeReplyAddress } from '#channels/email/address.ts'
import { isMailAddress } from '#channels/email/mail-address.ts'
import { type MailLook, mailHtml } from '#channels/email/mail-html.ts'
import type { MailSender } from '#channels/email/send/mail-sender.ts'
import type { SendOutcome } from '#channels/outcome.ts'
import { mailLookOf } from '#core/stores/mail-look.ts'
import type { Shop } from '#database/database.ts'
import { findAccount, readCredentials } from '#storage/channels/accounts.ts'
import { type ChannelMessage, insertChannelMessage } from '#storage/channels/messages.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import type { ClaimedMail } from '#storage/mail/outgoing-emails.ts'
import { findMailLook } from '#storage/stores/stores.ts'
import { addressIn, nameFrom } from './email.ts'
import type { MailboxTokens } from './mailbox-tokens.ts'

interface ServiceMailOptions {
  sender: MailSender
  tokens: MailboxTokens
  /** The service's server, and who its mail is from. */
  mail: { url: string; from: string }
  keys: AddressKeys
  /** The domain of our own door; null where it is off: then nothing is to be answered by mail. */
  inboundDomain: string | null
  /** Address of this service, where its pictures are. */
  baseUrl: string
}

/**
 * Sends the service's own mail. What tells a shopper of a conversation goes out from the store's mailbox where it has a
 * server of its own, and is answered into that conversation.
 */
export function serviceMail({ sender, tokens, mail, keys, inboundDomain, baseUrl }: ServiceMailOptions) {
  const service = addressIn(mail.from)

  return async (shop: Shop, { id, content }: ClaimedMail): Promise<SendOutcome> => {
    const { to, subject, text, accountId, conversationId, fromName, unreadNotice = '' } = content
    if (!isMailAddress(to)) return { kind: 'failed', reason: 'The address is none that mail can be sent to.' }
    const [account, credentials] = accountId
      ? await Promise.all([findAccount(shop, accountId), readCredentials(shop, accountId)])
      : [undefined, null]
    const own = account?.address && credentials ? tokens.smtpOf(shop, account, credentials) : undefined
    const address = (own && account?.address) ?? service
    const signed =
      account && inboundDomain && conversationId
        ? makeReplyAddress(keys, shop.shopId, conversationId, inboundDomain)
        : null
    // Without a signed address an answer comes to the mailbox, and is known by the Message-ID of this mail.
    const mailbox = account && (account.isVerified || account.readsMailbox) ? account.address : null
    const answersTo = signed ?? (mailbox === address ? null : mailbox)
    const isAnswered = signed !== null || mailbox !== null || own !== undefined
    const said = isAnswered || !unreadNotice ? text : `${text}\n\n${unreadNotice}`
    const look = conversationId === null ? null : await readMailLook(shop, baseUrl)
    const outcome = await sender.send(own ?? { id: 'SMTP_URL', url: mail.url }, {
      envelope: { from: address, to: [to] },
      from: { address, name: oneLine(account ? nameFrom(account, credentials ?? {}, fromName) : fromName) },
      to: { address: to, name: '' },
      ...(answersTo && { replyTo: { address: answersTo, name: oneLine(fromName) } }),
      subject: oneLine(subject),
      text: look?.footer ? `${said}\n\n${look.footer}` : said,
      ...(look && { html: mailHtml({ text: said, look }) }),
      messageId: makeMessageId(keys, id, address.split('@').at(-1) ?? ''),
      // Nothing answers it by itself (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    if (outcome.kind === 'sent' && account && conversationId) {
      const ids = { accountId: account.id, conversationId, messageId: id, direction: 'out' as const }
      await noteSent(shop, ids, [outcome.externalId, ...(outcome.aliases ?? [])])
    }
    return outcome
  }
}

/** The look of mails to the store's customers; null for plain ones. */
async function readMailLook(shop: Shop, baseUrl: string): Promise<MailLook | null> {
  const found = await findMailLook(shop)
  return found ? mailLookOf(found.mailLook, { storeName: found.storeName, baseUrl }) : null
}

/** Notes what a mail is known by, so that an answer finds its conversation; one that was deleted meanwhile gets none. */
async function noteSent(
  shop: Shop,
  ids: Omit<ChannelMessage, 'externalId'>,
  externalIds: readonly string[],
): Promise<void> {
  if (!(await findConversation(shop, ids.conversationId))) return
  for (const externalId of externalIds) {
    // The mail has left: no failure here may have it sent again.
    await insertChannelMessage(shop, { ...ids, externalId }, new Date()).catch(() => {})
  }
}

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
