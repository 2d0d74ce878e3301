import type { Language } from '../turn.ts'
import { contentTerms } from './content-terms.ts'
import type { GlossedWord } from './translate-terms.ts'
import { unit, type WordVectors } from './word-vectors.ts'

/**
 * What a sentence says as a whole: the sum of its words, each as long as it counts in the table. In English all of them,
 * for "how", "my" and "not" make turns of phrase; of other languages, those that the glossary may know.
 */
export function meaningOf(terms: GlossedWord[], language: Language, vectors: WordVectors): Float32Array {
  const sum = new Float32Array(vectors.dimensions)
  for (const { english } of language === 'en' ? terms : contentTerms(terms)) {
    const known = english.flatMap((word) => vectors.whole(word) ?? [])
    for (const vector of known) {
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (vector[i] as number) / known.length
    }
  }
  return unit(sum)
}
