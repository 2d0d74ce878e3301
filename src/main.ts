import { createLogger } from '#base/logger.ts'
import { type Config, ConfigError, readConfig } from '#config'
import { Keyring } from '#core/access.ts'
import { RATE_WINDOW_MS } from '#core/limits.ts'
import { MemoryRateCounter, type RateCounter } from '#core/rate-counter.ts'
import { openDatabase } from '#storage/database.ts'
import { DirectoryInUse } from '#storage/lock.ts'
import { docsSurface } from '#surfaces/docs/docs.ts'
import { healthSurface } from '#surfaces/health.ts'
import { createApp } from '#surfaces/http/app.ts'
import { operatorSurface } from '#surfaces/operator/operator.ts'
import { createGuard } from '#surfaces/rest/guard.ts'
import { restSurface } from '#surfaces/rest/rest.ts'

/** How long a graceful stop may take before the process goes anyway. */
const STOP_MS = 15_000

/** The service, wired by hand: every room meets the others here and nowhere else. */
async function start(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel)
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, logger })
  const counter = await openRateCounter(config, logger)
  const keyring = new Keyring(database)
  const guard = createGuard({
    database,
    keyring,
    counter,
    limits: { perKey: config.rateLimitPerKey, perIp: config.rateLimitPerIp },
  })

  const app = createApp({
    logger,
    trustProxy: config.trustProxy,
    beforeRefusal: async (request, reply) => {
      if (/^\/(chat|webhook)\//.test(request.url)) await guard(request, reply)
    },
  })
  docsSurface(app, { baseUrl: config.baseUrl })
  healthSurface(app, { database, operatorToken: config.operatorToken })
  await restSurface(app, guard)
  if (config.operatorToken) await operatorSurface(app, { database, keyring, token: config.operatorToken })

  const address = await app.listen({ host: config.host, port: config.port })
  logger.info({ address, database: config.databaseUrl ? 'postgresql' : 'embedded' }, 'serving')

  stopOn(['SIGTERM', 'SIGINT'], logger, async () => {
    await app.close()
    await counter.close()
    await database.close()
  })
}

async function openRateCounter(config: Config, logger: ReturnType<typeof createLogger>): Promise<RateCounter> {
  const memory = new MemoryRateCounter()
  if (!config.redisUrl) return memory
  const { openRedisRateCounter } = await import('#storage/redis-rate-counter.ts')
  return openRedisRateCounter(config.redisUrl, RATE_WINDOW_MS, memory, logger)
}

/** Stops once, in order: no new requests, those under way finish, then what they used is closed. */
function stopOn(signals: NodeJS.Signals[], logger: ReturnType<typeof createLogger>, stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of signals) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      logger.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), STOP_MS).unref()
      await stop()
      logger.info('stopped')
      process.exit(0)
    })
  }
}

try {
  await start(readConfig())
} catch (error) {
  if (error instanceof ConfigError || error instanceof DirectoryInUse) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    process.stderr.write(`${(error as Error).message}: another program listens there; set PORT to another number\n`)
    process.exit(1)
  }
  throw error
}
