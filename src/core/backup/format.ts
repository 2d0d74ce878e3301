import { createHash, type Hash } from 'node:crypto'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'

/**
 * A backup is a tar file, compressed with zstd (docs/decisions/0022-backup-as-tar-of-json-lines.md):
 *   backup.json              what it is: read before anything else
 *   tables/NAME/000001.ndjson …   the rows of each table, in the order they can be stored in
 *   uploads/SHOP/ID          the files that were sent
 *   manifest.json            counts and checksums: a file without it was cut off
 */
export const MANIFEST = 'manifest.json'

/** A kind of file that is made of tables and uploads. */
export interface FileKind {
  /** Its newest format, which this version writes. */
  format: number
  /** Name of its first entry. */
  header: string
  /** Word for people. */
  noun: string
}

export const BACKUP: FileKind = { format: 1, header: 'backup.json', noun: 'backup' }
/** One store (docs/decisions/0127-move-a-store-as-a-file.md), of the same structure as a backup. */
export const STORE_EXPORT: FileKind = { format: 1, header: 'store.json', noun: 'store export' }
/** What to do with a file of the other kind, by its first entry. */
export const MIXED_UP = nullPrototypeRecord<string>({
  [BACKUP.header]: 'This is a backup of a whole service: restore it with parley restore.',
  [STORE_EXPORT.header]: 'This is an export of one store: import it with parley store import.',
})

/** Rows of a table are cut into parts of about this size, since a tar entry tells its length first. */
export const PART_BYTES = 2 * 1024 * 1024
/** No part is longer, unless one row is. */
export const PART_BYTES_MAX = 256 * 1024 * 1024

/** First entry of a file. */
export interface FileHeader {
  format: number
  /** The version of Parley that wrote it. */
  service: string
  /** The schema it holds. */
  migrations: string[]
  createdAt: string
}

export interface BackupHeader extends FileHeader {
  /** Ids of the keys that its secrets are encrypted with. The keys themselves are never in it. */
  secretKeys: string[]
}

export interface FileCounts {
  tables: Record<string, { rows: number; bytes: number; sha256: string }>
  /** `missing`: recorded, but not on the disk any more. */
  uploads: { count: number; bytes: number; sha256: string; missing: number }
}

export type BackupManifest = BackupHeader & FileCounts

/** Thrown for a file that is not whole, or cannot be restored or imported here. The message is for people. */
export class BackupRefused extends Error {}

/** Counts and checksums of what passes by: the writer's and the reader's must agree. */
export class Tally {
  readonly #tables = new Map<string, { rows: number; bytes: number; hash: Hash }>()
  readonly #uploads = { count: 0, bytes: 0, hash: createHash('sha256') }

  /** Announces a table, even one without rows. */
  table(name: string): void {
    this.#tables.set(name, this.#tables.get(name) ?? { rows: 0, bytes: 0, hash: createHash('sha256') })
  }

  rows(name: string, part: Buffer): void {
    this.table(name)
    const table = this.#tables.get(name) as { rows: number; bytes: number; hash: Hash }
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) table.rows++
    table.bytes += part.length
    table.hash.update(part)
  }

  /** The name of an upload is part of what is summed, so that no two can change places. */
  upload(path: string, size: number): void {
    this.#uploads.count++
    this.#uploads.bytes += size
    this.#uploads.hash.update(`${path} ${size}\n`)
  }

  uploadBytes(bytes: Uint8Array): void {
    this.#uploads.hash.update(bytes)
  }

  /** What was counted. Nothing can be counted after it. */
  result(): Pick<FileCounts, 'tables'> & { uploads: Omit<FileCounts['uploads'], 'missing'> } {
    const tables = [...this.#tables].map(([name, { hash, ...counts }]) => [
      name,
      { ...counts, sha256: hash.digest('hex') },
    ])
    const { hash, ...uploads } = this.#uploads
    return { tables: Object.fromEntries(tables), uploads: { ...uploads, sha256: hash.digest('hex') } }
  }
}
