import { hashToken } from '#base/ids.ts'
import type { Network } from '#base/network.ts'
import { emailKey } from '#base/text.ts'
import { isTimeZone } from '#base/zoned-time.ts'
import { checkEmail } from '#core/checks.ts'
import { toVisitorMessages, type VisitorMessage } from '#core/conversations/visitor-view.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { QuotaUsedUp } from '#core/files/upload-quotas.ts'
import { MAIL_DAY_MS, SIGN_IN_WINDOW_MS, TRANSCRIPTS_MAX, UNANSWERED_MAIL_MS } from '#core/limits.ts'
import { withoutForeignLinks } from '#core/mail/web-addresses.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import { mailShopper } from '#core/shopper-mail/shopper-mail.ts'
import { transcriptTexts } from '#core/shopper-mail/transcript-texts.ts'
import { origins, requireStorefront } from '#core/stores/storefront.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { Shop } from '#database/database.ts'
import { hasProvenEmail } from '#storage/contacts/contact-changes.ts'
import { listCustomerMessages } from '#storage/conversations/live.ts'
import { requireOwnConversation } from './conversations.ts'
import { requireUnblocked, type Visitor } from './visitors.ts'

export interface TranscriptLimits {
  /** Counts copies in 15 minutes. */
  counter: RateCounter
  /** Counts mails to unproven addresses per day. */
  mailCounter: RateCounter
  /** The visitor's; null where networks are not limited. */
  network: Network | null
}

interface Wish {
  conversationId: string
  /** Recipient; the shopper has just typed or confirmed it. */
  email: string
  /** By whose clock times are told. */
  timeZone: string
}

/**
 * Mails a copy of one of the visitor's own conversations to the address they give, as they see it, but for links that a
 * visitor wrote to other sites. Only once the store has answered, and few to an address and from a network: nobody writes
 * to strangers through it. NOT_FOUND where the store gives no copies. RATE_LIMITED for too many, and for an address that is
 * not proven to be the visitor's and has not answered the copy before.
 */
export async function mailTranscript(
  shop: Shop,
  visitor: Visitor,
  { conversationId, email, timeZone }: Wish,
  { counter, mailCounter, network }: TranscriptLimits,
): Promise<void> {
  checkEmail(email)
  if (!isTimeZone(timeZone)) throw invalidParams('Unknown timeZone. Example: Europe/Berlin.')
  const { name: storeName, settings } = await requireStorefront(shop)
  if (!readWidget(settings.widget).transcript) throw notFound('Transcript')
  await requireUnblocked(shop, visitor)
  const { id } = await requireOwnConversation(shop, visitor, conversationId)
  const rows = await listCustomerMessages(shop, id, { before: null, limit: TRANSCRIPTS_MAX.messages + 1 })
  const shown = toVisitorMessages(rows.slice(0, TRANSCRIPTS_MAX.messages)).reverse()
  const lines = shown.filter(({ isDeleted, isTransfer }) => !isDeleted && !isTransfer)
  if (!lines.some(({ sender: { type } }) => type === 'agent' || type === 'bot')) {
    throw invalidParams('A transcript can be sent once the store has replied.')
  }
  const count = await takeTranscript(counter, email, network)
  const isWhole = rows.length <= TRANSCRIPTS_MAX.messages
  const sites = origins(settings.allowedOrigins)
  const texts = transcriptTexts(
    { storeName, locale: visitor.locale, timeZone },
    { lines: lines.map((line) => withoutLinks(line, sites)), isWhole },
  )
  await shop.transaction(async (tx) => {
    const isVerified = visitor.contactId !== null && (await hasProvenEmail(tx, visitor.contactId, emailKey(email)))
    const mail = { kind: 'copy' as const, to: email, ...texts, storeName, conversationId: id, isVerified, network }
    const refused = await mailShopper(tx, mail, mailCounter)
    if (refused === 'unanswered') throw new QuotaUsedUp(UNANSWERED, UNANSWERED_MAIL_MS / 1_000)
    if (refused) throw new QuotaUsedUp('Too many copies were asked for today; try again tomorrow.', MAIL_DAY_MS / 1_000)
  })
  await count()
}

const UNANSWERED =
  'A copy was mailed to this address already. Answer that mail, or sign in at the shop with this address, to get more.'

/** A visitor chooses their words, their name and their files' names. */
function withoutLinks(line: VisitorMessage, sites: readonly string[]): VisitorMessage {
  if (line.sender.type !== 'customer') return line
  const clean = (text: string) => withoutForeignLinks(text, sites)
  const files = (line.files as { name: string }[]).map((file) => ({ ...file, name: clean(file.name) }))
  return { ...line, text: clean(line.text), sender: { ...line.sender, name: clean(line.sender.name) }, files }
}

/** Returns what counts one more; RATE_LIMITED for too many. */
async function takeTranscript(counter: RateCounter, email: string, network: Network | null): Promise<() => unknown> {
  const names = [
    `transcript:to:${hashToken(emailKey(email))}`,
    ...(network === null ? [] : [`transcript:from:${network}`]),
  ]
  const [toThere = 0, fromHere = 0] = await counter.peek(names)
  if (toThere >= TRANSCRIPTS_MAX.recipient || fromHere >= TRANSCRIPTS_MAX.network) {
    throw new QuotaUsedUp('Too many copies were asked for; try again in 15 minutes.', SIGN_IN_WINDOW_MS / 1_000)
  }
  return () => counter.hit(names)
}
