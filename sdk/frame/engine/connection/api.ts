import { patience } from './abort-timeout.ts'

/** A refusal of the server; `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Milliseconds to wait, where the server said so. */
  readonly retryAfter: number
  constructor(status: number, code: string, message: string, retryAfter = 0) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
  /** Whether the same request may be tried again. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

export interface Answer<T> {
  data: T
  paging?: { nextCursor: string | null; hasMore: boolean }
}

const TIMEOUT_MS = 20_000

interface How {
  /** Gives the request up. */
  signal?: AbortSignal
  /** How long an answer is waited for, in milliseconds. */
  ms?: number
}

export function createApi(appId: string, token: () => string | null) {
  function headers(): Record<string, string> {
    const bearer = token()
    return { 'x-app-id': appId, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) }
  }

  async function call<T>(method: string, path: string, body?: unknown, how: How = {}): Promise<Answer<T>> {
    const asker = token()
    let answer: Response
    try {
      answer = await fetch(`/storefront/${path}`, {
        method,
        headers: { ...headers(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
        credentials: 'omit',
        signal: patience(how.ms ?? TIMEOUT_MS, how.signal),
      })
    } catch {
      throw new ApiError(0, 'UNREACHABLE', 'no answer')
    }
    const read = await answer.json().catch(() => null)
    // Logged out meanwhile, here or in another tab: an answer for the last visitor is not for the next one.
    if (token() !== asker) throw new ApiError(0, 'ENDED', 'the visitor has changed')
    if (answer.ok && read) return read
    throw refusal(answer.status, read, answer.headers.get('retry-after'))
  }

  return {
    headers,
    get: <T>(path: string, how?: How) => call<T>('GET', path, undefined, how),
    post: <T>(path: string, body: unknown = {}) => call<T>('POST', path, body).then(({ data }) => data),
    put: <T>(path: string, body: unknown) => call<T>('PUT', path, body).then(({ data }) => data),
    patch: <T>(path: string, body: unknown) => call<T>('PATCH', path, body).then(({ data }) => data),
  }
}

export type Api = ReturnType<typeof createApi>

export function refusal(status: number, body: unknown, retryAfter?: string | null): ApiError {
  const error = (body as { error?: { code?: string; message?: string } } | null)?.error
  const wait = Number(retryAfter) * 1_000
  return new ApiError(
    status || 500,
    error?.code ?? 'INTERNAL',
    error?.message ?? `HTTP ${status}`,
    Number.isFinite(wait) ? wait : 0,
  )
}
