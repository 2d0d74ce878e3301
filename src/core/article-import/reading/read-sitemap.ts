import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'

/** What a sitemap names (https://www.sitemaps.org/protocol.html). */
export interface Sitemap {
  pages: string[]
  /** Further sitemaps, of an index. */
  sitemaps: string[]
}

/** Bytes of a packed sitemap once it is unpacked, as the protocol has it; addresses of one. */
const UNPACKED_MAX = 50 * 1024 * 1024
const ADDRESSES_MAX = 50_000
const ADDRESS_MAX = 2_048

/** Reads a sitemap; both lists are empty for any other document. */
export function readSitemap(bytes: Uint8Array): Sitemap {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = new TextDecoder().decode(isPacked ? gunzipSync(bytes, { maxOutputLength: UNPACKED_MAX }) : bytes)
  const found: Sitemap = { pages: [], sitemaps: [] }
  const open: string[] = []
  let address = ''
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(nameOf(name))
        if (open.at(-1) === 'loc') address = ''
      },
      ontext(part) {
        if (open.at(-1) === 'loc' && address.length < ADDRESS_MAX) address += part
      },
      onclosetag() {
        const name = open.pop()
        const list = open.at(-1) === 'url' ? found.pages : open.at(-1) === 'sitemap' ? found.sitemaps : null
        if (name === 'loc' && list && list.length < ADDRESSES_MAX) list.push(address.trim().slice(0, ADDRESS_MAX))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  return found
}

/** Without the prefix of its namespace. */
const nameOf = (name: string) => name.slice(name.indexOf(':') + 1)
