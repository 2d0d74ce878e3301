import { MAIL_LIMITS } from './limits.ts'

export interface Header {
  /** Lowercase. */
  key: string
  /** Unfolded, encoded words left as they are. */
  value: string
}

export interface ReadHeader extends Header {
  /** Whether it was longer than a header may be, and its end is missing. */
  isCut: boolean
}

/** Header lines in which no header has more than `MAIL_LIMITS.headerValue` characters; what is beyond is left out. */
export function cutHeaders(lines: readonly string[]): string[] {
  let room: number = MAIL_LIMITS.headerValue
  return lines.flatMap((line) => {
    const isFolded = /^[ \t]/.test(line)
    if (!isFolded) room = MAIL_LIMITS.headerValue
    const kept = line.slice(0, room)
    room -= kept.length
    return kept === '' && isFolded ? [] : [kept]
  })
}

/** The header lines at the top of a mail or of a part, as far as they are read. */
export function readHeaders(raw: Uint8Array): ReadHeader[] {
  const lines = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, MAIL_LIMITS.headerBytes))
    .toString('utf8')
    .split(/\r?\n/)
  const headers: ReadHeader[] = []
  let length = 0
  for (const line of cutHeaders(lines)) {
    if (line === '') break
    const last = headers.at(-1)
    if (/^[ \t]/.test(line)) {
      length += line.length
      if (last) last.value += ` ${line.trim()}`
      if (last) last.isCut = length >= MAIL_LIMITS.headerValue
      continue
    }
    length = line.length
    const colon = line.indexOf(':')
    const [key, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    if (colon > 0) headers.push({ key, value, isCut: length >= MAIL_LIMITS.headerValue })
  }
  return headers
}

/** The first header of a name; empty where there is none. */
export function headerOf(headers: readonly Header[], key: string): string {
  return headers.find((header) => header.key === key)?.value ?? ''
}

/** The Message-IDs in a header, in order, with angle brackets. */
export function messageIdsIn(value: string): string[] {
  return (value.match(/<[^<>\s]{1,250}>/g) ?? []).filter((id) => id.isWellFormed() && !id.includes('\0'))
}

/** The time in a Date header; null for anything else. */
export function dateOf(value: string): Date | null {
  const date = new Date(value.slice(0, 100).replace(/\([^()]*\)/g, ''))
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date : null
}
