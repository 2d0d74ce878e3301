import { MAIL_LIMITS } from './limits.ts'
import { endOfHeaders } from './mail-size-limits.ts'
import { MailUnreadable } from './parsed-mail.ts'
import { BASE64, decodeText, headerOfFile, headerWith, type PartHeader, readHeader } from './part-header.ts'
import { decodePart } from './transfer-encodings.ts'

/**
 * Rewrites the parts of a mail so that the parser reads each as it was meant: text in UTF-8, files with their exact bytes,
 * headers in UTF-8, and a multipart mail without its boundary as plain text. The parser alone believes every label, changes
 * line ends of files that are not in base64, and joins flowed lines across quotes.
 */

export interface RewrittenMail {
  raw: Uint8Array
  /** Whether lines of the text that end with a space go on (RFC 3676), and whether that space is not part of the text. */
  flowed: { isDelSp: boolean } | null
}

/** A line before each later text of a mail of several: a signature ends with its own text. */
export const PART_MARK = '\uFDD1'

const [LF, CR] = [0x0a, 0x0d]

/** Throws `MailUnreadable` for headers that are too large, and for parts that are nested too deeply. */
export function rewriteParts(raw: Uint8Array): RewrittenMail {
  let texts = 0
  let leaves = 0
  let hasWords = false
  let flowed: RewrittenMail['flowed'] = null

  function rewrite(part: Buffer, depth: number, isMixed: boolean): Uint8Array[] {
    const { header, body } = divide(part)
    if (header.type.startsWith('multipart/') && header.boundary !== '') {
      if (depth >= MAIL_LIMITS.nesting) throw new MailUnreadable(`parts are nested more than ${depth} deep`)
      const pieces = split(body, header.boundary)
      // Without its boundary the body is plain text.
      if (pieces === null) return [headerWith(header, 'text/plain'), body]
      const [preamble, ...parts] = pieces
      const isMixedHere = header.type === 'multipart/mixed'
      const rewritten = parts.flatMap((one) => [
        Buffer.from(`\r\n--${header.boundary}\r\n`),
        ...rewrite(one, depth + 1, isMixedHere),
      ])
      const close = Buffer.from(`\r\n--${header.boundary}--\r\n`)
      return [headerWith(header), preamble as Buffer, ...rewritten, close]
    }
    const isFirst = leaves++ === 0
    // A mail inside this one is a file, and a report is read by its lines.
    if (/^(message|multipart)\//.test(header.type)) return [headerWith(header), body]
    const bytes = decodePart(body, header.encoding)
    if (isFile(header, { isFirst, isMixed, hasWords })) return [headerOfFile(header), inBase64(bytes)]
    hasWords ||= bytes.some((byte) => byte > 0x20)
    const isPlain = header.type === 'text/plain'
    if (isPlain && header.isFlowed) flowed = { isDelSp: header.isDelSp }
    const isLater = isPlain && isMixed && texts++ > 0
    const text = `${isLater ? `${PART_MARK}\n` : ''}${decodeText(bytes, header.charset).replaceAll(PART_MARK, '')}`
    return [headerWith(header, `${header.type}; charset=utf-8`, BASE64), inBase64(Buffer.from(text))]
  }

  return { raw: Buffer.concat(rewrite(Buffer.from(raw), 0, false)), flowed }
}

function divide(part: Buffer): { header: PartHeader; body: Buffer } {
  const hasNoHeaders = part[0] === LF || (part[0] === CR && part[1] === LF)
  const end = hasNoHeaders ? 0 : endOfHeaders(part)
  if (end === MAIL_LIMITS.headerBytes && part.length > end) {
    throw new MailUnreadable(`headers have more than ${MAIL_LIMITS.headerBytes} bytes`)
  }
  return { header: readHeader(part.subarray(0, end)), body: part.subarray(part[end] === CR ? end + 2 : end + 1) }
}

/** A named text behind others is a file, not words; markup only where it stands beside words, not for them. */
function isFile(
  { type, isAttachment, hasName }: PartHeader,
  { isFirst, isMixed, hasWords }: { isFirst: boolean; isMixed: boolean; hasWords: boolean },
): boolean {
  if (isAttachment) return true
  if (type === 'text/html') return hasName && isMixed && hasWords
  return type !== 'text/plain' || (hasName && !isFirst)
}

/** Bytes in base64, which no line end changes. */
function inBase64(bytes: Uint8Array): Buffer {
  return Buffer.from(`${Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`)
}

/** The parts between boundary lines, and what stands before them. Null where the boundary does not occur. */
function split(body: Buffer, boundary: string): Buffer[] | null {
  const delimiter = Buffer.from(`--${boundary}`)
  const pieces: Buffer[] = []
  let start = 0
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    // First of all, so that the end of a long line is looked for once.
    if (at > 0 && body[at - 1] !== LF) continue
    const lineEnd = body.indexOf(LF, at)
    const rest = body.toString('latin1', at + delimiter.length, lineEnd < 0 ? body.length : lineEnd).trim()
    if (rest !== '' && rest !== '--') continue
    // The line end before a boundary belongs to the boundary (RFC 2046, 5.1.1).
    const end = at > 1 && body[at - 2] === CR ? at - 2 : Math.max(at - 1, 0)
    pieces.push(body.subarray(start, Math.max(end, start)))
    start = lineEnd < 0 ? body.length : lineEnd + 1
    if (rest === '--') return pieces
  }
  if (pieces.length === 0) return null
  return [...pieces, body.subarray(start)]
}
