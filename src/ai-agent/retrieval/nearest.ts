/** Sentences of an article that count: one that is nearly the same says less than several that are like. */
const NEAREST = 3

/** How like an article is, given how like each of its sentences is: the mean of the nearest ones. */
export function meanOfNearest(sentences: number[]): number {
  const sorted = sentences.toSorted((a, b) => b - a)
  return meanOf(Array.from({ length: NEAREST }, (_, i) => sorted[i] ?? sorted.at(-1) ?? 0))
}

/** How much more like each article is than all are on average: what is like them all tells nothing. */
export function aboveMean(articles: number[]): number[] {
  const mean = meanOf(articles)
  return articles.map((article) => article - mean)
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
