import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import postgres from 'postgres'
import { DatabaseRefused } from '#database/database.ts'
import { clientOptions } from '#database/send.ts'

const work = new WeakMap<Worker, BigInt64Array>()

/** For how long, in milliseconds, a server has worked since it started: what it waited for is not counted. */
export const workOf = (worker: Worker): number => Number(Atomics.load(work.get(worker) as BigInt64Array, 0)) / 1_000

/** Starts the server's thread; resolves when it accepts statements. */
export function startServer(directory: string): Promise<Worker> {
  const worked = new BigInt64Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'embedded-database',
    workerData: { directory, worked },
  })
  work.set(worker, worked)
  return new Promise((resolve, reject) => {
    worker.once('message', () => {
      worker.off('error', reject)
      worker.on('error', (error) => {
        throw new Error('the embedded database stopped', { cause: error })
      })
      resolve(worker)
    })
    worker.once('error', reject)
  })
}

/**
 * Starts the server on data that is there, which this process has locked. Throws `DatabaseRefused`, saying what to do, where
 * the data is incomplete or damaged.
 */
export async function startOnData(directory: string): Promise<Worker> {
  // PGlite would set up a new database over what is left of this one.
  if (!existsSync(join(directory, 'PG_VERSION'))) throw cannotOpen(directory, 'PG_VERSION is missing')
  // After a power cut it may be left, and empty: PGlite would not start. Whether another process works here, our lock says.
  await rm(join(directory, 'postmaster.pid'), { force: true })
  try {
    return await startServer(directory)
  } catch (error) {
    // What the file system refuses has a reason of its own: no space, no right to write.
    const { name, code } = error as NodeJS.ErrnoException
    if (code !== undefined || name === 'ErrnoError') throw error
    throw cannotOpen(directory, (error as Error).message, error)
  }
}

function cannotOpen(directory: string, reason: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `${directory} (${reason}); restore a backup with "parley restore FILE" and an empty DATA_DIR, or move ${directory} away to start without data`,
    { cause },
  )
}

/** Closes the database cleanly and ends its thread. */
export function stopServer(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    worker.postMessage(null)
  })
}

/** A client whose one connection is the server's message channel. */
export function connect(worker: Worker): postgres.Sql {
  const socket = () => {
    const stream = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        const copy = Uint8Array.from(chunk)
        worker.postMessage(copy, [copy.buffer])
        done()
      },
      final(done) {
        done()
        stream.destroy()
      },
      destroy(error, done) {
        worker.off('message', receive)
        done(error)
      },
    })
    const receive = (bytes: Uint8Array) => stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    worker.on('message', receive)
    return Object.assign(stream, { readyState: 'open' }) // the client says goodbye only to a socket that calls itself open
  }
  // `socket` is an option of the client that its types leave out.
  const options = { ...clientOptions, host: 'embedded', user: 'postgres', database: 'postgres', max: 1, socket }
  return postgres(options as postgres.Options<Record<string, postgres.PostgresType>>)
}
