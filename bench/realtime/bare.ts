import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

// The straightforward server that idle sockets are measured against: it takes them, keeps them and answers pings.

const server = createServer()
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { type } = JSON.parse(String(data)) as { type: string }
    socket.send(type === 'ping' ? '{"type":"pong"}' : '{"type":"ready"}')
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
