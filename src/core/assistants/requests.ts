import { currentTime } from '#base/clock.ts'
import { hashToken, newId, newToken } from '#base/ids.ts'
import { recordAudit } from '#core/audit/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { forbidden, invalidParams } from '#core/errors.ts'
import { ASSISTANT_CLIENT_MS, ASSISTANT_CODE_MS, ASSISTANTS_MAX, AUTHORIZATION_QUERY_MAX } from '#core/limits.ts'
import type { AddressBook } from '#outbound/address.ts'
import { markUsed } from '#storage/assistants/clients.ts'
import { countGrants, insertGrant } from '#storage/assistants/grants.ts'
import { findStore, type StoreRow } from '#storage/stores/stores.ts'
import { issuerOf, resourceOf, SCOPE } from './addresses.ts'
import { type AssistantClient, findAssistantClient } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { isRegistered, type Publisher, publisherOf, withAnswer } from './redirects.ts'

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

/** The admin who is asked. */
export interface AskedAdmin {
  caller: Caller
  memberId: string
}

/** What a member is asked, or told. */
export interface Consent {
  client: {
    name: string /** The host of the document that describes it; null for one that registered itself. */
    host: string | null
  }
  /** The host that the answer goes to. */
  redirectHost: string
  publisher: Publisher
  /** Why the request cannot be allowed, in a sentence; null where it can. */
  problem: string | null
  /** Where a refusal, or word of the problem, takes the browser. */
  refuseTo: string
}

/** A request whose program and redirect address are right: only such a one is ever answered by a redirect. */
interface Judged {
  client: AssistantClient
  redirectUri: string
  state: string | null
  challenge: string
  problem: OAuthError | null
}

/** What the consent page shows. Throws INVALID_PARAMS or FORBIDDEN for a request that gets no answer at its address. */
export async function readConsent(
  { caller }: AskedAdmin,
  asked: AskedConsent,
  options: ConsentOptions,
): Promise<Consent> {
  const request = await judge(caller, asked, options)
  const { client, redirectUri, problem } = request
  return {
    client: { name: client.name, host: client.id.startsWith('https://') ? new URL(client.id).host : null },
    redirectHost: new URL(redirectUri).host,
    publisher: publisherOf(redirectUri),
    problem: problem?.message ?? null,
    refuseTo: answer(request, asked, options, {
      error: problem?.code ?? 'access_denied',
      error_description: problem?.message ?? 'The store did not allow it.',
    }),
  }
}

/** Allows a request: returns where the browser takes the code. The code works once, for a minute. */
export async function allowAssistant(
  { caller, memberId }: AskedAdmin,
  asked: AskedConsent,
  options: ConsentOptions,
): Promise<string> {
  const request = await judge(caller, asked, options)
  if (request.problem) throw invalidParams(request.problem.message)
  const { client, redirectUri, challenge } = request
  const code = newToken('mcpc_', 32)
  await caller.shop.transaction(async (tx) => {
    requireInstalled(await findStore(tx, true)) // locked: whoever uninstalls it at this moment ends this grant too
    const createdAt = currentTime()
    if ((await countGrants(tx, createdAt)) >= ASSISTANTS_MAX) {
      throw invalidParams(`A store has at most ${ASSISTANTS_MAX} connected assistants; disconnect one first.`)
    }
    const id = newId()
    const codeExpiresAt = new Date(createdAt.getTime() + ASSISTANT_CODE_MS)
    await insertGrant(tx, {
      id,
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      memberId,
      createdAt,
      codeHash: hashToken(code),
      codeChallenge: challenge,
      codeExpiresAt,
      expiresAt: codeExpiresAt,
    })
    await markUsed(tx, client.id, new Date(createdAt.getTime() + ASSISTANT_CLIENT_MS))
    await recordAudit(tx, caller.actor, 'assistant.allowed', id, {
      name: client.name,
      clientId: client.id,
      redirectHost: new URL(redirectUri).host,
    })
  })
  return answer(request, asked, options, { code })
}

/** Names the issuer in every answer, so that no assistant takes it for another server's (RFC 9207). */
function answer(
  { redirectUri, state }: Judged,
  { appId }: AskedConsent,
  { baseUrl }: ConsentOptions,
  values: Record<string, string>,
): string {
  return withAnswer(redirectUri, { ...values, state, iss: issuerOf(baseUrl, appId) })
}

async function judge(caller: Caller, { appId, query }: AskedConsent, options: ConsentOptions): Promise<Judged> {
  const store = await findStore(caller.shop)
  if (store?.appId !== appId) throw forbidden('The assistant asks for another store than the one you are signed in to.')
  requireInstalled(store)
  if (query.length > AUTHORIZATION_QUERY_MAX) throw invalidParams('The assistant’s request is too long.')
  const params = new URLSearchParams(query)
  const [clientId, clientIds] = [params.get('client_id') ?? '', params.getAll('client_id')]
  const [redirectUri, redirectUris] = [params.get('redirect_uri') ?? '', params.getAll('redirect_uri')]
  if (clientIds.length !== 1 || redirectUris.length !== 1) {
    throw invalidParams('The assistant’s request must have client_id and redirect_uri, each of them once.')
  }
  const client = await findAssistantClient(caller.shop, clientId, options.addresses).catch((error) => {
    throw error instanceof OAuthError ? invalidParams(`The assistant cannot be identified. ${error.message}`) : error
  })
  if (!client) {
    throw invalidParams(
      'This assistant is not registered with the store, or its registration has expired. Add it once more where you came from.',
    )
  }
  if (!isRegistered(client.redirectUris, redirectUri)) {
    throw invalidParams('The assistant’s redirect_uri is none of those that it has registered.')
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

function requireInstalled(store: StoreRow | undefined): void {
  if (!store || store.uninstalledAt) throw forbidden('The store is uninstalled: no assistant can be connected to it.')
}
