/** What two texts that have nothing to do with each other have for a cosine: each model has its own. */
export interface Scale {
  mean: number
  spread: number
}

/** Used if a store has too few articles for a scale of its own. */
const USUAL: Scale = { mean: 0.35, spread: 0.12 }
const PAIRS_MIN = 12
const SPREAD_MIN = 0.03
/** Spreads above the mean at which two texts surely mean the same, and below it at which they do not. */
const SAME = 3
const OTHER = -2

/** The scale of a model, from cosines of questions with articles that answer other ones. */
export function scaleOf(cosines: number[]): Scale {
  if (cosines.length < PAIRS_MIN) return USUAL
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length
  return { mean, spread: Math.max(Math.sqrt(variance), SPREAD_MIN) }
}

/** How like two texts are by the cosine of their vectors: 0 to 1, whichever model made them. */
export function likenessOf(cosine: number, { mean, spread }: Scale): number {
  const above = (cosine - mean) / spread
  return Math.min(1, Math.max(0, (above - OTHER) / (SAME - OTHER)))
}
