import { currentTime } from '#base/clock.ts'
import { hashToken, newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { browsingSession } from '#core/conversations/conversations.ts'
import { notFound } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { mailDataRequest } from '#core/mail/outgoing-emails.ts'
import { ChangedMeanwhile, type Queries } from '#database/database.ts'
import { forgetOnChannels } from '#storage/channels/identities.ts'
import { deleteSomeOfShop } from '#storage/commerce/erasure.ts'
import { findContact } from '#storage/contacts/contacts.ts'
import { findCurrentId, forgetMerges } from '#storage/contacts/merges.ts'
import { listMergedIds } from '#storage/contacts/merging.ts'
import {
  deleteNotesOn,
  deleteOrders,
  deleteUploadsOfContact,
  detachOrders,
  findCreationEvents,
  insertDataRequest,
  listUnredacted,
  lockNamedWithoutContact,
  redactContact,
  redactConversations,
  redactMessages,
  replaceEventBody,
} from '#storage/contacts/privacy.ts'
import { deleteCallsOn } from '#storage/idempotency/calls.ts'
import { lockPeople, takeTurn } from '#storage/locks.ts'
import { forgetMailedAddress } from '#storage/mail/mailed-addresses.ts'
import { deleteMailsAbout } from '#storage/mail/outgoing-emails.ts'
import { clearConnectionErrors } from '#storage/platform/connections.ts'
import { deleteUnreadable } from '#storage/platform/inbound-webhooks.ts'
import { addressKey, findByPlatformIds, markDeleted, personKey } from '#storage/platform/records.ts'
import { endVisitorsOf } from '#storage/visitors/visitors.ts'
import { type Contact, getContact } from './contacts.ts'

/**
 * A customer-redact request (spec 1.3): the contact and all of their conversations are marked Redacted, and the
 * named orders are deleted. The text of messages stays; everything else that identifies them is deleted: names, addresses,
 * files, notes, attributes, pages and events of their visits, and the event about their creation. Contacts that were
 * merged are one person: all of them are redacted. Doing it again changes nothing more.
 */
export async function redact(
  caller: Caller,
  request: { customerUuid: string; orders?: string[] },
  files: FileStore,
): Promise<Contact> {
  const { customerUuid, orders = [] } = request
  const { contact, uploads } = await caller.shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const { id, contacts, conversations } = await lockPerson(tx, customerUuid)
    const now = currentTime()
    const marks = await Promise.all(contacts.map((contact) => findContact(tx, contact.id)))
    // Their browsers start again: a token must not lead back to what was redacted.
    const visitors = await endVisitorsOf(tx, id, now)
    for (const visitor of visitors) tx.signal({ kind: 'visitor', id: visitor.id, what: 'ended' })
    const conversationIds = conversations.map((conversation) => conversation.id)
    const uploads = await redactConversationsIn(tx, conversations, visitors, now)
    await deleteNamedOrders(tx, orders, now)
    for (const { id, email } of contacts) {
      const createdAt = await redactContact(tx, id, now)
      await forgetOnChannels(tx, id, conversationIds)
      if (createdAt) await redactCreation(tx, id, createdAt)
      await detachOrders(tx, id, email && emailKey(email))
      if (email) await forgetMailedAddress(tx, hashToken(emailKey(email)))
    }
    await forgetMerges(
      tx,
      contacts.map((contact) => contact.id),
    )
    await markDeleted(tx, 'contact', [...new Set(marks.flatMap(marksOf))], now)
    // What shops sent and could not be applied may name anybody.
    await deleteUnreadable(tx)
    await clearConnectionErrors(tx)
    await recordAudit(tx, caller.actor, 'customer.redacted', id, { orders: orders.length })
    return { contact: (await findContact(tx, id)) as Contact, uploads }
  })
  // After the commit: a file that is left over here is deleted by the clean-up.
  await files.remove(caller.shop, uploads)
  return contact
}

/** A contact with those that were merged into them, their browsers and conversations, locked; by the id of any of them. */
async function lockPerson(tx: Queries, customerUuid: string) {
  const id = await findCurrentId(tx, customerUuid)
  const ids = [id, ...(await listMergedIds(tx, [id]))]
  const { contacts, conversations } = await lockPeople(tx, ids)
  if (!contacts.some((contact) => contact.id === id)) throw notFound('Customer')
  // Merged, or parted, before they were locked.
  const isSame = contacts.every((contact) => contact.mergedInto === (contact.id === id ? null : id))
  if (!isSame || (await listMergedIds(tx, [id])).length !== ids.length - 1) throw new ChangedMeanwhile()
  return { id, contacts, conversations }
}

