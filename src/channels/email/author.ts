import { addressParser } from 'postal-mime'
import { cleanAddress } from './read/clean.ts'
import { headerOf, readHeaders } from './read/headers.ts'

/** The address that a mail names as its author's, in lowercase, found without reading the mail; `unknown` for none. */
export function authorIn(raw: Uint8Array): string {
  const value = headerOf(readHeaders(raw), 'from').slice(0, 4_096)
  const found = addressParser(value, { flatten: true }).map(({ address }) => cleanAddress(address ?? ''))
  return found.find((address) => address !== null) ?? 'unknown'
}
