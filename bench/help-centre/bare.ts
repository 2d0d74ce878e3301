import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A bare server: each answer has BARE_BYTES bytes.

const body = Buffer.alloc(Number(process.env.BARE_BYTES ?? 10_000), 'x')
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit(0))
