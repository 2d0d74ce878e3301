import { diffLines, diffWordsWithSpace } from 'diff'

/** A part of two texts: what both have, or one of them. */
export interface Part {
  text: string
  kind: 'same' | 'removed' | 'added'
}

/** Lines around a change that are shown; the rest of what is the same is left out. */
const CONTEXT = 2
/** Looking for the words that differ may take this long for one change; then its lines are shown as they are. */
const WORDS_MS = 100
/** And looking for the lines. */
const LINES_MS = 1_000

/** Two texts in parts, line by line, and in lines that were changed word by word. */
export function compareTexts(before: string, after: string): Part[] {
  const lines = diffLines(ended(before), ended(after), { timeout: LINES_MS })
  if (!lines) return [part('removed', before), part('added', after)]
  const parts: Part[] = []
  for (let i = 0; i < lines.length; i++) {
    const [one, next] = [lines[i], lines[i + 1]]
    if (!one) continue
    if (one.removed && next?.added) {
      parts.push(...compareWords(one.value, next.value))
      i++
    } else if (one.removed || one.added) parts.push(part(one.removed ? 'removed' : 'added', one.value))
    else parts.push(part('same', shortened(one.value, i > 0, i < lines.length - 1)))
  }
  return parts
}

const part = (kind: Part['kind'], text: string): Part => ({ kind, text })

/** Otherwise a last line would differ from the same one that others follow. */
const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

function compareWords(before: string, after: string): Part[] {
  const words = diffWordsWithSpace(before, after, { timeout: WORDS_MS })
  if (!words) return [part('removed', before), part('added', after)]
  return words.map(({ value, removed, added }) => part(removed ? 'removed' : added ? 'added' : 'same', value))
}

function shortened(text: string, isAfterChange: boolean, isBeforeChange: boolean): string {
  const lines = text.split('\n').slice(0, -1)
  const [head, tail] = [isAfterChange ? CONTEXT : 0, isBeforeChange ? CONTEXT : 0]
  if (lines.length <= head + tail + 1) return text
  const shown = [...lines.slice(0, head), '…', ...(tail > 0 ? lines.slice(-tail) : [])]
  return `${shown.join('\n')}\n`
}
