import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger } from '#base/logger.ts'
import { MIGRATIONS, migrate } from '#database/migrate.ts'
import { send } from '#database/send.ts'
import { connect, startServer, stopServer } from './server.ts'

/**
 * Making a PostgreSQL cluster and its schema takes seconds, copying one takes a fraction of one: a cluster without tables
 * is made once for each version of PGlite, and from it one with the schema for each version of that (`npm ci` does it).
 * They are kept beside the packages, and copied: the first for a backup that is restored, the second for new data.
 */

const packageRoot = fileURLToPath(new URL('../../..', import.meta.url))

/** Makes both unless they are there. Safe when two processes do it at once: the last rename wins. */
export async function prepareTemplates(): Promise<void> {
  await findBlank()
  await findMigrated()
}

/** Copies the cluster with the schema to `directory` unless that exists. */
export async function copyMigrated(directory: string): Promise<void> {
  if (!existsSync(directory)) await copy(await findMigrated(), directory)
}

/** Copies the cluster without tables to `directory`, which must not exist. */
export async function copyBlank(directory: string): Promise<void> {
  await copy(await findBlank(), directory)
}

async function findBlank(): Promise<string> {
  return findOrMake(`blank-${await pgliteVersion()}`, async (directory) => stopServer(await startServer(directory)))
}

async function findMigrated(): Promise<string> {
  const schema = createHash('sha256')
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    schema.update(`${name}\n`).update(await readFile(new URL(name, MIGRATIONS)))
  }
  return findOrMake(`embedded-${await pgliteVersion()}-${schema.digest('hex').slice(0, 12)}`, async (directory) => {
    await copyBlank(directory)
    const server = await startServer(directory)
    const client = connect(server)
    await migrate((sql, params) => send(client, sql, params), createLogger('silent'))
    await client.end({ timeout: 5 })
    await stopServer(server)
  })
}

async function pgliteVersion(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version
}

async function findOrMake(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const target = join(packageRoot, 'node_modules/.cache/parley', name)
  if (existsSync(target)) return target
  const work = join(await writableParent(target), `.making-${name}-${process.pid}`)
  await rm(work, { recursive: true, force: true })
  await make(work)
  return moveInto(work, target)
}

/**
 * A copy that was cut short leaves nothing behind it. In one go, though nothing else runs meanwhile: a thousand small
 * files, each waited for, take ten times as long.
 */
async function copy(template: string, directory: string): Promise<void> {
  const work = `${directory}.making`
  await rm(work, { recursive: true, force: true })
  cpSync(template, work, { recursive: true, mode: constants.COPYFILE_FICLONE })
  await rename(work, directory)
}

async function writableParent(target: string): Promise<string> {
  try {
    await mkdir(dirname(target), { recursive: true })
    return dirname(target)
  } catch {
    return tmpdir() // packages installed read-only: the template lives for this start alone
  }
}

async function moveInto(work: string, target: string): Promise<string> {
  try {
    await rename(work, target)
    return target
  } catch {
    return existsSync(target) ? target : work
  }
}
