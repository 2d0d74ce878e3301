import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { makeDirectory, makePrivate } from './directory.ts'
import { lockDirectory } from './lock.ts'
import { connect, startServer, stopServer } from './server.ts'
import { copyBlank } from './template.ts'

/**
 * Fills a new database beside the one in `dataDir`, which `refuse` looks at first; the new one takes its place only
 * when it is complete and closed. A directory that a service has open is refused.
 */
export async function restoreEmbedded(
  dataDir: string,
  refuse: (client: Sql) => Promise<void>,
  fill: (client: Sql) => Promise<void>,
): Promise<void> {
  makeDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  const directory = join(dataDir, 'pg')
  const making = join(dataDir, 'pg.restoring')
  try {
    if (existsSync(directory)) await withServer(directory, refuse)
    await rm(making, { recursive: true, force: true })
    await copyBlank(making)
    makePrivate(making)
    await withServer(making, fill)
    await rm(directory, { recursive: true, force: true })
    await rename(making, directory)
  } finally {
    await rm(making, { recursive: true, force: true })
    unlock()
  }
}

async function withServer(directory: string, work: (client: Sql) => Promise<void>): Promise<void> {
  const server = await startServer(directory)
  const client = connect(server)
  try {
    await work(client)
  } finally {
    await client.end({ timeout: 5 })
    await stopServer(server)
  }
}
