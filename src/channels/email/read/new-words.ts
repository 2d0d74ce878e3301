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
} from './quote-signs.ts'
import { endOfWords } from './signature.ts'

/** How many lines a program breaks an attribution into. */
const ATTRIBUTION_LINES = 4
/** Where the HTML said that a quote begins: `body.ts` writes it, and no mail can. */
export const QUOTE_MARK = '\uFDD0'

type Kind = 'words' | 'blank' | 'quoted' | 'sign'

/**
 * What the author wrote now: without the mail it answers, signature and what the program added. Rather too much than too
 * little: whatever stands between quotes is kept with them, and so is what is forwarded.
 */
export function newWords(text: string, subject: string): string {
  const lines = text.split('\n')
  const signs = findSigns(lines)
  const first = signs.findIndex((kind) => kind === 'quoted' || kind === 'sign')
  if (first < 0 || isForward(lines, first, subject)) return join(lines, true)
  const above = join(lines.slice(0, first), true)
  const below = lines.slice(first)
  const kinds = signs.slice(first)
  const whole = join(lines, true)

  if (!kinds.includes('quoted')) return above === '' || pointsBelow(above) ? whole : above
  if (!kinds.includes('sign') && kinds.filter((kind) => kind === 'quoted').length < 2 && above !== '') return whole
  // After a separator or copied headers all is the original, which may itself hold quotes and what is between them.
  if (kinds[0] === 'sign' && !isFollowedByQuote(kinds)) return above === '' || pointsBelow(above) ? whole : above

  const lastQuoted = kinds.lastIndexOf('quoted')
  const between = kinds.slice(0, lastQuoted).includes('words')
  const after = join(below.slice(lastQuoted + 1), true)
  if (between) return whole
  if (after === '') return above === '' ? whole : above
  return above === '' ? after : whole
}

/** What each line is. A sign is a line that says where a quote begins. */
function findSigns(lines: readonly string[]): Kind[] {
  const kinds: Kind[] = lines.map((line, at) => {
    if (plain(line) === '') return 'blank'
    // Gmail breaks long attributions, even so: "… <a@b.example", ">:".
    if (line.startsWith('>') && /<[^<>]{1,300}$/.test((lines[at - 1] ?? '').slice(-320))) return 'words'
    return /^\s{0,3}>/.test(line) ? 'quoted' : 'words'
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

/** The first line of the attribution that ends with this one; null when none does. */
function attributionStart(lines: readonly string[], kinds: readonly Kind[], end: number): number | null {
  for (let from = end; from > end - ATTRIBUTION_LINES && kinds[from] === 'words'; from--) {
    if (!isAttribution(lines.slice(from, end + 1).join(' '))) continue
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

function isForward(lines: readonly string[], first: number, subject: string): boolean {
  if (isForwardSubject(subject)) return true
  return lines.slice(0, first + 1).some((line) => isForwardLine(line))
}

function join(lines: readonly string[], withoutSignature: boolean): string {
  return lines
    .slice(0, withoutSignature ? endOfWords(lines) : lines.length)
    .map((line) => line.replaceAll(QUOTE_MARK, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}
