import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer, stopServer } from './embedded-server.ts'

/**
 * Making a PostgreSQL cluster takes seconds, copying one takes a fraction of one: an empty cluster is made once per
 * installed PGlite version (`npm ci` does it), kept beside the packages, and copied for each new data directory.
 */

const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

async function templateDirectory(): Promise<string> {
  const manifest = join(packageRoot, 'node_modules/@electric-sql/pglite/package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return join(packageRoot, 'node_modules/.cache/parley', `embedded-${version}`)
}

/** Makes the template unless it is there. Safe when two processes do it at once: the last rename wins. */
export async function prepareTemplate(): Promise<string> {
  const target = await templateDirectory()
  if (existsSync(target)) return target
  const work = join(await writableParent(target), `.making-${process.pid}`)
  await rm(work, { recursive: true, force: true })
  await stopServer(await startServer(work))
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
