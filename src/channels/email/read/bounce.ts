import { cleanAddress, cleanLine } from './clean.ts'
import { failureIn, REPORT_BYTES } from './failure-words.ts'
import { dateOf, type Header, headerOf, messageIdsIn, readHeaders } from './headers.ts'
import { reasonOf, statusIn } from './status.ts'

/** What a delivery status notification (RFC 3464) tells of a mail of ours. */
export interface Bounce {
  /** RFC 3463: `5.1.1`. */
  status: string
  /** Permanent: it will never arrive. Temporary: the servers still try. */
  kind: 'permanent' | 'temporary'
  /** With angle brackets; null where the report does not have it. */
  originalMessageId: string | null
  /** Lowercase; null where the report does not name it. */
  recipient: string | null
  /** For members: what went wrong, then what the server said. */
  reason: string
}

/** A part of a mail. */
export interface Part {
  type: string
  bytes: Uint8Array
}

const ANSWERS_MAX = 20

/** Whether a mail of ours comes back because its reader called it spam. Outlook.com says so inside that mail alone. */
export function isComplaint(parts: readonly Part[]): boolean {
  return parts.some(
    ({ type, bytes }) =>
      type === 'message/feedback-report' ||
      (type === 'message/rfc822' &&
        readHeaders(bytes.subarray(0, REPORT_BYTES)).some(({ key }) => key === 'x-hmxmroriginalrecipient')),
  )
}

/** Whether a part says that somebody comes to what they were invited to, or does not. */
export const isCalendarAnswer = ({ type, bytes }: Part) =>
  type === 'text/calendar' && /^METHOD:(REPLY|COUNTER|DECLINECOUNTER)\s*$/im.test(calendarStart(bytes))

const calendarStart = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, REPORT_BYTES)).toString('utf8')

/** Whether a part says that somebody put a sign on a mail, in the one format for it. */
export const isReaction = ({ type }: Part) => /\bemail-reaction\+json$/.test(type)

/** What tells of a report that has no part for programs. */
export interface ReportWords {
  subject: string
  text: string
  /** Whether no person sent it: it has an empty return path, or a mail server's address. */
  isFromServer: boolean
}

/** The first recipient that a mail was not delivered to, or null: no report, or one of success. */
export function readBounce(headers: readonly Header[], parts: readonly Part[], words: ReportWords): Bounce | null {
  const reports = parts.filter(
    ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
  )
  const original = headersOfOriginal(parts, words)
  const originalMessageId = messageIdsIn(headerOf(original, 'message-id'))[0] ?? null
  if (reports.length === 0) return readBounceInWords(headers, words, original, originalMessageId)
  for (const fields of reports.flatMap(({ bytes }) => recipientsOf(bytes))) {
    const action = headerOf(fields, 'action').toLowerCase()
    const diagnostic = cleanLine(headerOf(fields, 'diagnostic-code').replace(/^[\w.-]+\s*;\s*/, ''), 300)
    const status =
      statusIn(headerOf(fields, 'status')) || statusIn(diagnostic) || (action === 'failed' ? '5.0.0' : '4.0.0')
    if (!/^(failed|delayed)/.test(action) || status.startsWith('2')) continue
    // A status of 4.x.x is what the servers met before they gave up (RFC 3464, 2.3.3).
    const isPermanent = action.startsWith('failed')
    const recipient = (headerOf(fields, 'original-recipient') || headerOf(fields, 'final-recipient')).replace(
      /^[^;]*;/,
      '',
    )
    return {
      status,
      kind: isPermanent ? 'permanent' : 'temporary',
      originalMessageId,
      recipient: cleanAddress(recipient.replace(/[<>]/g, '')),
      reason: [reasonOf(status), diagnostic].filter(Boolean).join(' '),
    }
  }
  return null
}

/**
 * The reports in plain words: of Exim, which has a header of its own, of qmail, which begins with the same words always, and
 * of any server that says what failed above the mail that it returns.
 */
function readBounceInWords(
  headers: readonly Header[],
  words: ReportWords,
  original: readonly Header[],
  originalMessageId: string | null,
): Bounce | null {
  const report = words.text.slice(0, REPORT_BYTES)
  const failed = headerOf(headers, 'x-failed-recipients')
  if (failed) {
    const recipient = cleanAddress(failed.split(',')[0])
    return { status: '5.0.0', kind: 'permanent', originalMessageId, recipient, reason: reasonOf('5.0.0') }
  }
  const named = /^<([^<>\s]{1,320})>:$/m.exec(report)?.[1]
  const isQmail = named !== undefined && /^hi\. this is the qmail-send program/i.test(report.trimStart())
  if (!isQmail && !(words.isFromServer && originalMessageId)) return null
  const failure = failureIn(words)
  if (!failure && !isQmail) return null
  const to = headerOf(original, 'to')
  const recipient = cleanAddress(named ?? /<([^<>]{1,320})>/.exec(to)?.[1] ?? to)
  return {
    ...(failure ?? { status: '5.0.0', kind: 'permanent', reason: reasonOf('5.0.0') }),
    originalMessageId,
    recipient,
  }
}

/** The line after which a report in plain text carries the mail that it is about. */
const COPY =
  /^-{3,} ?(?:below this line is a copy of the message|this is a copy of (?:the|your) message)[^\n]{0,100}\n\s{0,10}/im
/** The first of the original's headers, where no such line stands above them. */
const COPIED_HEADERS = /^[> \t]{0,6}(?:return-path|received|message-id|dkim-signature): ?\S/im

/** The headers of the mail that a report is about: those of a part, otherwise those below its own words. */
function headersOfOriginal(parts: readonly Part[], { text, isFromServer }: ReportWords): Header[] {
  const part = parts.find(({ type }) => /^(message\/(rfc822|global)(-headers)?|text\/rfc822-headers)$/.test(type))
  if (part) return readHeaders(part.bytes)
  const report = text.slice(0, REPORT_BYTES)
  const line = COPY.exec(report)
  const start = line ? line.index + line[0].length : isFromServer ? report.search(COPIED_HEADERS) : -1
  return start < 0 ? [] : readHeaders(Buffer.from(report.slice(start).replace(/^[> \t]{1,6}(?=[a-z-]{2,40}:)/gim, '')))
}

/** What a report returns of our mail, beside its Message-ID. */
export function returnedMail(parts: readonly Part[], words: ReportWords): { answers: string[]; date: Date | null } {
  const original = headersOfOriginal(parts, words)
  const answers = ['in-reply-to', 'references'].flatMap((key) => messageIdsIn(headerOf(original, key)).toReversed())
  return { answers: answers.slice(0, ANSWERS_MAX), date: dateOf(headerOf(original, 'date')) }
}

/** The groups of fields about one recipient each; the first group is about the report. */
function recipientsOf(bytes: Uint8Array): Header[][] {
  return Buffer.from(bytes.subarray(0, REPORT_BYTES))
    .toString('utf8')
    .replace(/\r\n/g, '\n')
    .split(/\n{2,}/)
    .map((group) => readHeaders(Buffer.from(group.trim())))
    .filter((fields) => fields.some(({ key }) => key === 'action' || key === 'status'))
}
