import { existsSync, rmSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SecretBox } from '#base/secret-box.ts'
import { readConfig } from '#config'
import {
  BACKUP,
  type BackupHeader,
  type BackupManifest,
  BackupRefused,
  type FileCounts,
  type FileHeader,
  type FileKind,
  STORE_EXPORT,
} from '#core/backup/format.ts'
import { checkOnly, readBackup } from '#core/backup/read.ts'
import { restoreBackup } from '#core/backup/restore.ts'
import { writeBackup } from '#core/backup/write.ts'
import { openFileBytes } from '#core/files/file-bytes.ts'
import type { StoreHeader } from '#core/store-move/store-header.ts'
import { DirectoryInUse } from '#database/embedded/lock.ts'
import { snapshotOfStopped } from '#database/embedded/snapshot.ts'
import { CliError, type Client } from './client.ts'
import { describeBytes, openSource, stopwatch, withProgress } from './progress.ts'

/** Writes a backup to `file` and reads it again to check it. Under its final name there is only a whole one. */
export async function backup(client: Client, file: string, dataDir: string | undefined): Promise<object | undefined> {
  const source = () =>
    dataDir === undefined
      ? client.download('/operator/backup')
      : writeBackup(
          (work) => snapshotOfStopped(dataDir, work),
          openFileBytes({ dataDir, filesBucket: readConfig().filesBucket }),
        )
  const manifest = await save(file, source, (part) => readAgain<BackupHeader>(part, BACKUP))
  return manifest && { file, ...summary(manifest) }
}

/** Writes one store to `file` and reads it again to check it. `path` is the store's in the operator API. */
export async function exportStore(
  client: Client,
  path: string,
  { file, isAnonymous }: { file: string; isAnonymous: boolean },
): Promise<object | undefined> {
  const source = () => client.download(`${path}/export${isAnonymous ? '?anonymous=true' : ''}`)
  const manifest = await save(file, source, (part) => readAgain<StoreHeader>(part, STORE_EXPORT))
  return manifest && { file, ...manifest.store, isAnonymous: manifest.isAnonymous, ...counted(manifest) }
}

/** Sends an exported store to the service, which stores all of it or nothing. */
export async function importStore(client: Client, file: string, name: string | undefined): Promise<unknown> {
  if (file !== '-') await inWords(() => readAgain<StoreHeader>(file, STORE_EXPORT)) // a damaged file is not sent
  const source = await openSource(file)
  const query = name === undefined ? '' : `?name=${encodeURIComponent(name)}`
  return withProgress(
    () => `Importing … ${source.describe()}`,
    () => client.upload(`/operator/stores/import${query}`, source.chunks, 'application/zstd'),
  )
}

/** Writes to standard output for `-`; otherwise to a file that `check` then reads, and that appears whole or not at all. */
async function save<T>(
  file: string,
  source: () => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>,
  check: (part: string) => Promise<T>,
): Promise<T | undefined> {
  if (file !== '-' && existsSync(file)) throw new CliError(`${file} exists already; name another file.`)
  if (file === '-') {
    for await (const chunk of await inWords(source)) {
      if (!process.stdout.write(chunk)) await new Promise((drained) => process.stdout.once('drain', drained))
    }
    return undefined
  }
  const part = `${file}.part`
  const forget = removeOnSignal(part)
  try {
    await inWords(async () => writeFile(part, await source()))
    const checked = await inWords(() => check(part))
    await rename(part, file)
    await syncDirectory(file)
    return checked
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    forget()
  }
}

/** Restores `file` into the configured database, which must be empty. */
export async function restore(file: string): Promise<object> {
  const { databaseUrl, dataDir, secretKeys, filesBucket } = readConfig()
  const uploads = openFileBytes({ dataDir, filesBucket })
  if (file !== '-') await inWords(() => readAgain<BackupHeader>(file, BACKUP)) // a damaged file is refused before anything is touched
  const source = await openSource(file)
  const manifest = await inWords(() =>
    withProgress(
      () => `Restoring … ${source.describe()}`,
      () => restoreBackup(source.chunks, { databaseUrl, dataDir, uploads }),
    ),
  )
  const missing = await missingKeys(manifest, secretKeys, dataDir)
  if (missing.length > 0) {
    process.stderr.write(
      `Secrets of this backup need the key ${missing.join(' and ')}, which is not the configured one. ` +
        `Set SECRET_KEY to it, or put its secret-key file into ${dataDir}, before the service starts.\n`,
    )
  }
  return { ...summary(manifest), missingSecretKeys: missing }
}

async function readAgain<Header extends FileHeader>(file: string, kind: FileKind): Promise<Header & FileCounts> {
  const source = await openSource(file)
  return withProgress(
    () => `Checking … ${source.describe()}`,
    () => readBackup<Header>(source.chunks, checkOnly, kind),
  )
}

async function writeFile(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  const elapsed = stopwatch()
  let written = 0
  try {
    await withProgress(
      () => `Writing … ${describeBytes(written, null)}, ${elapsed()}`,
      async () => {
        for await (const chunk of chunks) {
          await handle.writeFile(chunk)
          written += chunk.length
        }
      },
    )
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The new name survives a power cut once its directory has reached the disk. */
async function syncDirectory(file: string): Promise<void> {
  const directory = await open(dirname(resolve(file)))
  await directory.sync().finally(() => directory.close())
}

/** Ctrl-C leaves no half file. Answers what ends the watch. */
function removeOnSignal(part: string): () => void {
  const stop = (signal: NodeJS.Signals) => {
    rmSync(part, { force: true })
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return () => process.off('SIGINT', stop).off('SIGTERM', stop)
}

/** Keys that the backup's secrets need and that this machine is not configured with. */
async function missingKeys(
  { secretKeys: needed }: BackupManifest,
  configured: Buffer[],
  dataDir: string,
): Promise<string[]> {
  const text = configured.length > 0 ? '' : await readFile(join(dataDir, 'secret-key'), 'utf8').catch(() => '')
  const keys = text ? [Buffer.from(text.trim(), 'base64')] : configured
  const known = keys.map((key) => new SecretBox([key]).keyId)
  return needed.filter((id) => !known.includes(id))
}

function summary({ secretKeys, ...manifest }: BackupManifest) {
  return { ...counted(manifest, ['shops']), secretKeys }
}

function counted({ tables, uploads, createdAt, service }: FileHeader & FileCounts, also: string[] = []) {
  const counts = Object.values(tables)
  const rows = counts.reduce((sum, table) => sum + table.rows, 0)
  const bytes = counts.reduce((sum, table) => sum + table.bytes, 0)
  const { sha256, ...files } = uploads
  const named = Object.fromEntries(
    [...also, 'contacts', 'conversations', 'messages'].map((name) => [name, tables[name]?.rows ?? 0]),
  )
  return { createdAt, service, rows, bytes, ...named, uploads: files }
}

/** Shows errors that say what to do as one line; others are bugs, shown whole. */
async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (error instanceof BackupRefused || error instanceof DirectoryInUse) throw new CliError(message)
    if (/^(ENOENT|EACCES|ENOSPC|EISDIR|ECONNREFUSED|UND_ERR_SOCKET|ECONNRESET)$/.test(code)) {
      throw new CliError(`That did not work: ${message}.`)
    }
    throw error
  }
}
