import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger } from '#base/logger.ts'
import { MIGRATIONS, migrate } from '#database/migrate.ts'
import { send } from '#database/send.ts'
import { connect, startServer, stopServer } from './server.ts'

/**
 * Making a PostgreSQL cluster and its schema takes seconds, copying one takes a fraction of one: a migrated cluster
 * without data is made once for each version of PGlite and of the schema (`npm ci` does it), kept beside the packages,
 * and copied for each new data directory.
 */

const packageRoot = fileURLToPath(new URL('../../..', import.meta.url))

async function templateDirectory(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const schema = createHash('sha256')
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    schema.update(`${name}\n`).update(await readFile(new URL(name, MIGRATIONS)))
  }
  return join(packageRoot, 'node_modules/.cache/parley', `embedded-${version}-${schema.digest('hex').slice(0, 12)}`)
}

/** Makes the template unless it is there. Safe when two processes do it at once: the last rename wins. */
export async function prepareTemplate(): Promise<string> {
  const target = await templateDirectory()
  if (existsSync(target)) return target
  const work = join(await writableParent(target), `.making-${process.pid}`)
  await rm(work, { recursive: true, force: true })
  const server = await startServer(work)
  const client = connect(server)
  await migrate((sql, params) => send(client, sql, params), createLogger('silent'))
  await client.end({ timeout: 5 })
  await stopServer(server)
  return moveInto(work, target)
}

/** Copies the template to `directory` unless that exists. A copy that was cut short leaves nothing behind it. */
export async function copyTemplate(directory: string): Promise<void> {
  if (existsSync(directory)) return
  const work = `${directory}.making`
  await rm(work, { recursive: true, force: true })
  await cp(await prepareTemplate(), work, { recursive: true, mode: constants.COPYFILE_FICLONE })
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
