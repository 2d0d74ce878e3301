import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '#database/database.ts'
import { readSnapshot } from '#database/snapshot.ts'
import { copyDatabase } from './copy.ts'
import { lockDirectory } from './lock.ts'
import { connect, startServer, stopServer } from './server.ts'

/** The data as it was when a backup began. What a process that was killed left of it is removed by the next start. */
const copyIn = (dataDir: string) => join(dataDir, 'pg.snapshot')

export function removeSnapshot(dataDir: string): Promise<void> {
  return rm(copyIn(dataDir), { recursive: true, force: true })
}

/**
 * The embedded database has one connection, so a long transaction would stop the service. Its files are copied instead,
 * which is short, and the copy is read by a server of its own. `quiesce` runs the copying after a checkpoint, while no
 * statement runs.
 */
export async function snapshotByCopy<T>(
  dataDir: string,
  quiesce: (copy: (log: { redo: string; current: string }) => Promise<void>) => Promise<void>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  await removeSnapshot(dataDir)
  try {
    await quiesce((log) => copyDatabase(join(dataDir, 'pg'), copyIn(dataDir), log))
    return await readDirectory(copyIn(dataDir), work)
  } finally {
    await removeSnapshot(dataDir)
  }
}

/** Reads a data directory that no service uses, as it is: nothing is migrated. */
export async function snapshotOfStopped<T>(dataDir: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const directory = join(dataDir, 'pg')
  if (!existsSync(directory)) throw new Error(`No embedded database in ${dataDir}: ${directory} does not exist.`)
  const unlock = lockDirectory(dataDir)
  try {
    return await readDirectory(directory, work)
  } finally {
    unlock()
  }
}

async function readDirectory<T>(directory: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const server = await startServer(directory)
  const client = connect(server)
  try {
    return await readSnapshot(client, work)
  } finally {
    await client.end({ timeout: 5 })
    await stopServer(server)
  }
}
