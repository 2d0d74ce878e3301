/** How many characters a text has: Unicode code points, the one meaning of "characters" everywhere (spec C6.7). */
export function codePoints(text: string): number {
  let surrogatePairs = 0
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      surrogatePairs++
      i++
    }
  }
  return text.length - surrogatePairs
}

/** The first `count` code points of a text. */
export function firstCodePoints(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('')
}

/**
 * The longest start of a text that has at most `count` UTF-16 units once it is normalised (NFKD). One character can become
 * 18 by that (U+FDFA), so a limit on what a sender typed bounds no work on what is read. Takes time by `count`, not by the
 * text's length.
 */
export function firstNormalised(text: string, count: number): string {
  let length = 0
  let end = 0
  for (const character of text) {
    length += character.normalize('NFKD').length
    if (length > count) return text.slice(0, end)
    end += character.length
  }
  return text
}

/** A text in compatible characters without accents on Latin letters; other scripts keep their marks. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

/** A text without line breaks and control characters: each run of them becomes a space. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** A text in one line of at most `count` code points; a longer one ends with an ellipsis. */
export function shorten(text: string, count: number): string {
  const line = onOneLine(text).replace(/\s+/g, ' ').trim()
  const short = firstCodePoints(line, count)
  return short.length < line.length ? `${short}…` : short
}

/** The pattern of a text that says anything: not empty and not only white space. */
export const CONTENT = '\\S'
const HAS_CONTENT = new RegExp(CONTENT)

/** Whether a text says anything. */
export function hasText(text: string): boolean {
  return HAS_CONTENT.test(text)
}

/** Whether a text can be stored and sent: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A text of somebody else's as one that can be stored and sent: NUL left out, lone surrogates replaced. */
export function makeStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

const COLLATOR = new Intl.Collator('en')

/**
 * Alphabetical order for people, the same on every machine and whatever the database: letters before case and accents
 * (`apple`, `Äpfel`, `b2b`, `vip`, `VIP`). Texts that read the same are in the order of their code points.
 */
export function byAlphabet(a: string, b: string): number {
  return COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** An address in the form it is compared in. Case folds in the application, so that every database agrees. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}

/**
 * The path of the first string inside a JSON value (keys included) that cannot be stored, or null. Iterative: a body
 * may be nested as deep as its size allows.
 */
export function findUnstorable(value: unknown, name = 'body'): string | null {
  const open: [unknown, string][] = [[value, name]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, path] = next
    if (typeof item === 'string') {
      if (!isStorable(item)) return path
    } else if (Array.isArray(item)) {
      for (let i = 0; i < item.length; i++) open.push([item[i], `${path}[${i}]`])
    } else if (item !== null && typeof item === 'object') {
      for (const [key, inner] of Object.entries(item)) {
        if (!isStorable(key)) return `a key of ${path}`
        open.push([inner, `${path}.${key}`])
      }
    }
  }
  return null
}
