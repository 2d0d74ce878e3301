import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ParleyError } from '#core/errors.ts'
import { type BucketAddress, ObjectStore, ObjectStoreError } from '#outbound/object-store.ts'

/** Bytes `first` to `last` of a file, both counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/** Storage of files' bytes: a directory, or a bucket. Files are named by the store's id and one of their own. */
export interface FileBytes {
  /** Path at which a file is written while it arrives. */
  arrivalPath(shopId: string, id: string): Promise<string>
  /** Keeps a file that arrived there, whole or not at all; throws UNAVAILABLE where that cannot be done now. */
  keep(shopId: string, id: string, path: string): Promise<void>
  /** The file, or a part of it; null where it is gone. UNAVAILABLE where it cannot be read now. */
  read(shopId: string, id: string, range?: ByteRange): Promise<{ size: number; body: Readable } | null>
  remove(shopId: string, id: string): Promise<void>
  /** All files of a store. */
  removeAll(shopId: string): Promise<void>
}

/** The bucket that is configured, otherwise the directory `uploads` next to the embedded database. */
export function openFileBytes({
  dataDir,
  filesBucket,
}: {
  dataDir: string
  filesBucket?: BucketAddress | undefined
}): FileBytes {
  return filesBucket
    ? new BucketBytes(new ObjectStore(filesBucket), join(dataDir, 'uploads.arriving'))
    : new DirectoryBytes(join(dataDir, 'uploads'))
}

/** Files under a directory: one a store, in it a file an upload. */
class DirectoryBytes implements FileBytes {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async arrivalPath(shopId: string, id: string): Promise<string> {
    await mkdir(join(this.#root, shopId), { recursive: true })
    return join(this.#root, shopId, id)
  }

  /** Does nothing: a file arrives in its final place. */
  async keep(): Promise<void> {}

  /** Opened before it is streamed: a file that is deleted meanwhile is gone, and the stream cannot fail before it has a listener. */
  async read(shopId: string, id: string, range?: ByteRange): Promise<{ size: number; body: Readable } | null> {
    const handle = await open(join(this.#root, shopId, id)).catch(() => null)
    if (!handle) return null
    const { size } = await handle.stat()
    return { size, body: handle.createReadStream(range ? { start: range.first, end: range.last } : {}) }
  }

  async remove(shopId: string, id: string): Promise<void> {
    await rm(join(this.#root, shopId, id), { force: true })
  }

  async removeAll(shopId: string): Promise<void> {
    await rm(join(this.#root, shopId), { recursive: true, force: true })
  }
}

/** Requests at a time when many objects are deleted. */
const AT_A_TIME = 8

/** Files as objects of a bucket. One that arrives is a file of this process until it is whole and judged. */
class BucketBytes implements FileBytes {
  readonly #objects: ObjectStore
  readonly #arrivals: string

  constructor(objects: ObjectStore, arrivals: string) {
    this.#objects = objects
    this.#arrivals = arrivals
  }

  async arrivalPath(_shopId: string, id: string): Promise<string> {
    await mkdir(this.#arrivals, { recursive: true })
    return join(this.#arrivals, id)
  }

  async keep(shopId: string, id: string, path: string): Promise<void> {
    const { size, sha256 } = await digestOf(path)
    await available(() => this.#objects.put(`${shopId}/${id}`, { path, size, sha256 }))
    await rm(path, { force: true })
  }

  read(shopId: string, id: string, range?: ByteRange): Promise<{ size: number; body: Readable } | null> {
    return available(() => this.#objects.get(`${shopId}/${id}`, range))
  }

  async remove(shopId: string, id: string): Promise<void> {
    await rm(join(this.#arrivals, id), { force: true })
    await available(() => this.#objects.delete(`${shopId}/${id}`))
  }

  async removeAll(shopId: string): Promise<void> {
    for (;;) {
      const keys = await available(() => this.#objects.list(`${shopId}/`))
      if (keys.length === 0) return
      const next = async () => {
        for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
          const one = key
          await available(() => this.#objects.delete(one))
        }
      }
      await Promise.all(Array.from({ length: AT_A_TIME }, next))
    }
  }
}

/** Size of a file, and the digest in hex that a bucket needs before its bytes. */
async function digestOf(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    size += chunk.length
    hash.update(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}

async function available<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error
    const refusal = new ParleyError('UNAVAILABLE', 'The store for files cannot be used right now; try again later.')
    throw Object.assign(refusal, { cause: error })
  }
}
