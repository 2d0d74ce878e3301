import { readWords } from '#base/search-tokenizer.ts'

/**
 * A text as its runs of three and four letters, across words too, each once, as a number, in order: what is misspelt,
 * bent or glued together still has most of them, and so have turns of phrase that are made of words which say nothing alone.
 */
export type Letters = Int32Array

const RUNS = [3, 4]

export function lettersOf(text: string): Letters {
  const words = readWords(text).map((word) => word.text)
  const line = ` ${words.join(' ')} `
  const runs = new Set<number>()
  for (const size of RUNS) {
    for (let end = size; end <= line.length; end++) runs.add(hash(line, end - size, end))
  }
  return Int32Array.from(runs).sort()
}

/** How alike two texts are written: the runs that both have, 0 to 1. */
export function compareLetters(a: Letters, b: Letters): number {
  let both = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const less = (a[i] as number) - (b[j] as number)
    if (less === 0) both++
    if (less <= 0) i++
    if (less >= 0) j++
  }
  return both === 0 ? 0 : both / Math.sqrt(a.length * b.length)
}

/** FNV-1a of a part of a line: two runs in thousands of millions share a number. */
function hash(line: string, from: number, to: number): number {
  let value = 0x811c9dc5
  for (let i = from; i < to; i++) value = Math.imul(value ^ line.charCodeAt(i), 0x01000193)
  return value
}
