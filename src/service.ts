import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, type Logger } from '#base/logger.ts'
import type { Config } from '#config'
import { HelpDomains } from '#core/help-centre/domains.ts'
import { resealSecrets } from '#core/secrets.ts'
import { startRetention } from '#core/stores/retention.ts'
import type { Database } from '#database/database.ts'
import { healthSurface } from '#surfaces/health.ts'
import type { App } from '#surfaces/http/app.ts'
import { createApp } from '#surfaces/http/server.ts'
import { createParts } from '#wiring/create-parts.ts'
import { listening, openMailDoor, openStores } from '#wiring/startup-checks.ts'
import { addSurfaces } from '#wiring/surfaces.ts'
import { createWorkers } from '#wiring/workers.ts'

/**
 * Connections that wait to be taken in, as far as the system allows it (net.core.somaxconn): thousands come at once where
 * another process was lost, and those that find no room try again after one, three and seven seconds.
 */
const BACKLOG = 4_096

export interface Service {
  app: App
  logger: Logger
  /** Begins to deliver and to listen. `releasePort` lets go the port that was held for it, just before it listens there. */
  start(releasePort?: () => void): Promise<void>
  /** Takes no new requests, finishes those under way, then closes what they used. */
  stop(): Promise<void>
}

/** Wires the service by hand: rooms meet each other in `wiring/` and nowhere else. Nothing runs before `start`. */
export async function createService(
  config: Config,
  logger = createLogger(config.logLevel),
  stores = openStores(config, logger),
): Promise<Service> {
  const { role } = config
  const { secrets, database } = await stores
  const helpDomains = new HelpDomains(database, logger)
  const app = createApp({ logger, trustProxy: config.trustProxy, baseUrl: config.baseUrl, hosts: helpDomains })
  let isStopping = false
  const { operatorToken } = config
  const registry = await healthSurface(app, { database, operatorToken, isStopping: () => isStopping })
  const parts = await createParts({ config, logger, database, registry, helpDomains }, secrets)
  const { counters, files, mailDoor } = parts
  const sockets = role === 'worker' ? undefined : await addSurfaces(app, parts)
  const workers = role === 'web' ? [] : createWorkers(parts)
  let stopRetention: (() => void) | undefined

  return {
    app,
    logger,
    async start(releasePort = () => {}) {
      const demo = config.demo && role !== 'worker' ? await openDemo(database, config.baseUrl) : ''
      try {
        if (mailDoor) await openMailDoor(config, mailDoor)
        await helpDomains.start()
        const { host, port } = config
        await app.ready()
        releasePort()
        const address = await listening(config, () => app.listen({ host, port, backlog: BACKLOG }))
        for (const worker of workers) worker.start()
        if (role !== 'worker') parts.issuers.start(logger)
        if (role !== 'web') stopRetention = startRetention(database, files, logger)
        if (role !== 'web') void resealSecrets(database, secrets.keyId, logger)
        logger.info({ address, role, database: config.databaseUrl ? 'postgresql' : 'embedded' }, 'server listening')
      } finally {
        // Even if it cannot listen: the store exists, and its password is shown only now.
        process.stdout.write(demo)
      }
    },
    async stop() {
      isStopping = true
      const half = config.stopDelayMs / 2
      await sleep(half) // until the load balancer has seen it
      await Promise.all([sleep(half), sockets?.leave(half)])
      stopRetention?.()
      parts.issuers.stop()
      await Promise.all([app.close(), mailDoor?.stop()])
      await Promise.all(workers.map((worker) => worker.stop()))
      await database.bus.leave()
      await counters.close()
      await database.close()
    },
  }
}

/** Makes the demo store where there is no store; returns what a newcomer has to know of it, or nothing. */
async function openDemo(database: Database, baseUrl: string): Promise<string> {
  const { describeDemo, makeDemo } = await import('#core/sample-data/demo.ts')
  const demo = await makeDemo(database)
  return demo ? describeDemo(demo, baseUrl) : ''
}
