import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type TLSSocket } from 'node:tls'

// The least a signed delivery can cost: eight keep-alive TLS sockets, requests written by hand, answers found by their
// first line. No queue, no database, no checks.

const [url, total] = [new URL(process.argv[2] as string), Number(process.argv[3])]
const ca = readFileSync(`${process.env.TLS_DIR}/ca.pem`)
let sent = 0
let done = 0

function request(): string {
  const timestamp = Math.floor(Date.now() / 1000)
  const id = randomUUID()
  const body = JSON.stringify({ eventId: id, type: 'message.created', data: { text: 'Where is my order? '.repeat(8) } })
  const signature = createHmac('sha256', 'whsec_raw').update(`${timestamp};${body}`).digest('hex')
  return `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\nX-Webhook-Event: message.created\r\nX-Webhook-Timestamp: ${timestamp}\r\nX-Webhook-Signature: ${signature}\r\nX-Webhook-Event-Id: ${id}\r\nX-Webhook-Delivery-Id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const begun = performance.now()
await Promise.all(
  Array.from({ length: 8 }, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket: TLSSocket = connect({ host: url.hostname, port: Number(url.port), ca, servername: '' }, next)
    function next() {
      if (sent >= total) {
        socket.end()
        return resolve()
      }
      sent++
      socket.write(request())
    }
    socket.on('data', (chunk) => {
      if (!chunk.subarray(0, 12).toString('latin1').startsWith('HTTP/1.1 204')) throw new Error('refused')
      done++
      next()
    })
    return promise
  }),
)
const seconds = (performance.now() - begun) / 1000
const cpu = process.cpuUsage()
console.log(JSON.stringify({ rate: done / seconds, cpuUs: (cpu.user + cpu.system) / done }))
