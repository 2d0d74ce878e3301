import { createServer, request as forward } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after } from 'node:test'

/** What a proxy does with a request to open a WebSocket: answers it as if it were none, or never. */
export type Upgrades = 'refused' | 'swallowed' | 'passed'

export interface TestProxy {
  baseUrl: string
  upgrades: Upgrades
  /** From now on no connection gets through, those that are open neither. */
  cut(): void
  mend(): void
}

/** A proxy in front of the service, as shops' and offices' networks have them; it ends with the test file. */
export async function startProxy(target: string, upgrades: Upgrades): Promise<TestProxy> {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((request, response) => {
    if (isCut) return void request.destroy()
    const { connection: _, upgrade: __, ...headers } = request.headers
    const ahead = forward(target + request.url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    ahead.on('error', () => response.destroy())
    response.on('close', () => ahead.destroy())
    request.pipe(ahead)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (isCut) socket.destroy()
  })
  const proxy: TestProxy = {
    baseUrl: '',
    upgrades,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
  }
  server.on('upgrade', (request, stream, head) => {
    if (isCut) return void stream.destroy()
    if (proxy.upgrades === 'swallowed') return
    if (proxy.upgrades === 'refused') return void stream.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')
    const ahead = connect(Number(to.port), to.hostname, () => {
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
      ahead.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      ahead.write(head)
      ahead.pipe(stream).pipe(ahead)
    })
    ahead.on('error', () => stream.destroy())
    stream.on('close', () => ahead.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  after(() => proxy.cut())
  proxy.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
