import type { SendMailOptions } from 'nodemailer'
import type { FormatRange } from '#base/formatting.ts'
import type { LoadedFile } from '../sendable-files.ts'
import { isMailAddress } from './mail-address.ts'
import { type MailLook, mailHtml } from './mail-html.ts'

/** An answer as it goes out by mail. Addresses are those of `address.ts` and of the account. */
export interface OutgoingReply {
  /** The account's address and the name that customers see. */
  from: { address: string; name: string }
  to: readonly string[]
  cc?: readonly string[]
  /** In the envelope only: no header names them. */
  bcc?: readonly string[]
  text: string
  /** What of the text is formatted, in the HTML part. */
  formatting?: readonly FormatRange[]
  /** Below the text, as mail programs recognise it. */
  signature?: string | null
  /** The store's own look; its footer is in the text part too. */
  look?: MailLook | null
  files?: readonly LoadedFile[]
  /** A message that is forwarded below the text; `subject` is then its own. */
  forwarded?: ForwardedMessage | null
  sentAt: Date
  /** Result of `makeMessageId`, with angle brackets. */
  messageId: string
  /** Result of `makeReplyAddress`; null if answers go to `from`. */
  replyTo: string | null
  /** Result of `makeBounceAddress`; null if bounces go to `from`. */
  returnPath: string | null
  /** The subject of the mail that is answered; empty where there is none. */
  subject: string
  /** The Message-ID of the last mail of this conversation, and those before it, oldest first. */
  inReplyTo: string | null
  references: readonly string[]
  /** Whether the AI agent or a rule wrote it (RFC 3834, section 5); a member's reply is nobody's automatic answer. */
  isAutomatic: boolean
}

/** A message as a forwarded mail quotes it. */
export interface ForwardedMessage {
  /** `Name <address>`, or a name alone. */
  from: string
  sentAt: Date
  subject: string
  to: readonly string[]
  cc: readonly string[]
  text: string
}

/** An address that mail cannot be sent to or from. The message names it. */
export class BadMailAddress extends Error {}

const REFERENCES = 10
const SUBJECT_MAX = 200
const NAME_MAX = 100
const QUOTED_LINE_MAX = 2_000
/** "Re:" as programs of the nine languages, and some of their neighbours, write it. */
const ANSWER = /^(re|aw|antw|sv|vs|ref|rif|r|odp|res|回复|回覆|答复|返信)\s?(\[\d+\])?[:：]\s*/i

/** "Fwd:" as programs of the nine languages, and some of their neighbours, write it. */
const FORWARD = /^(fwd|fw|wg|tr|rv|enc|i|pd|vs|vb|doorst|转发|轉寄|転送)\s?[:：]\s*/i

/** What nodemailer sends. Nothing in names, subjects and ids can end a header. Throws `BadMailAddress`. */
export function writeMail(reply: OutgoingReply): SendMailOptions {
  const from = addressOf(reply.from.address)
  const to = reply.to.map(addressOf)
  const cc = (reply.cc ?? []).map(addressOf)
  const bcc = (reply.bcc ?? []).map(addressOf)
  const parents = [...reply.references, reply.inReplyTo ?? ''].filter(
    (id, at, all) => id !== '' && all.indexOf(id) === at,
  )
  const { text, formatting = [], signature = null, look = null } = reply
  const quote = reply.forwarded ? quoteOf(reply.forwarded) : null
  return {
    envelope: { from: reply.returnPath ? addressOf(reply.returnPath) : from, to: [...to, ...cc, ...bcc] },
    from: { address: from, name: oneLine(reply.from.name, NAME_MAX) },
    to: to.map(unnamed),
    ...(cc.length > 0 && { cc: cc.map(unnamed) }),
    ...(reply.replyTo && { replyTo: { address: addressOf(reply.replyTo), name: oneLine(reply.from.name, NAME_MAX) } }),
    subject: reply.forwarded ? forwardSubjectOf(reply.subject) : subjectOf(reply.subject, parents.length > 0),
    date: reply.sentAt,
    messageId: idOf(reply.messageId),
    ...(reply.inReplyTo && { inReplyTo: idOf(reply.inReplyTo) }),
    ...(parents.length > 0 && { references: parents.slice(-REFERENCES).map(idOf) }),
    headers: reply.isAutomatic ? { 'Auto-Submitted': 'auto-replied' } : {},
    text: [text, signature && `-- \n${signature}`, quote, look?.footer].filter(Boolean).join('\n\n'),
    html: mailHtml({ text, formatting, signature, quote, look }),
    attachments: (reply.files ?? []).map(({ name, type, bytes }) => ({
      filename: oneLine(name, NAME_MAX),
      contentType: type,
      content: bytes,
    })),
    // Nothing of a text is taken for a file's path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Begins with `Re:` where the mail answers one. */
function subjectOf(subject: string, isAnswer: boolean): string {
  const line = oneLine(subject, SUBJECT_MAX)
  return isAnswer ? `Re: ${line.replace(ANSWER, '')}`.trim() : line
}

const forwardSubjectOf = (subject: string) => `Fwd: ${oneLine(subject, SUBJECT_MAX).replace(FORWARD, '')}`.trim()

/** A forwarded message as mail programs write it: its headers, an empty line, its text. */
function quoteOf({ from, sentAt, subject, to, cc, text }: ForwardedMessage): string {
  const headers = [
    '---------- Forwarded message ----------',
    `From: ${oneLine(from, QUOTED_LINE_MAX)}`,
    `Date: ${sentAt.toUTCString()}`,
    subject && `Subject: ${oneLine(subject, SUBJECT_MAX)}`,
    to.length > 0 && `To: ${oneLine(to.join(', '), QUOTED_LINE_MAX)}`,
    cc.length > 0 && `Cc: ${oneLine(cc.join(', '), QUOTED_LINE_MAX)}`,
  ]
  return `${headers.filter(Boolean).join('\n')}\n\n${text}`
}

function oneLine(text: string, max: number): string {
  return Array.from(
    text
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  )
    .slice(0, max)
    .join('')
}

const unnamed = (address: string) => ({ address, name: '' })

function addressOf(address: string): string {
  if (isMailAddress(address)) return address
  throw new BadMailAddress(
    `${JSON.stringify(address.slice(0, 100))} is not an email address; one is of the form name@domain.example`,
  )
}

/** A Message-ID as it was read, or nothing. */
function idOf(id: string): string {
  return /^<[^<>\s\p{Cc}]{1,250}>$/u.test(id) ? id : ''
}
