import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../client.ts'

/** Tries after an error of the network or the source, and the waits before them. */
const RETRY_WAITS_MS = [500, 2_000, 8_000, 30_000]
/** Longest wait that a source may ask for at once. */
const WAIT_MAX_MS = 15 * 60_000
/** Wait where a source asks for one without saying how long. */
const WAIT_MS = 10_000
const TIMEOUT_MS = 60_000

/** What a source answered, in words: a record of it is skipped. */
export class SourceError extends Error {}

/** Calls of another help desk's API. Rate limits are waited out, as long as the source says. */
export class SourceApi {
  readonly #root: string
  readonly #headers: Record<string, string>
  /** Called with each wait for the rate limit, in milliseconds. */
  onWait: (ms: number) => void = () => {}

  constructor(url: string, headers: Record<string, string>) {
    this.#root = url.replace(/\/$/, '')
    this.#headers = headers
  }

  /** The JSON of a path, or of a whole address of the same source, such as the one of a next page. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of other services, read field by field
  async get(path: string): Promise<any> {
    const response = await this.#send(this.#address(path))
    const text = await response.text()
    try {
      return JSON.parse(text)
    } catch {
      throw new CliError(`${this.#root} answered ${response.status} with something that is not JSON. Is --url right?`)
    }
  }

  /** The bytes of a file, wherever the source keeps it. The token goes to the source alone. */
  async file(address: string): Promise<AsyncIterable<Buffer>> {
    const url = this.#address(address)
    const { body } = await this.#send(url)
    if (!body) throw new SourceError('the file is empty')
    return body as unknown as AsyncIterable<Buffer>
  }

  #address(path: string): URL {
    if (!URL.canParse(path, `${this.#root}/`)) throw new SourceError(`${path} is not an address`)
    const url = new URL(path.startsWith('/') ? this.#root + path : path)
    if (!/^https?:$/.test(url.protocol)) throw new SourceError(`${path} is not an address`)
    return url
  }

  async #send(url: URL): Promise<Response> {
    const isSource = url.origin === new URL(this.#root).origin
    for (let tries = 0; ; ) {
      const answer = await fetch(url, {
        headers: isSource ? { accept: 'application/json, */*', ...this.#headers } : {},
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: Error) => error)
      if (!(answer instanceof Error)) {
        if (answer.ok) return answer
        await answer.arrayBuffer().catch(() => {})
        if (answer.status === 429) {
          await this.#wait(answer.headers)
          continue
        }
        if (isSource && (answer.status === 401 || answer.status === 403)) {
          throw new CliError(`${this.#root} refused the token (${answer.status} for ${url.pathname}).`)
        }
        if (answer.status < 500) throw new SourceError(`${url.pathname} answered ${answer.status}`)
      }
      const wait = RETRY_WAITS_MS[tries++]
      const why =
        answer instanceof Error
          ? ((answer.cause as Error | undefined)?.message ?? answer.message)
          : `it answered ${answer.status}`
      if (wait === undefined) {
        throw isSource
          ? new CliError(`${url.origin} cannot be read (${why}). Run the command again: it goes on where it was.`)
          : new SourceError(why)
      }
      await sleep(wait)
    }
  }

  async #wait(headers: Headers): Promise<void> {
    const ms = Math.min(waitOf(headers), WAIT_MAX_MS)
    this.onWait(ms)
    await sleep(ms)
  }
}

/** Milliseconds that a 429 asks to wait: Retry-After in seconds or as a date, or the time that the limit is reset at. */
function waitOf(headers: Headers): number {
  const after = headers.get('retry-after')
  if (after !== null && /^\d+(\.\d+)?$/.test(after.trim())) return Number(after) * 1000
  const date = after === null ? Number.NaN : Date.parse(after)
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now())
  const reset = Number(headers.get('x-ratelimit-reset'))
  return reset > 0 ? Math.max(1_000, reset * 1000 - Date.now()) : WAIT_MS
}
