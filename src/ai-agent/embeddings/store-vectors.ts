import { setImmediate as nextTick } from 'node:timers/promises'
import type { StoredVectors } from '#storage/knowledge/article-vectors.ts'
import { lengthOf, product } from './quantise.ts'
import { likenessOf, type Scale, scaleOf } from './scale.ts'

/** What a question means the same as. */
export interface Likeness {
  /** Articles on the whole store that come nearest, best first. */
  nearest: string[]
  /** How like the question an article is: 0 to 1; 0 for those that have no vectors. */
  of: (articleId: string) => number
}

interface Article {
  isStoreWide: boolean
  /** Its question first. */
  passages: Int8Array[]
  lengths: number[]
}

const NEAREST = 20
/** Numbers that are multiplied before others get their turn: some three milliseconds. */
const SLICE = 3_000_000
/** Articles that the scale is taken from: each against each. */
const SAMPLE = 30

/** The vectors of one store's articles, as they are compared. */
export class StoreVectors {
  readonly #articles = new Map<string, Article>()
  #scale: Scale | undefined
  bytes = 0

  get size(): number {
    return this.#articles.size
  }

  put({ id, isStoreWide, passages: count, vectors }: StoredVectors): void {
    this.delete(id)
    if (count === 0) return
    const size = vectors.length / count
    const passages = Array.from(
      { length: count },
      (_, n) => new Int8Array(vectors.buffer, vectors.byteOffset + n * size, size),
    )
    this.#articles.set(id, { isStoreWide, passages, lengths: passages.map(lengthOf) })
    this.bytes += vectors.length
    this.#scale = undefined
  }

  delete(id: string): void {
    const article = this.#articles.get(id)
    if (!article) return
    this.#articles.delete(id)
    this.#scale = undefined
    for (const { length } of article.passages) this.bytes -= length
  }

  /** Compares a question with every passage, a few milliseconds at a time. Null where none has its size. */
  async compare(question: Int8Array): Promise<Likeness | null> {
    this.#scale ??= await this.#measure()
    const scale = this.#scale
    const likeness = new Map<string, number>()
    const length = lengthOf(question)
    let done = 0
    for (const [id, article] of this.#articles) {
      const cosine = nearestCosine(question, length, article)
      if (cosine !== null) likeness.set(id, likenessOf(cosine, scale))
      done += article.passages.length * question.length
      if (done < SLICE) continue
      done = 0
      await nextTick()
    }
    if (likeness.size === 0) return null
    const nearest = [...likeness]
      .filter(([id, value]) => value > 0 && this.#articles.get(id)?.isStoreWide)
      .sort(([, a], [, b]) => b - a)
      .slice(0, NEAREST)
    return { nearest: nearest.map(([id]) => id), of: (id) => likeness.get(id) ?? 0 }
  }

  /** What the questions of some articles have in common with other ones. */
  async #measure(): Promise<Scale> {
    const all = [...this.#articles.values()]
    const step = Math.max(1, all.length / SAMPLE)
    const sample = Array.from({ length: Math.min(SAMPLE, all.length) }, (_, i) => all[Math.floor(i * step)] as Article)
    const cosines: number[] = []
    for (const one of sample) {
      const question = one.passages[0] as Int8Array
      for (const other of sample) {
        if (other !== one) cosines.push(nearestCosine(question, one.lengths[0] as number, other) ?? 0)
      }
      await nextTick()
    }
    return scaleOf(cosines)
  }
}

/** The cosine of the passage that comes nearest; null where all have another size than the question. */
function nearestCosine(question: Int8Array, length: number, { passages, lengths }: Article): number | null {
  let best: number | null = null
  for (const [n, passage] of passages.entries()) {
    if (passage.length !== question.length) continue
    best = Math.max(best ?? -1, product(question, passage) / (length * (lengths[n] as number)))
  }
  return best
}
