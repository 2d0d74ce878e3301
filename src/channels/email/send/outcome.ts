import type { SendOutcome } from '../../outcome.ts'
import { reasonOf, statusIn } from '../read/status.ts'

/** What nodemailer tells of an error. */
interface SmtpError extends Error {
  code?: string
  /** The command that it came of: DATA once the mail itself was on its way. */
  command?: string
  responseCode?: number
  response?: string
}

const SAID_MAX = 300
/** A token that was given is refused by the mail server for what the account or the mailbox may do. */
const SIGN_IN_REFUSED =
  'The mail server refused the sign-in: the account that signed in may not send as this mailbox, or SMTP is off for it.'
const CERTIFICATE = /certificate|self.signed|altname|CERT_|ERR_TLS|wrong version number|SSL routines/i

/** Whether an error is about signing in. */
export function isSignInError(error: unknown): boolean {
  const { code = '', responseCode = 0 } = error as SmtpError
  return code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530
}

/** What an error of sending means for the mail and for the account, which signs in with a password or with a token. */
export function outcomeOf(error: unknown, { hasToken = false } = {}): Exclude<SendOutcome, { kind: 'sent' }> {
  const { code = '', command = '', responseCode = 0, response = '', message } = error as SmtpError
  const said = (response || message).replace(/\s+/g, ' ').slice(0, SAID_MAX)
  const reason = (words: string) => (said ? `${words} (${said})` : words)
  const isPassing = responseCode >= 400 && responseCode < 500
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isSignInError(error)) {
    if (isPassing)
      return { kind: 'retry', reason: reason('The mail server does not check passwords now.'), slowsAccount: true }
    const words = hasToken ? SIGN_IN_REFUSED : 'The mail server refused the user name or password.'
    return { kind: 'broken', reason: reason(words) }
  }
  if (code === 'ETLS' || (!isAboutMail && CERTIFICATE.test(`${message} ${code}`))) {
    const words = 'There is no secure connection to the mail server: check its name, port and certificate.'
    return { kind: 'broken', reason: reason(words) }
  }
  if (isPassing) return { kind: 'retry', reason: reason(reasonOf(statusIn(said) || '4.0.0')) }
  if (isAboutMail) {
    const words = responseCode >= 500 ? reasonOf(statusIn(said) || '5.0.0') : 'The mail cannot be sent as it is.'
    return { kind: 'failed', reason: reason(words) }
  }
  const mayHaveBeenSent = command === 'DATA'
  return { kind: 'retry', reason: reason('The mail server does not answer.'), slowsAccount: true, mayHaveBeenSent }
}
