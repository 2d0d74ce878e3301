import { currentTime } from '#base/clock.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { SIGNATURE_MAX } from '#core/limits.ts'
import { checkPlaceholders } from '#core/placeholders.ts'
import { findAccount } from '#storage/channels/accounts.ts'
import {
  deleteSignature,
  findSignature,
  listMailboxSignatures,
  type SignatureKind,
  saveSignature,
} from '#storage/channels/signatures.ts'

/** Signatures below mails. They are added when a mail is sent; messages are stored without them. */

const PLACEHOLDERS = ['member', 'store']

export const getOwnSignature = ({ shop }: Caller, memberId: string): Promise<string | null> =>
  findSignature(shop, 'member', memberId)

/** Signatures of mailboxes, by the account's id. */
export const listSignaturesOfMailboxes = ({ shop }: Caller): Promise<Map<string, string>> => listMailboxSignatures(shop)

/** Null or an empty text removes the member's signature: then their mails have the mailbox's. */
export function setOwnSignature(caller: Caller, memberId: string, text: string | null): Promise<string | null> {
  return save(caller, 'member', memberId, text)
}

/** INVALID_PARAMS for an account that is not a mailbox. */
export async function setMailboxSignature(
  caller: Caller,
  accountId: string,
  text: string | null,
): Promise<string | null> {
  const account = await findAccount(caller.shop, accountId)
  if (account?.channel !== 'email') throw invalidParams('accountId is not a mailbox of this store.')
  return save(caller, 'mailbox', accountId, text)
}

async function save(
  { shop, actor }: Caller,
  kind: SignatureKind,
  ownerId: string,
  text: string | null,
): Promise<string | null> {
  const kept = text?.trim() || null
  if (kept !== null) {
    checkText(kept, SIGNATURE_MAX, 'text')
    checkPlaceholders(kept, PLACEHOLDERS)
  }
  await shop.transaction(async (tx) => {
    if (kept === null) await deleteSignature(tx, kind, ownerId)
    else await saveSignature(tx, { kind, ownerId, text: kept }, currentTime())
    if (kind === 'mailbox') await recordAudit(tx, actor, 'channel.signature_changed', ownerId)
  })
  return kept
}

/** The signature of one mail. `member`: the name that the customer sees. */
export function fillSignature(signature: string, { member, store }: { member: string; store: string }): string {
  return signature.replaceAll('{{member}}', () => member).replaceAll('{{store}}', () => store)
}
