import { BULLET, type FormatKind, type FormatRange, NUMBER, SHOWN_ADDRESS } from './formatting.ts'

/** Formatted text as it is shown: in the inbox, in the widget, and in the HTML part of mails. */

/** Part of a line that is shown alike. */
export interface FormatSegment {
  text: string
  isBold: boolean
  isItalic: boolean
  /** Address of a link with words of its own; null for none. */
  href: string | null
}

export type FormatBlock =
  /** Lines, with line breaks between them. */
  | { kind: 'text'; segments: FormatSegment[] }
  /** `number` is that of the text, for lists with numbers. */
  | { kind: 'bullets' | 'numbers'; items: { number: number; segments: FormatSegment[] }[] }

/** A formatted text as it is shown. Ranges that do not fit the text are ignored. */
export function toBlocks(text: string, formatting: readonly FormatRange[]): FormatBlock[] {
  const blocks: FormatBlock[] = []
  const lists = formatting.filter(({ kind }) => kind === 'bullets' || kind === 'numbers')
  let at = 0
  let before: FormatRange | undefined
  for (const line of text.split('\n')) {
    const [from, to] = [at, at + line.length]
    at = to + 1
    const list = lists.find((one) => one.from <= from && to <= one.to)
    const last = blocks.at(-1)
    if (!list) {
      const segments = segmentsOf(text, formatting, from, to)
      if (last?.kind === 'text') last.segments.push(plain('\n'), ...segments)
      else blocks.push({ kind: 'text', segments })
    } else {
      const prefix = (list.kind === 'bullets' ? BULLET : NUMBER).exec(line)
      const item = {
        number: Number(prefix?.[1] ?? 0),
        segments: segmentsOf(text, formatting, from + (prefix?.[0].length ?? 0), to),
      }
      if (list === before && last && last.kind !== 'text') last.items.push(item)
      else blocks.push({ kind: list.kind as 'bullets' | 'numbers', items: [item] })
    }
    before = list
  }
  return blocks
}

const plain = (text: string): FormatSegment => ({ text, isBold: false, isItalic: false, href: null })

function segmentsOf(text: string, formatting: readonly FormatRange[], from: number, to: number): FormatSegment[] {
  const inline = formatting.filter(
    (one) => one.kind !== 'bullets' && one.kind !== 'numbers' && one.from < to && one.to > from,
  )
  const hidden: [number, number][] = []
  const hrefs = new Map<FormatRange, string>()
  for (const range of inline) {
    const address = range.kind === 'link' ? SHOWN_ADDRESS.exec(text.slice(range.from, range.to)) : null
    if (!address) continue
    hrefs.set(range, address[1] as string)
    hidden.push([range.from + address.index, range.to])
  }
  const edges = [...inline.flatMap((one) => [one.from, one.to]), ...hidden.flat(), from, to]
  const places = [...new Set(edges)].filter((place) => place >= from && place <= to).sort((a, b) => a - b)
  const segments: FormatSegment[] = []
  for (let i = 0; i + 1 < places.length; i++) {
    const [start, end] = [places[i] as number, places[i + 1] as number]
    if (hidden.some(([from, to]) => start >= from && end <= to)) continue
    const over = inline.filter((one) => one.from <= start && end <= one.to)
    const has = (kind: FormatKind) => over.some((one) => one.kind === kind)
    const link = over.find((one) => hrefs.has(one))
    segments.push({
      text: text.slice(start, end),
      isBold: has('bold'),
      isItalic: has('italic'),
      href: link ? (hrefs.get(link) as string) : null,
    })
  }
  return segments
}
