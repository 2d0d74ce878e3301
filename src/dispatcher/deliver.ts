import type { Dispatcher, Pool } from 'undici'
import { loadLater } from '#base/load-later.ts'
import type { AddressBook } from '#outbound/address.ts'
import { pinnedTo } from '#outbound/pinned-lookup.ts'
import type { AttemptOutcome } from './next-step.ts'

const undici = loadLater<typeof import('undici')>('undici')

export interface DelivererOptions {
  addresses: AddressBook
  /** The whole attempt in milliseconds, from the name's look-up to the last byte of the answer. */
  timeoutMs: number
}

/** Answers are read this far, to use the connection again; the status line is all that counts. */
const BODY_BYTES_READ = 64 * 1024
const HEADER_BYTES_MAX = 16 * 1024
/** A host's connections are let go after this long without a delivery. */
const IDLE_MS = 60_000

/**
 * Sends deliveries. Connections are kept for each host and vetted address: an attempt first resolves and checks
 * the host's address again, then uses a connection to that very address. Nothing is followed, decompressed or trusted.
 */
export class Deliverer {
  readonly #options: DelivererOptions
  readonly #pools = new Map<string, { pool: Pool; usedAt: number }>()
  readonly #sweep = setInterval(() => this.#dropIdle(), IDLE_MS / 2).unref()

  constructor(options: DelivererOptions) {
    this.#options = options
  }

  /** Makes one attempt. Never rejects: failures are outcomes. */
  send(url: string, headers: Record<string, string>, body: Buffer): Promise<AttemptOutcome> {
    const attempt = new Attempt(this.#options.timeoutMs)
    void this.#start(new URL(url), headers, body, attempt)
    return attempt.outcome
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await Promise.all([...this.#pools.values()].map(({ pool }) => pool.destroy()))
  }

  async #start(url: URL, headers: Record<string, string>, body: Buffer, attempt: Attempt): Promise<void> {
    try {
      const address = await this.#options.addresses.resolve(url.hostname)
      if (attempt.isOver) return
      this.#pool(url, address).dispatch({ path: url.pathname + url.search, method: 'POST', headers, body }, attempt)
    } catch (error) {
      attempt.fail((error as Error).message)
    }
  }

  #pool(url: URL, address: string): Pool {
    const key = `${url.origin} ${address}`
    const known = this.#pools.get(key)
    if (known) {
      known.usedAt = Date.now()
      return known.pool
    }
    const { timeoutMs } = this.#options
    const pool = new (undici().Pool)(url.origin, {
      connections: null, // as many as the dispatcher has deliveries under way: paths of one host do not wait for each other
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      // The attempt has one time limit, which is its own (`Attempt`): these would be timers more for each request.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: timeoutMs, ...pinnedTo(address) },
    })
    this.#pools.set(key, { pool, usedAt: Date.now() })
    return pool
  }

  #dropIdle(): void {
    const now = Date.now()
    for (const [key, { pool, usedAt }] of this.#pools) {
      if (now - usedAt < IDLE_MS) continue
      this.#pools.delete(key)
      void pool.close()
    }
  }
}

/** One attempt's answer as it comes in. The status decides; what follows is read or cut off, and changes nothing. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<AttemptOutcome>
  readonly #resolve: (outcome: AttemptOutcome) => void
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #bytes = 0
  isOver = false

  constructor(timeoutMs: number) {
    const { promise, resolve } = Promise.withResolvers<AttemptOutcome>()
    this.outcome = promise
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#expire(), timeoutMs)
  }

  /** The time is up: an answer whose status has come counts, anything less is a timeout. */
  #expire(): void {
    if (!this.#finish(this.#status > 0 ? { kind: 'response', status: this.#status } : { kind: 'timeout' })) return
    this.#controller?.abort(new Error('the attempt took too long'))
  }

  fail(reason: string): void {
    this.#finish({ kind: 'network', reason })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.isOver) controller.abort(new Error('the attempt is over'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) this.#status = status
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes <= BODY_BYTES_READ || this.isOver) return
    this.#finish({ kind: 'response', status: this.#status })
    controller.abort(new Error('the answer is long enough'))
  }

  onResponseEnd(): void {
    this.#finish({ kind: 'response', status: this.#status })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#status > 0) this.#finish({ kind: 'response', status: this.#status })
    else if (isTimeout(error)) this.#finish({ kind: 'timeout' })
    else this.#finish({ kind: 'network', reason: describe(error) })
  }

  #finish(outcome: AttemptOutcome): boolean {
    if (this.isOver) return false
    this.isOver = true
    clearTimeout(this.#timer)
    this.#resolve(outcome)
    return true
  }
}

function isTimeout(error: Error & { code?: string }): boolean {
  return error.code === 'UND_ERR_CONNECT_TIMEOUT'
}

/** One line that helps the endpoint's operator: the code, and its meaning. */
function describe(error: Error & { code?: string }): string {
  return [error.code, error.message].filter(Boolean).join(': ').slice(0, 500)
}
