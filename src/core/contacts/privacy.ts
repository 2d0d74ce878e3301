import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { browsingSession } from '#core/conversations/conversations.ts'
import { notFound } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import type { Queries } from '#database/database.ts'
import { forgetOnChannels } from '#storage/channels/identities.ts'
import { findContact } from '#storage/contacts/contacts.ts'
import {
  deleteNotesOn,
  deleteOrders,
  deleteUploadsOfContact,
  detachOrders,
  findCreationEvents,
  insertDataRequest,
  redactContact,
  redactConversations,
  redactMessages,
  replaceEventBody,
} from '#storage/contacts/privacy.ts'
import { lockCustomer, takeTurn } from '#storage/locks.ts'
import { endVisitorsOf } from '#storage/visitors/visitors.ts'
import { type Contact, getContact } from './contacts.ts'

/**
 * A customer-redact request (spec 1, fact 3): the contact and all of their conversations are marked Redacted, and the
 * named orders are deleted. The text of messages stays; everything else that identifies them is deleted: names, addresses,
 * files, notes, attributes, pages and events of their visits, and the event about their creation. Doing it again changes
 * nothing more.
 */
export async function redact(
  caller: Caller,
  request: { customerUuid: string; orders?: string[] },
  files: FileStore,
): Promise<Contact> {
  const { customerUuid: id, orders = [] } = request
  const { contact, uploads } = await caller.shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const customer = await lockCustomer(tx, id)
    if (!customer) throw notFound('Customer')
    const { email, conversations } = customer
    const now = currentTime()
    const createdAt = await redactContact(tx, id, now)
    // Their browsers start again: a token must not lead back to what was redacted.
    const visitors = await endVisitorsOf(tx, id, now)
    for (const visitor of visitors) tx.signal({ kind: 'visitor', id: visitor.id, what: 'ended' })
    const sessions = [...conversations.map(browsingSession), ...visitors.map(({ sessionId }) => sessionId)]
    const conversationIds = conversations.map((conversation) => conversation.id)
    const visitorIds = visitors.map((visitor) => visitor.id)
    const uploads = await deleteUploadsOfContact(tx, conversationIds, visitorIds)
    await deleteNotesOn(tx, conversationIds, sessions)
    await forgetOnChannels(tx, id, conversationIds)
    await redactMessages(tx, id)
    await redactConversations(tx, id, now)
    if (createdAt) await redactCreation(tx, id, createdAt)
    if (orders.length > 0) await deleteOrders(tx, orders.map(withoutHash))
    await detachOrders(tx, id, email && emailKey(email))
    await recordAudit(tx, caller.actor, 'customer.redacted', id, { orders: orders.length })
    return { contact: (await findContact(tx, id)) as Contact, uploads }
  })
  // After the commit: a file that is left over by a crash here has no record, and no address leads to it.
  await files.remove(caller.shop.shopId, uploads)
  return contact
}

const withoutHash = (name: string) => name.replace(/^#/, '')

/** The event keeps its envelope and the contact's id. */
async function redactCreation(tx: Queries, contactId: string, createdAt: Date): Promise<void> {
  for (const { id, body } of await findCreationEvents(tx, contactId, createdAt)) {
    const event = JSON.parse(body) as { data: Record<string, unknown> }
    const data = Object.fromEntries(Object.keys(event.data).map((key) => [key, null]))
    await replaceEventBody(tx, id, JSON.stringify({ ...event, data: { ...data, customerId: contactId } }))
  }
}

/** A customer-data request: noted for support, who answer it. No file is made. */
export async function requestData(
  caller: Caller,
  customerUuid: string,
): Promise<{ customerUuid: string; requestedAt: Date }> {
  await getContact(caller, customerUuid)
  const requestedAt = currentTime()
  await caller.shop.transaction(async (tx) => {
    await insertDataRequest(tx, { id: newId(), contactId: customerUuid, requestedAt })
    await recordAudit(tx, caller.actor, 'customer.data_requested', customerUuid)
  })
  return { customerUuid, requestedAt }
}
