import { forbidden, invalidParams } from '#core/errors.ts'
import { AUTHORIZATION_QUERY_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import { findStore, type StoreRow } from '#storage/stores/stores.ts'
import { resourceOf, SCOPE } from './addresses.ts'
import { type AssistantClient, findAssistantClient } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { isRegistered } from './redirects.ts'

/** An authorization request (OAuth 2.1, 4.1.1) as the member's browser brought it. */
export interface AskedConsent {
  /** The App ID in the address that the assistant sent the browser to. */
  appId: string
  /** The address's query, as it came. */
  query: string
}

export interface ConsentOptions {
  addresses: AddressBook
  baseUrl: string
}

/** A request whose program and redirect address are right: only such a one is ever answered by a redirect. */
export interface JudgedRequest {
  client: AssistantClient
  redirectUri: string
  state: string | null
  challenge: string
  problem: OAuthError | null
}

/**
 * Judges a request for a store. Throws INVALID_PARAMS or FORBIDDEN where the browser must be sent nowhere; what else is
 * wrong is the result's `problem`.
 */
export async function judgeRequest(
  shop: Shop,
  { appId, query }: AskedConsent,
  options: ConsentOptions,
): Promise<JudgedRequest> {
  const store = await findStore(shop)
  if (store?.appId !== appId) throw forbidden('The assistant asks for another store than the one you are signed in to.')
  requireInstalled(store)
  if (query.length > AUTHORIZATION_QUERY_MAX) throw invalidParams('The assistant’s request is too long.')
  const params = new URLSearchParams(query)
  const [clientId, clientIds] = [params.get('client_id') ?? '', params.getAll('client_id')]
  const [redirectUri, redirectUris] = [params.get('redirect_uri') ?? '', params.getAll('redirect_uri')]
  if (clientIds.length !== 1 || redirectUris.length !== 1) {
    throw invalidParams('The assistant’s request must have client_id and redirect_uri, each of them once.')
  }
  const client = await findAssistantClient(shop, clientId, options.addresses).catch((error) => {
    throw error instanceof OAuthError ? invalidParams(`The assistant cannot be identified. ${error.message}`) : error
  })
  if (!client) {
    throw invalidParams(
      'This assistant is not registered with the store, or its registration has expired. Add it once more where you came from.',
    )
  }
  if (!isRegistered(client.redirectUris, redirectUri)) {
    throw invalidParams('The assistant’s redirect_uri is not registered for this client.')
  }
  return {
    client,
    redirectUri,
    state: params.get('state'),
    challenge: params.get('code_challenge') ?? '',
    problem: findProblem(params, resourceOf(options.baseUrl, appId)),
  }
}

/** What else is wrong with a request. */
function findProblem(params: URLSearchParams, resource: string): OAuthError | null {
  for (const name of ['response_type', 'response_mode', 'state', 'scope', 'code_challenge', 'code_challenge_method']) {
    if (params.getAll(name).length > 1) return new OAuthError('invalid_request', `${name} is given more than once.`)
  }
  if (params.get('response_type') !== 'code') {
    return new OAuthError('unsupported_response_type', 'response_type must be code.')
  }
  if ((params.get('response_mode') ?? 'query') !== 'query') {
    return new OAuthError('invalid_request', 'response_mode must be query, or be left out.')
  }
  if (params.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(params.get('code_challenge') ?? '')) {
    return new OAuthError('invalid_request', 'PKCE is needed: code_challenge with code_challenge_method S256.')
  }
  return findScopeProblem(params.get('scope')) ?? findTargetProblem(params.getAll('resource'), resource)
}

/** Scopes that we do not know are passed over; one that we know has to be among those that are asked for, if any are. */
export function findScopeProblem(scope: string | null): OAuthError | null {
  const asked = (scope ?? '').split(' ').filter(Boolean)
  if (asked.length === 0 || asked.includes(SCOPE)) return null
  return new OAuthError('invalid_scope', `scope must contain ${SCOPE}, or be left out.`)
}

/** What a token is for: the one resource of this store, which it also is for where the request names none (RFC 8707). */
export function findTargetProblem(asked: string[], resource: string): OAuthError | null {
  const isOurs = (text: string) =>
    URL.canParse(text) && new URL(text).href.replace(/\/$/, '') === new URL(resource).href
  if (asked.every(isOurs)) return null
  return new OAuthError('invalid_target', `resource must be ${resource}, or be left out.`)
}

/** Refuses an uninstalled store. */
export function requireInstalled(store: StoreRow | undefined): void {
  if (!store || store.uninstalledAt) throw forbidden('The store is uninstalled: no assistant can be connected to it.')
}
