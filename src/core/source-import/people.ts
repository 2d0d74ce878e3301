import { newId } from '#base/ids.ts'
import { emailKey, hasText } from '#base/text.ts'
import { htmlToWords } from '#channels/email/read/html.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { commerceKinds } from '#core/import/commerce.ts'
import type { ImportKind } from '#core/import/kind.ts'
import { contactKind, memberKind } from '#core/import/people.ts'
import { findProvenContact } from '#storage/contacts/contacts.ts'
import { findMemberIdByEmail } from '#storage/members/members.ts'
import { findImported, insertImported, isImported, type SourceKind } from '#storage/source-import/imported-records.ts'
import type { Outcome, SourceContact, SourceFaq, SourceMember } from './records.ts'
import { saveWith } from './save.ts'

const NOTHING_NEW: Outcome = { isNew: false, skipped: [] }

/** An agent becomes an active member who has no password yet; one whose address is a member's already is that member. */
export async function importMember(
  caller: Caller,
  source: string,
  sourceId: string,
  { email, name }: SourceMember,
): Promise<Outcome> {
  if (await isKnown(caller, source, 'member', sourceId)) return NOTHING_NEW
  const existing = await findMemberIdByEmail(caller.shop, emailKey(email))
  if (existing) {
    await insertImported(caller.shop, source, 'member', [{ sourceId, id: existing }])
    return NOTHING_NEW
  }
  return create(caller, source, 'member', sourceId, memberKind, { email, ...namesOf(name) })
}

/** `Grace Brewster Hopper`: the first word is the first name. */
function namesOf(name: string | null | undefined) {
  const words = name?.trim().split(/\s+/) ?? []
  const [firstName, ...rest] = words
  return firstName ? { firstName, lastName: rest.join(' ') || null, fullName: words.join(' ') } : {}
}

/** A contact whose address is known here, and proven, is that contact; no field of theirs is changed. */
export async function importContact(
  caller: Caller,
  source: string,
  sourceId: string,
  contact: SourceContact,
): Promise<Outcome> {
  if (await isKnown(caller, source, 'contact', sourceId)) return NOTHING_NEW
  const existing = contact.email ? await findProvenContact(caller.shop, emailKey(contact.email)) : undefined
  // Two contacts of the source stay two, whatever their addresses.
  if (existing && !(await isImported(caller.shop, source, 'contact', existing))) {
    await insertImported(caller.shop, source, 'contact', [{ sourceId, id: existing }])
    return NOTHING_NEW
  }
  return create(caller, source, 'contact', sourceId, contactKind, {
    ...contact,
    type: contact.email ? 'guest' : 'anonymous',
  })
}

export async function importArticle(
  caller: Caller,
  source: string,
  sourceId: string,
  { question, html, url, status = 'published' }: SourceFaq,
): Promise<Outcome> {
  if (await isKnown(caller, source, 'faq', sourceId)) return NOTHING_NEW
  const answer = htmlToWords(html).trim()
  if (!hasText(answer)) throw invalidParams('The article has no text.')
  const faq = { question, answer, status, ...(url ? { url } : {}) }
  return create(caller, source, 'faq', sourceId, commerceKinds.faq as ImportKind, faq)
}

async function isKnown({ shop }: Caller, source: string, kind: SourceKind, sourceId: string): Promise<boolean> {
  return (await findImported(shop, source, kind, [sourceId])).has(sourceId)
}

async function create(
  caller: Caller,
  source: string,
  kind: SourceKind,
  sourceId: string,
  importKind: ImportKind,
  data: object,
): Promise<Outcome> {
  const id = newId()
  await saveWith(caller, importKind, { ...data, id }, (tx) => insertImported(tx, source, kind, [{ sourceId, id }]))
  return { isNew: true, skipped: [] }
}
