import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import { type Contacts, createContacts } from './contacts.ts'
import { ParleyError, refusal, unexpected, unreachable } from './errors.ts'
import type { paths } from './generated/openapi.ts'
import { flatten, followPages, type Item, type ListInit, type Page, type PagedPath } from './pages.ts'
import { RateLimit } from './rate-limit.ts'
import { idempotencyKeyFor, sendUntilAnswered } from './repeats.ts'

export interface ParleyOptions {
  /** The service's address, such as https://chat.example.com. */
  baseUrl: string
  /** The store's API key (`sk_…`): for /chat and for contacts. Keep it on a server. */
  apiKey?: string
  /** The store's App ID (`app_…`): for contacts. */
  appId?: string
  /** The OPERATOR_TOKEN of who runs the service: for /operator. */
  operatorToken?: string
  /** Address of GraphQL; `{baseUrl}/graphql` unless given. */
  graphqlUrl?: string
  /**
   * Seconds that one call may wait for the rate limit, 0 or more; 300 unless given. A call that would wait longer is
   * refused with RATE_LIMITED and not sent. 0: nothing waits, everything is sent once, and refusals are thrown as they come.
   */
  maxWait?: number
  /** What sends requests; the global `fetch` unless given. */
  fetch?: (request: Request) => Promise<Response>
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths]
type Init<P extends keyof paths, M extends Method> = MaybeOptionalInit<paths[P], M & keyof paths[P]>
type Operation<P extends keyof paths, M extends Method> = paths[P][M & keyof paths[P]] & {}
type Answer<P extends keyof paths, M extends Method, I> = NonNullable<
  FetchResponse<Operation<P, M>, I, `${string}/${string}`>['data']
>

/**
 * Calls operations with this method: `path` as the reference has it, with `{…}`; then `params` (`path` and `query`),
 * `body`, `headers`, `signal`, `parseAs`. Answers the body, `{data, paging?, meta?}`. Throws a `ParleyError`; an abort
 * is thrown as the signal's reason.
 */
export type Call<M extends Method> = <P extends PathsWith<M>, I extends Init<P, M>>(
  path: P,
  ...init: undefined extends I ? [init?: I] : [init: I]
) => Promise<Answer<P, M, I>>

/** A client of one service, on behalf of one store or of the operator. */
export interface Parley {
  GET: Call<'get'>
  POST: Call<'post'>
  PUT: Call<'put'>
  PATCH: Call<'patch'>
  DELETE: Call<'delete'>
  /** Everything in a list that comes in pages, page after page as it is read. `query.limit` is the pages' size. */
  list<P extends PagedPath>(path: P, init?: ListInit<P>): AsyncGenerator<Item<P>>
  /** Lists records by page, each with its `paging`. */
  pages<P extends PagedPath>(path: P, init?: ListInit<P>): AsyncGenerator<Page<P>>
  /** Contacts over GraphQL; needs `appId` and `apiKey`. */
  contacts: Contacts
}

type AnyInit = { headers?: unknown; body?: unknown; signal?: AbortSignal | null; parseAs?: unknown }
type AnyCall = (path: string, init?: AnyInit) => Promise<{ data?: unknown; error?: unknown; response: Response }>

/** Makes a client. Nothing is sent until something is called. */
export function createParley(options: ParleyOptions): Parley {
  const { baseUrl, apiKey, appId, operatorToken, maxWait = 300, fetch: send = (request) => fetch(request) } = options
  if (!(maxWait >= 0)) throw new TypeError('maxWait is a number of seconds, 0 or more')
  if (!/^https?:\/\/[^/]/.test(baseUrl)) throw new TypeError('baseUrl is an address with http:// or https://')
  const root = baseUrl.replace(/\/+$/, '')
  const limit = new RateLimit(send, maxWait)
  const sendPatiently = (request: Request) =>
    maxWait === 0 ? limit.fetch(request) : sendUntilAnswered((each) => limit.fetch(each), request)
  // Redirects are not followed: keys belong to the address that was given.
  const settings = { baseUrl: root, redirect: 'manual', pathSerializer: fillPath, bodySerializer } as const
  const client = createFetchClient<paths>(settings) as unknown as Record<Uppercase<Method>, AnyCall>

  async function call(method: Uppercase<Method>, path: string, init: AnyInit = {}): Promise<unknown> {
    const isOperators = path.startsWith('/operator/')
    const headers = {
      ...(isOperators && operatorToken !== undefined && { Authorization: `Bearer ${operatorToken}` }),
      ...(path.startsWith('/chat/') && apiKey !== undefined && { 'X-Api-Key': apiKey }),
      ...(typeof init.body === 'string' && { 'Content-Type': 'application/x-ndjson' }),
      ...(isFile(init.body) && { 'Content-Type': 'application/zstd' }),
      ...idempotencyKeyFor(method, path),
      ...toObject(init.headers),
    }
    let response: Response | undefined
    const through = async (request: Request) => {
      try {
        // The operator's calls are not counted, and know no limit.
        response = await (isOperators ? send(request) : sendPatiently(request))
      } catch (error) {
        throw unreachable(error, init.signal, root)
      }
      const isJson = response.headers.get('content-type')?.includes('json')
      if (response.ok && !isJson && !init.parseAs) throw unexpected(response.status, await response.text())
      return response
    }
    try {
      const answer = await client[method](path, { ...init, headers, fetch: through } as AnyInit)
      if (answer.response.ok) return answer.data
      throw refusal(answer.response, answer.error)
    } catch (error) {
      if (error instanceof ParleyError || !response) throw error
      if (error instanceof SyntaxError) throw unexpected(response.status, error.message)
      throw unreachable(error, init.signal, root) // the answer was cut off
    }
  }

  const pages = (path: string, init?: object) =>
    followPages((next) => call('GET', path, next as AnyInit) as Promise<Page<PagedPath>>, init)
  return {
    GET: (path: string, init?: AnyInit) => call('GET', path, init),
    POST: (path: string, init?: AnyInit) => call('POST', path, init),
    PUT: (path: string, init?: AnyInit) => call('PUT', path, init),
    PATCH: (path: string, init?: AnyInit) => call('PATCH', path, init),
    DELETE: (path: string, init?: AnyInit) => call('DELETE', path, init),
    pages,
    list: (path: string, init?: object) => flatten(pages(path, init)),
    contacts: createContacts({
      url: options.graphqlUrl ?? `${root}/graphql`,
      headers: {
        ...(appId !== undefined && { 'x-api-id': appId }),
        ...(apiKey !== undefined && { 'x-api-secret': apiKey }),
      },
      send,
      maxWait,
    }),
  } as unknown as Parley
}

/** Refuses what no address can carry: browsers, and so `fetch`, take `..` for the folder above, however encoded. */
function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    const text = String(value ?? '')
    if (['', '.', '..'].includes(text)) throw new TypeError(`${name} in ${path} cannot be ${JSON.stringify(value)}`)
    return encodeURIComponent(text)
  })
}

/** Bodies are JSON, but for an import's, which is lines of it. */
/** A file as it is, such as an exported store. */
const isFile = (body: unknown): body is ArrayBuffer | Blob => body instanceof ArrayBuffer || body instanceof Blob
const bodySerializer = (body: unknown) =>
  typeof body === 'string' || isFile(body) ? (body as string) : JSON.stringify(body)

function toObject(headers: unknown): Record<string, string> {
  const isObject = !(headers instanceof Headers || Array.isArray(headers))
  return isObject
    ? ((headers ?? {}) as Record<string, string>)
    : Object.fromEntries(headers as Iterable<[string, string]>)
}
