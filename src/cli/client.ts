import { request } from 'undici'
import type { CliConfig } from '#config/cli.ts'

/** What went wrong, in words for a person. */
export class CliError extends Error {
  /** The server cannot be reached, or does not let us in: no other call would do better. */
  isOfConnection = false
}

export interface ApiAnswer {
  data: unknown
  nextCursor: string | null
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
interface Payload {
  type: string
  content: string | AsyncIterable<Buffer>
}

/** Calls of the operator API. Nothing times out: an import or sample data take as long as they take. */
export class Client {
  readonly #config: CliConfig

  constructor(config: CliConfig) {
    this.#config = config
  }

  /** The `data` of an answer. */
  async call(method: Method, path: string, body?: object): Promise<unknown> {
    const payload = body && { type: 'application/json', content: JSON.stringify(body) }
    return (await this.#send(method, path, payload)).data
  }

  /** Sends a file as it is read, lines of JSON unless `type` says otherwise; returns once the server has judged all of it. */
  async upload(path: string, content: AsyncIterable<Buffer>, type = 'application/x-ndjson'): Promise<unknown> {
    return (await this.#send('POST', path, { type, content })).data
  }

  /** An answer that is a file. */
  async download(path: string): Promise<AsyncIterable<Buffer>> {
    const { statusCode, body } = await this.#request('GET', path)
    if (statusCode === 200) return body
    readAnswer(statusCode, await body.text())
    throw new CliError(`The server answered ${statusCode}.`)
  }

  /** All pages of a list. */
  async list(path: string): Promise<unknown[]> {
    const items: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ApiAnswer = await this.#send('GET', `${path}?limit=100&cursor=${encodeURIComponent(cursor)}`)
      items.push(...(page.data as unknown[]))
      cursor = page.nextCursor
    }
    return items
  }

  async #send(method: Method, path: string, payload?: Payload): Promise<ApiAnswer> {
    const response = await this.#request(method, path, payload)
    return readAnswer(response.statusCode, await response.body.text())
  }

  async #request(method: Method, path: string, payload?: Payload) {
    const { url, operatorToken } = this.#config
    if (!operatorToken) throw new CliError('OPERATOR_TOKEN is not set; give the one that the server was started with.')
    return request(url + path, {
      method,
      headers: {
        authorization: `Bearer ${operatorToken}`,
        ...(payload ? { 'content-type': payload.type } : {}),
      },
      body: payload ? (payload.content as string) : null,
      headersTimeout: 0,
      bodyTimeout: 0,
    }).catch((error: Error) => {
      throw error instanceof CliError ? error : unreachable(url, error)
    })
  }
}

export function unreachable(url: string, error: Error & { code?: string }): CliError {
  return ofConnection(
    `The server at ${url} cannot be reached (${error.code ?? error.message}). Is it running? PARLEY_URL names another one.`,
  )
}

function ofConnection(message: string): CliError {
  return Object.assign(new CliError(message), { isOfConnection: true })
}

function readAnswer(status: number, text: string): ApiAnswer {
  let body: { data?: unknown; paging?: { nextCursor: string | null }; error?: { code: string; message: string } }
  try {
    body = JSON.parse(text)
  } catch {
    throw new CliError(`The server answered ${status} with something that is not JSON. Is PARLEY_URL a Parley server?`)
  }
  if (status < 400) return { data: body.data, nextCursor: body.paging?.nextCursor ?? null }
  const { code, message } = body.error ?? { code: '', message: `The server answered ${status}.` }
  if (status === 404 && message === 'No such endpoint.') {
    throw new CliError('The server has no operator API: start it with OPERATOR_TOKEN set.')
  }
  if (code === 'UNAUTHENTICATED') throw ofConnection('The server was started with another OPERATOR_TOKEN.')
  if (status >= 500) throw ofConnection(message)
  throw new CliError(message)
}
