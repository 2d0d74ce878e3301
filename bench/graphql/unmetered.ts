import { createLogger } from '#base/logger.ts'
import { Keyring } from '#core/access.ts'
import { QUERY_BUCKET } from '#core/limits.ts'
import { MemoryQueryBudget } from '#core/query-budget.ts'
import { openDatabase } from '#storage/open.ts'
import { graphqlSurface } from '#surfaces/graphql/graphql.ts'
import { healthSurface } from '#surfaces/health.ts'
import { createApp } from '#surfaces/http/app.ts'

// The service's GraphQL door with a budget that does its sums and never says no: the real one stops a store after a
// second of a benchmark's load.

const logger = createLogger('info')
const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '', role: 'all', logger })
const memory = new MemoryQueryBudget()
const budget = {
  async charge(shopId: string, points: number) {
    await memory.charge(shopId, points)
    return QUERY_BUCKET.size
  },
}
const app = createApp({ logger, trustProxy: [], beforeRefusal: async () => {} })
healthSurface(app, { database, operatorToken: undefined })
await graphqlSurface(app, { database, keyring: new Keyring(database), budget })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
logger.info({ address }, 'serving')
process.on('SIGTERM', () => process.exit(0))
