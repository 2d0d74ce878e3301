import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArticleEmbeddings } from '../src/ai-agent/embeddings/article-embeddings.ts'
import { quantise } from '../src/ai-agent/embeddings/quantise.ts'
import { VectorCache } from '../src/ai-agent/embeddings/vector-cache.ts'
import { createLogger } from '../src/base/logger.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { saveArticleVectors } from '../src/storage/knowledge/article-vectors.ts'
import { saveArticles } from '../src/storage/knowledge/articles.ts'
import { openScratch, openStore } from './agent/store.ts'
import { freshDatabase } from './database.ts'
import { median } from './measure.ts'
import { benchSecrets } from './secrets.ts'

// npm run bench:embeddings — what articles' vectors add to a turn of the AI agent, beside the provider's own time, which
// here is none: reading a store's vectors once, and comparing a question with all of them. BENCH_AGENT_DATABASE_URL names a
// PostgreSQL server; else the embedded database is measured.

const DIMENSIONS = 1_536
const PASSAGES = 3
const TURNS = 30
const MODEL = 'bench'
const serverUrl = process.env.BENCH_AGENT_DATABASE_URL

const randomVector = () => quantise(Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5)) as Int8Array
const settings = { baseUrl: '', apiKey: undefined, model: MODEL, timeoutMs: 1_000, tokensPerDay: undefined }
const embedder = { embed: async () => ({ vectors: [randomVector()], tokens: 0 }) }

async function fill(database: Database, shopId: string, count: number): Promise<void> {
  const shop = database.shop(shopId)
  for (let i = 0; i < count; i += 100) {
    const rows = Array.from({ length: 100 }, (_, n) => {
      const data = { question: `Is lamp ${i + n} dimmable?`, answer: `Lamp ${i + n} is, with any switch.`, url: null }
      const id = `lamp-${i + n}`
      return { id, productId: null, data: { id, ...data }, updatedAt: new Date() }
    })
    await shop.transaction((tx) => saveArticles(tx, rows))
    const vectors = rows.map(({ data }) => ({ ...data, vectors: Array.from({ length: PASSAGES }, randomVector) }))
    await saveArticleVectors(shop, MODEL, vectors)
  }
}

async function timed(count: number, act: (i: number) => Promise<unknown>): Promise<string> {
  const took: number[] = []
  for (let i = 0; i < count; i++) {
    const begun = performance.now()
    await act(i)
    took.push(performance.now() - begun)
  }
  return median(took).toFixed(1)
}

const scratch = mkdtempSync(join(tmpdir(), 'parley-bench-embeddings-'))
const logger = createLogger('silent')
const databaseUrl = serverUrl && (await freshDatabase(serverUrl, 'parley_bench_embeddings'))
const database = databaseUrl
  ? await openDatabase({ databaseUrl, dataDir: scratch, secrets: benchSecrets(), logger })
  : await openScratch(scratch)
try {
  const rows = []
  for (const articles of [1_000, 10_000]) {
    const plain = await openStore(database, `Lamps ${articles}`)
    const { shop } = plain.caller
    await fill(database, shop.shopId, articles)
    const cache = new VectorCache(MODEL, database.bus)
    const compared = new ArticleEmbeddings({ settings, embedder, cache, logger, count: () => {} })
    const vectors = { articles: compared, ready: async () => {}, stop: async () => {} }
    const comparing = await openStore(database, 'Its caller is the one above', {}, vectors)
    const question = (i: number) => `Do you mend torches of type ${i}?`
    rows.push({
      articles,
      'read once, ms': await timed(1, () => cache.read(shop)),
      'compare, ms': await timed(TURNS, (i) => compared.compare(shop, `torch ${i}`)),
      'a turn without, ms': await timed(TURNS, (i) => plain.ask(question(i))),
      'a turn with, ms': await timed(TURNS, (i) => comparing.ask(question(i), { caller: plain.caller })),
      'held, MB': ((await cache.read(shop)).bytes / 2 ** 20).toFixed(0),
    })
  }
  console.table(rows)
} finally {
  await database.close()
  rmSync(scratch, { recursive: true, force: true })
}
