/** Texts in the encodings that spreadsheets and address books save them in. */

/** Bytes of a file that tell what it is. */
export const HEAD_BYTES = 4_100
/** Encodings with characters of several bytes. */
const WIDE = ['utf-8', 'shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'iso-2022-jp']
/** Bytes that stand for nothing in western, Greek and Cyrillic encodings of Windows. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** The part of bytes beyond ASCII in a text of any other encoding, as Macintosh's. */
const FEW = 0.3

/** Whether bytes begin with the mark of UTF-16, and are a text in it. */
export function isUtf16Text(head: Buffer): boolean {
  const text = hasUtf16Mark(head) ? utf16In(head) : null
  return text !== null && !hasControls(text)
}

const hasUtf16Mark = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/**
 * Whether the first bytes of a file are a text, in whatever encoding, without markup and script: neither what browsers take
 * for a page nor what a system would run.
 */
export function isPlainText(head: Buffer): boolean {
  const text = hasUtf16Mark(head) ? utf16In(head) : head.toString('latin1')
  if (text === null || hasControls(text) || /^(\xEF\xBB\xBF|[\s\uFEFF])*(<|#!|%!)/.test(text)) return false
  if (hasUtf16Mark(head)) return true
  const beyond = head.filter((byte) => byte >= 0x80)
  return (
    WIDE.some((encoding) => decode(head, encoding) !== null) ||
    !beyond.some((byte) => UNUSED.has(byte)) ||
    beyond.length < head.length * FEW
  )
}

const utf16In = (head: Buffer) => decode(head.subarray(2), head[0] === 0xff ? 'utf-16le' : 'utf-16be')

/** Reads a text in an encoding; null where a byte does not fit. A character that the head's end cuts in two is left out. */
function decode(head: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: head.length >= HEAD_BYTES - 2 })
  } catch {
    return null
  }
}

/** Whether a text has what no text has: characters that stand for nothing, but for ends of lines, of pages and of DOS files. */
function hasControls(text: string): boolean {
  for (const char of text) {
    const code = char.charCodeAt(0)
    if (code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1a && code !== 0x1b) return true
  }
  return false
}
