import PostalMime, { addressParser, decodeWords, type Email } from 'postal-mime'
import { firstCodePoints, hasText } from '#base/text.ts'
import { bytesOf, fileIn, readAttachments } from './attachments.ts'
import { countsAs, isMailServer, whyAutomatic } from './automatic.ts'
import { isCalendarAnswer, isComplaint, isReaction, readBounce, returnedMail } from './bounce.ts'
import { cleanAddress, cleanLine, cleanText } from './clean.ts'
import { joinFlowedLines } from './flowed.ts'
import { dateOf, type Header, headerOf, messageIdsIn } from './headers.ts'
import { htmlForFrame, htmlToWords } from './html.ts'
import { MAIL_LIMITS } from './limits.ts'
import { checkSize, withReadableHeaders } from './mail-size-limits.ts'
import { PART_MARK, type RewrittenMail, rewriteParts } from './mime-parts.ts'
import { type MailAttachment, type Mailbox, MailUnreadable, type ParsedMail } from './parsed-mail.ts'
import { newWords, QUOTE_MARK } from './strip-quotes.ts'
import { uuencodedFiles } from './transfer-encodings.ts'

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
  const { email, flowed } = await parse(raw)
  const headers = email.headers.map(({ key, value }) => ({ key, value }))
  const subject = cleanLine(decodeWords(headerOf(headers, 'subject')), MAIL_LIMITS.subject)
  const from = mailboxIn(headers, 'from')
  const messageId = messageIdsIn(headerOf(headers, 'message-id'))[0] ?? null
  const attachments = readAttachments(email.attachments, email.html)
  const parts = email.attachments.map((part) => ({ type: part.mimeType, bytes: bytesOf(part) }))
  const returnPath = returnPathOf(headers, context)
  const isFromServer = returnPath === '' || isMailServer(from?.address ?? null)
  const report = email.text || (isFromServer && email.html ? htmlToWords(email.html) : '')
  const reportWords = { subject, text: report, isFromServer }
  const bounce = readBounce(headers, parts, reportWords)
  const signs = {
    headers,
    from: from?.address ?? null,
    returnPath,
    subject,
    isOwn:
      (from !== null && context.isOwnAddress?.(from.address) === true) ||
      (messageId !== null && context.isOwnMessageId?.(messageId) === true),
    isBounce: bounce !== null,
    isComplaint: isComplaint(parts),
    isCalendarAnswer: parts.some(isCalendarAnswer),
    isReaction: parts.some(isReaction),
  }
  const reasons = whyAutomatic(signs)
  const { words, files } = takeUuencodedFiles(wordsOf(email, flowed))
  const whole = tidy(words.replaceAll(QUOTE_MARK, '').replaceAll(PART_MARK, ''))
  const texts = words.split(PART_MARK).map((part, index) => newWords(part.trim(), subject, index > 0))
  const text = firstCodePoints(texts.filter(hasText).join('\n\n'), MAIL_LIMITS.words)
  return {
    from,
    replyTo: mailboxIn(headers, 'reply-to'),
    replyTos: mailboxesIn(headers, 'reply-to'),
    to: mailboxesIn(headers, 'to'),
    cc: mailboxesIn(headers, 'cc'),
    lists: listsIn(headers),
    originalSender: mailboxIn(headers, 'x-original-from') ?? mailboxIn(headers, 'x-original-sender'),
    recipients: recipientsOf(headers, context),
    messageId,
    inReplyTo: messageIdsIn(headerOf(headers, 'in-reply-to'))[0] ?? null,
    references: messageIdsIn(headerOf(headers, 'references')).slice(-MAIL_LIMITS.references),
    subject,
    date: dateOf(headerOf(headers, 'date')),
    text,
    wholeText: whole === text ? null : whole,
    html: email.html && hasText(email.html) ? cleanText(htmlForFrame(email.html) ?? '') || null : null,
    attachments: [...attachments, ...files].slice(0, MAIL_LIMITS.attachments),
    attachmentsLeftOut: Math.max(0, email.attachments.length + files.length - MAIL_LIMITS.attachments),
    automatic: reasons[0] ?? null,
    automaticReasons: reasons,
    counts: countsAs(signs, reasons),
    bounce,
    returned: bounce ? returnedMail(parts, reportWords) : null,
  }
}

async function parse(raw: Uint8Array): Promise<{ email: Email; flowed: RewrittenMail['flowed'] }> {
  const options = {
    // A mail inside a mail is an attachment: it is not what its author says.
    forceRfc822Attachments: true,
    maxNestingDepth: MAIL_LIMITS.nesting,
    maxHeadersSize: MAIL_LIMITS.headerBytes,
  }
  try {
    const mail = rewriteParts(withReadableHeaders(raw))
    return { email: await PostalMime.parse(mail.raw, options), flowed: mail.flowed }
  } catch (error) {
    throw error instanceof MailUnreadable
      ? error
      : new MailUnreadable(`the mail cannot be read: ${(error as Error).message}`)
  }
}

/** All the author's words, and the quoted ones. */
function wordsOf({ text = '', html = '', attachments }: Email, flowed: RewrittenMail['flowed']): string {
  const plain = tidy(flowed ? joinFlowedLines(cleanText(text.slice(0, MAIL_LIMITS.text)), flowed.isDelSp) : text)
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
  return withoutArmour(cleanText(text.slice(0, MAIL_LIMITS.text)))
    .split('\n')
    .map((line) => (line === '-- ' ? line : line.trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Files that a program wrote into the text, and the text without them. */
function takeUuencodedFiles(text: string): { words: string; files: MailAttachment[] } {
  const found = uuencodedFiles(text).slice(0, MAIL_LIMITS.attachments)
  const words = found.reduce((rest, { source }) => rest.replace(source, () => ''), text)
  return { words: words.trim(), files: found.map(({ name, bytes }) => fileIn(name, bytes)) }
}

/** A text without the lines around it that sign it (RFC 9580, 7), and without the mark of its lines that begin with a dash. */
function withoutArmour(text: string): string {
  const signed = /^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Z][a-z]+: [^\n]*\n)*\n?/m.exec(text)
  if (signed === null) return text
  const start = signed.index + signed[0].length
  const end = text.indexOf('\n-----BEGIN PGP SIGNATURE-----', start)
  if (end < 0) return text
  return text.slice(0, signed.index) + text.slice(start, end).replace(/^- /gm, '')
}

/** The first usable address of a header. */
const mailboxIn = (headers: readonly Header[], key: string) => mailboxesIn(headers, key)[0] ?? null

/** The usable addresses of a header, each once. */
function mailboxesIn(headers: readonly Header[], key: string): Mailbox[] {
  const found = new Map<string, Mailbox>()
  for (const { address, name } of addressesIn(headerOf(headers, key))) {
    const clean = cleanAddress(address)
    if (clean && !found.has(clean))
      found.set(clean, { address: clean, name: cleanLine(decodeWords(name), MAIL_LIMITS.name) })
  }
  return [...found.values()]
}

function listsIn(headers: readonly Header[]): string[] {
  const [id, post] = ['list-id', 'list-post'].map((key) => headerOf(headers, key).toLowerCase())
  const names = [/<([^<>@\s]{1,255})>/.exec(id ?? '')?.[1], /mailto:([^<>?\s]{1,255})/.exec(post ?? '')?.[1]]
  return names.filter((name) => name !== undefined)
}

function addressesIn(value: string) {
  return addressParser(value, { flatten: true }).slice(0, MAIL_LIMITS.addresses)
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
