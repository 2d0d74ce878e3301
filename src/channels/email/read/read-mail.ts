import PostalMime, { addressParser, decodeWords, type Email } from 'postal-mime'
import { firstCodePoints, hasText } from '#base/text.ts'
import { bytesOf, readAttachments } from './attachments.ts'
import { whyAutomatic } from './automatic.ts'
import { readBounce } from './bounce.ts'
import { cleanAddress, cleanLine, cleanText } from './clean.ts'
import { type Header, headerOf, messageIdsIn } from './headers.ts'
import { htmlForFrame, htmlToWords } from './html.ts'
import { MAIL_LIMITS } from './limits.ts'
import { newWords, QUOTE_MARK } from './new-words.ts'
import { type Mailbox, MailUnreadable, type ParsedMail } from './parsed-mail.ts'
import { checkSize, withReadableHeaders, withWesternCharset } from './prepare.ts'

/** What is known of a mail beside its bytes. */
export interface MailContext {
  /** MAIL FROM and RCPT TO, where we took the mail ourselves; an empty sender is `''`. */
  envelope?: { sender: string; recipients: readonly string[] }
  /** Whether an address (lowercase) or a Message-ID is one of ours: such a mail is never answered automatically. */
  isOwnAddress?: (address: string) => boolean
  isOwnMessageId?: (messageId: string) => boolean
}

/** Reads a mail: bounded in time and memory, whatever the bytes are. Throws `MailUnreadable`, and nothing else. */
export async function readMail(raw: Uint8Array, context: MailContext = {}): Promise<ParsedMail> {
  checkSize(raw)
  const email = await parse(raw)
  const headers = email.headers.map(({ key, value }) => ({ key, value }))
  const subject = cleanLine(decodeWords(headerOf(headers, 'subject')), MAIL_LIMITS.subject)
  const from = mailboxIn(headers, 'from')
  const messageId = messageIdsIn(headerOf(headers, 'message-id'))[0] ?? null
  const attachments = readAttachments(email.attachments)
  const bounce = readBounce(
    headers,
    email.attachments.map((part) => ({ type: part.mimeType, bytes: bytesOf(part) })),
  )
  const words = wordsOf(email)
  const whole = tidy(words.replaceAll(QUOTE_MARK, ''))
  const text = firstCodePoints(newWords(words, subject), MAIL_LIMITS.words)
  return {
    from,
    replyTo: mailboxIn(headers, 'reply-to'),
    recipients: recipientsOf(headers, context),
    messageId,
    inReplyTo: messageIdsIn(headerOf(headers, 'in-reply-to'))[0] ?? null,
    references: messageIdsIn(headerOf(headers, 'references')).slice(-MAIL_LIMITS.references),
    subject,
    date: dateOf(headerOf(headers, 'date')),
    text,
    wholeText: whole === text ? null : whole,
    html: email.html && hasText(email.html) ? cleanText(htmlForFrame(email.html) ?? '') || null : null,
    attachments,
    automatic: whyAutomatic({
      headers,
      from: from?.address ?? null,
      returnPath: returnPathOf(headers, context),
      subject,
      isOwn:
        (from !== null && context.isOwnAddress?.(from.address) === true) ||
        (messageId !== null && context.isOwnMessageId?.(messageId) === true),
      isBounce: bounce !== null,
    }),
    bounce,
  }
}

async function parse(raw: Uint8Array): Promise<Email> {
  const options = {
    // A mail inside a mail is an attachment: it is not what its author says.
    forceRfc822Attachments: true,
    maxNestingDepth: MAIL_LIMITS.nesting,
    maxHeadersSize: MAIL_LIMITS.headerBytes,
  }
  try {
    const readable = withReadableHeaders(raw)
    const email = await PostalMime.parse(readable, options)
    const isBroken = `${email.text ?? ''}${email.html ?? ''}`.includes('\uFFFD')
    const named = isBroken ? withWesternCharset(readable) : null
    return named ? await PostalMime.parse(named, options) : email
  } catch (error) {
    throw new MailUnreadable(`the mail cannot be read: ${(error as Error).message}`)
  }
}

/** All the author's words, and the quoted ones. */
function wordsOf({ text = '', html = '', attachments }: Email): string {
  const plain = tidy(text)
  if (hasText(plain)) return plain
  const words = html ? tidy(htmlToWords(html)) : ''
  if (hasText(words)) return words
  const invitation = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const summary =
    invitation &&
    /^SUMMARY[^:\r\n]{0,200}:(.{1,500})/im.exec(Buffer.from(bytesOf(invitation)).toString('utf8', 0, 64 * 1024))
  return summary ? tidy((summary[1] as string).replace(/\\([,;\\])/g, '$1')) : ''
}

function tidy(text: string): string {
  return cleanText(text.slice(0, MAIL_LIMITS.text))
    .split('\n')
    .map((line) => (line === '-- ' ? line : line.trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The first usable address of a header. */
function mailboxIn(headers: readonly Header[], key: string): Mailbox | null {
  for (const { address, name } of addressesIn(headerOf(headers, key))) {
    const clean = cleanAddress(address)
    if (clean) return { address: clean, name: cleanLine(decodeWords(name), MAIL_LIMITS.name) }
  }
  return null
}

function addressesIn(value: string) {
  return addressParser(value.slice(0, 64 * 1024), { flatten: true }).slice(0, MAIL_LIMITS.addresses)
}

function recipientsOf(headers: readonly Header[], { envelope }: MailContext): string[] {
  const named = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'].flatMap((key) =>
    headers
      .filter((header) => header.key === key)
      .slice(0, 10)
      .flatMap(({ value }) => addressesIn(value).map(({ address }) => address)),
  )
  const all = [...(envelope?.recipients ?? []), ...named]
    .map((address) => cleanAddress(address ?? ''))
    .filter((address) => address !== null)
  return [...new Set(all)].slice(0, MAIL_LIMITS.addresses)
}

/** `''` for the empty one, null where nothing tells. */
function returnPathOf(headers: readonly Header[], { envelope }: MailContext): string | null {
  if (envelope) return envelope.sender.toLowerCase()
  const header = headers.find(({ key }) => key === 'return-path')
  return header ? (cleanAddress(header.value.replace(/[<>]/g, '')) ?? '') : null
}

function dateOf(value: string): Date | null {
  const date = new Date(value.slice(0, 100).replace(/\(.*?\)/g, ''))
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date : null
}
