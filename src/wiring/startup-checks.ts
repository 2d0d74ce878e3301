import { mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '#base/logger.ts'
import type { SecretBox } from '#base/secret-box.ts'
import { type Config, ConfigError } from '#config'
import { refusal } from '#config/values.ts'
import { type Database, DatabaseRefused, UnknownSchema } from '#database/database.ts'
import { closeToOthers, makeDirectory } from '#database/embedded/directory.ts'
import { openDatabase } from '#database/open.ts'
import type { MailDoorServer } from '#surfaces/mail/smtp-server.ts'
import { openSecretBox } from './secret-key.ts'

/**
 * Values that show only in use that they cannot be used: a directory, an address to listen on, a server. They end the
 * start as those do that cannot be read: with a line that begins with the variable's name.
 */

/** What is to blame for a refusal: a variable, its value and what is expected of it. */
type InvalidSetting = [name: string, value: string, expected: string]

/** How the system and the libraries of files and certificates refuse. Any other error is a fault of ours. */
const REFUSED = /^E(?!RR_)[A-Z\d_]+$|^ERR_(SQLITE|OSSL)/
/** What the embedded database's file system throws: without a code, and without words. */
const WORDLESS = 'ErrnoError'

async function inUse<T>(
  blame: (error: NodeJS.ErrnoException) => InvalidSetting,
  use: () => T | Promise<T>,
): Promise<T> {
  try {
    return await use()
  } catch (error) {
    const { name, code = '', message } = error as NodeJS.ErrnoException
    if (!(error instanceof DatabaseRefused || REFUSED.test(code) || name === WORDLESS)) throw error
    throw new ConfigError(refusal(...blame(error as NodeJS.ErrnoException), message || code))
  }
}

/** Makes DATA_DIR where it is missing, and opens what is kept: secrets, and the database that is configured. */
export async function openStores(config: Config, logger: Logger): Promise<{ secrets: SecretBox; database: Database }> {
  const { dataDir, databaseUrl } = config
  const ofDirectory: InvalidSetting = ['DATA_DIR', dataDir, 'a directory that can be made and written to']
  const secrets = await inUse(
    () => ofDirectory,
    () => {
      makeDirectory(dataDir)
      closeDirectory(dataDir, logger)
      rmdirSync(mkdtempSync(join(dataDir, '.try-')))
      return openSecretBox(config, logger)
    },
  )
  const database = await inUse(
    (error): InvalidSetting => {
      const named = databaseUrl ? (['DATABASE_URL', databaseUrl] as const) : (['DATA_DIR', dataDir] as const)
      if (error instanceof UnknownSchema) return [...named, 'an empty database, or one of a released version']
      if (databaseUrl) return [...named, 'a PostgreSQL server that can be used']
      return error instanceof DatabaseRefused ? [...named, 'a directory whose database can be opened'] : ofDirectory
    },
    () => openDatabase({ databaseUrl, dataDir, secrets, logger }),
  )
  return { secrets, database }
}

/** DATA_DIR holds keys, passwords' hashes and customers' files: no other account of the machine reaches what is in it. */
function closeDirectory(dataDir: string, logger: Logger): void {
  try {
    closeToOthers(dataDir, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    logger.warn({ dataDir }, 'DATA_DIR belongs to another account, and others can read it: set its mode to 0700')
  }
}

/** Listens at HOST and PORT, or tries whether that can be done. */
export function listening<T>({ host, port }: Config, listen: () => Promise<T>): Promise<T> {
  return inUse((error) => listenerOf(error, host, ['PORT', port]), listen)
}

/** Opens the door for mail, which reads its certificate and listens. */
export function openMailDoor({ host, inboundMail }: Config, door: MailDoorServer): Promise<void> {
  return inUse(
    (error) => {
      const { cert = '', key = '' } = inboundMail?.certificate ?? {}
      if (error.path === key) return ['INBOUND_SMTP_KEY', key, 'the file of a key in PEM']
      return error.syscall === 'listen' || error.syscall === 'getaddrinfo'
        ? listenerOf(error, host, ['INBOUND_SMTP_PORT', inboundMail?.port ?? 0])
        : ['INBOUND_SMTP_CERT', cert, 'the file of a certificate in PEM that INBOUND_SMTP_KEY belongs to']
    },
    () => door.start(),
  )
}

function listenerOf({ code }: NodeJS.ErrnoException, host: string, [name, port]: [string, number]): InvalidSetting {
  return code === 'EADDRINUSE' || code === 'EACCES'
    ? [name, String(port), `a free port at ${host}, on which this user may listen`]
    : ['HOST', host, 'a name or an address of this machine']
}
