import type { Incoming, IncomingSender } from '../incoming.ts'
import { type AddressKeys, readMessageId, storeKeyOf } from './address.ts'
import type { JudgedMail } from './judge.ts'
import { threadSigns } from './thread.ts'

/** What a mail is looked at with. */
export interface MailboxContext {
  shopId: string
  keys: AddressKeys
  /** The store's own addresses, in lowercase. */
  ownAddresses: ReadonlySet<string>
}

/** Who is said to have written a mail that names nobody. */
const NOBODY = 'unknown'

/**
 * What a mail means for a store: a customer's words, or news of a mail of ours. Addresses of another store, and such as
 * were not made here, are none. A report about no mail of ours is nothing.
 */
export function incomingOf(judged: JudgedMail, at: Date, context: MailboxContext): Incoming[] {
  const { mail, id } = judged
  const { keys, shopId } = context
  const signs = threadSigns(keys, mail)
  const token = signs.token?.storeKey === storeKeyOf(shopId) ? signs.token : null
  const named = token?.use === 'bounce' ? [token.id] : []
  if (mail.bounce) {
    const { originalMessageId, kind, reason } = mail.bounce
    const messageId = named[0] ?? (originalMessageId && readMessageId(keys, originalMessageId))
    const of = messageId ? { messageId } : originalMessageId ? { externalId: originalMessageId } : null
    return of ? [{ kind: 'bounce', of, isPermanent: kind === 'permanent', reason }] : []
  }
  const ours = signs.messageIds.map((messageId) => readMessageId(keys, messageId)).filter((one) => one !== null)
  const sender = senderOf(judged)
  const isOwn = context.ownAddresses.has(mail.from?.address ?? '')
  return [
    {
      kind: 'mail',
      externalId: id,
      sender,
      at,
      text: mail.text,
      files: mail.attachments.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
      subject: mail.subject,
      conversationId: token?.use === 'reply' ? token.id : null,
      answersOurs: [...named, ...ours],
      answers: signs.messageIds,
      isAutomatic: mail.automatic !== null || isOwn,
      original: { text: mail.wholeText ?? mail.text, html: mail.html },
    },
  ]
}

/**
 * Whom answers go to. Where that is somebody else than the author, as with contact forms, nothing says that they are who
 * they are said to be.
 */
function senderOf({ mail, authenticity, head }: JudgedMail): IncomingSender {
  const envelope = head.via === 'smtp' && head.sender ? { address: head.sender.toLowerCase(), name: '' } : null
  const { from, replyTo } = mail
  const author = replyTo ?? from ?? envelope
  if (!author) return { externalId: NOBODY, name: null, email: null, isProven: false }
  const { alignedDomain } = authenticity
  const isProven = author.address === from?.address && from.address.endsWith(`@${alignedDomain ?? '\n'}`)
  return { externalId: author.address, name: author.name || null, email: author.address, isProven }
}
