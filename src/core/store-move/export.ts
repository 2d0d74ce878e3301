import type { Readable } from 'node:stream'
import { currentTime } from '#base/clock.ts'
import type { SecretBox } from '#base/secret-box.ts'
import { type Add, addJson, addTable, addUpload, SERVICE_VERSION, writeArchive } from '#core/backup/archive.ts'
import { type FileCounts, MANIFEST, STORE_EXPORT, Tally } from '#core/backup/format.ts'
import type { FileBytes } from '#core/files/file-bytes.ts'
import type { Store } from '#core/stores/stores.ts'
import type { Database, Snapshot } from '#database/database.ts'
import { type RowTexts, readUploads } from '#storage/backup/rows.ts'
import { movesWithStore, ofStore, readStoreRows } from '#storage/backup/store-rows.ts'
import { listApplied, listTables, type TableShape } from '#storage/backup/tables.ts'
import { SECRET_COLUMNS } from '#storage/secrets.ts'
import { anonymize } from './anonymous.ts'
import { disconnect, isDisconnected } from './disconnected.ts'
import { Pseudonyms } from './pseudonyms.ts'
import type { StoreHeader } from './store-header.ts'

interface StoreExport {
  database: Database
  files: FileBytes
  store: Pick<Store, 'shopId' | 'appId' | 'name'>
  /** Replaces who people are and what they wrote. */
  isAnonymous: boolean
}

/**
 * All of one store at one moment, as a stream of bounded memory (docs/decisions/0127-move-a-store-as-a-file.md).
 * The file holds secrets in plaintext, unless it is anonymous.
 */
export function exportStore(request: StoreExport): Readable {
  return writeArchive((add) => request.database.snapshot((snapshot) => fill(snapshot, request, add)))
}

async function fill(snapshot: Snapshot, request: StoreExport, add: Add): Promise<void> {
  const { database, files, store, isAnonymous } = request
  const { shopId, appId, name } = store
  const header: StoreHeader = {
    format: STORE_EXPORT.format,
    service: SERVICE_VERSION,
    migrations: await listApplied(snapshot),
    createdAt: currentTime().toISOString(),
    store: { shopId, appId, name },
    isAnonymous,
  }
  await addJson(add, STORE_EXPORT.header, header)
  const tally = new Tally()
  const names = isAnonymous ? new Pseudonyms() : null
  for (const table of (await listTables(snapshot)).filter(movesWithStore)) {
    const rows = readStoreRows(snapshot, table, shopId)
    await addTable(table.name, changed(rows, changeOf(table, shopId, database.secrets, names)), add, tally)
  }
  let missing = 0
  for await (const batch of isAnonymous ? [] : readUploads(snapshot, ofStore(shopId))) {
    for (const upload of batch) if (!(await addUpload(files, upload, add, tally))) missing++
  }
  const counts = tally.result()
  const manifest: StoreHeader & FileCounts = { ...header, ...counts, uploads: { ...counts.uploads, missing } }
  await addJson(add, MANIFEST, manifest)
}

/** What is done to a row of a table; null where rows are exported as they are, and for a row that is left out. */
type Change = ((row: RowTexts) => RowTexts | null) | null

function changeOf(table: TableShape, shopId: string, secrets: SecretBox, names: Pseudonyms | null): Change {
  const { name } = table
  if (names) return (row) => anonymize(table, isDisconnected(name) ? disconnect(name, row) : row, names)
  if (isDisconnected(name)) return (row) => disconnect(name, row)
  const columns = SECRET_COLUMNS.filter((one) => one.table === name)
  if (columns.length === 0) return null
  return (row) => {
    const opened = { ...row }
    for (const { column, key, placeOf } of columns) {
      const stored = row[column]
      if (stored) opened[column] = secrets.open(stored, placeOf(shopId, row[key] as string))
    }
    return opened
  }
}

async function* changed(batches: AsyncIterable<Buffer[]>, change: Change): AsyncGenerator<Buffer[]> {
  for await (const batch of batches) {
    yield change
      ? batch.flatMap((json) => {
          const row = change(JSON.parse(json.toString('utf8')) as RowTexts)
          return row ? [Buffer.from(JSON.stringify(row))] : []
        })
      : batch
  }
}
