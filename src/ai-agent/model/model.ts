import type { LanguageModel } from 'ai'
import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import type { Platform } from '#core/commerce/platform.ts'
import type { AddressBook } from '#outbound/address.ts'
import { addTokens, readTokens } from '#storage/ai-agent/usage.ts'
import type { Decision, Turn } from '../turn.ts'
import { CircuitBreaker } from './breaker.ts'
import type { Provider } from './whole-answers.ts'

/** Bytes of an answer that are read: far more than the tokens that a model may give. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** Which model answers, and within what (the configuration's AI_ variables). */
interface ModelSettings {
  provider: Provider
  baseUrl: string | undefined
  apiKey: string | undefined
  name: string
  timeoutMs: number
  tokensPerDay: number | undefined
}

/** What happened to calls of the model, for the metrics. */
export type ModelOutcome = 'answered' | 'nothing' | 'failed' | 'open' | 'budget'

interface ModelParts {
  settings: ModelSettings
  addresses: AddressBook
  logger: Logger
  count: (outcome: ModelOutcome, tokens: number) => void
}

/**
 * The model that the operator configured, within the store's budget. It never rejects: where it fails, is too slow or
 * says nothing that holds, the offline decision stands, so that no customer waits for a provider.
 */
export class AnswerModel {
  readonly #parts: ModelParts
  readonly #breaker = new CircuitBreaker()
  #loaded: Promise<LanguageModel> | undefined

  constructor(parts: ModelParts) {
    this.#parts = parts
  }

  /** The model's decision; null where it has none. `onDraft` gets what may already be shown of it. */
  async decide(
    turn: Turn,
    offline: Decision,
    platform: Platform,
    onDraft?: (text: string) => void,
  ): Promise<Decision | null> {
    const { settings, logger, count } = this.#parts
    const { shop } = turn.caller
    const day = currentTime().toISOString().slice(0, 10)
    if (this.#breaker.isOpen()) return this.#none('open')
    const { tokensPerDay } = settings
    if (tokensPerDay !== undefined && (await readTokens(shop, day)) >= tokensPerDay) return this.#none('budget')
    try {
      // Loaded with the first turn that needs it: a quarter of a second, and 30 MB.
      const { answerWithModel } = await import('./answer.ts')
      this.#loaded ??= load(this.#parts)
      const signal = AbortSignal.timeout(settings.timeoutMs)
      const run = await answerWithModel(await this.#loaded, { turn, platform, offline, signal, onDraft })
      this.#breaker.succeeded()
      if (run.tokens > 0) await addTokens(shop, day, run.tokens)
      count(run.decision ? 'answered' : 'nothing', run.tokens)
      return run.decision
    } catch (error) {
      this.#breaker.failed()
      logger.warn({ shopId: shop.shopId, reason: (error as Error).name }, 'the model gave no answer')
      return this.#none('failed')
    }
  }

  #none(outcome: ModelOutcome): null {
    this.#parts.count(outcome, 0)
    return null
  }
}

async function load({ settings, addresses }: ModelParts): Promise<LanguageModel> {
  const { provider, baseUrl, apiKey, name, timeoutMs } = settings
  const { createVettedFetch } = await import('#outbound/vetted-fetch.ts')
  const { takingWholeAnswers } = await import('./whole-answers.ts')
  const common = {
    fetch: takingWholeAnswers(createVettedFetch(addresses, { timeoutMs, bytes: ANSWER_BYTES_MAX }), provider),
    ...(apiKey === undefined ? {} : { apiKey }),
  }
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ ...common, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(name)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ ...common, name: 'model', baseURL: baseUrl as string, includeUsage: true })(name)
}
