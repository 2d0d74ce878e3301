import { isTimeZone } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import { networkOf } from '#base/network.ts'
import { emailKey } from '#base/text.ts'
import { checkEmail } from '#core/checks.ts'
import { toVisitorMessages } from '#core/conversations/live.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { QuotaUsedUp } from '#core/files/upload-quotas.ts'
import { SIGN_IN_WINDOW_MS, TRANSCRIPTS_MAX } from '#core/limits.ts'
import { queueMail } from '#core/mail/mails.ts'
import { transcriptTexts } from '#core/mail/transcript-texts.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import { requireStorefront } from '#core/stores/storefront.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { Shop } from '#database/database.ts'
import { findMailbox } from '#storage/channels/accounts.ts'
import { listCustomerMessages } from '#storage/conversations/live.ts'
import { requireOwnConversation } from './conversations.ts'
import { requireUnblocked, type Visitor } from './visitors.ts'

interface Wish {
  conversationId: string
  /** Where to; the shopper has just typed or confirmed it. */
  email: string
  /** By whose clock times are told. */
  timeZone: string
}

/**
 * Mails a copy of one of the visitor's own conversations to the address they give, as they see it. Only once the store has
 * answered, and few to an address and from a network: nobody writes to strangers through it. NOT_FOUND where the store
 * gives no copies.
 */
export async function mailTranscript(
  shop: Shop,
  visitor: Visitor,
  { conversationId, email, timeZone }: Wish,
  { counter, address }: { counter: RateCounter; address: string | null },
): Promise<void> {
  checkEmail(email)
  if (!isTimeZone(timeZone)) throw invalidParams('timeZone is no time zone such as Europe/Paris.')
  const { name: storeName, settings } = await requireStorefront(shop)
  if (!readWidget(settings.widget).transcript) throw notFound('Transcript')
  await requireUnblocked(shop, visitor)
  const { id } = await requireOwnConversation(shop, visitor, conversationId)
  const rows = await listCustomerMessages(shop, id, { before: null, limit: TRANSCRIPTS_MAX.messages + 1 })
  const shown = toVisitorMessages(rows.slice(0, TRANSCRIPTS_MAX.messages)).reverse()
  const lines = shown.filter(({ isDeleted, isTransfer }) => !isDeleted && !isTransfer)
  if (!lines.some(({ sender: { type } }) => type === 'agent' || type === 'bot')) {
    throw invalidParams('The store has not answered yet; a copy is mailed once it has.')
  }
  await countTranscript(counter, email, address)
  const isWhole = rows.length <= TRANSCRIPTS_MAX.messages
  const texts = transcriptTexts({ storeName, locale: visitor.locale, timeZone }, { lines, isWhole })
  await shop.transaction(async (tx) => {
    const mailbox = await findMailbox(tx)
    const from = { fromName: storeName, accountId: mailbox?.id ?? null, conversationId: id }
    await queueMail(tx, { to: email, ...texts, ...from })
  })
}

/** RATE_LIMITED for too many; what is refused does not count. */
async function countTranscript(counter: RateCounter, email: string, address: string | null): Promise<void> {
  const names = [
    `transcript:to:${hashToken(emailKey(email))}`,
    ...(address === null ? [] : [`transcript:from:${networkOf(address)}`]),
  ]
  const [toThere = 0, fromHere = 0] = await counter.peek(names)
  if (toThere >= TRANSCRIPTS_MAX.recipient || fromHere >= TRANSCRIPTS_MAX.network) {
    throw new QuotaUsedUp('Too many copies were asked for; try again in 15 minutes.', SIGN_IN_WINDOW_MS / 1_000)
  }
  await counter.hit(names)
}
