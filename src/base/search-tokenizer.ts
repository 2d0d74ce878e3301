import { nullPrototypeRecord } from './null-prototype-record.ts'
import { codePoints, firstCodePoints } from './text.ts'

/**
 * Words of any language, as search compares them: without case, accents and endings. The language is not known, so
 * endings are stripped by one list for those that have them; scripts without spaces are cut into pairs of characters.
 */

export interface SearchToken {
  /** As it was written, without case and accents. */
  text: string
  /** What its forms have in common. */
  stem: string
}

/** Scripts that put no spaces between words, and Korean, whose words carry their particles. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}'
const LETTER = `[[\\p{L}\\p{N}]--[${UNSPACED}]]`
/** A run of an unspaced script, or a word with all that hangs on it, such as TT-001/2. Each matches in one pass. */
const CHUNK = new RegExp(`(?<unspaced>[${UNSPACED}]+)|${LETTER}+(?:[\\-_.\\/]${LETTER}+)*`, 'gv')
/** Letters of a word that count; nobody searches for the rest. */
const WORD_MAX = 40

export function readWords(text: string): SearchToken[] {
  const words: SearchToken[] = []
  const add = (word: string) => {
    const text = firstCodePoints(word, WORD_MAX)
    words.push({ text, stem: stem(text) })
  }
  for (const { 0: chunk, groups } of foldText(text).matchAll(CHUNK)) {
    if (groups?.unspaced) pairsOf(chunk).forEach(add)
    else {
      const parts = chunk.split(/[-_./]/)
      parts.forEach(add)
      if (parts.length > 1 && /\p{N}/u.test(chunk)) add(parts.join('')) // the number of an article counts whole, too
    }
  }
  return words
}

// biome-ignore format: pairs read best side by side
const LETTERS: Record<string, string> = nullPrototypeRecord({
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', أ: 'ا', إ: 'ا', آ: 'ا', ى: 'ي', ة: 'ه',
})

/** One form for what looks alike: case, width, accents on letters, vowel marks of Arabic and Hebrew. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s(?!\p{L})/gu, '')
    .replace(/[ßæœøłđıأإآىة]/g, (letter) => LETTERS[letter] as string)
}

function pairsOf(chunk: string): string[] {
  const letters = Array.from(chunk)
  return letters.length < 2 ? letters : letters.slice(1).map((letter, i) => letters[i] + letter)
}

/** Endings of European languages, longest first. What is left must have three letters with a vowel among them. */
const ENDINGS =
  /^(.{3,}?)(ungen|ments|ables|ings|ment|able|edly|ung|ing|ers|ern|est|ed|er|en|em|es|ly|ar|ir|(?<![siu])s|n|[aeiouy]|ами|ями|ого|ему|ов|ев|ей|ой|ий|ый|ом|ем|ам|ах|[аеиоуыэюяьй])$/u
const VOWEL = /[aeiouyаеёиоуыэюя]/u

function stem(word: string): string {
  if (word.length < 4 || /\p{N}/u.test(word)) return word
  let left = word
  for (let match = ENDINGS.exec(left); match?.[1] && VOWEL.test(match[1]); match = ENDINGS.exec(left)) left = match[1]
  return left.length > 3 ? left.replace(/([bcdfgklmnprstz])\1$/, '$1') : left
}

/** Letters that a word must have to be looked up misspelt. */
const MISSPELT_MIN = 4
const MISSPELT_MAX = 24

/** A word and its spellings with one letter left out; none for short words, numbers and pairs of characters. */
export function spellingsOf(word: string): string[] {
  if (word.length < MISSPELT_MIN || word.length > MISSPELT_MAX || !/^\p{L}+$/u.test(word)) return []
  if (codePoints(word) < word.length) return [] // letters of rare scripts, which are two units each
  return [...new Set([word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))])]
}

/** How many letters must be added, dropped, changed or swapped with their neighbour to make `b` of `a`. */
export function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const [above, before] = [rows[i - 1] as number[], row[j - 1] as number]
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min((above[j] as number) + 1, before + 1, (above[j - 1] as number) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j] as number, ((rows[i - 2] as number[])[j - 2] as number) + 1)
      }
    }
    rows.push(row)
  }
  return (rows[a.length] as number[])[b.length] as number
}
