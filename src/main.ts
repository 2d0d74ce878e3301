import { createLogger, type Logger } from '#base/logger.ts'
import { type PortReservation, reservePort } from '#base/reserve-port.ts'
import { type Config, ConfigError, readConfig } from '#config'
import { DirectoryInUse } from '#database/embedded/lock.ts'
import { listening, openStores } from '#wiring/startup-checks.ts'

/** How long a graceful stop may take, behind STOP_DELAY, before the process exits anyway. */
const STOP_MS = 15_000

/** The process around the service: its signals and its exit codes. */
async function run([config, held]: [Config, PortReservation]): Promise<void> {
  process.umask(0o077) // what the service writes is its account's alone
  const logger = createLogger(config.logLevel)
  // The database opens while all else is loaded, which takes about as long.
  const stores = openStores(config, logger)
  stores.catch(() => {}) // reported by createService
  const { createService } = await import('./service.ts')
  const service = await createService(config, logger, stores)
  await service.start(held.release)
  stopOn(['SIGTERM', 'SIGINT'], service.logger, service.stop, STOP_MS + config.stopDelayMs)
}

function stopOn(signals: NodeJS.Signals[], logger: Logger, stop: () => Promise<void>, withinMs: number): void {
  let stopping = false
  for (const signal of signals) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      logger.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), withinMs).unref()
      await stop()
      logger.info('stopped')
      process.exit(0)
    })
  }
}

/**
 * PORT=0 means any free one. It is chosen before the service is built, since links and scripts name it, and held until the
 * service listens itself; one that is taken ends the start before there is a database, and a demo store whose password
 * would not be shown.
 */
async function withPort(config: Config): Promise<[Config, PortReservation]> {
  const held = await listening(config, () => reservePort(config.host, config.port))
  return [{ ...config, port: held.port, baseUrl: config.baseUrl.replace(/:0$/, `:${held.port}`) }, held]
}

try {
  await run(await withPort(readConfig()))
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DirectoryInUse)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
