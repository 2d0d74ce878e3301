import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

// The embedded database's thread. Messages are chunks of PostgreSQL's wire protocol, in both directions; null ends the
// thread. Chunks are taken in order, one at a time.

const TERMINATE = 'X'.charCodeAt(0)

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread')

const { directory, worked } = workerData as { directory: string; worked: BigInt64Array }
const database = await PGlite.create(directory)
let last: Promise<unknown> = Promise.resolve()
/** What there was to do before the chunk that is worked on, in microseconds, and when that began. */
let before = 0
let begun = 0

/** Publishes the total time of work: before each answer leaves, so that its receiver finds it counted. */
const count = () => Atomics.store(worked, 0, BigInt(Math.round(before + (performance.now() - begun) * 1_000)))

/** The bytes lie in PGlite's memory and are good for this moment only; the copy is moved to the other thread. */
function answer(bytes: Uint8Array): void {
  const copy = Uint8Array.from(bytes)
  count()
  port?.postMessage(copy, [copy.buffer])
}

port.on('message', (chunk: Uint8Array | null) => {
  last = last.then(async () => {
    if (chunk === null) {
      await database.close()
      process.exit()
    }
    // The client's goodbye is for a server with other clients; here the database stays up until it is closed.
    if (chunk[0] === TERMINATE) return
    begun = performance.now()
    // Not execProtocolRaw: that keeps a parsed copy of every answer for as long as the process lives.
    await database.execProtocolRawStream(chunk, { onRawData: answer })
    before = Number(count())
  })
})
port.postMessage('ready')
