import { emailKey } from '#base/text.ts'
import { type AddressKeys, type AddressToken, readAddress, storeKeyOf } from '#channels/email/address.ts'
import { withoutTag } from '#channels/email/own-addresses.ts'
import type { Database, Queries } from '#database/database.ts'
import { type AccountRow, findAccount, listAccounts, readCredentials } from '#storage/channels/accounts.ts'
import { findOutbound } from '#storage/channels/outbound.ts'
import { findThread } from '#storage/channels/threads.ts'
import { claimDirectoryEntry, deleteDirectoryEntry, lookUpDirectory } from '#storage/stores/stores.ts'

/** Which account mail to an address is for, whatever its store (spec C11). */

/** Conversation or mailbox that a mail goes to. */
export interface MailPlace {
  shopId: string
  accountId: string
}

/** What our own door takes mail for. */
export interface MailDoor {
  /** Its domain, in lowercase. */
  domain: string
  keys: AddressKeys
}

/**
 * The account that a recipient is: by a signed address, as `{accountId}@` our domain, or by the address of a mailbox that
 * is connected. Undefined for every other address.
 */
export async function findMailPlace(
  database: Database,
  recipient: string,
  { domain, keys }: MailDoor,
): Promise<MailPlace | undefined> {
  const address = emailKey(recipient)
  if (address.endsWith(`@${domain}`)) {
    const token = readAddress(keys, address)
    const store = token && (await lookUpDirectory(database.system, 'mail_store', token.storeKey))
    if (token && store) return findPlaceIn(database.shop(store.shopId), token)
    const place = await findMailAccount(database, address.slice(0, -domain.length - 1))
    if (place) return place
  }
  const named = (one: string) => lookUpDirectory(database.system, 'channel_account', `email:${one}`)
  // A tag behind the name is the mailbox's own business: `help+order@shop.example`.
  const found = (await named(address)) ?? (address.includes('+') ? await named(withoutTag(address)) : undefined)
  return found && { shopId: found.shopId, accountId: found.refId as string }
}

/** The mailbox with an account's id, unless it was removed. */
async function findMailAccount(database: Database, accountId: string): Promise<MailPlace | undefined> {
  const found = await lookUpDirectory(database.system, 'mail_account', accountId)
  return found && { shopId: found.shopId, accountId }
}

/** What mail for an account is signed with when it is handed in by POST; undefined for no account, or one without. */
export async function findInboundSecret(
  database: Database,
  accountId: string,
): Promise<(MailPlace & { secret: string }) | undefined> {
  const place = await findMailAccount(database, accountId)
  const credentials = place && (await readCredentials(database.shop(place.shopId), accountId))
  return place && credentials?.inboundSecret ? { ...place, secret: credentials.inboundSecret } : undefined
}

/** The account of the conversation that an address names, or the store's first: a conversation outlives its account. */
async function findPlaceIn(
  shop: Queries,
  { use, id }: { use: AddressToken['use']; id: string },
): Promise<MailPlace | undefined> {
  const conversationId = use === 'reply' ? id : (await findOutbound(shop, id))?.conversationId
  const thread = conversationId === undefined ? undefined : await findThread(shop, conversationId)
  const own = thread && (await findAccount(shop, thread.accountId))
  const isOpen = ({ channel, state }: AccountRow) => channel === 'email' && state !== 'disconnected'
  const account = own && isOpen(own) ? own : (await listAccounts(shop)).find(isOpen)
  return account && { shopId: shop.shopId, accountId: account.id }
}

/** Makes a mailbox findable by its id, and its store by signed addresses. */
export async function listMailAccount(tx: Queries, accountId: string): Promise<void> {
  await claimDirectoryEntry(tx, 'mail_account', accountId, accountId)
  await claimDirectoryEntry(tx, 'mail_store', storeKeyOf(tx.shopId), null)
}

/** The store stays findable: signed addresses that it gave away are good while it has any mailbox. */
export async function unlistMailAccount(tx: Queries, accountId: string): Promise<void> {
  await deleteDirectoryEntry(tx, 'mail_account', accountId)
}
