import type { AddressKeys } from '#channels/email/address.ts'
import { makeBounceAddress, makeForwardAddress, makeMessageId, makeReplyAddress } from '#channels/email/address.ts'
import { incomingOf } from '#channels/email/incoming.ts'
import type { MailReader } from '#channels/email/reader/mail-reader.ts'
import type { MailSender } from '#channels/email/send/mail-sender.ts'
import { BadMailAddress, type ForwardedMessage, type OutgoingReply, writeMail } from '#channels/email/write.ts'
import { Unfetchable } from '#channels/incoming.ts'
import type { SendOutcome } from '#channels/outcome.ts'
import type { LoadedFile } from '#channels/sendable-files.ts'
import type { Account } from '#core/channels/accounts.ts'
import type { Outgoing } from '#core/channels/sending.ts'
import { mailLookOf } from '#core/stores/mail-look.ts'
import type { Database } from '#database/database.ts'
import type { Credentials } from '#storage/channels/accounts.ts'
import { findMembersByEmail } from '#storage/members/members.ts'
import type { Adapter } from './adapters.ts'
import type { MailboxTokens } from './mailbox-tokens.ts'

export interface EmailOptions {
  database: Database
  sender: MailSender
  tokens: MailboxTokens
  reader: MailReader
  /** What signed addresses and Message-IDs are made with. */
  keys: AddressKeys
  /** The server of mailboxes that have none of their own, and who its mail is from; undefined: they cannot send. */
  mail: { url: string; from: string } | undefined
  /** The domain of our own door; null where it is off: then answers come to the mailbox, and are known by Message-ID. */
  inboundDomain: string | null
  /** Address of this service, where its pictures are. */
  baseUrl: string
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
/** Most trouble passes in seconds; servers that put mail off want minutes (greylisting), some are away for a night. */
const WAITS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]

/** Mail, by any SMTP server out and by any of three ways in. */
export function emailAdapter({
  database,
  sender,
  tokens,
  reader,
  keys,
  mail,
  inboundDomain,
  baseUrl,
}: EmailOptions): Adapter {
  /** Accounts whose server takes mail with their own return path only. */
  const plainReturnPath = new Set<string>()

  async function send(message: Outgoing, files: LoadedFile[]): Promise<SendOutcome> {
    const { account, credentials } = message
    const own = tokens.smtpOf(database.shop(message.shopId), account, credentials)
    if (!own && !mail) {
      return { kind: 'broken', reason: 'There is no server for outgoing mail: give smtp.url, or have SMTP_URL set.' }
    }
    const from = fromOf(message, mail?.from)
    const reply = { ...replyOf(message, { keys, inboundDomain, baseUrl, from }), files }
    const give = (written: OutgoingReply) =>
      own ? sender.send(own, writeMail(written)) : giveToService(mail?.url as string, written)
    const outcome = plainReturnPath.has(account.id) ? null : await give(reply)
    if (outcome && !(outcome.kind === 'failed' && own && reply.returnPath)) return outcome
    // Hosted mailboxes take mail from their own address alone, in the envelope too.
    const plain = await give({ ...reply, returnPath: null })
    if (plain.kind === 'sent') plainReturnPath.add(account.id)
    return plain
  }

  /** A store cannot fix the service's own server: mail that it rejects for everyone waits. */
  async function giveToService(url: string, written: OutgoingReply): Promise<SendOutcome> {
    const outcome = await sender.send({ id: 'SMTP_URL', url }, writeMail(written))
    return outcome.kind === 'broken' ? { ...outcome, kind: 'retry', slowsAccount: true } : outcome
  }

  return {
    waitsMs: WAITS_MS,
    send: (message, { files }) => send(message, files).catch(unsendable),
    async read(payload, account, { shop, accounts, now }) {
      const own = [account, ...accounts.filter(({ channel, state }) => channel === 'email' && state !== 'disconnected')]
      const judged = await reader.read(payload)
      const { from, replyTos, to, cc } = judged.mail
      const named = [...(from ? [from] : []), ...replyTos, ...to, ...cc].map(({ address }) => address)
      return incomingOf(judged, now, {
        shopId: shop.shopId,
        keys,
        own: {
          mailboxes: new Set(own.map((one) => one.externalId)),
          service: mail ? addressIn(mail.from).toLowerCase() : null,
          inboundDomain,
          members: await findMembersByEmail(shop, [...new Set(named)]),
        },
      })
    },
    fetchFile: () => Promise.reject(new Unfetchable('the mail does not have it.')),
  }
}

