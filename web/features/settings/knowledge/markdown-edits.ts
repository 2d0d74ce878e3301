import { type FormatAction, format, type Selected, type TextEdit } from '../../../ui/formatting/format-text.ts'

/** What the buttons of an article's editor do to its Markdown. */

export type BodyAction = FormatAction | 'heading' | 'table' | 'callout' | 'video'

/** As `render-article.ts` knows them, in the order in which the button goes through them. */
const CALLOUTS = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION']
const CALLOUT = /^> \[!([A-Z]{1,20})\]/
const WEB_ADDRESS = /^https?:\/\/[^\s()<>"']{1,2000}$/i
const NEW_VIDEO = 'https://'

export function editBody(action: BodyAction, selected: Selected): TextEdit {
  if (action === 'heading') return heading(selected)
  if (action === 'callout') return callout(selected)
  if (action === 'table') return table(selected)
  if (action === 'video') return video(selected)
  return format(action, selected)
}

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at)
  return next === -1 ? text.length : next
}

/** A line becomes a heading, then a smaller one, then a line again. */
function heading({ text, from }: Selected): TextEdit {
  const [start, end] = [lineStart(text, from), lineEnd(text, from)]
  const line = text.slice(start, end)
  const level = /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0
  const sign = level === 0 ? '# ' : level === 1 ? '## ' : ''
  const changed = sign + line.replace(/^#{1,6} /, '')
  return { from: start, to: end, text: changed, select: [start + changed.length, start + changed.length] }
}

/** The selected lines become a callout; within one its kind becomes the next. */
function callout({ text, from, to }: Selected): TextEdit {
  let start = lineStart(text, from)
  while (start > 0 && text[start] === '>' && !CALLOUT.test(text.slice(start, lineEnd(text, start)))) {
    start = lineStart(text, start - 1)
  }
  const kind = CALLOUT.exec(text.slice(start, lineEnd(text, start)))?.[1]
  if (kind !== undefined) {
    const next = CALLOUTS[(CALLOUTS.indexOf(kind) + 1) % CALLOUTS.length] as string
    const at = start + '> [!'.length
    const moved = next.length - kind.length
    const select: [number, number] = [Math.max(at, from + moved), Math.max(at, to + moved)]
    return { from: at, to: at + kind.length, text: next, select }
  }
  const [first, last] = [lineStart(text, from), lineEnd(text, to)]
  const lines = text.slice(first, last).split('\n')
  const changed = ['> [!NOTE]', ...lines.map((line) => `> ${line}`)].join('\n')
  return block({ text, from: first, to: last }, changed, [changed.length, changed.length])
}

const TABLE = '| Column | Column |\n| --- | --- |\n| Text | Text |'

function table({ text, to }: Selected): TextEdit {
  return block({ text, from: to, to }, TABLE, [2, 2 + 'Column'.length])
}

function video({ text, from, to }: Selected): TextEdit {
  const words = text.slice(from, to)
  if (WEB_ADDRESS.test(words)) {
    return { from, to, text: `[Video](${words})`, select: [from + 1, from + 1 + 'Video'.length] }
  }
  const title = words || 'Video'
  const at = from + title.length + 3
  return { from, to, text: `[${title}](${NEW_VIDEO})`, select: [at, at + NEW_VIDEO.length] }
}

/** Puts a block in place of what is selected, with empty lines around it. `select` is within the block. */
function block({ text, from, to }: Selected, content: string, select: [number, number]): TextEdit {
  const [before, after] = [text.slice(0, from), text.slice(to)]
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const tail = after.startsWith('\n\n') || after === '' ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  const at = from + lead.length
  return { from, to, text: lead + content + tail, select: [at + select[0], at + select[1]] }
}

/** A bare address that is pasted becomes a link: Markdown makes none of it by itself. Null where it is pasted as it is. */
export function pasteAddress({ text, from, to }: Selected, pasted: string): TextEdit | null {
  const address = pasted.trim()
  if (from !== to || !WEB_ADDRESS.test(address) || /[(<]$/.test(text.slice(0, from))) return null
  const end = from + address.length + 2
  return { from, to, text: `<${address}>`, select: [end, end] }
}
