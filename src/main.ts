import type { Registry } from 'prom-client'
import { freePort } from '#base/free-port.ts'
import { createLogger, type Logger } from '#base/logger.ts'
import { AddressBook } from '#channels/address.ts'
import { type Config, ConfigError, readConfig } from '#config'
import { Keyring } from '#core/access.ts'
import { describeDemo, makeDemo } from '#core/demo.ts'
import { FileStore } from '#core/files.ts'
import { QUERY_BUCKET, RATE_WINDOW_MS, SIGN_IN_WINDOW_MS } from '#core/limits.ts'
import { MemoryQueryBudget, type QueryBudget } from '#core/query-budget.ts'
import { MemoryRateCounter, type RateCounter } from '#core/rate-counter.ts'
import { startRetention } from '#core/retention.ts'
import { Deliverer } from '#dispatcher/deliver.ts'
import { Dispatcher } from '#dispatcher/dispatcher.ts'
import { dispatcherMetrics } from '#dispatcher/metrics.ts'
import type { Database } from '#storage/database.ts'
import { DirectoryInUse } from '#storage/lock.ts'
import { openDatabase } from '#storage/open.ts'
import type { Channel } from '#storage/signals.ts'
import { demoSurface } from '#surfaces/demo/demo.ts'
import { docsSurface } from '#surfaces/docs/docs.ts'
import { graphqlSurface } from '#surfaces/graphql/graphql.ts'
import { healthSurface } from '#surfaces/health.ts'
import { createApp } from '#surfaces/http/app.ts'
import { authenticate } from '#surfaces/inbox/guard.ts'
import { inboxSurface } from '#surfaces/inbox/inbox.ts'
import { webSurface } from '#surfaces/inbox/web.ts'
import { mcpSurface } from '#surfaces/mcp/mcp.ts'
import { operatorSurface } from '#surfaces/operator/operator.ts'
import { createRealtime, memberSocket } from '#surfaces/realtime/realtime.ts'
import { createGuard, createRequestCount } from '#surfaces/rest/guard.ts'
import { legacyWebhookSurface } from '#surfaces/rest/legacy-webhooks.ts'
import { restSurface } from '#surfaces/rest/rest.ts'
import { storefrontSurface } from '#surfaces/storefront/storefront.ts'

/** How long a graceful stop may take before the process goes anyway. */
const STOP_MS = 15_000

/** The service, wired by hand: every room meets the others here and nowhere else. */
async function start(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel)
  const { role, databaseUrl, dataDir } = config
  const database = await openDatabase({ databaseUrl, dataDir, role, logger })
  const { counter, signInCounter, budget, channel, close: closeCounters } = await openCounters(config, logger)
  const files = new FileStore(database, dataDir)
  const addresses = new AddressBook({ allow: config.webhookAllowCidrs, dnsServers: config.webhookDnsServers })
  const keyring = new Keyring(database)
  const limits = { perKey: config.rateLimitPerKey, perIp: config.rateLimitPerIp }
  const countRequest = createRequestCount({ counter, limits })
  const guard = createGuard(database, keyring, countRequest)

  const app = createApp({
    logger,
    trustProxy: config.trustProxy,
    beforeRefusal: async (request, reply) => {
      if (request.url.startsWith('/chat/')) await guard(request, reply)
      if (request.url.startsWith('/webhook/')) await countRequest(request, reply, null)
    },
  })
  const signalled = channel ?? database.channel
  if (signalled) await database.signals.connect(signalled, { listen: role !== 'worker', logger })
  const registry = healthSurface(app, { database, operatorToken: config.operatorToken })
  if (role !== 'worker') {
    const realtime = createRealtime(app, {
      database,
      isAlone: !databaseUrl,
      baseUrl: config.baseUrl,
      trustProxy: config.trustProxy,
      socketsPerAddress: config.storefrontLimitPerIp,
      registry,
      logger,
    })
    docsSurface(app, { baseUrl: config.baseUrl })
    await restSurface(app, guard, addresses)
    await legacyWebhookSurface(app, { database, keyring, addresses, countRequest })
    const { baseUrl, mcpAllowedOrigins: allowedOrigins } = config
    if (config.demo) demoSurface(app, { database, baseUrl })
    await mcpSurface(app, { database, keyring, addresses, baseUrl, allowedOrigins })
    await graphqlSurface(app, { database, keyring, budget })
    await inboxSurface(app, { database, keyring, addresses, files, signInCounter, baseUrl })
    webSurface(app)
    memberSocket(app, realtime, '/api/chat/socket', async (request) => {
      return (await authenticate(database, request))?.caller ?? null
    })
    await storefrontSurface(app, { database, realtime, counter, limitPerIp: config.storefrontLimitPerIp, files })
    if (config.operatorToken) await operatorSurface(app, { database, keyring, token: config.operatorToken })
  }
  const dispatcher = role === 'web' ? null : startDispatcher(config, { database, addresses, registry, logger })
  const stopRetention = role === 'web' ? null : startRetention(database, files, logger)

  const demo = config.demo && role !== 'worker' ? await makeDemo(database) : null
  const address = await app.listen({ host: config.host, port: config.port })
  logger.info({ address, role, database: databaseUrl ? 'postgresql' : 'embedded' }, 'serving')
  if (demo) process.stdout.write(describeDemo(demo, config.baseUrl))

  stopOn(['SIGTERM', 'SIGINT'], logger, async () => {
    stopRetention?.()
    await app.close()
    await dispatcher?.stop()
    await closeCounters()
    await database.close()
  })
}

