import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createZstdCompress } from 'node:zlib'
import { createTarPacker, type TarHeader } from 'modern-tar'
import { currentTime } from '#base/clock.ts'
import type { FileBytes } from '#core/files/file-bytes.ts'
import type { Snapshot } from '#database/database.ts'
import { readRows, readUploads, type StoredUpload } from '#storage/backup/rows.ts'
import { listApplied, listTables, type TableShape } from '#storage/backup/tables.ts'
import { listKeyIds } from '#storage/secrets.ts'
import { BACKUP_FORMAT, type BackupHeader, type BackupManifest, HEADER, MANIFEST, PART_BYTES, Tally } from './format.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Gives `work` the data of one moment. */
export type TakeSnapshot = (work: (snapshot: Snapshot) => Promise<void>) => Promise<void>

/** Adds a file to the tar and waits until it has been taken. */
type Add = (name: string, size: number, body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => Promise<void>

/**
 * A backup as a stream: all rows of all stores as they are in the snapshot, and the files in `uploads`. Memory stays
 * bounded. Destroying the stream ends the snapshot; a stream that ends early has no manifest.
 */
export function writeBackup(takeSnapshot: TakeSnapshot, uploads: FileBytes): Readable {
  const { readable, controller } = createTarPacker()
  const output = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const done = pipeline(Readable.fromWeb(readable as ReadableStream), output)
  done.catch((error) => controller.error(error))
  const add: Add = async (name, size, body) => {
    const header: TarHeader = { name, size, mode: 0o600, mtime: currentTime() }
    const entry = controller.add(header).getWriter()
    for await (const bytes of body) await entry.write(bytes)
    await entry.close()
  }
  takeSnapshot((snapshot) => fill(snapshot, uploads, add)).then(
    () => controller.finalize(),
    (error) => output.destroy(error),
  )
  return output
}

async function fill(snapshot: Snapshot, uploads: FileBytes, add: Add): Promise<void> {
  const json = (name: string, value: object) => {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
    return add(name, bytes.length, [bytes])
  }
  const header: BackupHeader = {
    format: BACKUP_FORMAT,
    service: version,
    migrations: await listApplied(snapshot),
    createdAt: currentTime().toISOString(),
    secretKeys: await listKeyIds(snapshot),
  }
  await json(HEADER, header)
  const tally = new Tally()
  for (const table of await listTables(snapshot)) await addTable(snapshot, table, add, tally)
  let missing = 0
  for await (const batch of readUploads(snapshot)) {
    for (const upload of batch) if (!(await addUpload(uploads, upload, add, tally))) missing++
  }
  const counts = tally.result()
  const manifest: BackupManifest = { ...header, ...counts, uploads: { ...counts.uploads, missing } }
  await json(MANIFEST, manifest)
}

async function addTable(snapshot: Snapshot, table: TableShape, add: Add, tally: Tally): Promise<void> {
  tally.table(table.name)
  let lines: Buffer[] = []
  let bytes = 0
  let parts = 0
  const flush = async () => {
    if (bytes === 0) return
    const part = Buffer.concat(lines, bytes)
    tally.rows(table.name, part)
    await add(`tables/${table.name}/${String(++parts).padStart(6, '0')}.ndjson`, bytes, [part])
    lines = []
    bytes = 0
  }
  for await (const batch of readRows(snapshot, table)) {
    for (const row of batch) {
      lines.push(row, NEWLINE)
      bytes += row.length + 1
      if (bytes >= PART_BYTES) await flush()
    }
  }
  await flush()
}

const NEWLINE = Buffer.from('\n')

/** False when the file is gone: it was deleted after the snapshot, or lost before. */
async function addUpload(uploads: FileBytes, { shopId, id }: StoredUpload, add: Add, tally: Tally): Promise<boolean> {
  const file = await uploads.read(shopId, id)
  if (!file) return false
  const path = `uploads/${shopId}/${id}`
  tally.upload(path, file.size)
  await add(
    path,
    file.size,
    passing(file.body, (chunk) => tally.uploadBytes(chunk)),
  )
  return true
}

async function* passing(source: AsyncIterable<Buffer>, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    see(chunk)
    yield chunk
  }
}
