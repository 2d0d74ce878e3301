import { firstCodePoints } from '#base/text.ts'
import { isMailAddress } from '../mail-address.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A text that can be stored: without control characters and lone surrogates, lines ending with \n. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '')
}

/** Cleans a name or a subject: one line of at most `count` code points. */
export function cleanLine(text: string, count: number): string {
  // Cut first: what follows costs as much as the text is long.
  const start = text.slice(0, count * 8).replace(/[\t\r\n]/g, ' ')
  return firstCodePoints(cleanText(start).replace(/ {2,}/g, ' ').trim(), count)
}

/** An address in lowercase, or null for an invalid one. */
export function cleanAddress(address: string | undefined): string | null {
  const trimmed = (address ?? '').trim().toLowerCase()
  return isMailAddress(trimmed) ? trimmed : null
}
