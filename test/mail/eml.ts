import { makeMessageId, makeReplyAddress } from '#channels/email/address.ts'

/** One mail of the corpus, and what reading it has to give. */
export interface MailCase {
  name: string
  eml: string | Buffer
  expected: {
    text: string
    from: string | null
    subject?: string
    /** The conversation that a recipient's token names, or the first Message-ID to look up. */
    thread: string | null
    automatic?: string | null
    bounce?: { status: string; kind: string; originalMessageId: string | null; recipient: string | null }
    attachments?: string[]
  }
}

/** The keys, conversation and message of the store whose mails are answered. */
export const CORPUS_KEY = [Buffer.alloc(32, 7)] as const
export const CONVERSATION = '018f3c1e-7a52-7cc1-9b0e-4f1d2a3b4c5d'
const REPLY_TO = makeReplyAddress(CORPUS_KEY, 'shop_lumen', CONVERSATION, 'in.lumen.example') as string
export const OUR_MESSAGE = makeMessageId(CORPUS_KEY, '018f3c1e-8b63-7dd2-8c1f-5a2e3b4c5d6e', 'in.lumen.example')

/** Headers of a customer's answer to us; null takes one away. */
export function headers(more: Record<string, string | null> = {}): string {
  const all: Record<string, string | null> = {
    'Return-Path': '<ada@customer.example>',
    From: 'Ada Lovelace <ada@customer.example>',
    To: `Lumen Shop <${REPLY_TO}>`,
    Subject: 'Re: Your order 1042',
    Date: 'Tue, 03 Mar 2026 11:02:33 +0100',
    'Message-ID': '<answer-1@mail.customer.example>',
    'In-Reply-To': OUR_MESSAGE,
    References: `<first@mail.customer.example> ${OUR_MESSAGE}`,
    'MIME-Version': '1.0',
    ...more,
  }
  return Object.entries(all)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')
}

/** A mail of one text part. */
export function plainMail(body: string, more: Record<string, string | null> = {}): string {
  return crlf(
    `${headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit', ...more })}\n${body}`,
  )
}

/** A mail of HTML alone, in base64 as many programs send it. */
export function htmlMail(html: string, more: Record<string, string | null> = {}): string {
  const type = { 'Content-Type': 'text/html; charset="utf-8"', 'Content-Transfer-Encoding': 'base64' }
  return crlf(`${headers({ ...type, ...more })}\n${base64(html)}`)
}

/** A mail of several parts; each begins with its own headers. */
export function partsMail(kind: string, parts: string[], more: Record<string, string | null> = {}): string {
  const boundary = '----=_Part_7_1042.3'
  const body = parts.map((part) => `--${boundary}\n${part}\n`).join('')
  return crlf(
    `${headers({ 'Content-Type': `multipart/${kind}; boundary="${boundary}"`, ...more })}\n${body}--${boundary}--\n`,
  )
}

/** A part of text. */
export function textPart(body: string, type = 'text/plain'): string {
  return `Content-Type: ${type}; charset="utf-8"\nContent-Transfer-Encoding: 8bit\n\n${body}`
}

/** A file. */
export function filePart(name: string, type: string, bytes: Buffer, disposition = 'attachment'): string {
  return `Content-Type: ${type}; name="${name}"\nContent-Disposition: ${disposition}; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${base64(bytes)}`
}

export function base64(content: string | Buffer): string {
  return (
    Buffer.from(content as string)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\n')
}

export function crlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

/** What a person's answer in the conversation is expected to give. */
export function answer(text: string): MailCase['expected'] {
  return { text, from: 'ada@customer.example', thread: CONVERSATION }
}
