import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { RecentMap } from '#base/recent-map.ts'
import type { Shop } from '#database/database.ts'
import { addTokens, readTokens } from '#storage/ai-agent/usage.ts'
import { CircuitBreaker } from '../model/breaker.ts'
import { type Embedder, type EmbeddingOutcome, type EmbeddingSettings, endingWith } from './embedding-model.ts'
import type { Likeness } from './store-vectors.ts'
import type { VectorCache } from './vector-cache.ts'

/** What a customer may wait for this, beside what they wait for anyway. */
const PATIENCE_MS = 1_500
/** Characters of a question that are read. */
const QUESTION_MAX = 2_000
/** Questions whose vectors are kept: a turn may be tried again, and conversations are replayed. */
const QUESTIONS_KEPT = 200

interface EmbeddingParts {
  settings: EmbeddingSettings
  embedder: Pick<Embedder, 'embed'>
  cache: VectorCache
  logger: Logger
  count: (outcome: EmbeddingOutcome, tokens: number) => void
}

/**
 * Finds articles that mean the same as a question, in whichever words or language. It never rejects and never takes
 * long: where the provider fails or the store's tokens are used up, words alone decide.
 */
export class ArticleEmbeddings {
  readonly #parts: EmbeddingParts
  readonly #breaker = new CircuitBreaker()
  readonly #questions = new RecentMap<string, Int8Array>(QUESTIONS_KEPT)

  constructor(parts: EmbeddingParts) {
    this.#parts = parts
  }

  /** How like a question the store's articles are; null where that is not known. */
  async compare(shop: Shop, question: string): Promise<Likeness | null> {
    const patience = AbortSignal.timeout(PATIENCE_MS)
    try {
      const vectors = await endingWith(patience, this.#parts.cache.read(shop))
      if (vectors.size === 0) return null
      const asked = question.slice(0, QUESTION_MAX).toWellFormed()
      const vector = await this.#embed(shop, asked, patience)
      const likeness = vector && (await endingWith(patience, vectors.compare(vector)))
      if (likeness === null) this.#questions.delete(asked)
      return likeness
    } catch (error) {
      this.#parts.logger.warn({ shopId: shop.shopId, reason: (error as Error).name }, 'article comparison failed')
      return null
    }
  }

  /** A question's vector; null where there is none to be had. */
  async #embed(shop: Shop, question: string, signal: AbortSignal): Promise<Int8Array | null> {
    const { embedder, settings, count, logger } = this.#parts
    const known = this.#questions.get(question)
    if (known) return known
    const day = currentTime().toISOString().slice(0, 10)
    const { tokensPerDay } = settings
    const none = (outcome: EmbeddingOutcome) => {
      count(outcome, 0)
      return null
    }
    if (this.#breaker.isOpen()) return none('circuit_open')
    if (tokensPerDay !== undefined && (await readTokens(shop, day)) >= tokensPerDay) return none('over_budget')
    try {
      const { vectors, tokens } = await embedder.embed([question], signal)
      this.#breaker.succeeded()
      count('answered', tokens)
      if (tokens > 0) await addTokens(shop, day, tokens)
      const [vector = null] = vectors
      if (vector) this.#questions.set(question, vector)
      return vector
    } catch (error) {
      this.#breaker.failed()
      logger.warn({ shopId: shop.shopId, reason: (error as Error).name }, 'embedding request failed')
      return none('failed')
    }
  }
}
