import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '#base/logger.ts'
import { SecretBox } from '#base/secret-box.ts'
import { type Config, ConfigError } from '#config'

/**
 * What stored secrets are encrypted with (spec C11.22): SECRET_KEY, otherwise the file `secret-key` in DATA_DIR,
 * which the first start makes for its owner alone. Processes that share a database server need the same key, so there
 * SECRET_KEY is asked for.
 */
export function openSecretBox(
  { secretKeys, databaseUrl, dataDir }: Pick<Config, 'secretKeys' | 'databaseUrl' | 'dataDir'>,
  logger: Logger,
): SecretBox {
  const [first, ...others] = secretKeys
  if (first) return new SecretBox([first, ...others])
  const file = join(dataDir, 'secret-key')
  if (databaseUrl)
    logger.warn({ file }, 'SECRET_KEY is not set; secrets are encrypted with a key only this process has')
  return new SecretBox([readOrMakeKey(file)])
}

function readOrMakeKey(file: string): Buffer {
  try {
    // Fails where the file is there already, so that two starts at once end up with one key.
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new ConfigError(`${file}: expected 32 bytes in base64`)
  return key
}
