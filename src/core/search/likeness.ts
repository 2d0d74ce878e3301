import { readWords } from '#base/search-tokenizer.ts'

/** Stems of a text's words. */
export const stemsOf = (text: string): Set<string> => new Set(readWords(text).map(({ stem }) => stem))

/** Stems of words that say something: a, my and in do not. */
export const tellingStems = (text: string): Set<string> =>
  new Set([...stemsOf(text)].filter((stem) => !/^\p{Script=Latin}{1,2}$/u.test(stem)))

/** The share of words that both have, 0 to 1. */
export function likeness(a: Set<string>, b: Set<string>): number {
  const both = a.intersection(b).size
  return both === 0 ? 0 : both / (a.size + b.size - both)
}
