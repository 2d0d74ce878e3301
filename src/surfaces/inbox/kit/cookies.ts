import type { IncomingHttpHeaders } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'

const DAY_SECONDS = 24 * 60 * 60
/** A sign-in at an issuer that is under way, and one that waits for a choice; the session; by which a browser stays known after it; that its password was checked before the code (docs/decisions/0015); what challenges of passkeys are bound to. */
const KINDS = {
  trip: { name: 'parley_sso', seconds: 10 * 60 },
  waiting: { name: 'parley_waiting', seconds: 10 * 60 },
  session: { name: 'parley_session', seconds: 90 * DAY_SECONDS },
  checked: { name: 'parley_checked', seconds: 10 * 60 },
  passkey: { name: 'parley_passkey', seconds: 10 * 60 },
  device: { name: 'parley_device', seconds: 365 * DAY_SECONDS },
} as const

type CookieKind = keyof typeof KINDS

/** The inbox's cookies: no script reads them, and no other site's page can post with them. */
export interface Cookies {
  read(headers: IncomingHttpHeaders, kind: CookieKind): string | null
  /** Null takes the cookie away. */
  set(reply: FastifyReply, kind: CookieKind, token: string | null): void
}

/**
 * Names cookies. If the service is reached over https, they have the prefix `__Host-`: browsers then take them from this very
 * host only, over https only. Lax, so that a link to a conversation in a mail or a chat opens it.
 */
export function createCookies(baseUrl: string): Cookies {
  const secure = new URL(baseUrl).protocol === 'https:'
  const nameOf = (kind: CookieKind) => `${secure ? '__Host-' : ''}${KINDS[kind].name}`
  return {
    read: ({ cookie }, kind) => fastifyCookie.parse(cookie ?? '')[nameOf(kind)] ?? null,
    set(reply, kind, token) {
      const maxAge = token ? KINDS[kind].seconds : 0
      const options = { path: '/', httpOnly: true, sameSite: 'lax', maxAge, secure } as const
      reply.header('set-cookie', fastifyCookie.serialize(nameOf(kind), token ?? '', options))
    },
  }
}
