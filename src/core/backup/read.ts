import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { isObject } from '#base/objects.ts'
import {
  BACKUP,
  type BackupHeader,
  BackupRefused,
  type FileCounts,
  type FileHeader,
  type FileKind,
  MANIFEST,
  MIXED_UP,
  PART_BYTES_MAX,
  Tally,
} from './format.ts'

/** What is done with the parts of a file as they come. */
export interface BackupReader<Header extends FileHeader = BackupHeader> {
  /** Before anything else; may refuse. */
  header(header: Header): Promise<void>
  /** A part of a table: a JSON object a line. */
  rows(table: string, lines: Buffer): Promise<void>
  upload(shopId: string, id: string, body: AsyncIterable<Uint8Array>): Promise<void>
}

/**
 * Reads a backup, or a file of another kind, once, from its beginning to its end, and answers its manifest. Throws
 * `BackupRefused` for whatever is not a whole one: cut off, changed, or something else. The reader has seen parts of it
 * by then.
 */
export async function readBackup<Header extends FileHeader = BackupHeader>(
  source: AsyncIterable<Buffer>,
  reader: BackupReader<Header>,
  kind: FileKind = BACKUP,
): Promise<Header & FileCounts> {
  const decoder = createTarDecoder({ strict: true })
  const stop = new AbortController()
  let fault: Error | undefined
  const end = new EndOfSource()
  const unpacked = createZstdDecompress()
  const feeding = pipeline(end.watch(source), unpacked, Writable.fromWeb(decoder.writable as never), {
    signal: stop.signal,
  }).catch((error: Error) => {
    fault = error
  })
  try {
    const manifest = await readEntries(entriesOf(decoder.readable), reader, kind)
    await feeding
    if (fault) throw fault
    const rest = end.after(unpacked.bytesWritten)
    if (rest === 'cut off') throw new BackupRefused(cutOff(kind))
    if (rest === 'more') throw new BackupRefused(`The ${kind.noun} was changed: something comes after its end.`)
    return manifest
  } catch (error) {
    await setImmediate() // a fault of the source reaches the reader first
    const refusal = asRefusal(error, fault, kind)
    stop.abort()
    await feeding
    throw refusal
  }
}

/** What the compressor may write at the end: a frame of nothing. */
const EMPTY_FRAME = Buffer.from('28b52ffd240001000099e9d851', 'hex')

/** Finds bytes behind the compressed data, which the decompressor ignores. */
class EndOfSource {
  #size = 0
  #tail = Buffer.alloc(0)

  async *watch(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#size += chunk.length
      this.#tail = Buffer.concat([this.#tail, chunk.subarray(-EMPTY_FRAME.length)]).subarray(-EMPTY_FRAME.length)
      yield chunk
    }
  }

  /** What comes after the bytes that were read: nothing but the empty frame, a part of that, or more. */
  after(read: number): 'nothing' | 'cut off' | 'more' {
    const rest = this.#size - read
    if (rest === 0) return 'nothing'
    if (rest > EMPTY_FRAME.length || !this.#tail.subarray(-rest).equals(EMPTY_FRAME.subarray(0, rest))) return 'more'
    return rest === EMPTY_FRAME.length ? 'nothing' : 'cut off'
  }
}

/** Rows and files that pass by and go nowhere: reading a backup to check it. */
export const checkOnly: BackupReader<never> = {
  header: async () => {},
  rows: async () => {},
  async upload(_shopId, _id, body) {
    for await (const _chunk of body);
  },
}

