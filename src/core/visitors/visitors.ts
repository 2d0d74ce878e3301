import { currentTime } from '#base/clock.ts'
import { hashToken, newId, newToken } from '#base/ids.ts'
import { given } from '#base/objects.ts'
import { codePoints, emailKey, hasText } from '#base/text.ts'
import { checkEmail } from '#core/checks.ts'
import { customerFields } from '#core/contacts/create-contact.ts'
import { takeName } from '#core/contacts/names.ts'
import { invalidParams, visitorBlocked, visitorUnknown } from '#core/errors.ts'
import {
  ATTRIBUTE_NAME_MAX,
  ATTRIBUTE_VALUE_MAX,
  PERSON_NAME_MAX,
  PERSON_PHONE_MAX,
  SESSION_LIFETIME_MS,
  VISITOR_ATTRIBUTES_MAX,
} from '#core/limits.ts'
import type { Queries, Shop } from '#database/database.ts'
import {
  findVisitorContact,
  lockVisitorContacts,
  renameCustomer,
  updateContact,
  type VisitorContact,
} from '#storage/contacts/contact-changes.ts'
import {
  findVisitor,
  findVisitorByToken,
  insertVisitor,
  listVisitorsOf,
  lockVisitor,
  updateVisitor,
  type VisitorPatch,
  type VisitorRow,
} from '#storage/visitors/visitors.ts'

export type Visitor = VisitorRow

/** A visitor as their own browser sees them. */
export interface VisitorProfile {
  id: string
  isIdentified: boolean
  email: string | null
  name: string | null
  phone: string | null
  attributes: Record<string, string>
  isBlocked: boolean
}

const TOKEN = /^vt_[0-9a-f]{64}$/
/** Whether a text has the form of a visitor's token. */
export const isToken = (text: string): boolean => TOKEN.test(text)
/** A visit is noted at most this often. */
const SEEN_MS = 60_000

/** What a token is stored by; UNAUTHENTICATED for what cannot be one. */
export function hashVisitorToken(token: string): string {
  if (!isToken(token)) throw visitorUnknown()
  return hashToken(token)
}

/** The visitor of a token; UNAUTHENTICATED for an unknown or ended one, or one of another store. */
export async function requireVisitor(shop: Shop, token: string): Promise<Visitor> {
  const visitor = await findByToken(shop, token)
  if (!visitor) throw visitorUnknown()
  return visitor
}

async function findByToken(shop: Shop, token: string): Promise<Visitor | undefined> {
  const visitor = isToken(token) ? await findVisitorByToken(shop, hashToken(token)) : undefined
  return visitor?.endedAt === null ? visitor : undefined
}

export interface VisitorDevice {
  locale: string | null
  ipAddress: string
  userAgent: string | null
}

/** The visitor of a browser: whom its token names, or a new one. `token` is the one it has, or a new one. */
export async function openVisitor(
  shop: Shop,
  token: string | undefined,
  device: VisitorDevice,
  mayMake: () => Promise<void>,
): Promise<{ visitor: Visitor; token: string; isNew: boolean }> {
  const now = currentTime()
  const known = token === undefined ? undefined : await findByToken(shop, token)
  if (!known) {
    await mayMake()
    const made = newToken('vt_', 32)
    const ids = { id: newId(), sessionId: newId() }
    const visitor = await insertVisitor(shop, { ...device, ...ids, tokenHash: hashToken(made), now })
    return { visitor, token: made, isNew: true }
  }
  const idle = now.getTime() - known.seenAt.getTime()
  const patch: VisitorPatch = {}
  if (idle > SESSION_LIFETIME_MS) patch.sessionId = newId()
  if (idle > SEEN_MS) patch.seenAt = now
  if (device.locale !== null && device.locale !== known.locale) patch.locale = device.locale
  if (device.ipAddress !== known.ipAddress) patch.ipAddress = device.ipAddress
  if (device.userAgent !== known.userAgent) patch.userAgent = device.userAgent
  await updateVisitor(shop, known.id, patch)
  return { visitor: { ...known, ...patch }, token: token as string, isNew: false }
}

/** What the visitor, or the shop for them, has given; the contact's data where there is a contact. */
export async function describeProfile(shop: Queries, visitor: Visitor): Promise<VisitorProfile> {
  const contact = visitor.contactId === null ? undefined : await findVisitorContact(shop, visitor.contactId)
  return {
    id: visitor.id,
    isIdentified: visitor.externalId !== null,
    email: contact?.email ?? visitor.email,
    name: contact?.name ?? visitor.name,
    phone: contact?.phone ?? visitor.phone,
    attributes: { ...contact?.customAttributes, ...visitor.attributes },
    isBlocked: contact?.isBlocked ?? false,
  }
}

/** A new session of the same visitor: earlier conversations stay readable, and the next message starts a new one. */
export async function resetSession(shop: Shop, visitorId: string): Promise<void> {
  const patch = { sessionId: newId(), resetAt: currentTime(), preChatDone: false, hidePreChatMessage: '' as const }
  await updateVisitor(shop, visitorId, patch)
  notifyTabs(shop, visitorId)
}

/** Ends the token for good. Its tabs are notified, and clear what they show. */
export async function endVisitor(shop: Shop, visitor: Visitor): Promise<void> {
  await updateVisitor(shop, visitor.id, { endedAt: currentTime() })
  shop.signal({ kind: 'visitor', id: visitor.id, what: 'ended' })
}

