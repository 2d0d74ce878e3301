import type { Logger } from '#base/logger.ts'
import type { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Database } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import { ArticleEmbeddings } from './article-embeddings.ts'
import { Embedder, type EmbeddingOutcome, type EmbeddingSettings } from './embedding-model.ts'
import { VectorCache } from './vector-cache.ts'
import { createEmbeddingWorker } from './worker.ts'

interface EmbeddingsOptions {
  settings: EmbeddingSettings
  addresses: AddressBook
  database: Database
  logger: Logger
  count: (use: 'question' | 'articles', outcome: EmbeddingOutcome, tokens: number) => void
}

/** What compares questions with articles by the operator's embedding model, and what makes the articles' vectors. */
export interface Embeddings {
  articles: ArticleEmbeddings
  createWorker: () => TenantScheduler
}

export function createEmbeddings({ settings, addresses, database, logger, count }: EmbeddingsOptions): Embeddings {
  const embedder = new Embedder(settings, addresses)
  const cache = new VectorCache(settings.model, database.bus)
  return {
    articles: new ArticleEmbeddings({
      settings,
      embedder,
      cache,
      logger,
      count: (outcome, tokens) => count('question', outcome, tokens),
    }),
    createWorker: () =>
      createEmbeddingWorker({
        database,
        settings,
        embedder,
        count: (outcome, tokens) => count('articles', outcome, tokens),
        logger,
      }),
  }
}
