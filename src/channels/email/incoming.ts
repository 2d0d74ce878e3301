import type { Incoming, IncomingSender } from '../incoming.ts'
import { type AddressKeys, readMessageId, storeKeyOf } from './address.ts'
import type { JudgedMail } from './authenticate-mail.ts'
import { isMailbox, isOwn, isSameMailbox, isService, type OwnAddresses } from './own-addresses.ts'
import { isMailServer, isSystemAddress } from './read/automatic.ts'
import type { Bounce } from './read/bounce.ts'
import { failureIn } from './read/failure-words.ts'
import type { Mailbox } from './read/parsed-mail.ts'
import { reasonOf } from './read/status.ts'
import { threadSigns } from './thread.ts'

/** What a mail is looked at with. */
export interface MailboxContext {
  shopId: string
  keys: AddressKeys
  own: OwnAddresses
}

/** Sender name of a mail that names none. */
const NOBODY = 'unknown'
/** What the store's own mailbox is called where it gives no name. */
const TEAM_NAME = 'Team'
const COPIES_MAX = 20

interface Author {
  sender: IncomingSender
  /** Set for a member's mail, and for the store's own mailbox's. */
  team: { memberId: string | null; name: string; isProven: boolean } | null
  /** Whether somebody else than the sender asks: by a contact form, or through a list. */
  isForm: boolean
}

/**
 * What a mail means for a store: a customer's words, or news of a mail of ours. Addresses of another store, and such as
 * were not made here, are ignored, and so is a report about a mail that is not ours.
 */
export function incomingOf(judged: JudgedMail, at: Date, context: MailboxContext): Incoming[] {
  const { mail, id } = judged
  const { keys, shopId } = context
  const signs = threadSigns(keys, mail)
  const token = signs.token?.storeKey === storeKeyOf(shopId) ? signs.token : null
  const named = token && token.use !== 'reply' ? [token.id] : []
  const bounce = mail.bounce ?? (token?.use === 'bounce' ? bounceAtReturnPath(judged) : null)
  if (bounce) {
    const { originalMessageId, recipient, kind, reason } = bounce
    const messageId = named[0] ?? (originalMessageId && readMessageId(keys, originalMessageId))
    const { answers = [], date: sentAt = null } = mail.returned ?? {}
    const of = messageId
      ? { messageId }
      : originalMessageId || answers.length > 0
        ? { externalId: originalMessageId ?? '', answers, sentAt }
        : null
    return of ? [{ kind: 'bounce', of, recipient, isPermanent: kind === 'permanent', reason }] : []
  }
  const ours = signs.messageIds.map((messageId) => readMessageId(keys, messageId)).filter((one) => one !== null)
  const { sender, team, isForm } = authorOf(judged, context.own)
  const isAutomatic = isAutomaticMail(judged, context, isForm) || team !== null
  const others = [...mail.to, ...mail.cc].map(({ address }) => address)
  return [
    {
      kind: 'mail',
      externalId: id,
      sender,
      at,
      text: mail.text,
      // What was attached comes before the pictures that the markup shows.
      files: mail.attachments
        .toSorted((a, b) => Number(a.isShown) - Number(b.isShown))
        .map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
      filesLeftOut: mail.attachmentsLeftOut,
      subject: mail.subject,
      conversationId: token?.use === 'reply' ? token.id : null,
      answersOurs: [...named, ...ours],
      answers: signs.messageIds,
      isAutomatic,
      team: team?.isProven ? team : null,
      copies: isAutomatic
        ? []
        : [...new Set(others)]
            .filter((address) => !isOwn(context.own, address) && !isSameMailbox(address, sender.externalId))
            .slice(0, COPIES_MAX),
      counts: mail.counts,
      original: {
        text: mail.wholeText ?? mail.text,
        html: mail.html,
        to: mail.to.map(written),
        cc: mail.cc.map(written),
      },
    },
  ]
}

const written = ({ address, name }: Mailbox) => (name ? `${name} <${address}>` : address)

/**
 * What comes back to the return path of a mail of ours says that it was not delivered, however it says so: only servers and
 * absence notes write there. Null for an absence note, which a person's address sends.
 */
function bounceAtReturnPath({ mail, head }: JudgedMail): Bounce | null {
  const { subject, wholeText, text, counts, automaticReasons } = mail
  const isFromServer = isMailServer(mail.from?.address ?? null)
  const isNote = counts === 'never' && !isFromServer
  const failure = failureIn({ subject, text: isNote ? '' : (wholeText ?? text) })
  const isSure = isFromServer || (head.via === 'smtp' && head.sender === '' && !isNote)
  if (automaticReasons.includes('out-of-office') || !(isSure || failure)) return null
  const { status, kind, reason } = failure ?? { status: '5.0.0', kind: 'permanent', reason: reasonOf('5.0.0') }
  return { status, kind, reason, originalMessageId: null, recipient: null }
}

/**
 * Tells who wrote a mail, and whom answers go to: the first address of Reply-To that is neither the store's nor the sender's, as
 * contact forms name it, otherwise From. Nobody vouches for an address that is not the sender's own.
 */
function authorOf({ mail, authenticity, head }: JudgedMail, own: OwnAddresses): Author {
  const envelope = head.via === 'smtp' && head.sender ? { address: head.sender.toLowerCase(), name: '' } : null
  const from = mail.from ?? envelope
  const other = mail.replyTos.find(({ address }) => address !== from?.address && !isOwn(own, address))
  if (other) return { sender: claimed(other), team: null, isForm: !isSystemAddress(other.address) }
  if (!from) {
    const sender = { externalId: NOBODY, name: null, email: null, isVerified: false }
    return { sender, team: null, isForm: false }
  }
  const { address } = from
  // A list writes its own address over the author's where their domain forbids it to write as them.
  const original = isMailbox(own, address) && mail.lists.length > 0 ? mail.originalSender : null
  if (original && !isOwn(own, original.address)) return { sender: claimed(original), team: null, isForm: true }
  const isVerified = address === mail.from?.address && address.endsWith(`@${authenticity.alignedDomain ?? '\n'}`)
  const sender = { ...claimed(from), isVerified }
  const member = own.members.get(address)
  const isTeam = member !== undefined || isMailbox(own, address)
  const name = member?.name ?? (from.name || TEAM_NAME)
  return { sender, team: isTeam ? { memberId: member?.id ?? null, name, isProven: isVerified } : null, isForm: false }
}

const claimed = ({ address, name }: Mailbox): IncomingSender => ({
  externalId: address,
  name: name || null,
  email: address,
  isVerified: false,
})

/**
 * Whether nothing may answer a mail automatically. A contact form writes from no-reply@ or the mailbox itself what a person
 * asked, and the store's own list passes on what people wrote to it.
 */
function isAutomaticMail({ mail, id }: JudgedMail, { keys, own }: MailboxContext, isForm: boolean): boolean {
  if (readMessageId(keys, id) !== null) return true
  const from = mail.from?.address ?? ''
  if (isService(own, from) && !isMailbox(own, from)) return true
  const isOwnList = mail.lists.some(
    (list) => isMailbox(own, list) || [...own.mailboxes].some((mailbox) => mailbox.replace('@', '.') === list),
  )
  return mail.automaticReasons.some((reason) => {
    if (reason === 'system-sender') return !isForm || isMailServer(from)
    return !((reason === 'list' || reason === 'precedence') && isOwnList)
  })
}
