import { cleanAddress, cleanLine } from './clean.ts'
import { type Header, headerOf, messageIdsIn, readHeaders } from './headers.ts'
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

const REPORT_BYTES = 64 * 1024

/** The first recipient that a mail was not delivered to, or null: no report, or one of success. */
export function readBounce(headers: readonly Header[], parts: readonly Part[]): Bounce | null {
  const report = parts.find(
    ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
  )
  const originalMessageId = originalOf(parts)
  if (!report) return readOldBounce(headers, originalMessageId)
  for (const fields of recipientsOf(report.bytes)) {
    const action = headerOf(fields, 'action').toLowerCase()
    const diagnostic = cleanLine(headerOf(fields, 'diagnostic-code').replace(/^[\w.-]+\s*;\s*/, ''), 300)
    const status =
      statusIn(headerOf(fields, 'status')) || statusIn(diagnostic) || (action === 'failed' ? '5.0.0' : '4.0.0')
    if (!/^(failed|delayed)/.test(action) || status.startsWith('2')) continue
    const isPermanent = action.startsWith('failed') && status.startsWith('5')
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

/** The reports of Exim, which are plain text with a header of its own. */
function readOldBounce(headers: readonly Header[], originalMessageId: string | null): Bounce | null {
  const failed = headerOf(headers, 'x-failed-recipients')
  if (!failed) return null
  const recipient = cleanAddress(failed.split(',')[0])
  return { status: '5.0.0', kind: 'permanent', originalMessageId, recipient, reason: reasonOf('5.0.0') }
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

/** The Message-ID of the mail that a report is about, of which it carries all or the headers. */
function originalOf(parts: readonly Part[]): string | null {
  const original = parts.find(({ type }) => /^(message\/(rfc822|global)(-headers)?|text\/rfc822-headers)$/.test(type))
  return original ? (messageIdsIn(headerOf(readHeaders(original.bytes), 'message-id'))[0] ?? null) : null
}
