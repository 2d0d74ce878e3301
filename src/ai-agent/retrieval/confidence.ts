import learned from './data/confidence.json' with { type: 'json' }
import type { Features, Ranked } from './rank.ts'

/** A logistic regression over a ranking's best article: scripts/learn-confidence.ts writes its numbers. */
export interface Model {
  bias: number
  weights: Record<keyof Features, number>
}

/**
 * How sure it is that this article answers the question: 0 to 1, where 0.5 is the mark above which, in shops that it
 * was not learned on, at least 85 of 100 answers were right.
 */
export function confidenceOf({ features }: Ranked, model: Model = learned): number {
  const sum = Object.entries(model.weights).reduce(
    (total, [name, weight]) => total + weight * features[name as keyof Features],
    model.bias,
  )
  return 1 / (1 + Math.exp(-sum))
}