interface DispatcherParts {
  database: Database
  addresses: AddressBook
  registry: Registry
  logger: Logger
}

function startDispatcher(config: Config, { database, addresses, registry, logger }: DispatcherParts): Dispatcher {
  const dispatcher = new Dispatcher({
    database,
    deliverer: new Deliverer({ addresses, timeoutMs: config.webhookTimeoutMs }),
    delaysMs: config.webhookRetryDelaysMs,
    timeoutMs: config.webhookTimeoutMs,
    metrics: dispatcherMetrics(registry, database),
    logger,
  })
  dispatcher.start()
  return dispatcher
}

/** What is counted for each key, address and store: by this process, or in Redis for all processes together. */
async function openCounters(
  { redisUrl }: Config,
  logger: Logger,
): Promise<{
  counter: RateCounter
  signInCounter: RateCounter
  budget: QueryBudget
  /** Between processes, where there is Redis. */
  channel?: Channel
  close: () => Promise<void>
}> {
  const memory = {
    counter: new MemoryRateCounter(),
    signInCounter: new MemoryRateCounter(SIGN_IN_WINDOW_MS),
    budget: new MemoryQueryBudget(),
  }
  const close = async () => void (await Promise.all(Object.values(memory).map((one) => one.close())))
  if (!redisUrl) return { ...memory, close }
  const [{ openRedis }, { createRedisRateCounter }, { createRedisQueryBudget }] = await Promise.all([
    import('#storage/redis.ts'),
    import('#storage/redis-rate-counter.ts'),
    import('#storage/redis-query-budget.ts'),
  ])
  const redis = await openRedis(redisUrl, logger)
  return {
    counter: createRedisRateCounter(redis, RATE_WINDOW_MS, memory.counter),
    signInCounter: createRedisRateCounter(redis, SIGN_IN_WINDOW_MS, memory.signInCounter),
    budget: createRedisQueryBudget(redis, QUERY_BUCKET, memory.budget),
    channel: redis.channel,
    close: async () => {
      redis.close()
      await close()
    },
  }
}

/** Stops once, in order: no new requests, those under way finish, then what they used is closed. */
function stopOn(signals: NodeJS.Signals[], logger: Logger, stop: () => Promise<void>): void {
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

/** PORT=0 means any free one. It is chosen before the doors are made, since links and scripts name it. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const port = await freePort(config.host)
  return { ...config, port, baseUrl: config.baseUrl.replace(/:0$/, `:${port}`) }
}

try {
  await start(await withPort(readConfig()))
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
