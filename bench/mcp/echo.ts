import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least a JSON server can do: it parses each request and answers what it was sent last at /payload.

let payload = Buffer.from('{}')

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    if (request.url === '/payload') payload = body
    else JSON.parse(body.toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': payload.length })
    response.end(payload)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
