import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

// An endpoint on keep-alive TLS. /hang never answers; anything else gets 204. GET /count tells how many came, and when
// the first and the last did, since GET /reset; GET /arrivals when each message did, by its id; GET /latency the milliseconds from each event's occurredAt to its arrival, GET /latency?/path those
// of one path.

const directory = process.env.TLS_DIR as string
let count = 0
let firstAt = 0
let lastAt = 0
let arrivals: Record<string, number> = {}
let latencies: { path: string; ms: number }[] = []

const server = createServer(
  {
    key: readFileSync(`${directory}/server.key`),
    cert: readFileSync(`${directory}/server.pem`),
    keepAliveTimeout: 60_000,
  },
  async (request, response) => {
    if (request.url === '/count') return response.end(JSON.stringify({ count, firstAt, lastAt }))
    if (request.url === '/reset') {
      count = firstAt = lastAt = 0
      arrivals = {}
      return response.end('{}')
    }
    if (request.url === '/arrivals') return response.end(JSON.stringify(arrivals))
    const [path, asked] = request.url?.split('?') ?? []
    if (path === '/latency') {
      response.end(JSON.stringify(latencies.filter(({ path }) => !asked || path === asked).map(({ ms }) => ms)))
      latencies = []
      return
    }
    const arrived = performance.timeOrigin + performance.now()
    const body = Buffer.concat(await request.toArray())
    if (path === '/hang') return
    response.writeHead(204).end()
    count++
    lastAt = Date.now()
    firstAt ||= lastAt
    const text = body.toString('latin1')
    const messageId = /"messageId":"([^"]+)"/.exec(text)?.[1]
    if (messageId) arrivals[messageId] = arrived
    const occurredAt = /"occurredAt":"([^"]+)"/.exec(text)?.[1]
    if (occurredAt) latencies.push({ path: String(path), ms: arrived - Date.parse(occurredAt) })
  },
)
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit(0))
