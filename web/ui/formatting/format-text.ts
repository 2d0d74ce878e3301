/** What the keys and buttons of formatting do to the text in the composer. */

export type FormatAction = 'bold' | 'italic' | 'link' | 'bullets' | 'numbers'

/** A change of a text: `text` replaces what stands from `from` to `to`; then `select` is selected. */
export interface TextEdit {
  from: number
  to: number
  text: string
  select: [number, number]
}

/** A text, and what is selected in it. */
export interface Selected {
  text: string
  from: number
  to: number
}

const MARKS = { bold: '**', italic: '_' } as const
const WEB_ADDRESS = /^https?:\/\/[^\s()<>"']{1,2000}$/i
const ITEM = /^([-*•]|\d{1,3}\.) /
const NEW_ADDRESS = 'https://'

/** Formats what is selected, or takes the formatting away again. */
export function format(action: FormatAction, selected: Selected): TextEdit {
  if (action === 'link') return link(selected)
  return action === 'bold' || action === 'italic' ? mark(MARKS[action], selected) : list(action, selected)
}

function mark(sign: string, { text, from: start, to: end }: Selected): TextEdit {
  // Marks stand at words, not at the spaces around them.
  const words = text.slice(start, end)
  const from = start + (words.length - words.trimStart().length)
  const to = Math.max(from, end - (words.length - words.trimEnd().length))
  const inner = text.slice(from, to)
  const size = sign.length
  if (text.slice(from - size, from) === sign && text.slice(to, to + size) === sign) {
    return { from: from - size, to: to + size, text: inner, select: [from - size, to - size] }
  }
  if (inner.length > 2 * size && inner.startsWith(sign) && inner.endsWith(sign)) {
    return { from, to, text: inner.slice(size, -size), select: [from, to - 2 * size] }
  }
  return { from, to, text: sign + inner + sign, select: [from + size, to + size] }
}

function link({ text, from, to }: Selected): TextEdit {
  const words = text.slice(from, to)
  if (WEB_ADDRESS.test(words)) return { from, to, text: `[](${words})`, select: [from + 1, from + 1] }
  const address = from + words.length + 3
  const select: [number, number] = words ? [address, address + NEW_ADDRESS.length] : [from + 1, from + 1]
  return { from, to, text: `[${words}](${NEW_ADDRESS})`, select }
}

/** An address that is pasted on selected words makes them a link; null where it is pasted as it is. */
export function pasteOn({ text, from, to }: Selected, pasted: string): TextEdit | null {
  const [words, address] = [text.slice(from, to), pasted.trim()]
  if (text.slice(from - 2, from) === '](') return null // the address of a link is replaced
  if (!words.trim() || /[[\]\n]/.test(words) || WEB_ADDRESS.test(words) || !WEB_ADDRESS.test(address)) return null
  const end = from + words.length + address.length + 4
  return { from, to, text: `[${words}](${address})`, select: [end, end] }
}

function list(action: 'bullets' | 'numbers', { text, from, to }: Selected): TextEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', Math.max(from, to - 1))
  const end = next === -1 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const isItem = (line: string) => (action === 'bullets' ? /^[-*•] /.test(line) : /^\d{1,3}\. /.test(line))
  const isOn = lines.every(isItem)
  const changed = lines.map((line, i) => {
    const words = line.replace(ITEM, '')
    return isOn ? words : `${action === 'bullets' ? '-' : `${i + 1}.`} ${words}`
  })
  const joined = changed.join('\n')
  const last = start + joined.length
  return { from: start, to: end, text: joined, select: from === to ? [last, last] : [start, last] }
}

/** A new line in a list: the next item, or the end of the list after an empty one. Null outside of lists. */
export function nextItem({ text, from, to }: Selected): TextEdit | null {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const item = ITEM.exec(text.slice(start, from))
  if (!item || from !== to) return null
  if (start + item[0].length === from && (text[from] ?? '\n') === '\n') {
    return { from: start, to: from, text: '', select: [start, start] }
  }
  const number = Number.parseInt(item[0], 10)
  const sign = Number.isNaN(number) ? item[0] : `${number + 1}. `
  const at = from + sign.length + 1
  return { from, to: from, text: `\n${sign}`, select: [at, at] }
}

/** Puts an edit into a text field as if it had been typed: the browser's own undo takes it back. */
export function applyEdit(box: HTMLTextAreaElement, { from, to, text, select }: TextEdit): void {
  box.focus()
  box.setSelectionRange(from, to)
  const isTyped =
    text === '' ? from === to || document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!isTyped) {
    box.setRangeText(text, from, to)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  box.setSelectionRange(...select)
}
