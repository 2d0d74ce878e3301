import type { Readable } from 'node:stream'
import { currentTime } from '#base/clock.ts'
import type { FileBytes } from '#core/files/file-bytes.ts'
import type { Snapshot } from '#database/database.ts'
import { readRows, readUploads } from '#storage/backup/rows.ts'
import { listApplied, listTables } from '#storage/backup/tables.ts'
import { listKeyIds } from '#storage/secrets.ts'
import { type Add, addJson, addTable, addUpload, SERVICE_VERSION, writeArchive } from './archive.ts'
import { BACKUP, type BackupHeader, type BackupManifest, MANIFEST, Tally } from './format.ts'

/** Gives `work` the data of one moment. */
export type TakeSnapshot = (work: (snapshot: Snapshot) => Promise<void>) => Promise<void>

/**
 * A backup as a stream: all rows of all stores as they are in the snapshot, and the files in `uploads`. Memory stays
 * bounded. Destroying the stream ends the snapshot; a stream that ends early has no manifest.
 */
export function writeBackup(takeSnapshot: TakeSnapshot, uploads: FileBytes): Readable {
  return writeArchive((add) => takeSnapshot((snapshot) => fill(snapshot, uploads, add)))
}

async function fill(snapshot: Snapshot, uploads: FileBytes, add: Add): Promise<void> {
  const header: BackupHeader = {
    format: BACKUP.format,
    service: SERVICE_VERSION,
    migrations: await listApplied(snapshot),
    createdAt: currentTime().toISOString(),
    secretKeys: await listKeyIds(snapshot),
  }
  await addJson(add, BACKUP.header, header)
  const tally = new Tally()
  for (const table of await listTables(snapshot)) await addTable(table.name, readRows(snapshot, table), add, tally)
  let missing = 0
  for await (const batch of readUploads(snapshot)) {
    for (const upload of batch) if (!(await addUpload(uploads, upload, add, tally))) missing++
  }
  const counts = tally.result()
  const manifest: BackupManifest = { ...header, ...counts, uploads: { ...counts.uploads, missing } }
  await addJson(add, MANIFEST, manifest)
}
