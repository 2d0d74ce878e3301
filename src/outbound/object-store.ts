import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import type { Dispatcher } from 'undici'
import { loadLater } from '#base/load-later.ts'

const undici = loadLater<typeof import('undici')>('undici')

/** A bucket of a store that speaks the S3 protocol, as FILES_URL names it. */
export interface BucketAddress {
  /** `https://host[:port]/bucket[/prefix]/`: what keys are appended to. */
  base: URL
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** The store could not be reached, took too long or refused. The message says which, for the log. */
export class ObjectStoreError extends Error {}

/** Waits for the connection, for an answer's head, and between two pieces of a body. */
const CONNECT_MS = 5_000
const ANSWER_MS = 15_000
/** Bytes of an error's body that are logged. */
const ERROR_BYTES = 4_096
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Objects in a bucket. Requests are signed (SigV4), bodies too; only the operator says where they go. */
export class ObjectStore {
  readonly #bucket: BucketAddress
  readonly #agent = new (undici().Agent)({
    connect: { timeout: CONNECT_MS },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
  })

  constructor(bucket: BucketAddress) {
    this.#bucket = bucket
  }

  /** Stores the file at `path`, whole or not at all. `sha256` in hex: the store checks it. */
  async put(key: string, { path, size, sha256 }: { path: string; size: number; sha256: string }): Promise<void> {
    const file = createReadStream(path)
    file.on('error', () => {}) // reported by the request
    const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' }
    await this.#finish(await this.#send('PUT', key, { headers, sha256, body: file }))
  }

  /** Returns an object, or bytes `first` to `last` of it; null for an unknown key. The caller must read or destroy the body. */
  async get(key: string, range?: { first: number; last: number }): Promise<{ size: number; body: Readable } | null> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {}
    const answer = await this.#send('GET', key, { headers })
    answer.body.on('error', () => {}) // reported to who reads it
    if (answer.statusCode === 404) {
      await answer.body.dump()
      return null
    }
    if (answer.statusCode !== (range ? 206 : 200)) await this.#refuse(answer)
    return { size: Number(answer.headers['content-length']), body: answer.body }
  }

  /** Deletes an object; one that is not there counts as deleted. */
  async delete(key: string): Promise<void> {
    const answer = await this.#send('DELETE', key)
    if (answer.statusCode === 404) await answer.body.dump()
    else await this.#finish(answer)
  }

  /** Up to a thousand keys that begin with `prefix`. */
  async list(prefix: string): Promise<string[]> {
    const folder = decodeURIComponent(this.#bucket.base.pathname).split('/').slice(2).join('/')
    const query = new URLSearchParams({ 'list-type': '2', prefix: folder + prefix })
    const answer = await this.#send('GET', null, { query })
    if (answer.statusCode !== 200) await this.#refuse(answer)
    const text = await this.#inWords(() => answer.body.text())
    // Keys are ours: ids and slashes, nothing that XML would write otherwise.
    return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => (match[1] as string).slice(folder.length))
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #send(
    method: Dispatcher.HttpMethod,
    key: string | null,
    options: { headers?: Record<string, string>; sha256?: string; body?: Readable; query?: URLSearchParams } = {},
  ): Promise<Dispatcher.ResponseData> {
    const { base, accessKeyId, secretAccessKey, region } = this.#bucket
    const url = key === null ? new URL(`/${base.pathname.split('/')[1]}/`, base) : new URL(key, base)
    url.search = options.query?.toString() ?? ''
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...options.headers, 'x-amz-content-sha256': options.sha256 ?? EMPTY },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
    return this.#inWords(() =>
      undici().request(signed.url, {
        method,
        headers: Object.fromEntries(signed.headers),
        body: options.body ?? null,
        dispatcher: this.#agent,
      }),
    )
  }

  async #finish(answer: Dispatcher.ResponseData): Promise<void> {
    if (answer.statusCode >= 300) await this.#refuse(answer)
    await answer.body.dump()
  }

  async #refuse({ statusCode, body }: Dispatcher.ResponseData): Promise<never> {
    const text = await body.text().catch(() => '')
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(text.slice(0, ERROR_BYTES))?.[1]
    throw new ObjectStoreError(`it answered ${statusCode}${code ? ` ${code}` : ''}`)
  }

  async #inWords<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw new ObjectStoreError((error as Error).message || String((error as { code?: string }).code))
    }
  }
}