/** Conversations, and what hangs on them and on their browsers; returns the ids of files that are to be removed. */
async function redactConversationsIn(
  tx: Queries,
  conversations: { id: string; sessionId: string | null }[],
  visitors: { id: string; sessionId: string }[],
  now: Date,
): Promise<string[]> {
  const sessions = [...conversations.map(browsingSession), ...visitors.map(({ sessionId }) => sessionId)]
  const ids = conversations.map(({ id }) => id)
  const visitorIds = visitors.map(({ id }) => id)
  const uploads = await deleteUploadsOfContact(tx, ids, visitorIds)
  await deleteNotesOn(tx, ids, sessions)
  await deleteMailsAbout(tx, ids)
  await deleteCallsOn(tx, ids)
  await redactMessages(tx, ids)
  await redactConversations(tx, ids, now)
  return uploads
}

/** Contacts and conversations that are looked at together, and rows of the catalogue that one statement deletes. */
const TOGETHER = 100
const ROWS = 500

/**
 * A shop-redact request (spec C12.12): every contact is redacted, and so are conversations that are nobody's;
 * orders, catalogue and what browsers told are deleted. The store, its keys and its subscriptions stay. It may be cut off
 * and begun again.
 */
export async function redactShop(caller: Caller, files: FileStore): Promise<void> {
  const { shop, actor } = caller
  for (let after = ''; ; ) {
    const ids = await listUnredacted(shop, after, TOGETHER)
    for (const customerUuid of ids) await redact(caller, { customerUuid }, files)
    if (ids.length < TOGETHER) break
    after = ids.at(-1) as string
  }
  for (let isDone = false; !isDone; ) {
    const uploads = await shop.transaction(async (tx) => {
      const conversations = await lockNamedWithoutContact(tx, TOGETHER)
      isDone = conversations.length < TOGETHER
      return redactConversationsIn(tx, conversations, [], currentTime())
    })
    await files.remove(shop, uploads)
  }
  const deleteSome = () =>
    shop.transaction(async (tx) => {
      await takeTurn(tx, 'records')
      return deleteSomeOfShop(tx, ROWS)
    })
  while (await deleteSome());
  await shop.transaction((tx) => recordAudit(tx, actor, 'store.redacted', null))
}

/** Deletes orders by their names, or by the shop's own ids. No older hint of the shop brings them back. */
export async function deleteNamedOrders(tx: Queries, names: string[], now: Date): Promise<void> {
  if (names.length === 0) return
  const numbers = [...names.map((name) => name.replace(/^#/, '')), ...(await findByPlatformIds(tx, 'order', names))]
  await deleteOrders(tx, numbers)
  await markDeleted(tx, 'order', [...new Set(numbers)], now)
}

/** What a customer is remembered as: older hints of the shop must not bring them back. */
function marksOf(contact: Contact | undefined): string[] {
  return [
    ...(contact?.platformId ? [personKey(contact.platformId)] : []),
    ...(contact?.email ? [addressKey(emailKey(contact.email))] : []),
  ]
}

/** The event keeps its envelope and the contact's id. */
async function redactCreation(tx: Queries, contactId: string, createdAt: Date): Promise<void> {
  for (const { id, body } of await findCreationEvents(tx, contactId, createdAt)) {
    const event = JSON.parse(body) as { data: Record<string, unknown> }
    const data = Object.fromEntries(Object.keys(event.data).map((key) => [key, null]))
    await replaceEventBody(tx, id, JSON.stringify({ ...event, data: { ...data, customerId: contactId } }))
  }
}

/** Inbox address for support staff, who are emailed about a request; null if no mail is sent. */
export type SupportMail = { inboxUrl: string } | null

/**
 * A customer-data request: noted for support, who answer it, and told the admins by mail where mail leaves. No file is
 * made. `id` names the request: the same one again changes nothing.
 */
export async function requestData(
  caller: Caller,
  customerUuid: string,
  { id = newId(), mail = null }: { id?: string; mail?: SupportMail } = {},
): Promise<{ customerUuid: string; requestedAt: Date }> {
  await getContact(caller, customerUuid)
  const requestedAt = currentTime()
  await caller.shop.transaction(async (tx) => {
    if (!(await insertDataRequest(tx, { id, contactId: customerUuid, requestedAt }))) return
    await recordAudit(tx, caller.actor, 'customer.data_requested', customerUuid)
    if (mail) await mailDataRequest(tx, customerUuid, mail.inboxUrl)
  })
  return { customerUuid, requestedAt }
}
