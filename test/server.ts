import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inBuckets, openBucket } from './bucket.ts'
import { claimPort } from './claim-port.ts'
import { createDatabase, onPostgres } from './database.ts'

/** The real service as a child process, for tests that look at it from outside. */
export interface Server {
  /** Where it listens; the same again after a restart. */
  readonly baseUrl: string
  readonly operatorToken: string
  /** The variables it was started with. Another server with its DATABASE_URL or DATA_DIR shares its data. */
  readonly env: Record<string, string>
  /** All it has written to standard output and standard error. */
  logs(): string
  /** Stops it gracefully; answers its exit code. */
  stop(): Promise<number | null>
  /**
   * Copies the embedded database as a power cut at this moment would leave it, which PostgreSQL can open: the process
   * stands still meanwhile. Answers the copy's directory.
   */
  snapshot(): Promise<string>
  /** Ends it in the middle of whatever it does, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again, after a stop or a kill, on the same data and port; stops it first when it runs. */
  restart(env?: Record<string, string>): Promise<void>
}

export const OPERATOR_TOKEN = 'operator-token-for-tests-0123456789abcdef'
/** Servers that share a database need one key; the embedded database's own is made by its first start. */
const SECRET_KEY = Buffer.alloc(32, 'tests').toString('base64')
const START_MS = 120_000
const QUICK_PASSWORDS = `--import=${new URL('quick-passwords.js', import.meta.url).href}`
const root = fileURLToPath(new URL('..', import.meta.url))
/** Compiled code is kept between starts, as `npm start` keeps it. */
const COMPILED = join(root, 'node_modules/.cache/parley/compiled')

/** A server that other test files use at the same time: nobody stops it, looks into its logs or at its whole database. */
export type SharedServer = Pick<Server, 'baseUrl' | 'operatorToken'>

/** Where the servers of a run listen, separated by spaces: test/shared-servers.ts says. */
const SHARED_SERVERS = process.env.SHARED_SERVERS?.split(' ') ?? []

/**
 * A server for tests that need nothing but stores of their own: one of those that the run started, which spares the
 * file the start of another; without a run, one of the file's own. What it is configured with is what `startServer()`
 * gives.
 */
export async function shareServer(): Promise<SharedServer> {
  const baseUrl = SHARED_SERVERS[process.pid % SHARED_SERVERS.length]
  return baseUrl ? { baseUrl, operatorToken: OPERATOR_TOKEN } : startServer()
}

/**
 * Starts the service on data of its own and resolves when it is ready. Both rate limits are off, no demo store is made
 * and passwords cost little (`NODE_OPTIONS: ''` makes them cost what they should) unless `env` says otherwise. Everything is stopped and deleted after the test (or test file) that called it.
 */
export async function startServer(options: { env?: Record<string, string>; program?: string } = {}): Promise<Server> {
  const cleanUp: CleanUp = []
  after(() => cleanUpAll(cleanUp))
  return openServer(cleanUp, options.env, options.program)
}

/** What has to be undone, in the order it was done. */
export type CleanUp = (() => Promise<void>)[]

export async function cleanUpAll(steps: CleanUp): Promise<void> {
  for (const step of steps.reverse()) await step()
}

/** The same, for those who are no test. */
export async function openServer(
  cleanUp: CleanUp,
  more: Record<string, string> = {},
  program?: string,
): Promise<Server> {
  const env: Record<string, string> = {
    PORT: String(await claimPort()),
    DEMO: '0',
    NODE_OPTIONS: QUICK_PASSWORDS,
    OPERATOR_TOKEN,
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_IP: '0',
    STOREFRONT_LIMIT_PER_IP: '0',
    // Nobody's: no test asks the real one.
    SHOPIFY_URL: 'http://127.0.0.1:9/{shop}',
    ...(onPostgres ? { SECRET_KEY } : {}),
    ...more,
  }
  env.DATA_DIR ??= await scratchDirectory(cleanUp)
  if (onPostgres && env.DATABASE_URL === undefined) {
    const database = await createDatabase(migrateByStarting)
    cleanUp.push(() => database.drop())
    env.DATABASE_URL = database.url
  }
  const bucket = inBuckets && env.FILES_URL === undefined ? await openBucket() : null
  if (bucket) {
    cleanUp.push(() => bucket.close())
    env.FILES_URL = bucket.url
  }
  const server = await launch(env, program)
  cleanUp.push(() => server.kill())
  return server
}

async function launch(env: Record<string, string>, program?: string): Promise<Server> {
  let run = start(env, program)
  let logs = run.output
  await untilReady(run)
  const baseUrl = await run.address
  return {
    baseUrl,
    operatorToken: env.OPERATOR_TOKEN ?? '',
    env,
    logs: () => logs(),
    async stop() {
      run.process.kill('SIGTERM')
      return (await run.exited).code
    },
    async snapshot() {
      const { DATA_DIR = '' } = env
      const copy = await mkdtemp(join(DATA_DIR, 'copy-'))
      run.process.kill('SIGSTOP')
      try {
        await cp(join(DATA_DIR, 'pg'), copy, { recursive: true })
      } finally {
        run.process.kill('SIGCONT')
      }
      return copy
    },
    async kill() {
      run.process.kill('SIGKILL')
      await run.exited
    },
    async restart(changed = {}) {
      run.process.kill('SIGTERM')
      await run.exited
      const before = logs
      const next = start({ ...env, ...changed, PORT: new URL(baseUrl).port }, program)
      run = next
      logs = () => before() + next.output()
      await untilReady(run)
    },
  }
}

/** Runs the service with exactly these variables until it ends by itself, as it does when it cannot start. */
export async function runUntilExit(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string; stderr: string }> {
  const run = start(env)
  const late = setTimeout(() => run.process.kill('SIGKILL'), START_MS)
  const { code } = await run.exited
  clearTimeout(late)
  return { code, output: run.output(), stderr: run.errors() }
}

interface Run {
  process: ChildProcess
  /** Where it listens, told by its own log. Rejects when it ends first. */
  address: Promise<string>
  exited: Promise<{ code: number | null }>
  output(): string
  errors(): string
}

/** `program`: what is run in the place of the sources. */
function start(env: Record<string, string>, program = 'src/main.ts'): Run {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  // Nothing else of this process's environment: a developer's own DATABASE_URL must not be tested on.
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  const exited = once(child, 'close').then(([code]) => ({ code: code as number | null }))
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  address.catch(() => {})
  let isServing = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    // Once: to look at the whole log with each line would take longer and longer.
    const serving = isServing ? null : /"address":"([^"]+)".*"msg":"serving"/.exec(output)
    if (!serving) return
    isServing = true
    resolve(serving[1] as string)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
    errors += text
  })
  exited.then(({ code }) => reject(new Error(`the service ended with code ${code} before it served:\n${output}`)))
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  exited.then(() => process.off('exit', killWithUs))
  return { process: child, address, exited, output: () => output, errors: () => errors }
}

async function untilReady(run: Run): Promise<void> {
  const late = setTimeout(() => run.process.kill('SIGKILL'), START_MS)
  try {
    const address = await run.address
    while ((await fetch(`${address}/readyz`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20))
  } finally {
    clearTimeout(late)
  }
}

async function scratchDirectory(cleanUp: CleanUp): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-'))
  cleanUp.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function migrateByStarting(url: string): Promise<void> {
  const server = await launch({ PORT: String(await claimPort()), DEMO: '0', DATABASE_URL: url })
  await server.stop()
}
