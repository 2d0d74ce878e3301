import { currentTime } from '#base/clock.ts'
import { newToken } from '#base/ids.ts'
import { isStorable } from '#base/text.ts'
import { ASSISTANT_CLIENTS_MAX, ASSISTANT_ID_MAX, ASSISTANT_UNUSED_MS } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import { type ClientRow, deleteUnusedClients, findClient, saveClient } from '#storage/assistants/clients.ts'
import { type ClientMetadata, type Description, isDocumentId, readDocument, readMetadata } from './client-metadata.ts'

/** A client app that asks to be connected. Only its redirect addresses are verified, nothing that it says about itself. */
export type AssistantClient = Pick<ClientRow, 'id' | 'name' | 'redirectUris'>

/**
 * Registers a program with one store (RFC 7591). It is deleted after a day unless an admin lets it in, and earlier where
 * too many others register. Throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata`.
 */
export async function registerClient(shop: Shop, metadata: ClientMetadata): Promise<ClientRow> {
  const client = newClient(newToken('client_'), readMetadata(metadata), null)
  await shop.transaction(async (tx) => {
    await deleteUnusedClients(tx, ASSISTANT_CLIENTS_MAX - 1)
    await saveClient(tx, client)
  })
  return client
}

/** Whether a program with this id could be asking: one that has registered, or an address. */
export async function isKnownClient(shop: Shop, id: string): Promise<boolean> {
  return isDocumentId(id) || (await findClient(shop, id, currentTime())) !== undefined
}

/**
 * The program that an id names: one that has registered with the store, or one that a document at its id describes, which
 * is read if it is not cached. Undefined for an unknown one. Throws OAuthError if the document is invalid.
 */
export async function findAssistantClient(
  shop: Shop,
  id: string,
  addresses: AddressBook,
): Promise<AssistantClient | undefined> {
  if (id.length > ASSISTANT_ID_MAX || !isStorable(id)) return undefined
  const now = currentTime()
  const known = await findClient(shop, id, now)
  if (!isDocumentId(id)) return known
  if (known?.freshUntil && known.freshUntil > now) return known
  const { keepMs, ...described } = await readDocument(id, addresses)
  const client = newClient(id, described, keepMs)
  await saveClient(shop, client)
  return client
}

/** A program as it is kept: for a day, unless an admin lets it in. */
function newClient(id: string, { name, redirectUris }: Description, keepMs: number | null): ClientRow {
  const createdAt = currentTime()
  const after = (ms: number) => new Date(createdAt.getTime() + ms)
  const freshUntil = keepMs === null ? null : after(keepMs)
  return { id, name, redirectUris, freshUntil, createdAt, expiresAt: after(ASSISTANT_UNUSED_MS) }
}
