import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import type { Logger } from '#base/logger.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound, ParleyError } from '#core/errors.ts'
import { FILE_BYTES_MAX, FILES_PER_MESSAGE_MAX, MAIL_BYTES_MAX } from '#core/limits.ts'
import type { Database, Queries, Shop } from '#database/database.ts'
import {
  claimUploads,
  deleteOrphans,
  findUpload,
  forgetRemovedFiles,
  insertUpload,
  keepForCannedReply,
  listRemovedFiles,
  lockUploads,
  type UploadRow,
} from '#storage/files/files.ts'
import type { ByteRange, FileBytes } from './file-bytes.ts'
import { describeFile, fileName } from './file-types.ts'
import { dropMetadata } from './metadata/drop-metadata.ts'
import { HEAD_BYTES } from './text-encodings.ts'

/** A file as records show it. `url` is a path of this service. */
export interface SentFile {
  id: string
  name: string
  size: number
  type: string
  url: string
}

/** Refused for its size: doors that have a status of their own for that can tell. */
export class FileTooLarge extends ParleyError {
  constructor(bytesMax = FILE_BYTES_MAX) {
    super('INVALID_PARAMS', `The file is too large; at most ${bytesMax / 1024 / 1024} MB are accepted.`)
  }
}

/** Files deleted by one sweep. */
const SWEEP = 500

/** Files that visitors and members send: records in the database, bytes in a directory or a bucket. */
export class FileStore {
  readonly #database: Database
  readonly bytes: FileBytes
  readonly #logger: Logger

  constructor(database: Database, bytes: FileBytes, logger: Logger) {
    this.#database = database
    this.bytes = bytes
    this.#logger = logger
  }

  /** Writes a file as it arrives, judges it by its bytes, takes a picture's metadata out, and notes it. What is refused leaves nothing behind. */
  async take(
    { shop }: Pick<Caller, 'shop'>,
    file: { name: string; body: AsyncIterable<Buffer>; visitorId: string | null; memberId: string | null },
    /** `isIncoming`: it came by a channel. Nobody there can be told to send another one, so that any kind is kept that cannot run. */
    { isIncoming = false }: { isIncoming?: boolean } = {},
  ): Promise<SentFile> {
    const id = newId()
    const path = await this.bytes.arrivalPath(shop.shopId, id)
    let isKept = false
    try {
      const { size: sent, head } = await writeBounded(path, file.body, isIncoming ? MAIL_BYTES_MAX : FILE_BYTES_MAX)
      if (sent === 0) throw invalidParams('The file is empty.')
      const { type, extension } = await describeFile(path, head, file.name, isIncoming)
      const size = (await dropMetadata(path, type)) ?? sent
      const name = fileName(file.name, extension)
      const { visitorId, memberId } = file
      const record = { id, secret: newToken('', 16), name, type, size, visitorId, memberId, conversationId: null }
      isKept = true // even where the answer to it is lost
      await this.bytes.keep(shop.shopId, id, path)
      await insertUpload(shop, { ...record, createdAt: currentTime() })
      return presentFile(shop.shopId, record)
    } catch (error) {
      this.#report(error)
      await rm(path, { force: true })
      if (isKept) await this.bytes.remove(shop.shopId, id).catch(() => {}) // without a record nobody is given it
      throw error
    }
  }

  /** A file's record for who knows its address, or NOT_FOUND: the same for a wrong secret. */
  async find(shopId: string, id: string, secret: string): Promise<UploadRow> {
    if (!/^[\w-]{1,64}$/.test(shopId) || !/^[\w-]{1,64}$/.test(id)) throw notFound('File')
    const upload = await findUpload(this.#database.shop(shopId), id)
    if (!upload || upload.secret !== secret) throw notFound('File')
    return upload
  }

  /** The bytes of a file, or a part of them. The caller must read or destroy the stream. */
  async read(shopId: string, { id }: Pick<UploadRow, 'id'>, range?: ByteRange): Promise<Readable> {
    const found = await this.bytes.read(shopId, id, range).catch((error) => {
      this.#report(error)
      throw error
    })
    if (!found) throw notFound('File')
    return found.body
  }

  /** Deletes all files of a store whose records are gone. */
  async removeAll(shopId: string): Promise<void> {
    await this.bytes.removeAll(shopId)
  }

  /** Makes a copy of a file, as if the member had sent it now. NOT_FOUND where its bytes are gone. */
  async copy({ shop }: Pick<Caller, 'shop'>, file: Pick<SentFile, 'id' | 'name'>, memberId: string): Promise<SentFile> {
    const body = await this.read(shop.shopId, file)
    return this.take({ shop }, { name: file.name, body, visitorId: null, memberId })
  }

  /** Deletes files that nothing has, sent before `before`. Returns whether there may be more. */
  async sweep(shop: Shop, before: Date): Promise<boolean> {
    const ids = await shop.transaction((tx) => deleteOrphans(tx, before, SWEEP))
    await this.remove(shop, ids)
    return ids.length === SWEEP
  }

  /** Deletes what could not be deleted when its record went. Returns whether there may be more, and it can be deleted. */
  async removeLeft(shop: Shop): Promise<boolean> {
    const ids = await listRemovedFiles(shop, SWEEP)
    return (await this.remove(shop, ids)) && ids.length === SWEEP
  }

  /**
   * Deletes the bytes of files whose records are gone. What cannot be deleted now, the clean-up deletes later. Returns
   * whether all were deleted.
   */
  async remove(shop: Shop, ids: readonly string[]): Promise<boolean> {
    const removed: string[] = []
    await Promise.all(
      ids.map(async (id) => {
        try {
          await this.bytes.remove(shop.shopId, id)
          removed.push(id)
        } catch (error) {
          this.#report(error)
        }
      }),
    )
    if (removed.length > 0) await forgetRemovedFiles(shop, removed)
    return removed.length === ids.length
  }

  /** Logs why the file storage is unavailable; the caller only gets the fact. */
  #report(error: unknown): void {
    const { cause } = error as { cause?: unknown }
    if (error instanceof ParleyError && cause instanceof Error)
      this.#logger.error({ reason: cause.message }, 'file storage unavailable')
  }
}

