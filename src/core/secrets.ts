import type { Logger } from '#base/logger.ts'
import type { Database } from '#database/database.ts'
import { listStaleSecrets, resealSecret } from '#storage/secrets.ts'

/** Secrets encrypted again in one go. */
const BATCH = 200

/**
 * Encrypts secrets again that are stored under an older key, or under none: after that the older key is not needed any
 * more. Runs in the background after each start; safe to stop, to repeat and to run in several processes.
 */
export async function resealSecrets(database: Database, keyId: string, logger: Logger): Promise<void> {
  try {
    for (let total = 0; ; ) {
      const stale = await listStaleSecrets(database.system, keyId, BATCH)
      for (const secret of stale) await resealSecret(database.shop(secret.shopId), secret)
      total += stale.length
      if (stale.length > 0) continue
      if (total > 0) logger.info({ secrets: total, key: keyId }, 'secrets encrypted with the newest key')
      return
    }
  } catch (error) {
    logger.error({ reason: (error as Error).message }, 'encrypting secrets with the newest key failed')
  }
}
