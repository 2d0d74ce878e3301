import { createHmac, randomBytes } from 'node:crypto'

const FIRST = 'b c d f g h j k l m n p r s t v w z'.split(' ')
const VOWELS = 'a e i o u'.split(' ')
const WORDS =
  'about after again along always another around because before better between bring clear could early every first found great house large later learn light little might money never night often order other people place point right small sound stand start still story their there these thing think three today under until water where which while white whole world would write young'.split(
    ' ',
  )

/** As far as this, a text decides what replaces it: a longer one begins as its preview does. */
const DECIDING_CHARACTERS = 40

/**
 * Replaces what tells who somebody is. The same text gets the same replacement within one export, so that a name stays
 * one name, an address one address; no other export gets the same, so that nobody finds out by trying.
 */
export class Pseudonyms {
  readonly #key = randomBytes(32)

  #bytes(kind: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(`${kind} ${text}`).digest()
  }

  /** A made-up word for each word. */
  name(text: string): string {
    return text
      .split(' ')
      .map((word) => word && this.#word(word))
      .join(' ')
  }

  #word(word: string): string {
    const bytes = this.#bytes('name', word.toLowerCase())
    const syllables = [0, 2, 4].map((at) => pick(FIRST, bytes[at]) + pick(VOWELS, bytes[at + 1])).join('')
    return syllables.charAt(0).toUpperCase() + syllables.slice(1)
  }

  /** An address at example.com, the same for each case that it is written in. */
  email(text: string): string {
    return `${this.id(text.toLowerCase())}@example.com`
  }

  /** Twelve digits and letters. */
  id(text: string): string {
    return this.#bytes('id', text).toString('hex').slice(0, 12)
  }

  /** A number of those that are kept for fiction. */
  phone(text: string): string {
    return `+1555${String(this.#bytes('phone', text).readUInt32BE() % 10_000_000).padStart(7, '0')}`
  }

  /** An address of a network for documentation (RFC 5737). */
  ip(text: string): string {
    return `192.0.2.${1 + ((this.#bytes('ip', text)[0] as number) % 254)}`
  }

  /** As many characters of made-up words; white space and single characters stay as they are. */
  text(text: string): string {
    if (text.trim().length < 2) return text
    let bytes = this.#bytes('text', text.slice(0, DECIDING_CHARACTERS))
    let made = ''
    for (let at = 0; made.length < text.length; at++) {
      if (at === bytes.length) {
        bytes = this.#bytes('more', bytes.toString('hex'))
        at = 0
      }
      made += `${made ? ' ' : ''}${pick(WORDS, bytes[at])}`
    }
    return made.slice(0, text.length).replace(/ $/, '.')
  }
}

const pick = (list: string[], byte: number | undefined) => list[(byte ?? 0) % list.length] as string
