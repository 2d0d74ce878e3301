import { readWords } from '#base/words.ts'
import { aboveMean, meanOfNearest } from './nearest.ts'

/**
 * Texts as runs of three and four letters, across words too: what is misspelt, bent or glued together still has most of
 * them, and so have turns of phrase that are made of words which say nothing alone.
 */
export interface Letters {
  /** Run to the sentences that have it. */
  places: Map<string, number[]>
  /** How many runs each sentence has, as a length. */
  lengths: number[]
}

const RUNS = [3, 4]

export function lettersOf(sentences: string[]): Letters {
  const letters: Letters = { places: new Map(), lengths: [] }
  for (const [i, sentence] of sentences.entries()) {
    const runs = runsOf(sentence)
    letters.lengths.push(Math.sqrt(runs.length))
    for (const run of runs) {
      const places = letters.places.get(run)
      if (places) places.push(i)
      else letters.places.set(run, [i])
    }
  }
  return letters
}

/**
 * How much more like each article the text is written than the articles are on average, −1 to 1: what is asked in
 * words that stand everywhere is like them all. Runs that few articles have tell more.
 */
export function compareLetters(text: string, articles: Letters[]): number[] {
  const runs = runsOf(text)
  const weights = runs.map((run) => {
    const having = articles.reduce((count, { places }) => count + (places.has(run) ? 1 : 0), 0)
    return Math.log(1 + articles.length / (having || 0.5))
  })
  const length = Math.hypot(...weights)
  const likes = articles.map(({ places, lengths }) => {
    const sums = lengths.map(() => 0)
    for (const [i, run] of runs.entries()) {
      for (const place of places.get(run) ?? []) sums[place] = (sums[place] as number) + (weights[i] as number)
    }
    return meanOfNearest(sums.map((sum, i) => (sum > 0 ? sum / (length * (lengths[i] as number)) : 0)))
  })
  return aboveMean(likes)
}

function runsOf(text: string): string[] {
  const line = ` ${readWords(text)
    .map((word) => word.text)
    .join(' ')} `
  const runs = RUNS.flatMap((size) =>
    Array.from({ length: Math.max(0, line.length - size + 1) }, (_, i) => line.slice(i, i + size)),
  )
  return [...new Set(runs)]
}
