import { currentTime } from '#base/clock.ts'
import {
  type Availability,
  availabilityOf,
  type Channel,
  type Reach,
  type ReachAccount,
  whyUnreachable,
} from '#channels/channel-window.ts'
import type { Caller } from '#core/caller.ts'
import { channelUnavailable, notFound } from '#core/errors.ts'
import { MESSAGING_WINDOW_MS } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { findRoute } from '#storage/channels/threads.ts'
import { findContact } from '#storage/contacts/contacts.ts'
import { type ConversationRow, readConversation } from '#storage/conversations/conversations.ts'

/** The way of a conversation's replies: whether it is open, and where it leads. */
export interface DeliveryRoute {
  reach: Reach
  /** What the service itself delivers through; null where replies stay here. */
  leavesBy: { accountId: string; recipient: string } | null
  /** Subject of a mail thread; null if it is not known. */
  subject: string | null
  /** Addresses in copy of members' replies, of mail. */
  copies: string[]
}

/**
 * Whether a conversation takes replies now, through which account, and until when: so that the composer can show it
 * before a reply is refused.
 */
export async function readAvailability(
  caller: Caller,
  id: string,
): Promise<
  Availability & {
    windowMs: number
    account: ReachAccount | null
    subject: string | null
    recipient: string | null
    copies: string[]
  }
> {
  const conversation = await readConversation(caller.shop, id)
  if (!conversation) throw notFound('Conversation')
  const { reach, leavesBy, subject, copies } = await findDeliveryRoute(caller.shop, conversation, currentTime())
  const recipient = conversation.channel === 'email' ? (leavesBy?.recipient ?? null) : null
  return { ...availabilityOf(reach), windowMs: reach.windowMs, account: reach.account, subject, recipient, copies }
}

/** CHANNEL_UNAVAILABLE where the conversation's channel cannot deliver now (spec 4.2.3). */
export function requireReach({ reach }: DeliveryRoute): void {
  const reason = whyUnreachable(reach)
  if (reason) throw channelUnavailable(reason)
}

/**
 * CHANNEL_UNAVAILABLE where a template cannot be delivered now. The window does not matter: an open one is assumed, as if
 * the customer had just written.
 */
export function requireTemplateReach({ reach }: DeliveryRoute): void {
  if (!reach.account)
    throw channelUnavailable(`No account is connected on ${reach.channel}, so no template can be sent.`)
  const reason = whyUnreachable({ ...reach, lastCustomerAt: reach.now, closedAt: null })
  if (reason) throw channelUnavailable(reason)
}

/**
 * What decides whether a reply can be delivered on the conversation's channel, and through what. Of a store that is known
 * to have connected no channel (`hasAccounts`), no account is looked for.
 */
export async function findDeliveryRoute(
  queries: Queries,
  conversation: ConversationRow,
  now: Date,
  hasAccounts = true,
): Promise<DeliveryRoute> {
  const channel = conversation.channel as Channel
  const { contactId, lastCustomerAt } = conversation
  const fixed = { channel, lastCustomerAt, now, windowMs: MESSAGING_WINDOW_MS }
  if (channel === 'online_store') {
    return {
      reach: { ...fixed, account: null, hasRecipient: true, closedAt: null },
      leavesBy: null,
      subject: null,
      copies: [],
    }
  }
  const route = hasAccounts ? await findRoute(queries, conversation) : undefined
  if (!route) {
    const hasRecipient = channel === 'email' ? (await addressOf(queries, conversation)) !== null : contactId !== null
    return {
      reach: { ...fixed, account: null, hasRecipient, closedAt: null },
      leavesBy: null,
      subject: null,
      copies: [],
    }
  }
  const recipient = route.recipient ?? (await addressOf(queries, conversation))
  const account = { state: route.accountState, name: route.accountName, address: route.accountAddress }
  return {
    reach: { ...fixed, account, hasRecipient: recipient !== null, closedAt: route.closedAt },
    leavesBy: recipient === null ? null : { accountId: route.accountId, recipient },
    subject: route.subject,
    copies: route.copies ?? [],
  }
}

/** Address of a customer who has not written through the account: their email address or their number. */
async function addressOf(
  queries: Queries,
  { channel, contactId, customerEmail }: ConversationRow,
): Promise<string | null> {
  if (channel === 'email' && customerEmail) return customerEmail
  if (contactId === null || (channel !== 'email' && channel !== 'phone_messenger')) return null
  const contact = await findContact(queries, contactId)
  if (channel === 'email') return contact?.email || null
  return contact?.phone?.replace(/\D/g, '') || null
}
