import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { distinctTags } from '#core/conversations/tags.ts'
import { rejected } from '#core/import/kind.ts'
import type { Shop, Transaction } from '#database/database.ts'
import {
  type ContactFields,
  findContact,
  findRecordByPlatformId,
  patchContact,
  saveContacts,
} from '#storage/contacts/contacts.ts'
import { lockCustomers, takeTurn } from '#storage/locks.ts'
import { claimVersion, personKey } from '#storage/platform/records.ts'

/** What a contact's shop may say of them. What the chat knows of itself (browsers, channels, times) is not the shop's. */
const FIELDS = [
  'platformId',
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'type',
  'tags',
  'note',
  'customAttributes',
  'address1',
  'address2',
  'city',
  'zip',
  'country',
  'countryCode',
  'ordersCount',
  'totalSpent',
] as const

/** What is the shop's alone, and goes when the shop has deleted the customer. */
const OF_SHOP: ContactFields = {
  platformId: null,
  address1: null,
  address2: null,
  city: null,
  zip: null,
  country: null,
  countryCode: null,
  ordersCount: null,
  totalSpent: null,
}

/** A customer as a shop tells of them, in the import's shape and checked. */
export type ShopCustomer = ContactFields & { id?: string }

/** What the shop told, and when. */
export interface CustomerUpdate {
  connectionId: string
  version: Date
  seenAt: Date
  /** False: only contacts that there are; the shop's customers who never wrote are not copied. */
  makesContacts: boolean
}

/**
 * Takes over what the shop says of a customer: fields that it names, no others. The contact is found by its id, otherwise by
 * the shop's id of the customer; never by an address, which may be another person's. Redacted contacts stay redacted.
 */
export function saveCustomer(shop: Shop, customer: ShopCustomer, told: CustomerUpdate): Promise<void> {
  const { platformId } = customer
  const mark = platformId ?? customer.id
  if (typeof mark !== 'string') throw rejected('data.id or data.platformId is required.')
  const given = Object.fromEntries(FIELDS.flatMap((name) => (name in customer ? [[name, customer[name]]] : [])))
  const fields: ContactFields = given
  if (fields.tags) fields.tags = distinctTags(fields.tags)
  if (customer.email !== undefined) {
    fields.emailKey = customer.email === null ? null : emailKey(customer.email)
    fields.emailClaimedAt = null // the shop knows
  }
  return shop.transaction(async (tx) => {
    if (typeof platformId === 'string') await takeTurn(tx, { customer: platformId })
    const known = await findKnown(tx, customer)
    if (!known && !told.makesContacts) return
    if (known) await lockCustomers(tx, { contacts: new Map([[known.id, fields.emailKey]]), conversations: [] })
    // Redacted while it was waited for, or before.
    if (known && (await findContact(tx, known.id))?.isRedacted !== false) return
    const version = { kind: 'contact', id: personKey(mark), isDeleted: false, ...told }
    if (!(await claimVersion(tx, version))) return
    const now = currentTime()
    if (known) return patchContact(tx, known.id, { ...fields, updatedAt: now })
    const type = customer.type ?? (platformId ? 'customer' : 'anonymous')
    const contact = { channels: [], ...fields, emailKey: fields.emailKey ?? null, type, isRedacted: false }
    await saveContacts(tx, [{ ...contact, id: customer.id ?? newId(), createdAt: now, updatedAt: now }])
  })
}

async function findKnown(tx: Transaction, { id, platformId }: ShopCustomer): Promise<{ id: string } | undefined> {
  const named = id === undefined ? undefined : await findContact(tx, id)
  return named ?? (typeof platformId === 'string' ? await findRecordByPlatformId(tx, platformId) : undefined)
}

/** The shop has deleted a customer: what was the shop's goes, what they told in the chat stays. */
export function forgetCustomer(shop: Shop, idOrPlatformId: string, told: CustomerUpdate): Promise<void> {
  return shop.transaction(async (tx) => {
    await takeTurn(tx, { customer: idOrPlatformId })
    const known = await findKnown(tx, { id: idOrPlatformId, platformId: idOrPlatformId })
    if (known) await lockCustomers(tx, { contacts: new Map([[known.id, undefined]]), conversations: [] })
    const contact = known && (await findContact(tx, known.id))
    const id = personKey(contact?.platformId ?? idOrPlatformId)
    if (!(await claimVersion(tx, { kind: 'contact', id, isDeleted: true, ...told }))) return
    if (!contact || contact.isRedacted) return
    await patchContact(tx, contact.id, { ...OF_SHOP, type: 'guest', updatedAt: currentTime() })
  })
}
