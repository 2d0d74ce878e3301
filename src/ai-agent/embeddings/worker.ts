import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Database, Shop } from '#database/database.ts'
import { addTokens, readTokens } from '#storage/ai-agent/usage.ts'
import {
  type ClaimedArticle,
  claimArticles,
  embedAnew,
  findShopsOfOtherModels,
  findShopsToEmbed,
  postponeArticles,
  saveArticleVectors,
} from '#storage/knowledge/article-vectors.ts'
import { CircuitBreaker } from '../model/breaker.ts'
import {
  type Embedder,
  type EmbeddingOutcome,
  type EmbeddingSettings,
  refusesTexts,
  TEXTS_MAX,
} from './embedding-model.ts'
import { PASSAGES_MAX, passagesOf } from './passages.ts'

const SWEEP_MS = 1_000
const RUNNING_MAX = 2
/** Articles of one job: most have two or three passages. */
const BATCH = 8
/** How long claimed articles are ours, beside what their calls may take. */
const LEASE_MS = 10_000
const CALLS_MAX = Math.ceil((BATCH * PASSAGES_MAX) / TEXTS_MAX)
/** Before what failed is tried again; twice as long each time, up to a quarter of a day. */
const RETRY_MS = 15_000
const RETRY_MAX_MS = 6 * 3_600_000
const STORES_AT_ONCE = 100
const ANEW = 500

export interface EmbeddingWork {
  database: Database
  settings: EmbeddingSettings
  embedder: Embedder
  count: (outcome: EmbeddingOutcome, tokens: number) => void
  logger: Logger
}

/** Makes the vectors of articles that are new, were edited, or have another model's. Any number of processes may do so. */
export function createEmbeddingWorker(work: EmbeddingWork): TenantScheduler {
  const { database, settings, logger } = work
  const breaker = new CircuitBreaker()
  let isModelTold = false
  return new TenantScheduler({
    name: 'articles to embed',
    sweepMs: SWEEP_MS,
    max: RUNNING_MAX,
    perClaim: 1,
    async findStores(now, limit) {
      // Once per process: two processes with different models would recompute each other's vectors forever.
      if (!isModelTold) isModelTold = await dropOtherModels(database, settings.model)
      return breaker.isOpen() ? [] : findShopsToEmbed(database.system, now, limit)
    },
    async claim(shopId, now) {
      if (breaker.isOpen()) return { jobs: [] }
      const shop = database.shop(shopId)
      const leaseEnd = new Date(now.getTime() + LEASE_MS + CALLS_MAX * settings.timeoutMs)
      const claimed = await claimArticles(shop, { now, leaseEnd, limit: BATCH })
      return { jobs: claimed.length > 0 ? [() => embedBatch(shop, claimed, leaseEnd, { ...work, breaker })] : [] }
    },
    logger,
  })
}

/** Makes articles due that have another model's vectors. False where some are left, which somebody writes to now. */
async function dropOtherModels(database: Database, model: string): Promise<boolean> {
  for (;;) {
    const shopIds = await findShopsOfOtherModels(database.system, model, STORES_AT_ONCE)
    if (shopIds.length === 0) return true
    let made = 0
    for (const shopId of shopIds) made += await embedAnew(database.shop(shopId), model, currentTime(), ANEW)
    if (made === 0) return false
  }
}

/** Never rejects: what cannot be done now is due again later. */
async function embedBatch(
  shop: Shop,
  articles: ClaimedArticle[],
  leaseEnd: Date,
  { settings, embedder, breaker, count, logger }: EmbeddingWork & { breaker: CircuitBreaker },
): Promise<void> {
  const now = currentTime()
  const ids = articles.map(({ id }) => id)
  const postpone = (some: string[], at: number, countsAsTry: boolean) =>
    postponeArticles(shop, some, { leaseEnd, at: new Date(at), countsAsTry })
  // What failed before is tried alone: one article that a provider does not take must not keep others from theirs.
  const [first] = articles
  const batch = first && articles.some(({ attempts }) => attempts > 1) ? [first] : articles
  try {
    const others = ids.slice(batch.length)
    if (others.length > 0) await postpone(others, now.getTime(), false)
    const day = now.toISOString().slice(0, 10)
    if (settings.tokensPerDay !== undefined && (await readTokens(shop, day)) >= settings.tokensPerDay) {
      count('over_budget', 0)
      await postpone(ids.slice(0, batch.length), Date.parse(day) + 24 * 3_600_000, false)
      return
    }
    const texts = batch.map(passagesOf)
    const vectors = await embedAll(texts.flat(), shop, day, { settings, embedder, count })
    const embedded = batch.map(({ id, question, answer }, i) => {
      const own = vectors.splice(0, (texts[i] as string[]).length)
      return { id, question, answer, vectors: own }
    })
    await saveArticleVectors(shop, settings.model, embedded)
    breaker.succeeded()
  } catch (error) {
    if (!refusesTexts(error)) breaker.failed()
    logger.warn({ shopId: shop.shopId, reason: (error as Error).name }, 'embedding articles failed')
    for (const { id, attempts } of batch) {
      const wait = Math.min(RETRY_MS * 2 ** (attempts - 1), RETRY_MAX_MS)
      await postpone([id], Date.now() + wait, true).catch(() => {}) // then their lease ends by itself
    }
  }
}

async function embedAll(
  texts: string[],
  shop: Shop,
  day: string,
  { settings, embedder, count }: Pick<EmbeddingWork, 'settings' | 'embedder' | 'count'>,
): Promise<Int8Array[]> {
  const all: Int8Array[] = []
  for (let i = 0; i < texts.length; i += TEXTS_MAX) {
    const signal = AbortSignal.timeout(settings.timeoutMs)
    const { vectors, tokens } = await embedder.embed(texts.slice(i, i + TEXTS_MAX), signal).catch((error: Error) => {
      count('failed', 0)
      throw error
    })
    count('answered', tokens)
    if (tokens > 0) await addTokens(shop, day, tokens)
    all.push(...vectors)
  }
  return all
}
