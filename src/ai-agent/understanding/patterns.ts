import type { Language } from '../turn.ts'
import { normalizeText } from './normalize-text.ts'

/** One pattern of phrases a language, as they stand in plain text. */
export type Patterns = Record<Language, RegExp>

/**
 * Patterns made of alternatives a language: plain words (accents are taken off here, too), in which `*` stands for any
 * letters, `_ ` for up to three further words, and (a|b) for either. Japanese is written as a plain regular expression.
 */
export function patterns(phrases: Record<Language, string>): Patterns {
  const compiled = Object.entries(phrases).map(([language, text]) => {
    const alternatives = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    return [language, language === 'ja' ? new RegExp(alternatives.join('|')) : new RegExp(compile(alternatives), 'u')]
  })
  return Object.fromEntries(compiled) as Patterns
}

function compile(alternatives: string[]): string {
  const bodies = alternatives.map((line) =>
    line
      .split(/([*_()|? ])/)
      .map((part) => (part.length === 1 && '*_()|? '.includes(part) ? part : plainWord(part)))
      .join('')
      .replaceAll('*', '[\\p{L}\\p{N}]*')
      .replaceAll('_ ', '(?:[\\p{L}\\p{N}]+ ){0,3}'),
  )
  return `(?<![\\p{L}\\p{N}])(?:${bodies.join('|')})(?![\\p{L}\\p{N}])`
}

/** A word of a phrase in plain form. Throws for one that plain text cannot have: "bbb" would become "b", and match any "b". */
function plainWord(word: string): string {
  const written = normalizeText(word)
  if (/([a-z])\1{2,}/.test(word.toLowerCase())) throw new Error(`plain text never has ${word}: it has ${written}`)
  return written
}

/**
 * Whether a text says one of the phrases: in the language it is in, or in English, whose words people of all languages
 * use with shops. `text` is plain already.
 */
export function says(text: string, phrases: Patterns, language: Language): boolean {
  return phrases[language].test(language === 'ja' ? text.replaceAll(' ', '') : text) || phrases.en.test(text)
}
