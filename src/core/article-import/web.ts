import { setTimeout as sleep } from 'node:timers/promises'

/** A document of somebody else's web server. */
export interface Fetched {
  /** The address that it came from in the end: redirects lead on. */
  url: URL
  type: string
  bytes: Buffer
}

/** Why a document cannot be read, in words for people. */
export class SourceUnreadable extends Error {}

const REDIRECTS_MAX = 5
const TIMEOUT_MS = 30_000
/** Waits before a server that is busy, or could not be reached, is asked again. */
const RETRY_WAITS_MS = [500, 2_000, 8_000]
/** The longest wait that a server may ask for. */
const WAIT_MAX_MS = 60_000
const BUSY = [429, 502, 503, 504]

/** Reads documents of the web for an import: each hop of a redirect through the outbound checks. */
export class Web {
  readonly #fetchAllowed: typeof fetch
  readonly #signal: AbortSignal

  /** `fetchAllowed`: reaches only addresses that are allowed, and bounds what it reads (outbound); `signal` ends everything. */
  constructor(fetchAllowed: typeof fetch, signal: AbortSignal) {
    this.#fetchAllowed = fetchAllowed
    this.#signal = signal
  }

  /** Throws `SourceUnreadable`. `headers` go to the address's own host alone. */
  async get(address: string | URL, headers: Record<string, string> = {}): Promise<Fetched> {
    const first = webAddress(address)
    let url = first
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      const response = await this.#send(url, url.origin === first.origin ? headers : {})
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        url = webAddress(location, url)
        continue
      }
      if (!response.ok) {
        await response.body?.cancel()
        throw new SourceUnreadable(`${url.host} answered ${response.status}`)
      }
      const bytes = Buffer.from(await response.arrayBuffer().catch(whyUnread))
      return { url, type: response.headers.get('content-type') ?? '', bytes }
    }
    throw new SourceUnreadable(`${first.host} redirects more than ${REDIRECTS_MAX} times`)
  }

  /** The JSON of an address. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of other services, read field by field
  async json(address: string | URL, headers: Record<string, string> = {}): Promise<any> {
    const { bytes, url } = await this.get(address, { accept: 'application/json', ...headers })
    try {
      return JSON.parse(bytes.toString())
    } catch {
      throw new SourceUnreadable(`${url.host} answered with something that is not JSON`)
    }
  }

  async #send(url: URL, headers: Record<string, string>): Promise<Response> {
    for (let tries = 0; ; tries++) {
      const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)])
      const answer = await this.#fetchAllowed(url, { headers, signal, redirect: 'manual' }).catch((error) => error)
      const wait = RETRY_WAITS_MS[tries]
      if (answer instanceof Error) {
        this.#signal.throwIfAborted()
        // An address that may not be reached stays so.
        if (wait === undefined || !isOfConnection(answer)) whyUnread(answer)
      } else if (!BUSY.includes(answer.status) || wait === undefined) return answer
      else await answer.body?.cancel()
      const asked = answer instanceof Error ? 0 : Number(answer.headers.get('retry-after') ?? 0) * 1000
      await sleep(Math.min(Math.max(asked || 0, wait ?? 0), WAIT_MAX_MS), undefined, { signal: this.#signal })
    }
  }
}

/** An address of the web, without a login. */
export function webAddress(address: string | URL, base?: URL): URL {
  const url = URL.parse(String(address), base?.href)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SourceUnreadable(`${shortOf(address)} is not an address of the web`)
  if (url.username || url.password) throw new SourceUnreadable('an address must not hold a user name or password')
  url.hash = ''
  return url
}

const shortOf = (address: string | URL) => String(address).slice(0, 200)

const isOfConnection = (error: Error) => /^(ECONN|UND_ERR_(CONNECT|SOCKET))/.test(String(codeOf(error)))
const codeOf = ({ cause }: Error) => (cause as { code?: string } | undefined)?.code

function whyUnread(error: Error): never {
  const why = error.name === 'TimeoutError' ? 'it did not answer in time' : causeOf(error).message
  throw new SourceUnreadable(why.slice(0, 300))
}

const causeOf = (error: Error): Error => (error.cause instanceof Error ? error.cause : error)
