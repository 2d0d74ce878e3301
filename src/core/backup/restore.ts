import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileBytes } from '#core/files/file-bytes.ts'
import { type RestoreTarget, withRestoreTarget } from '#database/restore.ts'
import { insertRowsOfBackup } from '#storage/backup/rows.ts'
import { countRows, describeContents, listTables, type TableShape } from '#storage/backup/tables.ts'
import { type BackupHeader, type BackupManifest, BackupRefused } from './format.ts'
import { readBackup } from './read.ts'

interface Restore {
  databaseUrl: string | undefined
  dataDir: string
  /** Target of the files. */
  uploads: FileBytes
}

/**
 * Restores a backup into an empty database and the files beside it, all or nothing. Throws `BackupRefused` when the
 * database is not empty, or the backup is damaged or newer than this version; then nothing was changed.
 */
export async function restoreBackup(source: AsyncIterable<Buffer>, where: Restore): Promise<BackupManifest> {
  const staged = join(where.dataDir, 'uploads.restoring')
  await rm(staged, { recursive: true, force: true })
  let manifest: BackupManifest | undefined
  try {
    await withRestoreTarget(where, refuseFull, async (target) => {
      manifest = await fill(target, source, staged)
      await moveUploads(staged, where.uploads)
    })
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
  return manifest as BackupManifest
}

async function refuseFull(target: RestoreTarget): Promise<void> {
  if ((await target.applied()).length === 0) return
  const { stores, tables } = await describeContents(target)
  if (tables.length === 0) return
  const what = stores.length > 0 ? `stores (${stores.join(', ')})` : `rows in ${tables.join(', ')}`
  throw new BackupRefused(`The database already has ${what}. Restore into an empty one: nothing was changed.`)
}

async function fill(target: RestoreTarget, source: AsyncIterable<Buffer>, staged: string): Promise<BackupManifest> {
  let tables = new Map<string, TableShape>()
  const manifest = await readBackup(source, {
    async header(header) {
      await prepareSchema(target, header)
      tables = new Map((await listTables(target)).map((table) => [table.name, table]))
    },
    async rows(name, lines) {
      const table = tables.get(name)
      if (!table) throw new BackupRefused(`The backup was changed: there is no table ${name}.`)
      const rows = `[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`
      await insertRowsOfBackup(target, table, rows).catch((error: { code?: string; message: string }) => {
        // Classes 22 and 23: values that no column takes, keys that clash.
        if (!/^2[23]/.test(error.code ?? '')) throw error
        throw new BackupRefused(`The backup was changed: ${name} cannot be stored (${error.message}).`)
      })
    },
    async upload(shopId, id, body) {
      const path = join(staged, shopId, id)
      await mkdir(dirname(path), { recursive: true })
      await pipeline(Readable.from(body), createWriteStream(path, { mode: 0o600, flush: true }))
    },
  })
  for (const [name, { rows }] of Object.entries(manifest.tables)) {
    const stored = await countRows(target, name)
    if (stored !== rows) throw new Error(`${name} has ${stored} rows after restoring, not ${rows}`)
  }
  const rest = target.known.filter((name) => !manifest.migrations.includes(name))
  if (rest.length > 0) await target.migrate(rest)
  return manifest
}

/** The schema that the backup holds. What is newer in this version is applied once the rows are there. */
async function prepareSchema(target: RestoreTarget, { migrations, service }: BackupHeader): Promise<void> {
  const unknown = migrations.filter((name) => !target.known.includes(name))
  if (unknown.length > 0 && target.known.some((name) => !migrations.includes(name))) {
    throw new BackupRefused(
      `The backup was written by an unreleased version of Parley (its schema has ${unknown[0]}), and no version can restore it.`,
    )
  }
  if (unknown.length > 0) {
    throw new BackupRefused(
      `The backup was written by Parley ${service} with a newer schema (${unknown.join(', ')}): restore it with that version.`,
    )
  }
  const applied = await target.applied()
  if (applied.length === 0) return target.migrate(migrations)
  if (applied.join() === [...migrations].sort().join()) return
  throw new BackupRefused(
    `The backup has an older schema (Parley ${service}) than this empty database: restore it into a database without tables, and its schema is brought up to date.`,
  )
}

/** Files have ids of their own, so that they stand beside whatever is there. */
async function moveUploads(staged: string, uploads: FileBytes): Promise<void> {
  for (const shopId of await readdir(staged).catch(() => [])) {
    for (const id of await readdir(join(staged, shopId))) {
      const path = await uploads.arrivalPath(shopId, id)
      await rename(join(staged, shopId, id), path)
      await uploads.keep(shopId, id, path)
    }
  }
}
