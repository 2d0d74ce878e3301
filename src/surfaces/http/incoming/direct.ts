import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '#base/logger.ts'
import { logAnswered } from '../answered/answered.ts'
import type { App } from '../app.ts'
import { logUnexpected } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What is answered before the framework sees it. */
    directPaths: DirectPath[]
  }
}

/** A small request that was sent plainly, its body read. */
export interface DirectRequest {
  headers: IncomingHttpHeaders
  /** What the path names. */
  params: Record<string, string | undefined>
  /** Undefined where there is none. */
  body: Buffer | undefined
  /** Of who sent it. */
  address: string
  /** Lines about this request. */
  readonly log: Logger
}

export interface DirectAnswer {
  status: number
  /** Beside those that every answer has. */
  headers: Record<string, string>
  /** In the pieces that it is to be sent in. */
  body: (string | Buffer)[] | undefined
  /** The store that it was about, for the log. */
  shopId: string | undefined
}

interface DirectMatch {
  route: string
  params: Record<string, string | undefined>
}

/**
 * A path whose plain POST requests are answered on Node's own request and response, for the framework's way there costs
 * as much as such an answer itself. Whatever is not plain (packed, chunked or long bodies, other methods, queries) goes
 * through the framework, which therefore has a route of the same path that answers the same (decision 71).
 */
export interface DirectPath {
  /** The route's pattern and what the path names, for a path (as sent, with its query) that is this one. */
  match(url: string): DirectMatch | undefined
  /** At once where nothing has to be waited for. Never throws, never rejects. */
  answer(request: DirectRequest): DirectAnswer | Promise<DirectAnswer>
}

export interface DirectOptions {
  addressOf: (request: IncomingMessage) => string
  /** Headers of every answer: names and values in turn. */
  headers: string[]
  nextRequestId: () => string
}

/** Longer bodies are rare, and judged by the framework as they arrive. */
const BODY_BYTES_MAX = 64 * 1024

const ignore = () => {}

/** Lets `app.directPaths` answer what is theirs, before the framework sees it. */
export function answerDirectly(app: App, options: DirectOptions): void {
  const { server } = app
  const [framework] = server.listeners('request')
  if (!framework) throw new Error('the framework does not listen to requests')
  server.off('request', framework as () => void)
  server.on('request', (request, response) => {
    const exchange = isPlain(request) && find(app.directPaths, request, response)
    if (!exchange) return framework.call(server, request, response)
    // Nothing of it should throw; should it all the same, only this one connection ends.
    const fail = (error: unknown) => {
      logUnexpected(app, error)
      response.destroy()
    }
    receive(exchange, (body) => {
      try {
        const responded = respond(app, options, exchange, body)
        if (responded) responded.catch(fail)
      } catch (error) {
        fail(error)
      }
    })
  })
}

interface Exchange {
  path: DirectPath
  match: DirectMatch
  request: IncomingMessage
  response: ServerResponse
  /** When its headers had come. */
  begun: number
}

function find(paths: DirectPath[], request: IncomingMessage, response: ServerResponse): Exchange | undefined {
  for (const path of paths) {
    const match = path.match(request.url ?? '')
    if (match) return { path, match, request, response, begun: performance.now() }
  }
  return undefined
}

function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length'] ?? Number.NaN) <= BODY_BYTES_MAX
  )
}

/** Nobody is answered whose body never ends: the watch over connections ends them. */
function receive({ request }: Exchange, onBody: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = []
  request.on('error', ignore)
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => onBody(chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]))
}

function respond(
  app: App,
  options: DirectOptions,
  exchange: Exchange,
  body: Buffer | undefined,
): Promise<void> | undefined {
  const { path, request, response } = exchange
  const reqId = options.nextRequestId()
  response.on('error', ignore)
  const answer = path.answer(new Received(app, reqId, exchange, body, options.addressOf(request)))
  const write = (answer: DirectAnswer) => send(app, options, exchange, reqId, answer)
  if (answer instanceof Promise) return answer.then(write)
  write(answer)
  return undefined
}

function send(app: App, options: DirectOptions, exchange: Exchange, reqId: string, answer: DirectAnswer): void {
  const { match, response, begun } = exchange
  const { status, body: pieces = [], shopId } = answer
  const head = [...options.headers, 'content-length', lengthOf(pieces)]
  for (const name in answer.headers) head.push(name, answer.headers[name] as string)
  if (pieces.length > 0) head.push('cache-control', 'no-store')
  if (!app.server.listening) head.push('connection', 'close')
  response.writeHead(status, head)
  for (let i = 0; i < pieces.length - 1; i++) response.write(pieces[i] as string | Buffer)
  response.end(pieces.at(-1))
  const ms = performance.now() - begun
  const answered = { reqId, method: 'POST', route: match.route, status, ms, shopId }
  logAnswered(app.log, answered)
  for (const listener of app.answered) listener(answered)
}

function lengthOf(pieces: (string | Buffer)[]): string {
  let length = 0
  for (const piece of pieces) length += Buffer.byteLength(piece)
  return String(length)
}

/** A class, since a getter in a literal is made anew with each object. */
class Received implements DirectRequest {
  readonly #app: App
  readonly #reqId: string
  readonly headers: IncomingHttpHeaders
  readonly params: DirectMatch['params']
  readonly body: Buffer | undefined
  readonly address: string

  constructor(app: App, reqId: string, { request, match }: Exchange, body: Buffer | undefined, address: string) {
    this.#app = app
    this.#reqId = reqId
    this.headers = request.headers
    this.params = match.params
    this.body = body
    this.address = address
  }

  get log(): Logger {
    return this.#app.log.child({ reqId: this.#reqId }) as Logger
  }
}
