import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import {
  BACKUP_FORMAT,
  type BackupHeader,
  type BackupManifest,
  BackupRefused,
  HEADER,
  MANIFEST,
  PART_BYTES_MAX,
  Tally,
} from './format.ts'

/** What is done with the parts of a backup as they come. */
export interface BackupReader {
  /** Before anything else; may refuse. */
  header(header: BackupHeader): Promise<void>
  /** A part of a table: a JSON object a line. */
  rows(table: string, lines: Buffer): Promise<void>
  upload(shopId: string, id: string, body: AsyncIterable<Uint8Array>): Promise<void>
}

/**
 * Reads a backup once, from its beginning to its end, and answers its manifest. Throws `BackupRefused` for whatever is
 * no whole backup: cut off, changed, or something else. The reader has seen parts of it by then.
 */
export async function readBackup(source: AsyncIterable<Buffer>, reader: BackupReader): Promise<BackupManifest> {
  const decoder = createTarDecoder({ strict: true })
  const stop = new AbortController()
  let fault: Error | undefined
  const feeding = pipeline(Readable.from(source), createZstdDecompress(), Writable.fromWeb(decoder.writable as never), {
    signal: stop.signal,
  }).catch((error: Error) => {
    fault = error
  })
  try {
    const manifest = await readEntries(entriesOf(decoder.readable), reader)
    await feeding
    if (fault) throw fault
    return manifest
  } catch (error) {
    await setImmediate() // a fault of the source reaches the reader first
    const refusal = asRefusal(error, fault)
    stop.abort()
    await feeding
    throw refusal
  }
}

/** Rows and files that pass by and go nowhere: reading a backup to check it. */
export const checkOnly: BackupReader = {
  header: async () => {},
  rows: async () => {},
  async upload(_shopId, _id, body) {
    for await (const _chunk of body);
  },
}

/** Checks the order of a stream: the header first, then tables and uploads, the manifest last, which counts all of them. */
async function readEntries(entries: AsyncIterable<ParsedTarEntry>, reader: BackupReader): Promise<BackupManifest> {
  const tally = new Tally()
  let header: BackupHeader | undefined
  let manifest: BackupManifest | undefined
  for await (const { header: entry, body } of entries) {
    const [, table] = /^tables\/([a-z_0-9]+)\/\d+\.ndjson$/.exec(entry.name) ?? []
    const [, shopId = '', id = ''] = /^uploads\/([\w-]{1,64})\/([\w-]{1,64})$/.exec(entry.name) ?? []
    if (manifest) {
      throw new BackupRefused(`The backup was changed: ${JSON.stringify(entry.name)} comes after its end.`)
    } else if (!header) {
      if (entry.name !== HEADER) throw new BackupRefused('This is no backup of Parley.')
      header = checkFormat(await readJson(body))
      await reader.header(header)
    } else if (table) {
      const part = await readAll(body)
      tally.rows(table, part)
      await reader.rows(table, part)
    } else if (id) {
      tally.upload(entry.name, entry.size)
      await reader.upload(shopId, id, passing(body, tally))
    } else if (entry.name === MANIFEST) {
      manifest = compare(await readJson(body), header, tally)
    } else {
      throw new BackupRefused(`The backup holds ${JSON.stringify(entry.name)}, which no backup has: it was changed.`)
    }
  }
  if (manifest) return manifest
  throw new BackupRefused('The backup was cut off: its end is missing.')
}

function checkFormat(header: BackupHeader): BackupHeader {
  const { format, service } = header
  if (!Number.isInteger(format) || !Array.isArray(header.migrations))
    throw new BackupRefused('This is no backup of Parley.')
  if (format <= BACKUP_FORMAT) return header
  throw new BackupRefused(
    `The backup was written by Parley ${service}, in a newer format; use that version or a newer one.`,
  )
}

function compare(manifest: BackupManifest, header: BackupHeader, tally: Tally): BackupManifest {
  const found = tally.result()
  const isHeaderSame = Object.entries(header).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(manifest[name as keyof BackupHeader]),
  )
  if (!isHeaderSame) throw new BackupRefused(`The backup was changed: ${HEADER} and ${MANIFEST} do not agree.`)
  for (const [name, expected] of Object.entries(manifest.tables)) {
    const { rows, sha256 } = found.tables[name] ?? { rows: 0, sha256: EMPTY }
    if (rows === expected.rows && sha256 === expected.sha256) continue
    throw new BackupRefused(`The backup was changed: ${name} has ${rows} rows of ${expected.rows}, or other ones.`)
  }
  const unknown = Object.keys(found.tables).find((name) => !manifest.tables[name])
  if (unknown) throw new BackupRefused(`The backup was changed: ${unknown} is not in its manifest.`)
  const { count, sha256 } = found.uploads
  if (count === manifest.uploads.count && sha256 === manifest.uploads.sha256) return manifest
  throw new BackupRefused(
    `The backup was changed: it has ${count} uploads of ${manifest.uploads.count}, or other ones.`,
  )
}

/** SHA-256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

async function* entriesOf(stream: ReadableStream<ParsedTarEntry>): AsyncGenerator<ParsedTarEntry> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    reader.releaseLock()
  }
}

async function* passing(body: ReadableStream<Uint8Array>, tally: Tally): AsyncGenerator<Uint8Array> {
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    tally.uploadBytes(chunk)
    yield chunk
  }
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > PART_BYTES_MAX) throw new BackupRefused('The backup was changed: a part of it is too long.')
  }
  return Buffer.concat(chunks, size)
}

async function readJson<T>(body: ReadableStream<Uint8Array>): Promise<T> {
  const text = (await readAll(body)).toString('utf8')
  try {
    return JSON.parse(text) as T
  } catch {
    throw new BackupRefused('This is no backup of Parley.')
  }
}

/** What cannot be decompressed or taken apart is a damaged file; other errors stay what they are. */
function asRefusal(error: unknown, fault: (Error & { code?: string }) | undefined): unknown {
  if (error instanceof BackupRefused) return error
  const cause = fault ?? (error as Error & { code?: string })
  const isDamage = /^(ERR_)?(ZSTD|Z)_/.test(cause.code ?? '') || /\btar\b|EOF|checksum|USTAR/i.test(cause.message)
  return isDamage
    ? new BackupRefused(`The file is damaged, cut off, or no backup of Parley (${cause.message}).`)
    : cause
}
