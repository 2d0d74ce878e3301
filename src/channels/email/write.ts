import type { SendMailOptions } from 'nodemailer'
import { escapeHtml } from '#base/escape-html.ts'
import { splitLinks } from '#base/links.ts'
import type { LoadedFile } from '../sendable-files.ts'
import { isMailAddress } from './mail-address.ts'

/** An answer as it goes out by mail. Addresses are those of `address.ts` and of the account. */
export interface OutgoingReply {
  /** The account's address and the name that customers see. */
  from: { address: string; name: string }
  to: readonly string[]
  cc?: readonly string[]
  /** In the envelope only: no header names them. */
  bcc?: readonly string[]
  text: string
  /** Below the text, as mail programs recognise it. */
  signature?: string | null
  files?: readonly LoadedFile[]
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

/** An address that mail cannot be sent to or from. The message names it. */
export class BadMailAddress extends Error {}

const REFERENCES = 10
const SUBJECT_MAX = 200
const NAME_MAX = 100
/** "Re:" as programs of the nine languages, and some of their neighbours, write it. */
const ANSWER = /^(re|aw|antw|sv|vs|ref|rif|r|odp|res|回复|回覆|答复|返信)\s?(\[\d+\])?[:：]\s*/i

/** What nodemailer sends. Nothing in names, subjects and ids can end a header. Throws `BadMailAddress`. */
export function writeMail(reply: OutgoingReply): SendMailOptions {
  const from = addressOf(reply.from.address)
  const to = reply.to.map(addressOf)
  const cc = (reply.cc ?? []).map(addressOf)
  const bcc = (reply.bcc ?? []).map(addressOf)
  const parents = [...reply.references, reply.inReplyTo ?? ''].filter(
    (id, at, all) => id !== '' && all.indexOf(id) === at,
  )
  return {
    envelope: { from: reply.returnPath ? addressOf(reply.returnPath) : from, to: [...to, ...cc, ...bcc] },
    from: { address: from, name: oneLine(reply.from.name, NAME_MAX) },
    to: to.map(unnamed),
    ...(cc.length > 0 && { cc: cc.map(unnamed) }),
    ...(reply.replyTo && { replyTo: { address: addressOf(reply.replyTo), name: oneLine(reply.from.name, NAME_MAX) } }),
    subject: subjectOf(reply.subject, parents.length > 0),
    date: reply.sentAt,
    messageId: idOf(reply.messageId),
    ...(reply.inReplyTo && { inReplyTo: idOf(reply.inReplyTo) }),
    ...(parents.length > 0 && { references: parents.slice(-REFERENCES).map(idOf) }),
    headers: reply.isAutomatic ? { 'Auto-Submitted': 'auto-replied' } : {},
    text: reply.signature ? `${reply.text}\n\n-- \n${reply.signature}` : reply.text,
    html: htmlOf(reply.text, reply.signature),
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

/** The text as it is, addresses of the web as links; the signature below a line. */
function htmlOf(text: string, signature?: string | null): string {
  const below = signature ? `\n<div style="color: #666">\n<p>-- </p>\n${paragraphsOf(signature)}\n</div>` : ''
  return `<div dir="auto" style="font-family: sans-serif; font-size: 14px; line-height: 1.5">\n${paragraphsOf(text)}${below}\n</div>`
}

function paragraphsOf(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}

function linked(text: string): string {
  return splitLinks(text)
    .map((part) => ({ ...part, html: escapeHtml(part.text) }))
    .map(({ html, isLink }) => (isLink ? `<a href="${html}">${html}</a>` : html))
    .join('')
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
