import { currentTime } from '#base/clock.ts'
import { newToken } from '#base/ids.ts'
import { codePoints, hasText, isStorable } from '#base/text.ts'
import {
  ASSISTANT_CLIENTS_MAX,
  ASSISTANT_DOCUMENT,
  ASSISTANT_ID_MAX,
  ASSISTANT_NAME_MAX,
  ASSISTANT_UNUSED_MS,
  REDIRECT_URIS_MAX,
} from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import { DocumentUnreadable, readJson } from '#outbound/read-json.ts'
import { type ClientRow, deleteUnusedClients, findClient, saveClient } from '#storage/assistants/clients.ts'
import { OAuthError } from './oauth-error.ts'
import { whyNoRedirect } from './redirects.ts'

/** A program that asks to be let in. Nothing of what it says about itself is proven but where its answers go. */
export type AssistantClient = Pick<ClientRow, 'id' | 'name' | 'redirectUris'>

/** What a program says about itself (RFC 7591, 2), as it came. */
export interface ClientMetadata {
  client_name?: unknown
  redirect_uris?: unknown
  grant_types?: unknown
  response_types?: unknown
  token_endpoint_auth_method?: unknown
}

const UNNAMED = 'An unnamed assistant'

/**
 * Registers a program with one store (RFC 7591). It is deleted after a day unless an admin lets it in, and earlier where
 * too many others register. Throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata`.
 */
export async function registerClient(shop: Shop, metadata: ClientMetadata): Promise<ClientRow> {
  const described = readMetadata(metadata)
  const createdAt = currentTime()
  const client = {
    ...described,
    id: newToken('client_'),
    freshUntil: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ASSISTANT_UNUSED_MS),
  }
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
 * is read where it was not lately. Undefined for an unknown one. Throws OAuthError where the document is no good.
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
  return known?.freshUntil && known.freshUntil > now ? known : readDocument(shop, id, addresses)
}

/**
 * Whether an id is the address of a document (Client ID Metadata Documents, 3): https with a path, written as it is read,
 * without a fragment, a user name or dots for segments.
 */
function isDocumentId(id: string): boolean {
  if (!/^https:\/\/[\x21-\x7e]+$/.test(id) || !URL.canParse(id)) return false
  const url = new URL(id)
  return url.href === id && url.pathname !== '/' && url.username === '' && url.password === '' && !id.includes('#')
}

async function readDocument(shop: Shop, id: string, addresses: AddressBook): Promise<AssistantClient> {
  const { timeoutMs, bytes, keptMs } = ASSISTANT_DOCUMENT
  const { value, keepMs } = await readJson(new URL(id), { addresses, timeoutMs, bytes }).catch((error) => {
    if (!(error instanceof DocumentUnreadable)) throw error
    throw new OAuthError('invalid_client', `The document at client_id cannot be read: ${error.message}.`)
  })
  const document = (value ?? {}) as ClientMetadata & { client_id?: unknown; client_secret?: unknown }
  if (document.client_id !== id) {
    throw new OAuthError('invalid_client', 'client_id in the document is not the address that it was read from.')
  }
  if (document.client_secret !== undefined) {
    throw new OAuthError('invalid_client', 'The document holds a client_secret, which is then no secret.')
  }
  const method = document.token_endpoint_auth_method ?? 'none'
  if (method !== 'none') {
    throw new OAuthError('invalid_client', 'token_endpoint_auth_method in the document must be none.')
  }
  if (typeof document.client_name !== 'string') {
    throw new OAuthError('invalid_client', 'client_name is missing in the document.')
  }
  const described = readMetadata(document)
  const createdAt = currentTime()
  const client = {
    ...described,
    id,
    freshUntil: new Date(createdAt.getTime() + Math.min(keepMs, keptMs)),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ASSISTANT_UNUSED_MS),
  }
  await saveClient(shop, client)
  return client
}

/** The part of a description that we use; the rest is passed over. */
function readMetadata(metadata: ClientMetadata): Pick<ClientRow, 'name' | 'redirectUris'> {
  const { client_name: name = UNNAMED, redirect_uris: uris, grant_types: grants, response_types: responses } = metadata
  if (typeof name !== 'string' || !isStorable(name) || codePoints(name) > ASSISTANT_NAME_MAX) {
    throw new OAuthError('invalid_client_metadata', `client_name must have at most ${ASSISTANT_NAME_MAX} characters.`)
  }
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > REDIRECT_URIS_MAX) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${REDIRECT_URIS_MAX} addresses.`)
  }
  for (const [i, uri] of uris.entries()) {
    const reason = typeof uri === 'string' ? whyNoRedirect(uri) : 'is not a text'
    if (reason) throw new OAuthError('invalid_redirect_uri', `redirect_uris[${i}] ${reason}.`)
  }
  requireListed('grant_types', grants, 'authorization_code')
  requireListed('response_types', responses, 'code')
  // Characters that are not seen, or that turn the text around, could make one name look like another.
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return { name: hasText(visible) ? visible : UNNAMED, redirectUris: uris as string[] }
}

function requireListed(name: string, value: unknown, needed: string): void {
  if (value === undefined || (Array.isArray(value) && value.includes(needed))) return
  throw new OAuthError('invalid_client_metadata', `${name} must contain ${needed}.`)
}
