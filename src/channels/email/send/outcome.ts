import { reasonOf, statusIn } from '../read/status.ts'

/** What became of one mail. Reasons are for members, details for the log. */
export type SendOutcome =
  | { kind: 'sent'; response: string }
  /** Passing: the mail may be tried again later. */
  | { kind: 'retry'; reason: string; detail: string }
  /** This mail will never arrive at this address. */
  | { kind: 'failed'; reason: string; detail: string }
  /** No mail leaves by this account until somebody changes it. */
  | { kind: 'broken'; reason: string; detail: string }

/** What nodemailer tells of an error. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
}

const DETAIL_MAX = 500
const CERTIFICATE = /certificate|self.signed|altname|CERT_|ERR_TLS|wrong version number|SSL routines/i

/** What an error of sending means for the mail and for the account. */
export function outcomeOf(error: unknown): SendOutcome {
  const { code = '', responseCode = 0, response = '', message } = error as SmtpError
  const detail = (response || message || String(error)).replace(/\s+/g, ' ').slice(0, DETAIL_MAX)
  const isPassing = responseCode >= 400 && responseCode < 500
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530) {
    if (isPassing) return { kind: 'retry', reason: 'The mail server does not check passwords now.', detail }
    return { kind: 'broken', reason: 'The mail server refused the user name or password.', detail }
  }
  if (code === 'ETLS' || (code !== 'EENVELOPE' && CERTIFICATE.test(`${message} ${code}`))) {
    return {
      kind: 'broken',
      reason: 'No secure connection to the mail server: check its name, port and certificate.',
      detail,
    }
  }
  if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
    return { kind: 'failed', reason: reasonOf(statusIn(detail) || '5.0.0'), detail }
  }
  if (isPassing) return { kind: 'retry', reason: reasonOf(statusIn(detail) || '4.0.0'), detail }
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { kind: 'failed', reason: 'The mail cannot be sent as it is.', detail }
  return { kind: 'retry', reason: 'The mail server cannot be reached.', detail }
}
