import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ParleyError } from '#core/errors.ts'
import { findSignedIn, type SignedIn } from '#core/sessions.ts'
import type { Database } from '#storage/database.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who asks; set by the inbox's guard. */
    signedIn?: SignedIn
  }
  interface FastifyContextConfig {
    /** Who may call a route of the inbox: any member unless it says otherwise. */
    access?: 'admin' | 'anyone'
  }
}

const COOKIE = 'parley_session'
const COOKIE_SECONDS = 90 * 24 * 60 * 60

const signInFirst = () => new ParleyError('UNAUTHENTICATED', 'Sign in first.')

/** Whom a request's cookie belongs to. An API key is nobody here, however good it is (spec 5.1, rule 3). */
export async function authenticate(
  database: Database,
  request: { headers: IncomingHttpHeaders },
): Promise<SignedIn | null> {
  if (request.headers['x-api-key'] !== undefined) return null
  const token = readCookie(request.headers)
  return token ? findSignedIn(database, token) : null
}

/**
 * Whether a page of this very service sent the request. Browsers say so in Sec-Fetch-Site where the address is secure,
 * and in Origin with whatever may change something; a page elsewhere can forge neither (docs/decisions/0015).
 */
export function isSameOrigin({ headers }: { headers: IncomingHttpHeaders }, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return site === 'same-origin'
  return origin === new URL(baseUrl).origin || (URL.canParse(origin) && new URL(origin).host === headers.host)
}

/** What each request to /api/chat passes before its body is read: origin, session, role. */
export function createInboxGuard(database: Database, baseUrl: string) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (request.headers['x-api-key'] !== undefined) {
      throw new ParleyError('UNAUTHENTICATED', 'These paths take a member’s session, not an API key.')
    }
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !isSameOrigin(request, baseUrl)) {
      throw new ParleyError('FORBIDDEN', 'The request does not come from a page of this service (Origin header).')
    }
    const { access } = request.routeOptions.config
    if (access === 'anyone') return
    const signedIn = await authenticate(database, request)
    if (!signedIn) throw signInFirst()
    request.signedIn = signedIn
    request.caller = signedIn.caller
    if (access === 'admin' && signedIn.role !== 'admin') {
      throw new ParleyError('FORBIDDEN', 'Only admins of the store may do this.')
    }
  }
}

/** The member that the guard let in. */
export function memberOf(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw signInFirst()
  return request.signedIn
}

export function readCookie({ cookie }: IncomingHttpHeaders): string | null {
  for (const part of (cookie ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=')
    if (name === COOKIE) return value
  }
  return null
}

/** Lax, so that a link to a conversation in a mail or a chat opens it; no other site's page can post with it. */
export function setCookie(reply: FastifyReply, token: string | null, isSecure: boolean): void {
  const life = token ? COOKIE_SECONDS : 0
  const secure = isSecure ? '; Secure' : ''
  reply.header('set-cookie', `${COOKIE}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure}`)
}

export function deviceOf(request: FastifyRequest) {
  return { ipAddress: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
