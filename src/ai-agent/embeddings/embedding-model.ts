import type { EmbeddingModel } from 'ai'
import type { AddressBook } from '#outbound/address.ts'
import { quantise } from './quantise.ts'

/** Bytes of an answer that are read: 32 long vectors, as text. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024
/** Texts of one call; some servers take no more. */
export const TEXTS_MAX = 32

/** Which model makes vectors, and where (the configuration's AI_ variables). */
export interface EmbeddingSettings {
  baseUrl: string
  apiKey: string | undefined
  model: string
  /** One call, in milliseconds. */
  timeoutMs: number
  tokensPerDay: number | undefined
}

/** What became of a call, or why there was none; for the metrics. */
export type EmbeddingOutcome = 'answered' | 'failed' | 'circuit_open' | 'over_budget'

/** Vectors of texts, in the order of these. */
interface Embedded {
  vectors: Int8Array[]
  tokens: number
}

/** The provider's embedding model. What does not come back as one vector of numbers for each text is a failure. */
export class Embedder {
  readonly #settings: EmbeddingSettings
  readonly #addresses: AddressBook
  #loaded: Promise<EmbeddingModel> | undefined

  constructor(settings: EmbeddingSettings, addresses: AddressBook) {
    this.#settings = settings
    this.#addresses = addresses
  }

  /** Throws what the provider or `signal` failed by. */
  async embed(texts: string[], signal: AbortSignal): Promise<Embedded> {
    const { embedMany } = await import('ai')
    this.#loaded ??= load(this.#settings, this.#addresses)
    const model = await this.#loaded
    const asked = embedMany({ model, values: texts, maxRetries: 0, maxParallelCalls: 1, abortSignal: signal })
    const { embeddings, usage } = await endingWith(signal, asked)
    const vectors = embeddings.flatMap((embedding) => quantise(embedding) ?? [])
    const isWhole = vectors.length === texts.length && vectors.every(({ length }) => length === vectors[0]?.length)
    if (!isWhole) throw new Error('the provider sent other than one vector for each text')
    return { vectors, tokens: usage.tokens > 0 ? usage.tokens : 0 } // not a number where it does not tell
  }
}

/** Whether a provider will not take these very texts, and may take others. */
export function refusesTexts(error: unknown): boolean {
  const { statusCode } = Object(error) as { statusCode?: unknown }
  return statusCode === 400 || statusCode === 413 || statusCode === 422
}

/** What a promise resolves to, unless `signal` comes first. */
export function endingWith<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return Promise.race([promise, ended]).finally(() => signal.removeEventListener('abort', end))
}

async function load(
  { baseUrl, apiKey, model, timeoutMs }: EmbeddingSettings,
  addresses: AddressBook,
): Promise<EmbeddingModel> {
  const [{ createVettedFetch }, { createOpenAICompatible }] = await Promise.all([
    import('#outbound/vetted-fetch.ts'),
    import('@ai-sdk/openai-compatible'),
  ])
  const fetch = createVettedFetch(addresses, { timeoutMs, bytes: ANSWER_BYTES_MAX })
  const key = apiKey === undefined ? {} : { apiKey }
  return createOpenAICompatible({ ...key, name: 'model', baseURL: baseUrl, fetch }).embeddingModel(model)
}
