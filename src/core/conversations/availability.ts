import { currentTime } from '#base/clock.ts'
import { type Availability, availabilityOf, type Channel, type Reach } from '#channels/availability.ts'
import type { Caller } from '#core/caller.ts'
import { notFound } from '#core/errors.ts'
import { MESSAGING_WINDOW_MS } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { findContact } from '#storage/contacts/contacts.ts'
import { type ConversationRow, readConversation } from '#storage/conversations/conversations.ts'

/** Whether a conversation takes replies now, and until when: so that the composer can show it before a reply is refused. */
export async function readAvailability(caller: Caller, id: string): Promise<Availability & { windowMs: number }> {
  const conversation = await readConversation(caller.shop, id)
  if (!conversation) throw notFound('Conversation')
  const reach = await reachOf(caller.shop, conversation, currentTime())
  return { ...availabilityOf(reach), windowMs: reach.windowMs }
}

/** What decides whether a reply can be delivered on the conversation's channel. */
export async function reachOf(
  queries: Queries,
  { channel, contactId, customerEmail, lastCustomerAt }: ConversationRow,
  now: Date,
): Promise<Reach> {
  const needsContact = channel === 'email' && !customerEmail && contactId !== null
  const contact = needsContact ? await findContact(queries, contactId) : undefined
  return {
    channel: channel as Channel,
    hasContact: contactId !== null,
    email: customerEmail || contact?.email || null,
    lastCustomerAt,
    now,
    windowMs: MESSAGING_WINDOW_MS,
  }
}
