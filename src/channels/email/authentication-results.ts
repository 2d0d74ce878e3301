import { type Authenticity, NOTHING_PROVEN, verdictOf } from './authenticity.ts'
import { type ReadHeader, readHeaders } from './read/headers.ts'
import { type Piece, readPieces } from './read/structured.ts'

/** What stands between two semicolons of the header, without its comments. */
interface Clause {
  /** Words of the form `name=value`, or without `=`. Those of a result begin with its method: `dmarc=pass`. */
  words: string[]
  comments: string[]
}

/** `method/version=result`: the first word of a result (RFC 8601, 2.2). */
const METHOD = /^([a-z][\w-]*)(?:\/\d+)?=([a-z][\w-]*)$/i
/** `property=value`, with the kind of the property before it; Microsoft leaves out the kind: `action=none`. */
const PROPERTY = /^[a-z][\w-]*(\.[a-z][\w.-]*)?=/i

/**
 * What the mailbox's provider found, from the topmost `Authentication-Results` (RFC 8601) with its name: the sender may
 * have written those below. `authservId` is empty for providers that give no name (Microsoft 365). Nothing is proven by a
 * header that is malformed or cut, that has no DMARC result of its own or more than one, or that a malformed one precedes.
 */
export function readAuthenticationResults(raw: Uint8Array, authservId: string): Authenticity {
  for (const header of readHeaders(raw)) {
    if (header.key !== 'authentication-results') continue
    const clauses = readClauses(header)
    if (!clauses) return NOTHING_PROVEN
    if (servIdOf(clauses) === authservId.toLowerCase()) return dmarcIn(clauses)
  }
  return NOTHING_PROVEN
}

function dmarcIn(clauses: Clause[]): Authenticity {
  const results = servIdOf(clauses) === '' ? clauses : clauses.slice(1)
  if (!results.every(isResult)) return NOTHING_PROVEN
  const [dmarc, second] = results.filter(({ words }) => methodOf(words)?.[1]?.toLowerCase() === 'dmarc')
  if (!dmarc || second) return NOTHING_PROVEN
  const domains = valuesOf(dmarc, /^header\.from$/i)
  if (domains.length > 1) return NOTHING_PROVEN
  const policy =
    /^\s*p=(\w+)/i.exec(dmarc.comments[0] ?? '')?.[1] ??
    valuesOf(dmarc, /^policy\.(published-domain-policy|dmarc)$/i)[0]
  const domain = domains.find((name) => /^[\w.-]{1,253}$/.test(name))
  return verdictOf(methodOf(dmarc.words)?.[2]?.toLowerCase() ?? '', policy, domain)
}

/** The name before the first result, `mx.example.com; dkim=…`, perhaps with a version after it; empty where there is none. */
function servIdOf([first]: Clause[]): string {
  const [name = ''] = first?.words ?? []
  return name.includes('=') ? '' : name.toLowerCase()
}

const methodOf = ([first = '']: string[]) => METHOD.exec(first)

/** `method=result` and properties, `none`, or nothing, as after the last semicolon. */
function isResult({ words }: Clause): boolean {
  const [first, ...properties] = words
  if (first === undefined) return true
  if (first.toLowerCase() === 'none') return properties.length === 0
  return METHOD.test(first) && properties.every((word) => PROPERTY.test(word))
}

function valuesOf({ words }: Clause, name: RegExp): string[] {
  return words
    .slice(1)
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] as const)
    .filter(([property]) => name.test(property))
    .map(([, value]) => value)
}

/** Null for a header that is malformed, or so long that it was cut. */
function readClauses({ value, isCut }: ReadHeader): Clause[] | null {
  const pieces = isCut ? null : readPieces(value)
  // A provider that copies a quoted address into a comment lets its sender close the comment.
  if (!pieces || pieces.some(({ kind, text }) => kind === 'comment' && text.includes('"'))) return null
  const clauses: { text: string; comments: string[] }[] = [{ text: '', comments: [] }]
  for (const { kind, text } of pieces) {
    const [head = '', ...rest] = kind === 'text' ? text.split(';') : [neutral(kind, text)]
    const last = clauses.at(-1) as (typeof clauses)[number]
    last.text += head
    if (kind === 'comment') last.comments.push(text)
    clauses.push(...rest.map((one) => ({ text: one, comments: [] })))
  }
  return clauses.map(({ text, comments }) => ({ words: wordsOf(text), comments }))
}

/** Placeholder for a comment or a string between words. A string that could be read as several words gets none. */
function neutral(kind: Piece['kind'], text: string): string {
  if (kind === 'comment') return ' '
  return /^[\w.@-]*$/.test(text) ? text : '?'
}

function wordsOf(text: string): string[] {
  const words = text
    .replace(/\s+/g, ' ')
    .replace(/ ?([=/]) ?/g, '$1')
    .trim()
  return words === '' ? [] : words.split(' ')
}
