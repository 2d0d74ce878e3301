import { access, constants } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { request } from 'undici'
import { ConfigError, readConfig } from '#config'
import { readCliConfig } from '#config/cli.ts'
import { Client, unreachable } from './client.ts'
import { checkChannels, checkShops } from './doctor-stores.ts'

export interface Check {
  name: string
  ok: boolean
  /** What was found or, when it failed, what to do. */
  message: string
}

/** The oldest Node.js that runs the sources as they are. */
const NODE_MAJOR = 24

const CHECKS: [name: string, check: () => Promise<string> | string][] = [
  ['Node.js', checkNode],
  ['Configuration', checkConfiguration],
  ['Data directory', checkDataDirectory],
  ['Server', checkServer],
  ['Database', checkDatabase],
  ['Operator token', checkToken],
  ['Channels', checkChannels],
  ['Shops', checkShops],
]

/** Looks at everything that starting and operating the service needs. A failed check stops none of the others. */
export async function examine(): Promise<Check[]> {
  const checks: Check[] = []
  for (const [name, check] of CHECKS) {
    try {
      checks.push({ name, ok: true, message: await check() })
    } catch (error) {
      checks.push({ name, ok: false, message: (error as Error).message })
    }
  }
  return checks
}

export function describeChecks(checks: Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const margin = ' '.repeat(width + 10)
  return checks
    .map(
      ({ name, ok, message }) =>
        `${ok ? 'ok    ' : 'failed'}  ${name.padEnd(width)}  ${message.replaceAll('\n', `\n${margin}`)}`,
    )
    .join('\n')
}

function checkNode(): string {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= NODE_MAJOR) return node
  throw new Error(
    `${node} is too old: run it with "npm run parley", which uses the Node.js ${NODE_MAJOR} that npm ci installed.`,
  )
}

function checkConfiguration(): string {
  const { databaseUrl } = readConfig()
  return databaseUrl ? 'valid; on a PostgreSQL server' : 'valid; on the embedded database'
}

async function checkDataDirectory(): Promise<string> {
  const directory = resolve(readDataDir())
  for (let place = directory; ; place = dirname(place)) {
    try {
      await access(place, constants.W_OK)
      return place === directory ? directory : `${directory} (not there yet, can be made)`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && place !== dirname(place)) continue
      throw new Error(
        `${place} cannot be written to: give this user the right to, or set DATA_DIR to another directory.`,
      )
    }
  }
}

function readDataDir(): string {
  try {
    return readConfig().dataDir
  } catch (error) {
    if (error instanceof ConfigError) throw new Error('unknown until the configuration is valid')
    throw error
  }
}

async function checkServer(): Promise<string> {
  const { url } = readCliConfig()
  if ((await statusOf(`${url}/healthz`)) === 200) return `answers at ${url}`
  throw new Error(`Something answers at ${url}, but it is not Parley: PARLEY_URL names the server.`)
}

async function checkDatabase(): Promise<string> {
  const { url } = readCliConfig()
  if ((await statusOf(`${url}/readyz`)) === 200) return 'reachable and migrated'
  throw new Error('The server cannot reach its database: see its log, and DATABASE_URL.')
}

async function statusOf(address: string): Promise<number> {
  const response = await request(address, { headersTimeout: 5_000 }).catch((error: Error) => {
    throw unreachable(new URL(address).origin, error)
  })
  await response.body.dump()
  return response.statusCode
}

async function checkToken(): Promise<string> {
  await new Client(readCliConfig()).call('GET', '/operator/stores?limit=1')
  return 'accepted'
}
