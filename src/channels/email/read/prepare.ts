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
 * The mail with its headers in UTF-8. Headers have to be ASCII or UTF-8 (RFC 6532); what is neither comes from old
 * programs in western Europe.
 */
export function withReadableHeaders(raw: Uint8Array): Uint8Array {
  const end = endOfHeaders(raw)
  const headers = raw.subarray(0, end)
  if (isUtf8(headers)) return raw
  return Buffer.concat([Buffer.from(new TextDecoder('windows-1252').decode(headers)), raw.subarray(end)])
}

/**
 * The mail with a charset for parts that name none, for one whose text turned out not to be UTF-8. Null when all name
 * theirs: then the text is as good as it gets.
 */
export function withWesternCharset(raw: Uint8Array): Uint8Array | null {
  const text = Buffer.from(raw).toString('latin1')
  const end = endOfHeaders(raw)
  const [headers, body] = [text.slice(0, end), text.slice(end)]
  const charset = '; charset=windows-1252'
  const named = (part: string) =>
    part.replace(/^content-type:[ \t]*text\/(?:plain|html)[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim, (field) =>
      /charset/i.test(field) ? field : field.replace(/text\/\w+/i, (type) => type + charset),
    )
  const changed = /^content-type:/im.test(headers)
    ? named(headers) + named(body)
    : `Content-Type: text/plain${charset}\r\n${headers}${body}`
  return changed === text ? null : Buffer.from(changed, 'latin1')
}

function endOfHeaders(raw: Uint8Array): number {
  for (let at = raw.indexOf(LF); at >= 0 && at < MAIL_LIMITS.headerBytes; at = raw.indexOf(LF, at + 1)) {
    const next = raw[at + 1] === CR ? at + 2 : at + 1
    if (raw[next] === LF) return at + 1
  }
  return Math.min(raw.byteLength, MAIL_LIMITS.headerBytes)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
