import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Event } from '../fixtures/events.ts'
import { until } from '../until.ts'
import { type Authority, trustedAuthority } from './authority.ts'

/** A request as it came in. */
export interface Received {
  path: string
  method: string
  headers: Record<string, string>
  /** The raw bytes. */
  body: Buffer
  event: Event
  /** Milliseconds since 1970. */
  at: number
}

/** What becomes of a request, once it has been read and recorded. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

export const answer =
  (status = 204, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end()

export const later =
  (ms: number, then = answer()): Behaviour =>
  (response, request) =>
    void setTimeout(() => then(response, request), ms)

export const neverAnswer: Behaviour = () => {}

/** A webhook endpoint on real https, in this process. Every path is an endpoint of its own. */
export interface Receiver {
  authority: Authority
  port: number
  /** An endpoint's url. Its path answers 204 unless scripted. */
  url(path: string, host?: string): string
  /** Scripts a path: each behaviour serves one request, the last one all that follow. */
  on(path: string, ...behaviours: Behaviour[]): void
  /** What a path has got so far; without a path, all there is. */
  received(path?: string): Received[]
  /** Takes `count` requests, once there are as many. */
  take(path: string, count: number, ms?: number): Promise<Received[]>
  /** Connections that are open now. */
  connections(): Promise<number>
}

/** Starts one on 127.0.0.1, under the authority that hosted services trust unless `authority` is given. */
export async function startReceiver(
  options: { authority?: Authority; host?: string; port?: number } = {},
): Promise<Receiver> {
  const trusted = options.authority ?? (await trustedAuthority())
  const scripts = new Map<string, Behaviour[]>()
  const all: Received[] = []
  const server = createServer({ key: trusted.key, cert: trusted.cert }, async (request, response) => {
    const at = Date.now()
    const path = request.url as string
    const body = Buffer.concat(await request.toArray())
    all.push({ path, method: request.method as string, headers: flat(request), body, event: parse(body), at })
    const script = scripts.get(path) ?? []
    const behaviour = (script.length > 1 ? script.shift() : script[0]) ?? answer()
    behaviour(response, request)
  })
  server.on('secureConnection', (socket) => socket.on('error', () => {})) // the other side may hang up at any time
  server.on('tlsClientError', () => {}) // who refuses the certificate hangs up
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const received = (path?: string) => all.filter((request) => path === undefined || request.path === path)
  return {
    authority: trusted,
    port,
    received,
    url: (path, host = 'localhost') => `https://${host}:${port}${path}`,
    on: (path, ...behaviours) => void scripts.set(path, behaviours),
    take: (path, count, ms) =>
      until(
        `${count} requests to ${path}`,
        () => {
          const found = received(path)
          return found.length >= count && found
        },
        ms,
      ),
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
  }
}

function flat({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function parse(body: Buffer): Event {
  try {
    return JSON.parse(body.toString('utf8')) as Event
  } catch {
    return {} as Event // a request that is no delivery; tests that expect deliveries look at the event
  }
}
