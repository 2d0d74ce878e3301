import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { isHmac } from '#base/secrets.ts'
import { codePoints, hasText } from '#base/text.ts'
import { customerFields } from '#core/contacts/create-contact.ts'
import { invalidParams } from '#core/errors.ts'
import { PERSON_ID_MAX } from '#core/limits.ts'
import { ChangedMeanwhile, type Queries, type Shop } from '#database/database.ts'
import {
  findContactByPlatformId,
  lockVisitorContacts,
  mergeContacts,
  updateContact,
} from '#storage/contacts/contact-changes.ts'
import { lockConversationsOf, takeTurn } from '#storage/locks.ts'
import { type IdentitySecretRow, listIdentitySecrets } from '#storage/visitors/identity-secrets.ts'
import { lockVisitorAndOthers, updateVisitor, type VisitorPatch } from '#storage/visitors/visitors.ts'
import {
  checkDetails,
  lockVisitorToWrite,
  notifyTabs,
  saveDetails,
  type Visitor,
  type VisitorDetails,
} from './visitors.ts'

export interface Identity extends VisitorDetails {
  id: string
  hash?: string
}

/**
 * The shop says who its visitor is. With a valid `hash` (hex HMAC-SHA256 of the id) the visitor is that customer: what
 * this browser said before becomes theirs, and their history is shown. Without one, only what the shop says is noted.
 * Somebody else than before never sees what was there.
 */
export async function identify(shop: Shop, visitorId: string, identity: Identity): Promise<{ isVerified: boolean }> {
  const { id, hash, email, name, phone, attributes } = identity
  const details = { email, name, phone, attributes }
  if (!hasText(id) || codePoints(id) > PERSON_ID_MAX) {
    throw invalidParams(`id must have 1 to ${PERSON_ID_MAX} characters.`)
  }
  checkDetails(details)
  const isVerified = hash !== undefined && isSigned(id, hash, await listIdentitySecrets(shop))
  await shop.transaction(async (tx) => {
    let visitor = await lockVisitorToWrite(tx, visitorId, lockVisitorAndOthers)
    if (visitor.externalId !== null && visitor.externalId !== id) visitor = await forgetPerson(tx, visitor)
    if (isVerified && visitor.externalId === null) visitor = await becomeCustomer(tx, visitor, id)
    // Without a valid hash, the details of a visitor who had one before are not changed.
    if (isVerified || visitor.externalId === null) await saveDetails(tx, visitor, details)
    notifyTabs(tx, visitorId)
  })
  return { isVerified }
}

const isGiven = (id: string | null | undefined): id is string => typeof id === 'string'

function isSigned(id: string, hash: string, secrets: IdentitySecretRow[]): boolean {
  if (!/^[0-9a-f]{64}$/i.test(hash)) return false
  const given = Buffer.from(hash, 'hex')
  return secrets.some(({ secret }) => isHmac(given, secret, id))
}

/** Another person at the same browser: a new session, without anything of the one before. */
async function forgetPerson(tx: Queries, visitor: Visitor): Promise<Visitor> {
  const patch: VisitorPatch = {
    contactId: null,
    externalId: null,
    email: null,
    name: null,
    phone: null,
    attributes: {},
    conversationAttributes: {},
    hidePreChatMessage: '',
    preChatDone: false,
    sessionId: newId(),
    resetAt: null,
  }
  await updateVisitor(tx, visitor.id, patch)
  return { ...visitor, ...patch }
}

/** The contact with this id at the shop and the one of this browser are one from now on. */
async function becomeCustomer(tx: Queries, visitor: Visitor, externalId: string): Promise<Visitor> {
  const now = currentTime()
  await takeTurn(tx, { customer: externalId })
  const found = await findContactByPlatformId(tx, externalId)
  const contacts = await lockVisitorContacts(tx, [found?.id, visitor.contactId].filter(isGiven))
  const known = contacts.find(({ id }) => id === found?.id)
  if (known?.platformId !== found?.platformId) throw new ChangedMeanwhile()
  const own = contacts.find(({ id }) => id === visitor.contactId)
  // A contact with an id of its own is somebody already; the browser of somebody else is not made one with it.
  const anonymous = own && own.platformId === null && !own.isBlocked && !own.isRedacted ? own : undefined
  if (known && anonymous && known.id !== anonymous.id) {
    await lockConversationsOf(tx, [known.id, anonymous.id])
    await mergeContacts(tx, { from: anonymous.id, into: known.id, customer: customerFields(known), now })
  } else if (!known && anonymous) {
    await updateContact(tx, anonymous.id, { platformId: externalId, type: 'customer', updatedAt: now })
  }
  const contactId = known?.id ?? anonymous?.id ?? null
  await updateVisitor(tx, visitor.id, { externalId, contactId })
  return { ...visitor, externalId, contactId }
}
