import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { batchedSockets } from './batched-socket.ts'

/** A server, and how many bytes came together each time. */
async function listen(t: { after(done: () => void): void }) {
  const chunks: number[] = []
  const server = createServer((socket) => socket.on('data', (chunk) => chunks.push(chunk.length))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  t.after(() => server.close())
  return { chunks, port: (server.address() as AddressInfo).port }
}

/** As the client: it listens, and then the socket connects. */
function listened(socket: Socket): Socket {
  return socket
    .on('error', assert.fail)
    .on('close', () => {})
    .on('drain', () => {})
}

/** Counts what a socket hands over to the system. */
function countWrites(socket: Socket): { count: number } {
  const writes = { count: 0 }
  for (const name of ['_write', '_writev'] as const) {
    const original = (socket[name] as (...args: unknown[]) => void).bind(socket)
    socket[name] = (...args: unknown[]) => {
      writes.count++
      original(...args)
    }
  }
  return writes
}

test('statements of one turn leave together, whatever the client writes early', async (t) => {
  const { chunks, port } = await listen(t)
  const socket = listened(batchedSockets()({ host: ['127.0.0.1'], port: [port] }))
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  const writes = countWrites(socket)
  socket.write(Buffer.alloc(1500))
  socket.write(Buffer.alloc(2000))
  setImmediate(() => socket.write(Buffer.alloc(12))) // as the client's last one of a turn
  while (chunks.reduce((sum, each) => sum + each, 0) < 3512) await new Promise((resolve) => setTimeout(resolve, 1))
  assert.equal(writes.count, 1)
})

test('a long statement that nothing follows leaves by itself, and a short one at once', async (t) => {
  const { chunks, port } = await listen(t)
  const socket = listened(batchedSockets()({ host: ['127.0.0.1'], port: [port] }))
  t.after(() => socket.destroy())
  socket.write(Buffer.alloc(5000)) // while it still connects
  while (chunks.reduce((sum, each) => sum + each, 0) < 5000) await new Promise((resolve) => setTimeout(resolve, 1))
  const writes = countWrites(socket)
  socket.write(Buffer.alloc(12))
  assert.equal(writes.count, 1)
})

test('each connection takes the next of several hosts', async (t) => {
  const first = await listen(t)
  const second = await listen(t)
  const open = batchedSockets()
  const target = { host: ['127.0.0.1', '127.0.0.1'], port: [first.port, second.port] }
  const sockets = [1, 2, 3].map(() => listened(open(target)))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  assert.deepEqual(
    sockets.map((socket) => socket.remotePort),
    [first.port, second.port, first.port],
  )
})

test('what fails at once is told to the client', async () => {
  // A broadcast address: connecting to it is refused by the system itself, without waiting.
  const socket = await batchedSockets()({ host: ['255.255.255.255'], port: [5432] })
  const [error] = await new Promise<Error[]>((resolve) => {
    socket.on('error', (error) => resolve([error]))
    socket.on('drain', () => {})
  })
  assert.match((error as Error).message, /ENETUNREACH|EACCES|EINVAL/)
})
