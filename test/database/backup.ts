import { execFile } from 'node:child_process'
import { watch } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import { inBuckets, openBucket } from '../doubles/bucket.ts'
import { createDatabase } from './database.ts'

const PARLEY = fileURLToPath(new URL('../../src/cli/parley.ts', import.meta.url))

interface Target {
  baseUrl?: string
  operatorToken?: string
  env?: Record<string, string>
}

interface Result {
  code: number
  stdout: string
  stderr: string
}

/** Runs the command line; it is interrupted, as Ctrl-C does, as soon as something appears in `killOnFileIn`. */
export function parley(
  args: string[],
  { baseUrl = '', operatorToken = '', env = {} }: Target,
  {
    input,
    killOnFileIn,
    program = PARLEY,
  }: { input?: Buffer | undefined; killOnFileIn?: string; program?: string } = {},
): Promise<Result> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const variables = {
    PATH,
    HOME,
    TMPDIR,
    NODE_COMPILE_CACHE,
    ...env,
    PARLEY_URL: baseUrl,
    OPERATOR_TOKEN: operatorToken,
  }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env: variables }, (error, stdout, stderr) => {
      watcher?.close()
      const code = error ? Number(error.code ?? 1) : 0
      resolve({ code, stdout, stderr })
    })
    child.stdin?.on('error', () => {}) // it may end before it has read everything
    child.stdin?.end(input)
    const watcher = killOnFileIn ? watch(killOnFileIn).once('change', () => child.kill('SIGINT')) : undefined
  })
}

/** A directory that is deleted after the test. */
export async function scratch(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-backup-'))
  after(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Runs `restore` into a new database of a kind; `env` names it, for a server to be started on it. */
export async function restoreInto(
  kind: string,
  file: string,
  more: Record<string, string>,
  args = ['restore', file, '--json'],
  input?: Buffer,
): Promise<Result & { env: Record<string, string> & { DATA_DIR: string; DATABASE_URL: string } }> {
  const database = kind === 'postgresql' ? await createDatabase() : null
  if (database) after(() => database.drop())
  const bucket = inBuckets && more.FILES_URL === undefined ? await openBucket() : null
  if (bucket) after(() => bucket.close())
  const where: Record<string, string> = bucket ? { FILES_URL: bucket.url } : {}
  const env = { ...where, ...more, DATA_DIR: await scratch(), DATABASE_URL: database?.url ?? '' }
  return { ...(await parley(args, { env }, { input })), env }
}

interface Entry {
  name: string
  data: Buffer
}

/** The files that a backup holds, in their order. */
export async function unpackBackup(file: string): Promise<Entry[]> {
  const entries = await unpackTar(await promisify(zstdDecompress)(await readFile(file)))
  return entries.map(({ header, data }) => ({ name: header.name, data: Buffer.from(data ?? []) }))
}

/** Returns a copy of the backup with each file passed through `change`; files for which it returns null are left out. */
export async function writeTampered(
  file: string,
  change: (entry: Entry) => Entry | null,
  more: Entry[] = [],
): Promise<Buffer> {
  const entries = [...(await unpackBackup(file)).map(change).filter((entry) => entry !== null), ...more]
  const tar = await packTar(
    entries.map(({ name, data }) => ({ header: { name, size: data.length }, body: new Uint8Array(data) })),
  )
  return promisify(zstdCompress)(tar)
}
