import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound, ParleyError } from '#core/errors.ts'
import { FILE_BYTES_MAX, FILES_PER_MESSAGE_MAX } from '#core/limits.ts'
import type { Database, Queries, Shop } from '#database/database.ts'
import {
  claimUploads,
  deleteOrphans,
  findUpload,
  insertUpload,
  lockUploads,
  type UploadRow,
} from '#storage/files/files.ts'
import { describeFile, fileName } from './file-types.ts'

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
  constructor() {
    super('INVALID_PARAMS', `The file is too large; at most ${FILE_BYTES_MAX / 1024 / 1024} MB are accepted.`)
  }
}

/** Files deleted by one sweep. */
const SWEEP = 500
/** Bytes that tell what a file is. */
const HEAD_BYTES = 4_100

/** Files under DATA_DIR/uploads: a directory a store, a file an upload, named by ids of our own. */
export class FileStore {
  readonly #database: Database
  /** Where they are. */
  readonly root: string

  constructor(database: Database, dataDir: string) {
    this.#database = database
    this.root = join(dataDir, 'uploads')
  }

  /** Writes a file as it arrives, judges it by its bytes, and notes it. What is refused leaves nothing behind. */
  async take(
    { shop }: Pick<Caller, 'shop'>,
    file: { name: string; body: AsyncIterable<Buffer>; visitorId: string | null; memberId: string | null },
  ): Promise<SentFile> {
    const id = newId()
    const path = this.#pathOf(shop.shopId, id)
    await mkdir(join(this.root, shop.shopId), { recursive: true })
    try {
      const { size, head } = await writeBounded(path, file.body)
      if (size === 0) throw invalidParams('The file is empty.')
      const { type, extension } = await describeFile(path, head, file.name)
      const name = fileName(file.name, extension)
      const { visitorId, memberId } = file
      const record = { id, secret: newToken('', 16), name, type, size, visitorId, memberId, conversationId: null }
      await insertUpload(shop, { ...record, createdAt: currentTime() })
      return presentFile(shop.shopId, record)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  /** A file for who knows its address, or NOT_FOUND: the same for a wrong secret. */
  async read(shopId: string, id: string, secret: string): Promise<{ upload: UploadRow; body: Readable }> {
    if (!/^[\w-]{1,64}$/.test(shopId) || !/^[\w-]{1,64}$/.test(id)) throw notFound('File')
    const upload = await findUpload(this.#database.shop(shopId), id)
    if (!upload || upload.secret !== secret) throw notFound('File')
    // Opened before it is streamed: a file that is deleted meanwhile is not found, and the stream cannot fail before it has a listener.
    const handle = await open(this.#pathOf(shopId, upload.id)).catch(() => null)
    if (!handle) throw notFound('File')
    return { upload, body: handle.createReadStream() }
  }

  /** Deletes all files of a store whose records are gone. */
  async removeAll(shopId: string): Promise<void> {
    await rm(join(this.root, shopId), { recursive: true, force: true })
  }

  /** Deletes files that no message carries, sent before `before`. Returns whether there may be more. */
  async sweep(shop: Shop, before: Date): Promise<boolean> {
    const ids = await deleteOrphans(shop, before, SWEEP)
    await this.remove(shop.shopId, ids)
    return ids.length === SWEEP
  }

  async remove(shopId: string, ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => rm(this.#pathOf(shopId, id), { force: true })))
  }

  #pathOf(shopId: string, id: string): string {
    return join(this.root, shopId, id)
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
  }: {
    conversationId: string
    visitorId?: string | null
    memberId?: string | null
  },
): Promise<SentFile[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  if (wanted.length > FILES_PER_MESSAGE_MAX) {
    throw invalidParams(`files names ${wanted.length} files; a message has at most ${FILES_PER_MESSAGE_MAX}.`)
  }
  const found = new Map((await lockUploads(tx, wanted)).map((upload) => [upload.id, upload]))
  const files = wanted.map((id) => {
    const upload = found.get(id)
    const isTheirs = upload && upload.visitorId === visitorId && upload.memberId === memberId
    if (!isTheirs) throw invalidParams(`files: ${JSON.stringify(id.slice(0, 64))} is no file that you sent.`)
    if (upload.conversationId !== null) throw invalidParams(`files: ${id} is in another message already.`)
    return presentFile(tx.shopId, upload)
  })
  await claimUploads(tx, wanted, conversationId)
  return files
}

function presentFile(shopId: string, { id, secret, name, type, size }: UploadRow): SentFile {
  const url = `/storefront/files/${shopId}/${id}/${secret}/${encodeURIComponent(name)}`
  return { id, name, size, type, url }
}

async function writeBounded(path: string, body: AsyncIterable<Buffer>): Promise<{ size: number; head: Buffer }> {
  const handle = await open(path, 'wx', 0o600)
  let size = 0
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > FILE_BYTES_MAX) throw new FileTooLarge()
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      await handle.write(chunk)
    }
  } finally {
    await handle.close()
  }
  return { size, head }
}
