import { splitLinks } from './links.ts'

/**
 * Formatted text (decision 120): a plain text, and ranges of it that are bold, italic, a link or a list. Members type marks
 * (`**bold**`, `_italic_`, `[words](https://…)`, lines that begin with `- ` or `1. `); what is stored and sent has none.
 */

export const FORMAT_KINDS = ['bold', 'italic', 'link', 'bullets', 'numbers'] as const
export type FormatKind = (typeof FORMAT_KINDS)[number]

/**
 * A range of a text in UTF-16 code units. That of a link ends with ` (` address `)`, which is shown where there are no links;
 * that of a list has whole lines, each with its `- ` or number.
 */
export interface FormatRange {
  kind: FormatKind
  from: number
  to: number
}

export interface FormattedText {
  text: string
  /** Empty where nothing is formatted. */
  formatting: FormatRange[]
}

const LINK = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()<>"']{1,2000})\)/iy
/** How the address of a link stands behind its words. */
export const SHOWN_ADDRESS = / \((https?:\/\/[^\s()<>"']{1,2000})\)$/i
export const BULLET = /^[-*•] (?=\S)/
export const NUMBER = /^(\d{1,3})\. (?=\S)/
const WORD = /[\p{L}\p{N}]/u
const MARKS = { bold: '**', italic: '_' } as const

/** Reads the marks of a text as a member typed it. `\` before a mark leaves it in the text. */
export function readMarks(source: string): FormattedText {
  const formatting: FormatRange[] = []
  const lines: string[] = []
  let at = 0
  let list: FormatRange | undefined
  for (const line of source.split('\n')) {
    const kind = listKindOf(line, list?.kind)
    const { text, ranges } = readLine(line, kind === 'bullets' && line.startsWith('* ') ? 1 : 0)
    for (const { kind, from, to } of ranges) formatting.push({ kind, from: at + from, to: at + to })
    const to = at + text.length
    if (kind && list?.kind === kind) list.to = to
    else {
      list = kind ? { kind, from: at, to } : undefined
      if (list) formatting.push(list)
    }
    lines.push(text)
    at = to + 1
  }
  return { text: lines.join('\n'), formatting }
}

/** A numbered list begins with 1, so that a line that begins with a date stays text. */
function listKindOf(line: string, before: FormatKind | undefined): 'bullets' | 'numbers' | null {
  if (BULLET.test(line)) return 'bullets'
  const number = NUMBER.exec(line)?.[1]
  return number !== undefined && (number === '1' || before === 'numbers') ? 'numbers' : null
}

/** Reads one line. The first `skipped` characters stay as they are. */
function readLine(line: string, skipped: number): { text: string; ranges: FormatRange[] } {
  const { pairs, links, dropped } = findMarks(line, skipped)
  if (dropped.size === 0 && links.length === 0) return { text: line, ranges: [] }
  // By a character's place in the line: its place in the text.
  const places: number[] = []
  let text = ''
  let link = links[0]
  let nextLink = 1
  const ranges: FormatRange[] = []
  for (let i = 0; i <= line.length; i++) {
    places[i] = text.length
    if (link && i === link.labelEnd) {
      text += ` (${link.href})`
      ranges.push({ kind: 'link', from: places[link.start] as number, to: text.length })
      for (let j = i; j < link.end; j++) places[j] = text.length
      i = link.end - 1
      link = links[nextLink++]
    } else if (i < line.length && !dropped.has(i)) text += line[i]
  }
  for (const { kind, open, close } of pairs) {
    const [from, to] = [places[open] as number, places[close] as number]
    if (to > from) ranges.push({ kind, from, to })
  }
  ranges.sort((a, b) => a.from - b.from || b.to - a.to || (a.kind < b.kind ? -1 : 1))
  return { text, ranges }
}

interface Pair {
  kind: keyof typeof MARKS
  open: number
  close: number
}
interface LinkMark {
  start: number
  labelEnd: number
  end: number
  href: string
}

/** Marks that have their counterpart in the line, and the characters that the text is without. */
function findMarks(line: string, skipped: number): { pairs: Pair[]; links: LinkMark[]; dropped: Set<number> } {
  const pairs: Pair[] = []
  const links: LinkMark[] = []
  const dropped = new Set<number>()
  const opened: Partial<Record<Pair['kind'], number>> = {}
  const addresses = /https?:/i.test(line) ? addressRanges(line) : []
  for (let i = skipped; i < line.length; i++) {
    const char = line[i] as string
    if (char === '\\' && '*_['.includes(line[i + 1] ?? ' ')) {
      dropped.add(i++)
      continue
    }
    if (char === '[') {
      LINK.lastIndex = i
      const [whole, label, href] = LINK.exec(line) ?? []
      if (whole && label?.trim() && href) {
        dropped.add(i)
        links.push({ start: i, labelEnd: i + 1 + label.length, end: i + whole.length, href })
      }
      continue
    }
    // Past a link's words comes its address.
    const link = links.at(-1)
    if (link && i === link.labelEnd) {
      i = link.end - 1
      continue
    }
    const ended = link?.end ?? 0
    while (addresses[0] && (addresses[0][1] <= i || addresses[0][0] < ended)) addresses.shift()
    const address = addresses[0]
    if (address && i >= address[0]) {
      i = address[1] - 1
      continue
    }
    const kind = markAt(line, i)
    if (!kind) continue
    const width = MARKS[kind].length
    const open = opened[kind]
    if (open !== undefined && closes(line, i, kind) && i > open + width) {
      pairs.push({ kind, open, close: i })
      for (let j = 0; j < width; j++) dropped.add(open + j).add(i + j)
      delete opened[kind]
    } else if (open === undefined && opens(line, i, kind)) opened[kind] = i
    i += width - 1
  }
  return { pairs, links, dropped }
}

function addressRanges(line: string): [number, number][] {
  let at = 0
  return splitLinks(line).flatMap(({ text, isLink }): [number, number][] => {
    at += text.length
    return isLink ? [[at - text.length, at - (text.length - text.replace(/[*_]{1,3}$/, '').length)]] : []
  })
}

/** Two stars or one underscore, and no more of them. */
function markAt(line: string, i: number): Pair['kind'] | null {
  if (line[i] === '_') return line[i - 1] !== '_' && line[i + 1] !== '_' ? 'italic' : null
  const isBold = line[i] === '*' && line[i + 1] === '*' && line[i - 1] !== '*' && line[i + 2] !== '*'
  return isBold ? 'bold' : null
}

const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char)

function opens(line: string, i: number, kind: Pair['kind']): boolean {
  if (isSpace(line[i + MARKS[kind].length])) return false
  return kind === 'bold' || !WORD.test(line[i - 1] ?? ' ')
}

function closes(line: string, i: number, kind: Pair['kind']): boolean {
  if (isSpace(line[i - 1])) return false
  return kind === 'bold' || !WORD.test(line[i + 1] ?? ' ')
}

/** A formatted text as its author would type it. */
export function withMarks(text: string, formatting: readonly FormatRange[]): string {
  const typed = insertMarks(text, formatting, false)
  const read = readMarks(typed)
  const isSame = read.text === text && read.formatting.length === formatting.length
  return isSame ? typed : insertMarks(text, formatting, true)
}

function insertMarks(text: string, formatting: readonly FormatRange[], escapes: boolean): string {
  const inserted = new Map<number, { before: string; after: string }>()
  const at = (place: number) => {
    const known = inserted.get(place) ?? { before: '', after: '' }
    inserted.set(place, known)
    return known
  }
  const replaced = new Map<number, number>()
  const inline = formatting.filter(({ kind }) => kind !== 'bullets' && kind !== 'numbers')
  // The longest first, so that it is the outermost.
  for (const { kind, from, to } of inline.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (kind === 'bold' || kind === 'italic') {
      at(from).after += MARKS[kind]
      at(to).before = MARKS[kind] + at(to).before
      continue
    }
    const address = SHOWN_ADDRESS.exec(text.slice(from, to))
    if (!address) continue
    at(from).after += '['
    const start = from + address.index
    at(start).after += `](${address[1]})`
    replaced.set(start, to)
  }
  let typed = ''
  for (let i = 0; i <= text.length; i++) {
    const { before = '', after = '' } = inserted.get(i) ?? {}
    typed += before + after
    const end = replaced.get(i)
    if (end !== undefined) {
      i = end - 1
      continue
    }
    const char = text[i] ?? ''
    const isBullet = char === '*' && text[i + 1] === ' ' && (i === 0 || text[i - 1] === '\n')
    typed += escapes && !isBullet && char !== '' && '*_['.includes(char) ? `\\${char}` : char
  }
  return typed
}

/** WhatsApp's own marks for bold and italic; links and lists are words there. */
export function withWhatsAppMarks({ text, formatting }: FormattedText): string {
  const marks = formatting
    .flatMap(({ kind, from, to }) => {
      const mark = kind === 'bold' ? '*' : kind === 'italic' ? '_' : null
      return mark ? [[from, mark] as const, [to, mark] as const] : []
    })
    .sort(([a], [b]) => b - a)
  return marks.reduce((typed, [at, mark]) => typed.slice(0, at) + mark + typed.slice(at), text)
}
