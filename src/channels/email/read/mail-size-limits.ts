import { isUtf8 } from 'node:buffer'
import { cutHeaders } from './headers.ts'
import { MAIL_LIMITS } from './limits.ts'
import { MailUnreadable } from './parsed-mail.ts'

const [LF, CR, DASH] = [0x0a, 0x0d, 0x2d]

/**
 * Refuses, before anything is parsed, a mail that would cost more than a mail may: parsing makes an object of each part
 * and goes through it line by line. Throws `MailUnreadable`.
 */
export function checkSize(raw: Uint8Array): void {
  const tooMany = (what: string, limit: number) => new MailUnreadable(`the mail has more than ${limit} ${what}`)
  if (raw.byteLength > MAIL_LIMITS.bytes) throw tooMany('bytes', MAIL_LIMITS.bytes)
  let lines = 0
  let shortLines = 0
  let boundaryLines = 0
  let last = -1
  for (let at = raw.indexOf(LF); at >= 0; at = raw.indexOf(LF, at + 1)) {
    if (++lines > MAIL_LIMITS.lines) throw tooMany('lines', MAIL_LIMITS.lines)
    if (at - last < 40 && ++shortLines > MAIL_LIMITS.shortLines) throw tooMany('short lines', MAIL_LIMITS.shortLines)
    last = at
    if (raw[at + 1] === DASH && raw[at + 2] === DASH && ++boundaryLines > MAIL_LIMITS.boundaryLines) {
      throw tooMany('parts', MAIL_LIMITS.boundaryLines)
    }
  }
}

/**
 * The mail with its headers in UTF-8, none longer than a header may be. Headers have to be ASCII or UTF-8 (RFC 6532);
 * old programs in western Europe send neither.
 */
export function withReadableHeaders(raw: Uint8Array): Uint8Array {
  const end = endOfHeaders(raw)
  const headers = raw.subarray(0, end)
  const isReadable = isUtf8(headers)
  if (isReadable && end <= MAIL_LIMITS.headerValue) return raw
  const lines = decodeHeaders(headers, isReadable).split('\n')
  return Buffer.concat([Buffer.from(cutHeaders(lines).join('\n')), raw.subarray(end)])
}

/** Headers that are not UTF-8 are in the charset that the mail's text names, or in western Europe's. */
function decodeHeaders(headers: Uint8Array, isReadable: boolean): string {
  if (isReadable) return Buffer.from(headers).toString('utf8')
  const charset = /^content-type:[^\n]{0,500}(?:\n[ \t][^\n]{0,500}){0,5}?charset\s?=\s?"?([\w.:-]{1,40})/im.exec(
    Buffer.from(headers).toString('latin1'),
  )?.[1]
  try {
    return new TextDecoder(charset ?? 'windows-1252', { fatal: true }).decode(headers)
  } catch {
    return new TextDecoder('windows-1252').decode(headers)
  }
}

/** Returns the offset of the empty line behind the headers. */
export function endOfHeaders(raw: Uint8Array): number {
  for (let at = raw.indexOf(LF); at >= 0 && at < MAIL_LIMITS.headerBytes; at = raw.indexOf(LF, at + 1)) {
    const next = raw[at + 1] === CR ? at + 2 : at + 1
    if (raw[next] === LF) return at + 1
  }
  return Math.min(raw.byteLength, MAIL_LIMITS.headerBytes)
}
