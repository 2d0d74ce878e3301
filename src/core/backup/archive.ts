import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createZstdCompress } from 'node:zlib'
import { createTarPacker, type TarHeader } from 'modern-tar'
import { currentTime } from '#base/clock.ts'
import type { FileBytes } from '#core/files/file-bytes.ts'
import type { StoredUpload } from '#storage/backup/rows.ts'
import { PART_BYTES, type Tally } from './format.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** This version of Parley. */
export const SERVICE_VERSION = version

/** Adds a file to the tar and waits until it has been taken. */
export type Add = (name: string, size: number, body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => Promise<void>

/**
 * A tar compressed with zstd, as a stream of what `fill` adds. Destroying the stream fails the next `add`; when `fill`
 * throws, the stream ends with that error.
 */
export function writeArchive(fill: (add: Add) => Promise<void>): Readable {
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
  fill(add).then(
    () => controller.finalize(),
    (error) => output.destroy(error),
  )
  return output
}

export function addJson(add: Add, name: string, value: object): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  return add(name, bytes.length, [bytes])
}

/** Adds the rows of a table, in parts of bounded size. */
export async function addTable(name: string, batches: AsyncIterable<Buffer[]>, add: Add, tally: Tally): Promise<void> {
  tally.table(name)
  let lines: Buffer[] = []
  let bytes = 0
  let parts = 0
  const flush = async () => {
    if (bytes === 0) return
    const part = Buffer.concat(lines, bytes)
    tally.rows(name, part)
    await add(`tables/${name}/${String(++parts).padStart(6, '0')}.ndjson`, bytes, [part])
    lines = []
    bytes = 0
  }
  for await (const batch of batches) {
    for (const row of batch) {
      lines.push(row, NEWLINE)
      bytes += row.length + 1
      if (bytes >= PART_BYTES) await flush()
    }
  }
  await flush()
}

const NEWLINE = Buffer.from('\n')

/** Returns false when the file is gone: it was deleted after the snapshot, or lost before. */
export async function addUpload(
  files: FileBytes,
  { shopId, id }: StoredUpload,
  add: Add,
  tally: Tally,
): Promise<boolean> {
  const file = await files.read(shopId, id)
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
