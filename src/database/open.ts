import type { Logger } from '#base/logger.ts'
import type { SecretBox } from '#base/secret-box.ts'
import type { Database } from './database.ts'

export interface OpenDatabase {
  /** A PostgreSQL 15+ server; without it the embedded database under `dataDir` is used. */
  databaseUrl: string | undefined
  dataDir: string
  secrets: SecretBox
  logger: Logger
}

/** Opens the database named by the configuration, migrated and ready. */
export async function openDatabase(options: OpenDatabase): Promise<Database> {
  if (options.databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(options.databaseUrl, options.secrets, options.logger)
  }
  const { openEmbedded } = await import('./embedded/embedded.ts')
  return openEmbedded(options.dataDir, options.secrets, options.logger)
}
