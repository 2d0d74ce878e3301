import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type TLSSocket } from 'node:tls'

// The least a signed delivery can cost: eight keep-alive TLS sockets, requests written by hand, answers found by their
// first line. No queue, no database, no checks. What is said is of the second half, when the compiler is done with it.

const [url, total] = [new URL(process.argv[2] as string), Number(process.argv[3])]
const ca = readFileSync(`${process.env.TLS_DIR}/ca.pem`)
let sent = 0
let done = 0
let begun = { at: 0, cpu: process.cpuUsage() }

function request(): string {
  const timestamp = Math.floor(Date.now() / 1000)
  const id = randomUUID()
  const body = JSON.stringify({ eventId: id, type: 'message.created', data: { text: 'Where is my order? '.repeat(8) } })
  const signature = createHmac('sha256', 'whsec_raw').update(`${timestamp};${body}`).digest('hex')
  return `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\nX-Webhook-Event: message.created\r\nX-Webhook-Timestamp: ${timestamp}\r\nX-Webhook-Signature: ${signature}\r\nX-Webhook-Event-Id: ${id}\r\nX-Webhook-Delivery-Id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

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
      if (++done === total / 2) begun = { at: performance.now(), cpu: process.cpuUsage() }
      next()
    })
    return promise
  }),
)
const counted = total / 2
const cpu = process.cpuUsage(begun.cpu)
const rate = counted / ((performance.now() - begun.at) / 1000)
console.log(JSON.stringify({ rate, cpuUs: (cpu.user + cpu.system) / counted }))
