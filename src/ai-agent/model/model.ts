import type { LanguageModel } from 'ai'
import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import type { AnswerAboutCustomer } from '#core/ai-agent/customer-question.ts'
import type { CustomerRecord } from '#core/ai-agent/customer-records.ts'
import type { Rewriting } from '#core/ai-agent/rewriting.ts'
import type { Shop } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import type { Translated } from '#outbound/translation/engine.ts'
import type { StoryLine } from '#storage/ai-agent/context.ts'
import { addTokens, readTokens } from '#storage/ai-agent/usage.ts'
import type { Decision, Turn } from '../turn.ts'
import type { ModelTools } from './answer.ts'
import { CircuitBreaker } from './breaker.ts'
import type { ModelRun } from './call.ts'
import type { Provider } from './non-streaming-adapter.ts'

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
export type ModelOutcome = 'answered' | 'rejected' | 'failed' | 'circuit_open' | 'over_budget'

interface ModelParts {
  settings: ModelSettings
  addresses: AddressBook
  logger: Logger
  count: (outcome: ModelOutcome, tokens: number) => void
}

/** What a run's calls may take together, in the time of one: a customer who waits hears the offline answer after it. */
const CALLS_LONG = 3

/**
 * The model that the operator configured, within the store's budget. It never rejects: where it fails, is too slow or
 * says nothing that holds, it says null, and what was made without it stands, so that nobody waits for a provider.
 */
export class AnswerModel {
  readonly #parts: ModelParts
  readonly #breaker = new CircuitBreaker()
  #loaded: Promise<LanguageModel> | undefined

  constructor(parts: ModelParts) {
    this.#parts = parts
  }

  /** The model's decision. `onDraft` gets what may already be shown of it. */
  decide(turn: Turn, offline: Decision, parts: ModelTools, onDraft?: (text: string) => void): Promise<Decision | null> {
    return this.#run(turn.caller.shop, async (run) => {
      const { answerWithModel } = await import('./answer.ts')
      return answerWithModel(run, { turn, parts, offline, onDraft })
    })
  }

  /** What was said in a conversation, in the model's words. */
  summarise(shop: Shop, lines: StoryLine[]): Promise<string | null> {
    return this.#run(shop, async (run) => {
      const { summariseWithModel } = await import('./summary.ts')
      return summariseWithModel(run, lines)
    })
  }

  /** Texts in another language. */
  translate(shop: Shop, texts: readonly string[], to: string): Promise<Translated[] | null> {
    return this.#run(shop, async (run) => {
      const { translateWithModel } = await import('./translate.ts')
      return translateWithModel(run, texts, to)
    })
  }

  /** What the records of a customer say about a member's question. */
  askAboutCustomer(shop: Shop, question: string, records: CustomerRecord[]): Promise<AnswerAboutCustomer | null> {
    return this.#run(shop, async (run) => {
      const { answerAboutCustomer } = await import('./customer-question.ts')
      return answerAboutCustomer(run, question, records)
    })
  }

  /** A member's draft in other words. */
  rewrite(shop: Shop, draft: string, how: Rewriting): Promise<string | null> {
    return this.#run(shop, async (run) => {
      const { rewriteWithModel } = await import('./rewrite.ts')
      return rewriteWithModel(run, draft, how)
    })
  }

  async #run<T>(shop: Shop, work: (run: ModelRun) => Promise<T | null>): Promise<T | null> {
    const { settings, logger, count } = this.#parts
    const { timeoutMs, tokensPerDay } = settings
    const day = currentTime().toISOString().slice(0, 10)
    if (this.#breaker.isOpen()) return this.#none('circuit_open')
    if (tokensPerDay !== undefined && (await readTokens(shop, day)) >= tokensPerDay) return this.#none('over_budget')
    let tokens = 0
    let outcome: ModelOutcome = 'failed'
    try {
      // Loaded with the first run that needs it: a quarter of a second, and 30 MB.
      this.#loaded ??= load(this.#parts)
      const said = await work({
        model: await this.#loaded,
        callMs: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs * CALLS_LONG),
        spend: (more) => {
          tokens += more
        },
      })
      this.#breaker.succeeded()
      outcome = said === null ? 'rejected' : 'answered'
      return said
    } catch (error) {
      this.#breaker.failed()
      logger.warn({ shopId: shop.shopId, reason: (error as Error).name }, 'model request failed')
      return null
    } finally {
      count(outcome, tokens)
      if (tokens > 0) await addTokens(shop, day, tokens)
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
  const { takingWholeAnswers } = await import('./non-streaming-adapter.ts')
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
