import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { findContact } from '#storage/contacts.ts'
import { deleteOrders, insertDataRequest, redactContact } from '#storage/privacy.ts'
import { endVisitorsOf } from '#storage/visitors.ts'
import type { Caller } from './caller.ts'
import { type Contact, getContact } from './contacts.ts'

/**
 * A customer-redact request (spec 1, fact 3): the contact and all of their conversations are marked Redacted, the
 * history stays, and the named orders are deleted. Doing it again changes nothing more.
 */
export async function redact(caller: Caller, request: { customerUuid: string; orders?: string[] }): Promise<Contact> {
  await getContact(caller, request.customerUuid)
  return caller.shop.transaction(async (tx) => {
    await redactContact(tx, request.customerUuid, currentTime())
    // Their browsers start anew: a token must not lead back to what was redacted.
    for (const id of await endVisitorsOf(tx, request.customerUuid, currentTime())) {
      tx.signal({ kind: 'visitor', id, what: 'ended' })
    }
    if (request.orders?.length)
      await deleteOrders(
        tx,
        request.orders.map((name) => name.replace(/^#/, '')),
      )
    return (await findContact(tx, request.customerUuid)) as Contact
  })
}

/** A customer-data request: noted for support, who answer it. No file is made. */
export async function requestData(
  caller: Caller,
  customerUuid: string,
): Promise<{ customerUuid: string; requestedAt: Date }> {
  await getContact(caller, customerUuid)
  const requestedAt = currentTime()
  await insertDataRequest(caller.shop, { id: newId(), contactId: customerUuid, requestedAt })
  return { customerUuid, requestedAt }
}
