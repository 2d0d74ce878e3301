import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { MailLogin } from '../sign-in/login.ts'

/** An IMAP server, how to sign in there, and whom it believes. */
export interface ImapServer {
  host: string
  port: number
  /** Encrypted from the first byte (imaps); otherwise STARTTLS. */
  isSecure: boolean
  user: string
  password: string
  /** Signs in instead of the password. */
  accessToken?: string
  /** What its provider calls itself in Authentication-Results (RFC 8601); null where that is not known. */
  authservId: string | null
}

/** An address of an IMAP server that cannot be used. The message says what is wrong; it never has the password. */
export class BadImapUrl extends Error {}

/** Providers whose name is known. Microsoft’s gives none, and writes its results above all others. */
const AUTHSERV_IDS: Record<string, string> = nullPrototypeRecord({
  'imap.gmail.com': 'mx.google.com',
  'imap.googlemail.com': 'mx.google.com',
  'outlook.office365.com': '',
  'imap-mail.outlook.com': '',
})

/**
 * `imaps://user:password@host:993` or `imap://user:password@host:143`. User and password are percent-encoded.
 * `?authserv=mx.example.com` names the provider's checking server, whose results are believed. With a login the url names no user. Throws
 * `BadImapUrl`.
 */
export function readImapUrl(text: string, login?: MailLogin): ImapServer {
  const url = URL.parse(text)
  if (!url || !['imap:', 'imaps:'].includes(url.protocol) || !url.hostname) {
    throw new BadImapUrl('the IMAP server must be of the form imaps://user:password@mail.example.com:993, or imap://')
  }
  const isSecure = url.protocol === 'imaps:'
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (!login && (!user || !password))
    throw new BadImapUrl('the address of the IMAP server must have a user and a password')
  const authservId = url.searchParams.get('authserv')?.toLowerCase() ?? AUTHSERV_IDS[host] ?? null
  return { host, port: Number(url.port) || (isSecure ? 993 : 143), isSecure, user, password, authservId, ...login }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new BadImapUrl('user and password of the IMAP server must be percent-encoded: write % as %25')
  }
}
