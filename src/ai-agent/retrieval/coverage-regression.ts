import { compareLetters, type Letters } from './char-ngrams.ts'
import { solve } from './cholesky.ts'
import { cosine } from './word-vectors.ts'

/** A sentence as a whole: how it is written, and what it says. */
export interface Sentence {
  letters: Letters
  meaning: Float32Array
}

/** Sentences that share in explaining a text, of all articles: those that are most like it. */
const SHARING = 48
/** What a sentence says that no other text does, beside what it shares with them. */
const OWN = 0.5

/**
 * How much of a text each article explains, less what they explain on average, mostly −1 to 1. The text is put together
 * from the sentences most like it (ridge regression with their likeness as the kernel): sentences that say the same share
 * what they explain, so neither an article that says it often nor a phrase that stands in all of them counts for much.
 */
export function coverageByArticle(text: Sentence, articles: Sentence[][]): number[] {
  const near = articles
    .flatMap((sentences, article) =>
      sentences.map((sentence) => ({ article, sentence, like: likeness(text, sentence) })),
    )
    .sort((a, b) => b.like - a.like)
    .slice(0, SHARING)
  const likes = near.map(({ sentence }, i) => {
    const row = Float64Array.from(near.slice(0, i + 1), (other) => likeness(sentence, other.sentence))
    row[i] = (row[i] as number) + OWN
    return row
  })
  const shares = solve(
    likes,
    near.map(({ like }) => like),
  )
  const explained = articles.map(() => 0)
  for (const [i, { article }] of near.entries()) {
    explained[article] = (explained[article] as number) + (shares[i] as number)
  }
  const mean = explained.reduce((sum, value) => sum + value, 0) / explained.length
  return explained.map((value) => value - mean)
}

function likeness(a: Sentence, b: Sentence): number {
  return (compareLetters(a.letters, b.letters) + cosine(a.meaning, b.meaning)) / 2
}
