import { createLogger } from '#base/logger.ts'
import { QUERY_BUCKET } from '#core/limits.ts'
import { MemoryQueryBudget } from '#core/rates/query-budget.ts'
import { Keyring } from '#core/stores/api-key-cache.ts'
import { openDatabase } from '#database/open.ts'
import { graphqlSurface } from '#surfaces/graphql/graphql.ts'
import { healthSurface } from '#surfaces/health.ts'
import { createApp } from '#surfaces/http/server.ts'
import { benchSecrets } from '../secrets.ts'

// The service's GraphQL door with a budget that does its sums and never says no: the real one stops a store after a
// second of a benchmark's load.

const logger = createLogger('info')
const database = await openDatabase({
  databaseUrl: process.env.DATABASE_URL,
  dataDir: '',
  secrets: benchSecrets(),
  logger,
})
const memory = new MemoryQueryBudget()
const budget = {
  async charge(shopId: string, points: number) {
    await memory.charge(shopId, points)
    return QUERY_BUCKET.size
  },
  async reserve(shopId: string, points: number) {
    const { taken } = await memory.reserve(shopId, points)
    return { taken: Math.max(1, taken), left: QUERY_BUCKET.size }
  },
}
const app = createApp({ logger, trustProxy: [] })
healthSurface(app, { database, operatorToken: undefined, isStopping: () => false })
await graphqlSurface(app, { database, keyring: new Keyring(database), budget, documentTime: budget })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
logger.info({ address }, 'server listening')
process.on('SIGTERM', () => process.exit(0))
