import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '#base/ids.ts'
import { requireAccess } from '#core/conversations/access.ts'
import { ParleyError } from '#core/errors.ts'
import { type Device, findSignedIn, requireRecentAuth, type SignedIn, shopOfToken } from '#core/members/sessions.ts'
import { findShopByAppId } from '#core/stores/stores.ts'
import type { Database } from '#database/database.ts'
import type { Cookies } from './cookies.ts'
import { type AddressedRequest, readTokens, tokenOfRequest } from './store-tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who asks; set by the inbox's guard. */
    signedIn?: SignedIn
  }
  interface FastifyContextConfig {
    /** Members who may call a route of the inbox: all unless it says otherwise. */
    access?: 'admin' | 'anyone'
    /**
     * Requires the password again where it was last given more than PROOF_MS ago: on routes that give access or rights,
     * change the demand for a second factor, or send the store's data to a new place. A function gets the validated
     * body, and returns whether this request does so. contract/members/fresh-password.test.ts names every other route.
     */
    needsProof?: true | ((body: never) => boolean)
    /** Called by other services, which name no origin; the body proves who calls. */
    isForServers?: boolean
    /** Open to a member who still lacks the second factor that the store asks for. */
    isOpenWithoutSecondFactor?: boolean
  }
}

const signInFirst = () => new ParleyError('UNAUTHENTICATED', 'Sign in first.')

/** The member whose session a request comes with, in the store that it names. An API key is nobody here (spec 5.1.3). */
export async function authenticate(
  database: Database,
  cookies: Cookies,
  request: AddressedRequest,
): Promise<SignedIn | null> {
  if (request.headers['x-api-key'] !== undefined) return null
  const token = tokenOfRequest(cookies, request)
  return token ? findSignedIn(database, token) : null
}

/** The member whose session the browser has in the store of an App ID; without an App ID, in the store of the request. */
export async function authenticateAt(
  database: Database,
  cookies: Cookies,
  request: AddressedRequest,
  appId: string | undefined,
): Promise<SignedIn | null> {
  if (appId === undefined) return authenticate(database, cookies, request)
  const shopId = await findShopByAppId(database, appId)
  const token = readTokens(cookies, request, 'session').find((one) => shopOfToken(one) === shopId)
  return token ? findSignedIn(database, token) : null
}

/**
 * Whether a page of this very service sent the request. Browsers say so in Sec-Fetch-Site where the address is secure,
 * and in Origin with whatever may change something; a page elsewhere can forge neither (docs/decisions/0015).
 */
function isSameOrigin({ headers }: { headers: IncomingHttpHeaders }, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return site === 'same-origin'
  return origin === new URL(baseUrl).origin || (URL.canParse(origin) && new URL(origin).host === headers.host)
}

/** What each request to /api/chat passes before its body is read: origin, session, role, and the conversation of its path. */
export function createInboxGuard(database: Database, cookies: Cookies, baseUrl: string) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (request.headers['x-api-key'] !== undefined) {
      throw new ParleyError('UNAUTHENTICATED', 'These paths take a member’s session, not an API key.')
    }
    const { access, needsProof, isOpenWithoutSecondFactor, isForServers } = request.routeOptions.config
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    if (!isRead && !isForServers && !isSameOrigin(request, baseUrl)) {
      throw new ParleyError('FORBIDDEN', 'The request does not come from a page of this service (Origin header).')
    }
    if (access === 'anyone') return
    const signedIn = await authenticate(database, cookies, request)
    if (!signedIn) throw signInFirst()
    request.signedIn = signedIn
    request.caller = signedIn.caller
    if (access === 'admin' && signedIn.role !== 'admin') {
      throw new ParleyError('FORBIDDEN', 'Only admins of the store may do this.')
    }
    if (signedIn.lacksSecondFactor && !isOpenWithoutSecondFactor) {
      throw new ParleyError(
        'SECOND_FACTOR_NEEDED',
        'This store asks for a second factor: set it up under Account first.',
      )
    }
    if (needsProof === true) requireRecentAuth(signedIn)
    await requireConversationOfPath(request, signedIn)
  }
}

/** A path below a conversation leads nowhere for a member who may not see it. */
async function requireConversationOfPath(
  { routeOptions, params, method }: FastifyRequest,
  { caller }: SignedIn,
): Promise<void> {
  if (!routeOptions.url?.startsWith('/api/chat/conversations/:id')) return
  await requireAccess(caller, (params as { id: string }).id, method === 'GET' ? 'read' : 'write')
}

/** Requires the password again where the body says that it is needed; runs before the handler. */
export async function proveByBody(request: FastifyRequest): Promise<void> {
  const { needsProof } = request.routeOptions.config
  if (typeof needsProof === 'function' && needsProof(request.body as never)) requireRecentAuth(memberOf(request))
}

/** The member that the guard accepted. */
export function memberOf(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw signInFirst()
  return request.signedIn
}

export function deviceOf(request: FastifyRequest, cookies: Cookies): Device {
  const { ip: ipAddress, headers } = request
  const [tokens, sessions] = [readTokens(cookies, request, 'device'), readTokens(cookies, request, 'session')]
  const checked = cookies.read(headers, 'checked')
  const known = cookies.read(headers, 'passkey') ?? ''
  const browser = /^[0-9a-f]{64}$/.test(known) ? known : newToken('', 32)
  return { ipAddress, userAgent: headers['user-agent'] ?? '', tokens, sessions, checked, browser }
}
