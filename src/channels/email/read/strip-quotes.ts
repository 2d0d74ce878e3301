import {
  beginsAttribution,
  endsAttribution,
  headerBlockLength,
  isAttribution,
  isForwardLine,
  isForwardSubject,
  isSeparator,
  plain,
  pointsBelow,
  startOfAttribution,
} from './quote-signs.ts'
import { endOfWords } from './signature.ts'
import { looksLikeSignature } from './signature-look.ts'

/** How many lines a program breaks an attribution into. */
const ATTRIBUTION_LINES = 4
/** Marks where the HTML says that a quote begins: `html.ts` writes it. */
export const QUOTE_MARK = '\uFDD0'

type Kind = 'words' | 'blank' | 'quoted' | 'sign'

/**
 * What the author wrote now: without the mail it answers, signature and what the program added. Rather too much than too
 * little: whatever stands between quotes is kept with them, and so is what is forwarded.
 */
export function newWords(text: string, subject: string, isLaterText = false): string {
  // The last text of a mail may be the signature alone.
  if (isLaterText && /^-- ?(\n|$)/.test(text) && looksLikeSignature(text.split('\n').slice(1), text.startsWith('-- ')))
    return ''
  const lines = partWordsFromAttributions(text.split('\n'))
  const signs = findSigns(lines)
  const first = signs.findIndex((kind) => kind === 'quoted' || kind === 'sign')
  if (first < 0) return join(lines)
  const isMarked = signs[first] === 'sign' && isFollowedByQuote(signs.slice(first))
  // A signature inside a forwarded mail belongs to that mail: the words go on behind it.
  if (isForward(lines, first, subject, isMarked)) return join(lines, lines.length)
  const above = join(lines.slice(0, first))
  const end = startOfOlderMail(signs, first)
  const below = lines.slice(first, end)
  const kinds = signs.slice(first, end)
  const whole = join(lines)

  if (!kinds.includes('quoted')) return above === '' || pointsBelow(above) ? whole : above
  if (!kinds.includes('sign') && kinds.filter((kind) => kind === 'quoted').length < 2 && above !== '') return whole
  // After a separator or copied headers all is the original, which may itself hold quotes and what is between them.
  if (kinds[0] === 'sign' && !isFollowedByQuote(kinds)) return above === '' || pointsBelow(above) ? whole : above

  const lastQuoted = kinds.lastIndexOf('quoted')
  const between = kinds.slice(0, lastQuoted).includes('words')
  const after = ownWordsBelow(below.slice(lastQuoted + 1), above !== '')
  if (between) return whole
  if (after === '') return above === '' ? whole : above
  return above === '' ? after : whole
}

/** What each line is. A sign is a line that says where a quote begins. */
function findSigns(lines: readonly string[]): Kind[] {
  const kinds: Kind[] = lines.map((line, at) => {
    if (plain(line) === '') return 'blank'
    const before = lines[at - 1] ?? ''
    // Gmail breaks long attributions, even so: "… <a@b.example", ">:".
    if (line.startsWith('>') && !before.startsWith('>') && /<[^<>]{1,300}$/.test(before.slice(-320))) return 'words'
    return isQuoted(line) || isRestOfQuoted(lines, at) ? 'quoted' : 'words'
  })
  const mark = (from: number, to: number) => kinds.fill('sign', Math.max(from, 0), to)
  for (let at = 0; at < lines.length; at++) {
    if (kinds[at] !== 'words') continue
    const line = lines[at] as string
    if (line.includes(QUOTE_MARK) || isSeparator(line)) mark(at, at + 1)
    else if (endsAttribution(line)) {
      const from = attributionStart(lines, kinds, at)
      if (from !== null) mark(from, at + 1)
    }
    const block = headerBlockLength(lines, at)
    if (block > 0) mark(at, at + block)
  }
  return kinds
}

const isQuoted = (line: string) => /^\s{0,3}>/.test(line)

/** From this length on, in characters, programs break a quoted line again, and the rest loses its mark. */
const WRAPPED_FROM = 66

/** Whether a line is the rest of a long quoted line that was broken again: between quoted lines, with no empty line around it. */
function isRestOfQuoted(lines: readonly string[], at: number): boolean {
  const before = lines[at - 1] ?? ''
  if (!isQuoted(before) || !isQuoted(lines[at + 1] ?? '')) return false
  return before.length >= WRAPPED_FROM && !/[.!?:;。！？]\s*$/.test(before)
}

/** Puts an attribution on a line of its own, where it stands behind the author's words and a quote follows. */
function partWordsFromAttributions(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => {
    const next = lines.slice(at + 1, at + 3).find((one) => plain(one) !== '') ?? ''
    const from = isQuoted(next) ? startOfAttribution(line) : 0
    return from > 0
      ? [
          line
            .slice(0, from)
            .trimEnd()
            .replace(/(?<!-)-{2,8}$/, ''),
          line.slice(from),
        ]
      : [line]
  })
}

/** The line from which on all is an older mail: copied headers or a separator behind a marked quote. Else the end. */
function startOfOlderMail(signs: readonly Kind[], first: number): number {
  let last: Kind | undefined
  for (let at = first; at < signs.length; at++) {
    const kind = signs[at] as Kind
    if (kind === 'sign' && last === 'quoted') return at
    if (kind !== 'blank') last = kind
  }
  return signs.length
}

/** What the author wrote below the quote. A signature there, or a company's footer under a rule, may be all there is. */
function ownWordsBelow(lines: readonly string[], isWordsAbove: boolean): string {
  const start = lines.findIndex((line) => plain(line) !== '')
  const first = plain(lines[start] ?? '')
  const isFooter = /^[_=*]{5,}$|^-{5,}$/.test(first) && !lines.slice(start + 1).some((line) => /[?？]/.test(line))
  if (isWordsAbove && (isFooter || (first === '--' && looksLikeSignature(lines.slice(start + 1))))) return ''
  return join(lines)
}

/** The first line of the attribution that ends with this one; null when none does. */
function attributionStart(lines: readonly string[], kinds: readonly Kind[], end: number): number | null {
  let next = end + 1
  while (kinds[next] === 'blank') next++
  const isQuoteNext = kinds[next] === 'quoted' || (lines[next] ?? '').includes(QUOTE_MARK)
  for (let from = end; from > end - ATTRIBUTION_LINES && kinds[from] === 'words'; from--) {
    if (!isAttribution(lines.slice(from, end + 1).join(' '), isQuoteNext)) continue
    for (let start = from - 1; start > end - ATTRIBUTION_LINES && kinds[start] === 'words'; start--) {
      if (beginsAttribution(lines[start] as string)) return start
    }
    return from
  }
  return null
}

/** Whether the first sign is that of a quote whose every line is marked. */
function isFollowedByQuote(kinds: readonly Kind[]): boolean {
  return kinds.find((kind) => kind !== 'sign' && kind !== 'blank') === 'quoted'
}

function isForward(lines: readonly string[], first: number, subject: string, isMarked: boolean): boolean {
  const bySubject = isForwardSubject(subject)
  if (bySubject === 'yes' || (bySubject === 'maybe' && !isMarked)) return true
  return lines.slice(0, first + 1).some((line) => isForwardLine(line))
}

/** Lines as text, without a signature: up to `end`. */
function join(lines: readonly string[], end = endOfWords(lines)): string {
  return lines
    .slice(0, end)
    .map((line) => line.replaceAll(QUOTE_MARK, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '')
}
