import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { clock } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import { BackupRefused } from '#core/backup/format.ts'
import { checkOnly } from '#core/backup/read.ts'
import { operatorCaller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import type { FileBytes } from '#core/files/file-bytes.ts'
import { claimHandle } from '#core/stores/help-handle.ts'
import { hasStore, requireStore, type Store } from '#core/stores/stores.ts'
import type { Database, Queries } from '#database/database.ts'
import { listMigrations } from '#database/migrate.ts'
import { KEY_TAKEN } from '#database/sql-states.ts'
import { refreshStatistics } from '#database/statistics.ts'
import { RowRefused } from '#storage/backup/store-rows.ts'
import { listTables } from '#storage/backup/tables.ts'
import { claimDirectoryEntry, findStore, updateStore } from '#storage/stores/stores.ts'
import { readStoreExport } from './check.ts'
import { changed, type Move, RowWriter } from './rows.ts'
import type { StoreHeader } from './store-header.ts'

interface ImportTarget {
  database: Database
  files: FileBytes
  /** Directory that holds the file while it is imported. */
  dataDir: string
}

export interface ImportedStore {
  store: Store
  /** Rows by table, and files. */
  rows: number
  uploads: number
}

/** What an import that was killed left is deleted by a later one, after this time. */
const LEFT_MS = 24 * 60 * 60 * 1000

/**
 * Imports a store's export: all of it in one transaction, or nothing. The file is first kept on the disk and read to its
 * end, so that a damaged one touches nothing. With `name` it becomes a copy with a shopId and an App ID of its own.
 * INVALID_PARAMS for a file that is not a whole export of this version or an older one, and for ids that are taken.
 */
export async function importStore(
  target: ImportTarget,
  body: AsyncIterable<Buffer>,
  name: string | undefined,
): Promise<ImportedStore> {
  const directory = join(target.dataDir, 'store-imports')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await removeLeft(directory)
  const path = join(directory, newId())
  try {
    await pipeline(Readable.from(body), createWriteStream(path, { mode: 0o600 }))
    return await importFile(target, path, name)
  } catch (error) {
    throw error instanceof BackupRefused ? invalidParams(error.message) : error
  } finally {
    await rm(path, { force: true })
  }
}

async function removeLeft(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => null) // another import deletes its own
    if (found && clock.now() - found.mtimeMs > LEFT_MS) await rm(path, { force: true })
  }
}

async function importFile(target: ImportTarget, path: string, name: string | undefined): Promise<ImportedStore> {
  const { database, files } = target
  const known = await listMigrations()
  let header: StoreHeader | undefined
  const counts = await readStoreExport(createReadStream(path), {
    ...checkOnly,
    async header(found) {
      refuseNewer(found, known)
      header = found
    },
  })
  const move = planMove(header as StoreHeader, name)
  if (await hasStore(database, move.to)) throw taken(move)
  try {
    await storeFiles(files, path, move)
    await storeRows(database, path, move)
  } catch (error) {
    // If another import of the same store was faster, the files are that one's.
    if (!(await hasStore(database, move.to))) await files.removeAll(move.to)
    throw asRefusal(error, move)
  }
  await refreshStatistics(database.shop(move.to))
  const rows = Object.values(counts.tables).reduce((sum, table) => sum + table.rows, 0)
  return { store: await requireStore(database, move.to), rows, uploads: counts.uploads.count }
}

function refuseNewer({ migrations, service }: StoreHeader, known: readonly string[]): void {
  const unknown = migrations.find((one) => !known.includes(one))
  if (unknown === undefined) return
  throw new BackupRefused(
    `The store export was written by Parley ${service} with a newer schema (${unknown}): import it into that version or a newer one.`,
  )
}

function planMove({ store }: StoreHeader, copyName: string | undefined): Move {
  const { shopId: from, appId } = store
  return copyName === undefined
    ? { from, to: from, appId, copyName }
    : { from, to: newToken('shop_', 10), appId: newToken('app_', 10), copyName }
}

const taken = ({ to }: Move) =>
  new BackupRefused(`The store ${to} exists already. Give the copy a name (--name), or delete the store first.`)

/** Files come first: they have no effect without their rows, and a transaction does not wait for a bucket. */
async function storeFiles(files: FileBytes, path: string, move: Move): Promise<void> {
  await readStoreExport(createReadStream(path), {
    ...checkOnly,
    async upload(shopId, id, body) {
      if (shopId !== move.from) throw changed('it has a file of another store')
      const arrival = await files.arrivalPath(move.to, id)
      await pipeline(Readable.from(body), createWriteStream(arrival, { mode: 0o600 }))
      await files.keep(move.to, id, arrival)
    },
  })
}

async function storeRows(database: Database, path: string, move: Move): Promise<void> {
  const tables = await listTables(database.system)
  const caller = operatorCaller(database, move.to)
  await caller.shop.transaction(async (tx) => {
    const writer = new RowWriter(tx, move, tables)
    await readStoreExport(createReadStream(path), {
      header: async () => {},
      rows: (table, lines) => writer.write(table, lines),
      async upload(_shopId, id, body) {
        if (!writer.uploads.has(id)) throw changed(`no record names the file ${id}`)
        let size = 0
        for await (const chunk of body) size += chunk.length
        if (size !== writer.uploads.get(id)) throw changed(`the file ${id} is not as large as its record says`)
      },
    })
    if (!writer.hasStore) throw changed('it has no store')
    await giveHelpAddress(tx, move)
    await recordAudit(
      tx,
      caller.actor,
      'store.imported',
      null,
      move.copyName === undefined ? {} : { name: move.copyName },
    )
    tx.signal({ kind: 'keys' })
  })
}

/**
 * Keeps the name of the store's help pages where it is free; a copy, and a store whose name is taken, gets another one.
 * A domain of its own has to be proven to this service.
 */
async function giveHelpAddress(tx: Queries, { copyName }: Move): Promise<void> {
  const store = await findStore(tx)
  const helpCentre = (store?.settings.helpCentre ?? {}) as { handle?: unknown; domain?: unknown }
  const { handle: given } = helpCentre
  const isKept =
    copyName === undefined &&
    typeof given === 'string' &&
    /^[a-z0-9-]{1,63}$/.test(given) &&
    (await claimDirectoryEntry(tx, 'help_handle', given, null))
  const handle = isKept ? given : await claimHandle(tx, store?.name ?? '')
  const changed = { ...helpCentre, handle, ...(helpCentre.domain == null ? {} : { domain: null }) }
  if (store) await updateStore(tx, { ...store, settings: { ...store.settings, helpCentre: changed } })
}

/** Says what of another store is in the way; what the database does not take is a changed file. */
function asRefusal(error: unknown, move: Move): unknown {
  if (error instanceof RowRefused) {
    return error.isTaken && error.message.startsWith('shops ') ? taken(move) : changed(error.message)
  }
  if ((error as { code?: string }).code !== KEY_TAKEN) return error
  return new BackupRefused(
    'The App ID or a key of this store is in use here by another store. Give the copy a name (--name).',
  )
}
