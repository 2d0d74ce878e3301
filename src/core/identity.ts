import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { codePoints, hasText } from '#base/text.ts'
import type { Queries, Shop } from '#storage/database.ts'
import {
  deleteIdentitySecret,
  type IdentitySecretRow,
  insertIdentitySecret,
  listIdentitySecrets,
} from '#storage/identity-secrets.ts'
import { findStore } from '#storage/stores.ts'
import { findContactByPlatformId, findVisitorContact, mergeContacts, updateContact } from '#storage/visitor-contacts.ts'
import { updateVisitor, type VisitorPatch } from '#storage/visitors.ts'
import type { Caller } from './caller.ts'
import { invalidParams, notFound } from './errors.ts'
import { IDENTITY_SECRETS_MAX } from './limits.ts'
import {
  checkDetails,
  customerFields,
  noteDetails,
  renewed,
  requireLocked,
  type Visitor,
  type VisitorDetails,
} from './visitors.ts'

export type IdentitySecret = IdentitySecretRow

/** A secret to sign customers' ids with. Two may live side by side, so that a shop can change over without a gap. */
export function createIdentitySecret(caller: Caller): Promise<IdentitySecret> {
  return caller.shop.transaction(async (tx) => {
    if (!(await findStore(tx, true))) throw notFound('Store') // held: two at once are counted one after the other
    if ((await listIdentitySecrets(tx)).length >= IDENTITY_SECRETS_MAX) {
      throw invalidParams(`A store has at most ${IDENTITY_SECRETS_MAX} identity secrets; delete the old one first.`)
    }
    const secret = { id: newId(), secret: newToken('ids_', 32), createdAt: currentTime() }
    await insertIdentitySecret(tx, secret)
    return secret
  })
}

/** The live secrets without their text, which is shown once. */
export async function listSecrets(caller: Caller): Promise<{ id: string; createdAt: Date }[]> {
  return (await listIdentitySecrets(caller.shop)).map(({ id, createdAt }) => ({ id, createdAt }))
}

/** What was signed with it counts no more from now on; who was identified stays so. */
export async function removeIdentitySecret(caller: Caller, id: string): Promise<void> {
  if (!(await deleteIdentitySecret(caller.shop, id))) throw notFound('Identity secret')
}

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
  const { id, hash, ...details } = identity
  if (!hasText(id) || codePoints(id) > 255) throw invalidParams('id must have 1 to 255 characters.')
  checkDetails(details)
  const isVerified = hash !== undefined && isSigned(id, hash, await listIdentitySecrets(shop))
  await shop.transaction(async (tx) => {
    let visitor = await requireLocked(tx, visitorId)
    if (visitor.externalId !== null && visitor.externalId !== id) visitor = await forgetPerson(tx, visitor)
    if (isVerified && visitor.externalId === null) visitor = await becomeCustomer(tx, visitor, id)
    // Who is known by a valid hash is not told about by one without.
    if (isVerified || visitor.externalId === null) await noteDetails(tx, visitor, details)
    renewed(tx, visitorId)
  })
  return { isVerified }
}

function isSigned(id: string, hash: string, secrets: IdentitySecret[]): boolean {
  if (!/^[0-9a-f]{64}$/i.test(hash)) return false
  const given = Buffer.from(hash, 'hex')
  return secrets.some(({ secret }) => timingSafeEqual(createHmac('sha256', secret).update(id).digest(), given))
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
  const known = await findContactByPlatformId(tx, externalId)
  const own = visitor.contactId === null ? undefined : await findVisitorContact(tx, visitor.contactId)
  // A contact with an id of its own is somebody already; the browser of somebody else is not made one with it.
  const anonymous = own && own.platformId === null && !own.isBlocked && !own.isRedacted ? own : undefined
  if (known && anonymous && known.id !== anonymous.id) {
    await mergeContacts(tx, { from: anonymous.id, into: known.id, customer: customerFields(known), now })
  } else if (!known && anonymous) {
    await updateContact(tx, anonymous.id, { platformId: externalId, type: 'customer', updatedAt: now })
  }
  const contactId = known?.id ?? anonymous?.id ?? null
  await updateVisitor(tx, visitor.id, { externalId, contactId })
  return { ...visitor, externalId, contactId }
}
