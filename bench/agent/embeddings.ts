import { setTimeout as sleep } from 'node:timers/promises'
import type { ArticleEmbeddings } from '../../src/ai-agent/embeddings/article-embeddings.ts'
import { createEmbeddings } from '../../src/ai-agent/embeddings/embeddings.ts'
import { createLogger } from '../../src/base/logger.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/database/database.ts'
import { AddressBook } from '../../src/outbound/address.ts'
import { countArticlesToEmbed } from '../../src/storage/knowledge/article-vectors.ts'

/** The embedding model that AI_EMBEDDING_MODEL and its companions name, at work. */
export interface BenchEmbeddings {
  articles: ArticleEmbeddings
  /** Resolves when all articles have their vectors. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** Null where none is configured. */
export function openEmbeddings(database: Database): BenchEmbeddings | null {
  const { model, aiAllowCidrs } = readConfig()
  if (!model?.embeddingModel || !model.baseUrl) return null
  const { articles, createWorker } = createEmbeddings({
    settings: { ...model, baseUrl: model.baseUrl, model: model.embeddingModel },
    addresses: new AddressBook({ allow: aiAllowCidrs, dnsServers: [] }),
    database,
    logger: createLogger('warn'),
    count: () => {},
  })
  const worker = createWorker()
  worker.start()
  return {
    articles,
    async ready() {
      while ((await countArticlesToEmbed(database.system)) > 0) await sleep(50)
    },
    stop: () => worker.stop(),
  }
}