/** Checks the order of a stream: the header first, then tables and uploads, the manifest last, which counts all of them. */
async function readEntries<Header extends FileHeader>(
  entries: AsyncIterable<ParsedTarEntry>,
  reader: BackupReader<Header>,
  kind: FileKind,
): Promise<Header & FileCounts> {
  const tally = new Tally()
  const changed = (why: string) => new BackupRefused(`The ${kind.noun} was changed: ${why}.`)
  let header: Header | undefined
  let manifest: (Header & FileCounts) | undefined
  for await (const { header: entry, body } of entries) {
    const [, table] = /^tables\/([a-z_0-9]+)\/\d+\.ndjson$/.exec(entry.name) ?? []
    const [, shopId = '', id = ''] = /^uploads\/([\w-]{1,64})\/([\w-]{1,64})$/.exec(entry.name) ?? []
    if (manifest) {
      throw changed(`${JSON.stringify(entry.name)} comes after its end`)
    } else if (!header) {
      if (entry.name !== kind.header) throw new BackupRefused(MIXED_UP[entry.name] ?? noSuchFile(kind))
      header = checkFormat(await readJson<Header>(body, kind), kind)
      await reader.header(header)
    } else if (table) {
      const part = await readAll(body, kind)
      tally.rows(table, part)
      await reader.rows(table, part)
    } else if (id) {
      tally.upload(entry.name, entry.size)
      await reader.upload(shopId, id, passing(body, tally))
    } else if (entry.name === MANIFEST) {
      manifest = compare(await readJson<Header & FileCounts>(body, kind), header, tally, kind)
    } else {
      throw changed(`it holds ${JSON.stringify(entry.name)}, which no ${kind.noun} has`)
    }
  }
  if (manifest) return manifest
  throw new BackupRefused(cutOff(kind))
}

const cutOff = ({ noun }: FileKind) => `The ${noun} was cut off: its end is missing.`
const noSuchFile = ({ noun }: FileKind) => `This is no ${noun} of Parley.`

function checkFormat<Header extends FileHeader>(header: Header, kind: FileKind): Header {
  const { format, service, migrations } = Object(header) as FileHeader
  const isNamed = Array.isArray(migrations) && migrations.every((name) => typeof name === 'string')
  if (!Number.isInteger(format) || !isNamed) throw new BackupRefused(noSuchFile(kind))
  if (format <= kind.format) return header
  throw new BackupRefused(
    `The ${kind.noun} was written by Parley ${service}, in a newer format; use that version or a newer one.`,
  )
}

function compare<Header extends FileHeader>(
  manifest: Header & FileCounts,
  header: Header,
  tally: Tally,
  kind: FileKind,
): Header & FileCounts {
  const changed = (why: string) => new BackupRefused(`The ${kind.noun} was changed: ${why}.`)
  if (!isObject(manifest) || !isObject(manifest.tables) || !isObject(manifest.uploads)) {
    throw changed(`${MANIFEST} is not as it was written`)
  }
  const found = tally.result()
  const isHeaderSame = Object.entries(header).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(manifest[name as keyof FileHeader]),
  )
  if (!isHeaderSame) throw changed(`${kind.header} and ${MANIFEST} do not agree`)
  for (const [name, expected] of Object.entries(manifest.tables)) {
    const { rows, sha256 } = found.tables[name] ?? { rows: 0, sha256: EMPTY }
    if (rows === expected.rows && sha256 === expected.sha256) continue
    throw changed(`${name} has ${rows} rows of ${expected.rows}, or other ones`)
  }
  const unknown = Object.keys(found.tables).find((name) => !manifest.tables[name])
  if (unknown) throw changed(`${unknown} is not in its manifest`)
  const { count, sha256 } = found.uploads
  if (count === manifest.uploads.count && sha256 === manifest.uploads.sha256) return manifest
  throw changed(`it has ${count} uploads of ${manifest.uploads.count}, or other ones`)
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

async function readAll(body: ReadableStream<Uint8Array>, { noun }: FileKind): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > PART_BYTES_MAX) throw new BackupRefused(`The ${noun} was changed: a part of it is too long.`)
  }
  return Buffer.concat(chunks, size)
}

async function readJson<T>(body: ReadableStream<Uint8Array>, kind: FileKind): Promise<T> {
  const text = (await readAll(body, kind)).toString('utf8')
  try {
    return JSON.parse(text) as T
  } catch {
    throw new BackupRefused(noSuchFile(kind))
  }
}

/** What cannot be decompressed or taken apart is a damaged file; other errors stay what they are. */
function asRefusal(error: unknown, fault: (Error & { code?: string }) | undefined, { noun }: FileKind): unknown {
  if (error instanceof BackupRefused) return error
  const cause = fault ?? (error as Error & { code?: string })
  const isDamage = /^(ERR_)?(ZSTD|Z)_/.test(cause.code ?? '') || /\btar\b|EOF|checksum|USTAR/i.test(cause.message)
  return isDamage
    ? new BackupRefused(`The file is damaged, cut off, or no ${noun} of Parley (${cause.message}).`)
    : cause
}
