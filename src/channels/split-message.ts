/** Maximum length of one part, in code points or in UTF-8 bytes. */
export interface MessageLimit {
  unit: 'characters' | 'bytes'
  max: number
}

/** Preferred places to divide a text: after a paragraph, a line, a sentence, a word. */
const BREAKS = [/\n\n/g, /\n/g, /[.!?。！？…]["'”’»)]*(?:\s+|(?<=[。！？]))/g, /\s+/g]
/** Minimum share of a part's space that must be used for a better place of division. */
const KEPT = 0.5

/**
 * Divides a text into parts that a provider takes, at the ends of paragraphs, lines, sentences or words where that
 * leaves parts of a fair length. No character is divided, and nothing is lost but white space between parts.
 */
export function splitMessage(text: string, limit: MessageLimit): string[] {
  const parts: string[] = []
  for (let rest = text; ; ) {
    const fitting = fittingLength(rest, limit)
    if (fitting >= rest.length) return [...parts, rest]
    const end = bestEnd(rest.slice(0, fitting + 1), fitting)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
    if (rest === '') return parts
  }
}

/** How many UTF-16 units of the text fit, whole code points only. */
function fittingLength(text: string, { unit, max }: MessageLimit): number {
  let used = 0
  let length = 0
  for (const character of text) {
    used += unit === 'bytes' ? Buffer.byteLength(character) : 1
    if (used > max) return length
    length += character.length
  }
  return length
}

function bestEnd(text: string, fitting: number): number {
  for (const pattern of BREAKS) {
    const ends = [...text.matchAll(pattern)].map((match) => match.index + match[0].length)
    const last = ends.filter((end) => end <= fitting).at(-1) ?? 0
    if (last >= fitting * KEPT) return last
  }
  return fitting
}