/** Notifies a visitor's tabs that they have to read the current state again. */
export function notifyTabs(shop: Queries, visitorId: string): void {
  shop.signal({ kind: 'visitor', id: visitorId, what: 'renewed' })
}

/** Notifies all browsers of a contact that another of their devices changed something they all show. */
export async function notifyTabsOfContact(shop: Queries, contactId: string, but?: string): Promise<void> {
  for (const { id } of await listVisitorsOf(shop, contactId, 20)) if (id !== but) notifyTabs(shop, id)
}

export interface VisitorDetails {
  email?: string
  name?: string
  phone?: string
  attributes?: Record<string, string>
  locale?: string
}

/** Stores what the visitor gives about themselves. It is not verified, and no record is looked up by it. */
export function changeDetails(shop: Shop, visitorId: string, details: VisitorDetails): Promise<Visitor> {
  checkDetails(details)
  return shop.transaction(async (tx) => {
    const visitor = await lockVisitorToWrite(tx, visitorId)
    await requireUnblocked(tx, visitor)
    return saveDetails(tx, visitor, details)
  })
}

/** In a transaction that holds the visitor. */
export async function saveDetails(tx: Queries, visitor: Visitor, details: VisitorDetails): Promise<Visitor> {
  const { email, name, phone, locale, attributes } = details
  const patch: VisitorPatch = given({ email, name, phone, locale })
  if (attributes) patch.attributes = mergeAttributes(visitor.attributes, attributes)
  await updateVisitor(tx, visitor.id, patch)
  const next = { ...visitor, ...patch }
  if (visitor.contactId !== null) {
    const [contact] = await lockVisitorContacts(tx, [visitor.contactId])
    if (contact && !contact.isRedacted) await saveContactDetails(tx, contact, details)
  }
  return next
}

/** Writes it on the contact, and on the conversations that repeat it. */
async function saveContactDetails(tx: Queries, contact: VisitorContact, details: VisitorDetails): Promise<void> {
  const now = currentTime()
  const { email, name, phone, attributes } = details
  const type = contact.type === 'anonymous' && email !== undefined ? 'guest' : contact.type
  const told = { ...given({ email, phone }), ...(name === undefined ? {} : takeName(contact, name)) }
  const changed = { ...contact, type, ...told }
  await updateContact(tx, contact.id, {
    ...told,
    ...(email === undefined || email === contact.email ? {} : { emailKey: emailKey(email), emailClaimedAt: now }),
    ...(attributes ? { customAttributes: mergeAttributes(contact.customAttributes ?? {}, attributes) } : {}),
    type,
    updatedAt: now,
  })
  await renameCustomer(tx, contact.id, customerFields(changed), now)
}

/** The visitor, locked for a write; UNAUTHENTICATED where their token ended meanwhile. */
export async function lockVisitorToWrite(
  tx: Queries,
  /** What `lock` finds them by. */
  key: string,
  lock: typeof lockVisitor = lockVisitor,
): Promise<Visitor> {
  const visitor = await lock(tx, key)
  if (visitor?.endedAt !== null) throw visitorUnknown()
  return visitor
}

/** The visitor as they are now; UNAUTHENTICATED where their token ended. */
export async function requireVisitorById(shop: Queries, visitorId: string): Promise<Visitor> {
  const visitor = await findVisitor(shop, visitorId)
  if (visitor?.endedAt !== null) throw visitorUnknown()
  return visitor
}

/** FORBIDDEN for a visitor whom the team has blocked. */
export async function requireUnblocked(shop: Queries, { contactId }: Visitor): Promise<void> {
  const contact = contactId === null ? undefined : await findVisitorContact(shop, contactId)
  if (contact?.isBlocked) throw visitorBlocked()
}

/** Refuses details that no contact could have. */
export function checkDetails({ email, name, phone, attributes, locale }: VisitorDetails): void {
  if (email !== undefined) checkEmail(email)
  if (name !== undefined) checkShort(name, 'name', PERSON_NAME_MAX)
  if (phone !== undefined) checkShort(phone, 'phone', PERSON_PHONE_MAX)
  if (locale !== undefined && !/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$/.test(locale)) {
    throw invalidParams('locale is not a language tag such as en or pt-BR.')
  }
  if (attributes) checkAttributes(attributes)
}

/** An object of texts: names as attributes have them, and not too many. */
export function checkAttributes(attributes: Record<string, string>): void {
  const entries = Object.entries(attributes)
  if (entries.length > VISITOR_ATTRIBUTES_MAX) {
    throw invalidParams(`attributes has ${entries.length} names; at most ${VISITOR_ATTRIBUTES_MAX} are allowed.`)
  }
  for (const [name, value] of entries) {
    checkShort(name, 'a name in attributes', ATTRIBUTE_NAME_MAX)
    if (codePoints(value) > ATTRIBUTE_VALUE_MAX) {
      throw invalidParams(`a value in attributes is longer than ${ATTRIBUTE_VALUE_MAX} characters.`)
    }
  }
}

/** Merged by name, never more than there may be: the newest are kept. `__proto__` is a name like any other. */
export function mergeAttributes(known: Record<string, string>, added: Record<string, string>): Record<string, string> {
  const merged = new Map([...Object.entries(known), ...Object.entries(added)])
  return Object.fromEntries([...merged].slice(-VISITOR_ATTRIBUTES_MAX))
}

function checkShort(text: string, name: string, max: number): void {
  if (!hasText(text)) throw invalidParams(`${name} must not be empty.`)
  if (codePoints(text) > max) throw invalidParams(`${name} is longer than ${max} characters.`)
}
