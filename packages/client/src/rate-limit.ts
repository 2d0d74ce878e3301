import { ParleyError } from './errors.ts'
import { isRepeatable } from './repeats.ts'

/** The service's window: no request may be sent for this time once it is used up (spec 8.3). */
const QUIET_SECONDS = 60
/** The longest that a timer takes. */
const FOREVER_MS = 2 ** 31 - 1

interface Turn {
  /** No other request was under way when this one was sent. */
  isAlone: boolean
  number: number
}

/**
 * Keeps one client within the service's rate limit. Each request there pushes the end of the window back, and one that
 * is rejected restarts the 60 seconds; so all requests of the client stop together, and go on together. Requests
 * are not sent when the last answer said that none is left, so that a client alone on its key is not refused at all.
 * A request that is refused nevertheless, because others use the key too, is sent again after the quiet time if it reads
 * (GET) or can be repeated without harm (PUT, DELETE, a POST with an Idempotency-Key). Other POSTs and a PATCH never are:
 * their refusal is thrown.
 */
export class RateLimit {
  readonly #send: (request: Request) => Promise<Response>
  readonly #maxWaitMs: number
  /** Requests of a whole window. */
  #limit = 1
  /** What may still be sent, as far as is known; never more than that, when nobody else uses the key. */
  #left = 1
  #underWay = 0
  /** Requests sent so far. */
  #sent = 0
  /** The end of the quiet time, in ms since 1970; 0 if none has started. */
  #quietUntil = 0
  #waiting = new Set<() => void>()

  /** `maxWait`: seconds that one request may wait for quiet times to end; 0 sends everything at once. */
  constructor(send: (request: Request) => Promise<Response>, maxWait: number) {
    this.#send = send
    this.#maxWaitMs = maxWait * 1000
  }

  async fetch(request: Request): Promise<Response> {
    if (this.#maxWaitMs === 0) return this.#send(request)
    const latest = Date.now() + this.#maxWaitMs
    for (;;) {
      const response = await this.#count(request.clone(), await this.#turn(request.signal, latest))
      if (response.status !== 429 || !isRepeatable(request)) return response
      if (this.#quietUntil > latest) return response
      await response.body?.cancel()
    }
  }

  /** Sends the request, whose turn it is, and learns from the answer what is left. */
  async #count(request: Request, { isAlone, number }: Turn): Promise<Response> {
    try {
      const response = await this.#send(request)
      this.#learn(response, isAlone && this.#sent === number)
      return response
    } finally {
      this.#underWay--
      for (const wake of this.#waiting) wake()
    }
  }

  /** `isAlone`: no other request was under way at any time since this one was sent, so that its answer is exact. */
  #learn({ status, headers }: Response, isAlone: boolean): void {
    const limit = Number(headers.get('x-ratelimit-limit') ?? Number.POSITIVE_INFINITY)
    const left = status === 429 ? 0 : Number(headers.get('x-ratelimit-remaining') ?? Number.POSITIVE_INFINITY)
    this.#limit = limit
    // Others that are under way are perhaps not counted there yet, and answers may come in another order.
    this.#left = isAlone || left === Number.POSITIVE_INFINITY ? left : Math.min(this.#left, left - (this.#underWay - 1))
    // A proxy may say it as a date, or say 0: neither may make this client ask without end.
    const told = status === 429 ? Number(headers.get('retry-after') ?? QUIET_SECONDS) : QUIET_SECONDS
    const seconds = Number.isFinite(told) ? Math.max(1, told) : QUIET_SECONDS
    if (left === 0) this.#quietUntil = Math.max(this.#quietUntil, Date.now() + seconds * 1000)
  }

  /**
   * Resolves when a request may be sent, which is counted at that very moment, for many wait for the same answer. Throws
   * when that would be later than `latest`, or when it is aborted.
   */
  async #turn(signal: AbortSignal, latest: number): Promise<Turn> {
    for (;;) {
      signal.throwIfAborted()
      const quietMs = this.#quietUntil - Date.now()
      if (quietMs <= 0) {
        if (this.#quietUntil > 0) this.#left = Math.max(1, this.#limit - this.#underWay)
        this.#quietUntil = 0
        if (this.#left > 0 || this.#underWay === 0) {
          this.#left--
          return { isAlone: this.#underWay++ === 0, number: ++this.#sent }
        }
      }
      if (this.#quietUntil > latest) throw this.#tooLong(quietMs)
      await this.#change(quietMs > 0 ? quietMs : FOREVER_MS, signal)
    }
  }

  #tooLong(quietMs: number): ParleyError {
    const seconds = Math.ceil(quietMs / 1000)
    const message = `The rate limit is used up for ${seconds} more seconds, and maxWait allows no such wait. Nothing was sent.`
    return new ParleyError('RATE_LIMITED', message, { retryAfter: seconds })
  }

  /** Waits for a response to arrive, at most `ms`. */
  #change(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, Math.min(ms, FOREVER_MS))
      signal.addEventListener('abort', wake)
      this.#waiting.add(wake)
    })
  }
}

/** Waits; rejects with the signal's reason when it is aborted. */
export function wait(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