function unsendable(error: Error): SendOutcome {
  if (error instanceof BadMailAddress) return { kind: 'failed', reason: error.message }
  throw error
}

/**
 * Sender of a reply: the mailbox, if its own server sends it or the operator connected it; otherwise the service's own
 * address under the mailbox's name, because no store may use any address through the operator's server.
 */
export function addressFrom(account: Account, { smtp }: Credentials, serviceFrom = ''): string {
  const isOwn = smtp !== undefined || account.isTrusted
  return isOwn || !serviceFrom ? (account.address ?? '') : addressIn(serviceFrom)
}

/**
 * The name that a mailbox's mail is from. Where a store chose it and the mail has the service's own address, it says which
 * store that is: `Support (Acme)`.
 */
export function nameFrom({ name, isTrusted }: Account, { smtp }: Credentials, storeName: string): string {
  if (name === null || name === storeName || smtp !== undefined || isTrusted) return name ?? storeName
  return `${name} (${storeName})`
}

const fromOf = ({ account, credentials, storeName }: Outgoing, serviceFrom?: string) => ({
  address: addressFrom(account, credentials, serviceFrom),
  name: nameFrom(account, credentials, storeName),
})

/** The address in MAIL_FROM, which may have a name with the address in angle brackets. */
export const addressIn = (from: string) => /<([^<>]+)>$/.exec(from)?.[1] ?? from

function replyOf(
  message: Outgoing,
  {
    keys,
    inboundDomain,
    baseUrl,
    from,
  }: Pick<EmailOptions, 'keys' | 'inboundDomain' | 'baseUrl'> & { from: OutgoingReply['from'] },
): OutgoingReply {
  const { shopId, conversationId, messageId, account, storeName, answers } = message
  const domain = inboundDomain ?? from.address.split('@').at(-1) ?? ''
  const { quoted } = message
  const signed =
    inboundDomain &&
    (quoted
      ? makeForwardAddress(keys, shopId, messageId, inboundDomain)
      : makeReplyAddress(keys, shopId, conversationId, inboundDomain))
  const isOwn = account.isVerified || account.readsMailbox
  const mailbox = isOwn && account.address !== from.address ? account.address : null
  return {
    from,
    ...(message.recipients ?? { to: [message.recipient] }),
    text: message.text,
    formatting: message.formatting ?? [],
    signature: message.signature,
    look: mailLookOf(message.mailLook, { storeName, baseUrl }),
    sentAt: new Date(),
    messageId: makeMessageId(keys, messageId, domain),
    replyTo: signed || mailbox,
    returnPath: inboundDomain && makeBounceAddress(keys, shopId, messageId, inboundDomain),
    subject: quoted?.subject ?? message.subject ?? (account.name || storeName),
    // A forwarded mail begins a thread of its own.
    inReplyTo: quoted ? null : (answers.at(-1) ?? null),
    references: quoted ? [] : answers,
    isAutomatic: message.isAutomatic,
    forwarded: quoted && forwardedOf(quoted, storeName),
  }
}

function forwardedOf(quoted: NonNullable<Outgoing['quoted']>, storeName: string): ForwardedMessage {
  const { senderName, sender, subject, createdAt: sentAt, to, cc, text } = quoted
  const name = senderName || storeName
  return {
    from: sender && sender !== name ? `${name} <${sender}>` : name,
    sentAt,
    subject: subject ?? '',
    to,
    cc,
    text,
  }
}
