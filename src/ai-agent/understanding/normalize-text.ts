import { nullPrototypeRecord } from '#base/null-prototype-record.ts'

/** Texts of any of the nine languages in the one form in which phrases are compared. */

// biome-ignore format: pairs read best side by side
const LETTERS: Record<string, string> = nullPrototypeRecord({
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', أ: 'ا', إ: 'ا', آ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي', ـ: '',
})

/** Digits of Arabic keyboards, as the Latin ones. */
const ARABIC_DIGITS = /[٠-٩۰-۹]/g

/**
 * A text without case, accents, vowel marks, apostrophes, emoji and punctuation, with one space between words; letters
 * that are repeated for effect ("pleeease") stand once. Sentence ends become " . ".
 */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(ARABIC_DIGITS, (digit) => String((digit.charCodeAt(0) - 0x660) % 0x90))
    .replace(/[ßæœøأإآىةؤئـ]/g, (letter) => LETTERS[letter] as string)
    .replace(/['’‘`´]/g, '')
    .replace(/([a-z])\1{2,}/g, '$1')
    .replace(/[.!?;:,()\n。！？、，؟،…¿¡]+/g, ' . ')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

/** The words of a text between its sentence ends and commas, each run as a list; empty ones are left out. */
export function clauses(text: string): string[][] {
  return normalizeText(text)
    .split('.')
    .map((clause) => clause.split(' ').filter(Boolean))
    .filter(({ length }) => length > 0)
}
