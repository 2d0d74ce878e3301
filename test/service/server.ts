import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createDatabase, onPostgres } from '../database/database.ts'
import { inBuckets, openBucket } from '../doubles/bucket.ts'
import { claimPort } from './claim-port.ts'
import { hasHost, hostCaFile, startHosted } from './hosted-service.ts'
import { QUICK_PASSWORDS, startProcess } from './service-process.ts'

export { runUntilExit } from './service-process.ts'

/** The real service, for tests that look at it from outside. */
export interface Server {
  /** Address of the server; the same again after a restart. */
  readonly baseUrl: string
  readonly operatorToken: string
  /** Whether it shares its process with other services. */
  readonly isHosted: boolean
  /** The variables it was started with. Another server with its DATABASE_URL or DATA_DIR shares its data. */
  readonly env: Record<string, string>
  /** All it has written to standard output and standard error. */
  logs(): string
  /** Stops it gracefully; answers its exit code. */
  stop(): Promise<number | null>
  /** Starts it again, after a stop or a kill, on the same data and port; stops it first when it runs. */
  restart(env?: Record<string, string>): Promise<void>
  /**
   * Copies the embedded database as a power cut at this moment would leave it, which PostgreSQL can open: its process is
   * paused for that time. Resolves with the copy's directory.
   */
  snapshot(): Promise<string>
}

/** A server in a process of its own. */
export interface OwnServer extends Server {
  /** Ends it in the middle of whatever it does, as a power cut would. */
  kill(): Promise<void>
  /**
   * Processor seconds that the thread of its event loop has used. How much of it passes while a request waits is how long
   * the event loop kept that request waiting, however busy the machine is.
   */
  eventLoopSeconds(): number
}

export interface ServerOptions {
  env?: Record<string, string>
  /** Starts a process for this server alone, for tests that kill it, measure it or block its event loop. */
  ownProcess?: boolean
  /** What is run in place of the sources, in a process of its own. */
  program?: string
}

export const OPERATOR_TOKEN = 'operator-token-for-tests-0123456789abcdef'
/** Servers that share a database need one key; the embedded database's own is made by its first start. */
const SECRET_KEY = Buffer.alloc(32, 'tests').toString('base64')

/** A server that other test files use at the same time: nobody stops it, looks into its logs or at its whole database. */
export type SharedServer = Pick<Server, 'baseUrl' | 'operatorToken' | 'isHosted'>

/** Addresses of the servers of a run, separated by spaces: test/service/run-setup.ts sets them. */
const SHARED_SERVERS = process.env.SHARED_SERVERS?.split(' ').filter(Boolean) ?? []

/**
 * A server for tests that need nothing but stores of their own: one of those that the run started, which spares the
 * file the start of another; without a run, one of the file's own. What it is configured with is what `startServer()`
 * gives.
 */
export async function shareServer(): Promise<SharedServer> {
  const baseUrl = SHARED_SERVERS[process.pid % SHARED_SERVERS.length]
  return baseUrl ? { baseUrl, operatorToken: OPERATOR_TOKEN, isHosted: true } : startServer()
}

/**
 * Starts the service on data of its own and resolves when it is ready. In a run of `npm test` it shares a process with
 * the servers of other tests, unless `ownProcess` is set. All rate limits are off, no demo store is created and passwords
 * are hashed cheaply (`NODE_OPTIONS: ''` hashes them at full cost) unless `env` says otherwise. Everything is stopped and
 * deleted after the test (or test file) that called it.
 */
export async function startServer(options: ServerOptions & { ownProcess: true }): Promise<OwnServer>
export async function startServer(options?: ServerOptions): Promise<Server>
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const cleanUp: CleanUp = []
  after(() => cleanUpAll(cleanUp))
  return openServer(cleanUp, options)
}

/** What has to be undone, in the order it was done. */
export type CleanUp = (() => Promise<void>)[]

export async function cleanUpAll(steps: CleanUp): Promise<void> {
  for (const step of steps.reverse()) await step()
}

/** Opens a server for scripts that are not tests. */
export async function openServer(cleanUp: CleanUp, options: ServerOptions = {}): Promise<OwnServer> {
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
    ...options.env,
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
  return launch(env, cleanUp, options)
}

/** What a host cannot give one of its services alone: a database that others use, and what a process is started with. */
function needsProcess({ env = {}, ownProcess, program }: ServerOptions): boolean {
  const caFile = hostCaFile()
  const { DATABASE_URL, DATA_DIR, NODE_OPTIONS = QUICK_PASSWORDS, NODE_EXTRA_CA_CERTS = caFile } = env
  if (ownProcess || program || DATABASE_URL !== undefined || DATA_DIR !== undefined) return true
  return NODE_OPTIONS !== QUICK_PASSWORDS || NODE_EXTRA_CA_CERTS !== caFile
}

async function launch(env: Record<string, string>, cleanUp: CleanUp, options: ServerOptions): Promise<OwnServer> {
  const start = (changed: Record<string, string>) => {
    const isHosted = hasHost() && !needsProcess({ ...options, env: { ...options.env, ...changed } })
    return isHosted ? startHosted({ ...env, ...changed }) : startProcess({ ...env, ...changed }, options.program)
  }
  let running = await start({})
  let earlierLogs = ''
  // A hosted service is stopped, which it has to manage; a process of its own may have been killed or stopped before.
  cleanUp.push(async () => {
    if (running.kill) await running.kill()
    else if ((await running.stop()) !== 0) throw new Error(`a service did not stop:\n${running.logs().slice(-5_000)}`)
  })
  const { baseUrl } = running
  return {
    baseUrl,
    operatorToken: env.OPERATOR_TOKEN ?? '',
    get isHosted() {
      return !running.kill
    },
    env,
    logs: () => earlierLogs + running.logs(),
    stop: () => running.stop(),
    async kill() {
      if (!running.kill) throw new Error('this server shares its process: start it with { ownProcess: true }')
      await running.kill()
    },
    eventLoopSeconds() {
      if (!running.eventLoopSeconds)
        throw new Error('this server shares its process: start it with { ownProcess: true }')
      return running.eventLoopSeconds()
    },
    async snapshot() {
      const { DATA_DIR = '' } = env
      const copy = await mkdtemp(join(DATA_DIR, 'copy-'))
      await running.pause(() => cp(join(DATA_DIR, 'pg'), copy, { recursive: true }))
      return copy
    },
    async restart(changed = {}) {
      await running.stop()
      earlierLogs += running.logs()
      running = await start({ ...changed, PORT: new URL(baseUrl).port })
    },
  }
}

async function scratchDirectory(cleanUp: CleanUp): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-'))
  cleanUp.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function migrateByStarting(url: string): Promise<void> {
  const server = await startProcess({ PORT: String(await claimPort()), DEMO: '0', DATABASE_URL: url })
  await server.stop()
}
