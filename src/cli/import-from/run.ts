import { CliError, type Client } from '../client.ts'
import { stopwatch, withProgress } from '../progress.ts'
import type { Found, KeepChanged, ReadConversation, ReadMessage } from './records.ts'
import { type SourceApi, SourceError } from './source-api.ts'

/** Lines and characters that one call of the service carries. */
const LINES_MAX = 100
const CHARACTERS_MAX = 2_000_000
/** Messages in one line: a long conversation takes several, each of which adds to it. */
const MESSAGES_MAX = 200
/** Ids that the service is asked for at once. */
const IDS_MAX = 50

interface Report {
  imported: Record<string, number>
  skipped: { kind: string; sourceId: string; reason: string }[]
}

interface Target {
  client: Client
  /** The store's path in the operator API. */
  path: string
  /** Name of the help desk and the account, which the map of ids is kept for. */
  source: string
}

/** Reads a source to its end into the store. What was imported before stays as it is. */
export async function importFrom(
  api: SourceApi,
  { client, path, source }: Target,
  read: (changed: KeepChanged) => AsyncGenerator<Found>,
): Promise<Report> {
  const writer = new Writer(api, client, path, source)
  const elapsed = stopwatch()
  let waiting = 0
  api.onWait = (ms) => {
    waiting = Date.now() + ms
  }
  const describe = () => {
    const counts = Object.entries(writer.report.imported).map(([kind, count]) => `${count} ${kind}`)
    const rest =
      waiting > Date.now() ? `, waiting ${Math.ceil((waiting - Date.now()) / 1000)} s for the rate limit` : ''
    return `Importing … ${counts.join(', ') || 'nothing new yet'}, ${elapsed()}${rest}`
  }
  return withProgress(describe, async () => {
    for await (const found of read((listed) => writer.changed(listed))) await writer.add(found)
    await writer.flush()
    return writer.report
  })
}

class Writer {
  readonly report: Report = { imported: {}, skipped: [] }
  readonly #api: SourceApi
  readonly #client: Client
  readonly #path: string
  readonly #source: string
  #lines: string[] = []
  #characters = 0
  #kind = ''

  constructor(api: SourceApi, client: Client, path: string, source: string) {
    this.#api = api
    this.#client = client
    this.#path = path
    this.#source = encodeURIComponent(source)
  }

  changed: KeepChanged = async (listed) => {
    const versions = await this.#known(
      'conversation',
      listed.map(({ id }) => id),
    )
    return listed.filter(({ id, version }) => version === '' || versions.get(id) !== version)
  }

  async add(found: Found): Promise<void> {
    if (found.kind === 'skipped') {
      const { of: kind, sourceId, reason } = found
      this.report.skipped.push({ kind, sourceId, reason })
      return
    }
    // Records rest on those of the kinds before them.
    if (found.kind !== this.#kind) await this.flush()
    this.#kind = found.kind
    if (found.kind !== 'conversation') return this.#line(found)
    const { data, sourceId, version } = found
    await this.#storeFiles(sourceId, data)
    for (let from = 0; from === 0 || from < data.messages.length; from += MESSAGES_MAX) {
      const messages = data.messages.slice(from, from + MESSAGES_MAX).map(asLine)
      const isLast = from + MESSAGES_MAX >= data.messages.length
      // Up to its last message, a conversation counts as not imported.
      await this.#line({ kind: 'conversation', sourceId, ...(isLast ? { version } : {}), data: { ...data, messages } })
    }
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return
    const body = Buffer.from(this.#lines.join('\n'))
    this.#lines = []
    this.#characters = 0
    const { imported, skipped } = (await this.#client.upload(
      `${this.#path}/source-records?source=${this.#source}`,
      once(body),
    )) as Report
    for (const [kind, count] of Object.entries(imported)) {
      this.report.imported[kind] = (this.report.imported[kind] ?? 0) + count
    }
    this.report.skipped.push(...skipped)
  }

  async #line(record: object): Promise<void> {
    const line = JSON.stringify(record)
    if (this.#characters + line.length > CHARACTERS_MAX) await this.flush()
    this.#lines.push(line)
    this.#characters += line.length
    if (this.#lines.length >= LINES_MAX) await this.flush()
  }

  async #known(kind: string, ids: string[]): Promise<Map<string, string | null>> {
    const known = new Map<string, string | null>()
    for (let from = 0; from < ids.length; from += IDS_MAX) {
      const some = ids.slice(from, from + IDS_MAX).map((id) => `&sourceId=${encodeURIComponent(id)}`)
      const path = `${this.#path}/source-records?source=${this.#source}&kind=${kind}${some.join('')}`
      for (const { sourceId, version } of (await this.#client.call('GET', path)) as Known[])
        known.set(sourceId, version)
    }
    return known
  }

  /** Streams the files that the store does not have yet. One that cannot be read is reported, and its message goes without. */
  async #storeFiles(conversation: string, { messages }: ReadConversation): Promise<void> {
    const files = messages.flatMap((message) => message.files.map((file) => ({ ...file, message: message.sourceId })))
    if (files.length === 0) return
    const known = await this.#known(
      'file',
      files.map(({ sourceId }) => sourceId),
    )
    for (const { sourceId, name, url, message } of files) {
      if (known.has(sourceId)) continue
      try {
        const query = `source=${this.#source}&sourceId=${encodeURIComponent(sourceId)}&name=${encodeURIComponent(shortName(name))}`
        const body = readable(await this.#api.file(url))
        await this.#client.upload(`${this.#path}/source-files?${query}`, body, 'application/octet-stream')
      } catch (error) {
        if (!(error instanceof SourceError || (error instanceof CliError && !error.isOfConnection))) throw error
        const reason = `message ${message}: the file ${name} was left out (${error.message})`
        this.report.skipped.push({ kind: 'conversation', sourceId: conversation, reason })
      }
    }
  }
}

interface Known {
  sourceId: string
  version: string | null
}

const asLine = ({ files, ...message }: ReadMessage) => ({ ...message, files: files.map(({ sourceId }) => sourceId) })

/** A name of up to 255 characters that keeps its ending. */
const shortName = (name: string) => (name.length <= 200 ? name : name.slice(0, 150) + name.slice(-50))

/** A file that breaks off is the file's fault, not the service's. */
async function* readable(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield Buffer.from(chunk)
  } catch (error) {
    throw new CliError(`it broke off: ${(error as Error).message}`)
  }
}

async function* once(body: Buffer): AsyncGenerator<Buffer> {
  yield body
}
