/** An SMTP server and how to sign in there. */
export interface SmtpServer {
  host: string
  port: number
  /** Encrypted from the first byte (smtps); otherwise STARTTLS. */
  isSecure: boolean
  user: string
  password: string
  /** Under which name it signs the mail that it takes (DKIM); null where that is not known. */
  dkimSelector: string | null
}

/** An address of an SMTP server that cannot be used. The message says what is wrong; it never has the password. */
export class BadSmtpUrl extends Error {}

/**
 * `smtps://user:password@host:465` or `smtp://user:password@host:587`. User and password are percent-encoded.
 * `?dkim=s1` names the selector that the server signs under. Throws `BadSmtpUrl`.
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    throw new BadSmtpUrl('the SMTP server must be of the form smtps://user:password@mail.example.com:465, or smtp://')
  }
  const isSecure = url.protocol === 'smtps:'
  const selector = url.searchParams.get('dkim')?.toLowerCase() ?? ''
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    user: decoded(url.username),
    password: decoded(url.password),
    dkimSelector: /^[a-z\d]([a-z\d._-]{0,61}[a-z\d])?$/.test(selector) ? selector : null,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new BadSmtpUrl('user and password of the SMTP server must be percent-encoded: write % as %25')
  }
}
