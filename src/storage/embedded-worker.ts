import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

// The embedded database's thread. Each message is a chunk of PostgreSQL wire protocol and is answered by one; null
// ends the thread. Chunks are taken in order, one at a time.

const TERMINATE = 'X'.charCodeAt(0)

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread')

const { directory } = workerData as { directory: string }
const database = await PGlite.create(directory)
let last: Promise<unknown> = Promise.resolve()

port.on('message', (chunk: Uint8Array | null) => {
  last = last.then(async () => {
    if (chunk === null) {
      await database.close()
      process.exit()
    }
    // The client's goodbye is for a server with other clients; here the database stays up until it is told to close.
    if (chunk[0] === TERMINATE) return
    port.postMessage(await database.execProtocolRaw(chunk))
  })
})
port.postMessage('ready')
