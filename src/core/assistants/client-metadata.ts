import { codePoints, hasText, isStorable } from '#base/text.ts'
import { ASSISTANT_DOCUMENT, ASSISTANT_NAME_MAX, REDIRECT_URIS_MAX } from '#core/limits.ts'
import type { AddressBook } from '#outbound/address.ts'
import { DocumentUnreadable, readJson } from '#outbound/read-json.ts'
import { OAuthError } from './oauth-error.ts'
import { whyNoRedirect } from './redirects.ts'

/** What a program says about itself (RFC 7591, 2), as it came. */
export interface ClientMetadata {
  client_name?: unknown
  redirect_uris?: unknown
  grant_types?: unknown
  response_types?: unknown
  token_endpoint_auth_method?: unknown
}

/** The part of it that we use. */
export interface Description {
  name: string
  redirectUris: string[]
}

const UNNAMED = 'An unnamed assistant'

/** Reads a description. Throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata`. */
export function readMetadata(metadata: ClientMetadata): Description {
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

/**
 * Whether an id is the address of a document (Client ID Metadata Documents, 3): https with a path, written as it is read,
 * without a fragment, a user name or dots for segments.
 */
export function isDocumentId(id: string): boolean {
  if (!/^https:\/\/[\x21-\x7e]+$/.test(id) || !URL.canParse(id)) return false
  const url = new URL(id)
  return url.href === id && url.pathname !== '/' && url.username === '' && url.password === '' && !id.includes('#')
}

/**
 * Reads the document that describes a program at its id, and for how many milliseconds it may be kept. Throws OAuthError
 * if there is no document, or if it does not describe a client app that we can accept.
 */
export async function readDocument(id: string, addresses: AddressBook): Promise<Description & { keepMs: number }> {
  const { timeoutMs, bytes, keptMs } = ASSISTANT_DOCUMENT
  const { value, keepMs } = await readJson(new URL(id), { addresses, timeoutMs, bytes }).catch((error) => {
    if (!(error instanceof DocumentUnreadable)) throw error
    throw new OAuthError('invalid_client', `The document at client_id cannot be read: ${error.message}.`)
  })
  const document = (value ?? {}) as ClientMetadata & { client_id?: unknown; client_secret?: unknown }
  if (document.client_id !== id) {
    throw new OAuthError('invalid_client', 'client_id must equal the URL of the document.')
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
  return { ...readMetadata(document), keepMs: Math.min(keepMs, keptMs) }
}