/**
 * The files a message names, from now on the conversation's. Each was sent by this very visitor or member, and goes
 * with one message only.
 */
export async function claimFiles(
  tx: Queries,
  ids: readonly string[],
  {
    conversationId,
    visitorId = null,
    memberId = null,
    max = FILES_PER_MESSAGE_MAX,
  }: {
    conversationId: string
    visitorId?: string | null
    memberId?: string | null
    max?: number
  },
): Promise<SentFile[]> {
  const files = await lockFree(tx, checkFileCount(ids, max), { visitorId, memberId })
  const claimed = files.map(({ id }) => id)
  if (claimed.length > 0) await claimUploads(tx, claimed, conversationId)
  return files
}

/** The files that a member names for a canned reply, from now on kept for it. */
export async function claimFilesOfCannedReply(
  tx: Queries,
  ids: readonly string[],
  { memberId, cannedReplyId }: { memberId: string; cannedReplyId: string },
): Promise<SentFile[]> {
  const files = await lockFree(tx, [...ids], { visitorId: null, memberId })
  const claimed = files.map(({ id }) => id)
  if (claimed.length > 0) await keepForCannedReply(tx, claimed, cannedReplyId)
  return files
}

/** Files of this visitor or member that nothing has yet, locked. INVALID_PARAMS for any other. */
async function lockFree(
  tx: Queries,
  wanted: string[],
  { visitorId, memberId }: { visitorId: string | null; memberId: string | null },
): Promise<SentFile[]> {
  if (wanted.length === 0) return []
  const found = new Map((await lockUploads(tx, wanted)).map((upload) => [upload.id, upload]))
  return wanted.map((id) => {
    const upload = found.get(id)
    const isTheirs = upload && upload.visitorId === visitorId && upload.memberId === memberId
    if (!isTheirs) throw invalidParams(`files: ${JSON.stringify(id.slice(0, 64))} is not one of your uploads.`)
    if (upload.conversationId !== null) throw invalidParams(`files: ${id} is in another message already.`)
    if (upload.isInSettings) throw invalidParams(`files: ${id} is a picture of the settings.`)
    if (upload.isInArticle) throw invalidParams(`files: ${id} is a picture of an article.`)
    if (upload.cannedReplyId !== null) throw invalidParams(`files: ${id} belongs to a canned reply.`)
    return presentFile(tx.shopId, upload)
  })
}

/**
 * Files in the order of `ids`: some that were kept `before`, and others that `claim` takes now. INVALID_PARAMS for more
 * files than a message has.
 */
export async function keepNamed(
  ids: readonly string[],
  before: readonly SentFile[],
  claim: (fresh: string[]) => Promise<SentFile[]>,
): Promise<SentFile[]> {
  const wanted = checkFileCount(ids)
  const known = new Map(before.map((file) => [file.id, file]))
  for (const file of await claim(wanted.filter((id) => !known.has(id)))) known.set(file.id, file)
  return wanted.flatMap((id) => known.get(id) ?? [])
}

/** The ids of files that were there `before` and are not among these. */
export const missingFrom = (files: readonly SentFile[], before: readonly SentFile[]): string[] =>
  before.filter((one) => !files.some(({ id }) => id === one.id)).map(({ id }) => id)

/** Each id once. INVALID_PARAMS for more files than a message has. */
export function checkFileCount(ids: readonly string[], max = FILES_PER_MESSAGE_MAX): string[] {
  const wanted = [...new Set(ids)]
  if (wanted.length > max) {
    throw invalidParams(`files names ${wanted.length} files; a message has at most ${max}.`)
  }
  return wanted
}

function presentFile(shopId: string, file: UploadRow): SentFile {
  const { id, name, size, type } = file
  return { id, name, size, type, url: fileAddress(shopId, file) }
}

/** The path at which a file is given out to everybody who knows it. */
export const fileAddress = (shopId: string, { id, secret, name }: Pick<UploadRow, 'id' | 'secret' | 'name'>): string =>
  `/storefront/files/${shopId}/${id}/${secret}/${encodeURIComponent(name)}`

async function writeBounded(
  path: string,
  body: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<{ size: number; head: Buffer }> {
  const handle = await open(path, 'wx', 0o600)
  let size = 0
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > bytesMax) throw new FileTooLarge(bytesMax)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      await handle.write(chunk)
    }
  } finally {
    await handle.close()
  }
  return { size, head }
}
