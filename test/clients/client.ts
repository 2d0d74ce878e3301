import { throughClient } from './through-client.ts'

/** A response of the service, with its body as JSON (or as text if it is not JSON). */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  body: any
}

type Headers_ = Record<string, string>

export interface Client {
  /** What every call carries. */
  headers: Headers_
  get(path: string, headers?: Headers_): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headers_): Promise<Answer>
  put(path: string, body?: unknown, headers?: Headers_): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Headers_): Promise<Answer>
  delete(path: string, headers?: Headers_): Promise<Answer>
  /** Any method. A body is sent as JSON; a string, a Buffer or a stream goes as it is. */
  call(method: string, path: string, body?: unknown, headers?: Headers_): Promise<Answer>
}

/** Calls to one server that all carry the same headers. */
export function createClient(baseUrl: string, always: Headers_ = {}): Client {
  async function call(method: string, path: string, body?: unknown, headers: Headers_ = {}): Promise<Answer> {
    const merged = { ...always, ...headers }
    const answered = await throughClient(baseUrl, { method, path, body, headers: merged })
    if (answered) return answered
    const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...merged },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body), duplex: 'half' }),
    } as RequestInit)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parse(text) }
  }
  return {
    headers: always,
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
