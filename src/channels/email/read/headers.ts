import { MAIL_LIMITS } from './limits.ts'

export interface Header {
  /** Lowercase. */
  key: string
  /** Unfolded, encoded words left as they are. */
  value: string
}

/** The header lines at the top of a mail or of a part, as far as they are looked at. */
export function readHeaders(raw: Uint8Array): Header[] {
  const lines = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, MAIL_LIMITS.headerBytes))
    .toString('utf8')
    .split(/\r?\n/)
  const headers: Header[] = []
  for (const line of lines) {
    if (line === '') break
    const last = headers.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last) last.value = `${last.value} ${line.trim()}`.slice(0, 8192)
      continue
    }
    const colon = line.indexOf(':')
    if (colon > 0) headers.push({ key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() })
  }
  return headers
}

/** The first header of a name; empty where there is none. */
export function headerOf(headers: readonly Header[], key: string): string {
  return headers.find((header) => header.key === key)?.value ?? ''
}

/** The Message-IDs in a header, in order, with angle brackets. */
export function messageIdsIn(value: string): string[] {
  return (value.slice(0, 64 * 1024).match(/<[^<>\s]{1,250}>/g) ?? []).filter(
    (id) => id.isWellFormed() && !id.includes('\0'),
  )
}
