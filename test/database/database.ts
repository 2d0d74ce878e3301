import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import postgres from 'postgres'
import { CitusServer, TestServer } from './database-servers.ts'

/**
 * Databases for tests on PostgreSQL. Each server gets one of its own, cloned from a migrated template. The template is
 * named after the migrations it holds: it is made by the first test that needs it and outlives the run.
 */

/** Whether this run tests on Citus: scripts/test.ts says. */
export const onCitus = process.env.TEST_DATABASE === 'citus'
/** Whether it tests on a server, Citus or not, and not on the embedded database. */
export const onPostgres = onCitus || process.env.TEST_DATABASE === 'postgresql'

/** Databases of one run of scripts/test.ts share a prefix, so that it can sweep up what a killed test left. */
const PREFIX = `parley_test_${process.env.TEST_RUN ?? process.pid}_`
const TEMPLATES = 'parley_template_'
/** Any number will do: held while a template is made or cloned, so that test files take turns. */
const ADVISORY_LOCK = 7_270_540

export interface TestDatabase {
  url: string
  drop(): Promise<void>
  /** Makes it the database of a role that is not a superuser; returns its URL for that role. */
  giveTo(role: string): Promise<string>
}

/** A database of its own: migrated if `migrate` (a function that migrates the one at a URL) is given, otherwise empty. */
export async function createDatabase(migrate?: (url: string) => Promise<void>): Promise<TestDatabase> {
  const name = PREFIX + randomBytes(5).toString('hex')
  await asAdmin(async (server) => {
    if (migrate) await server.copy(await findOrMakeTemplate(server, migrate), name)
    else await server.create(name)
  })
  return handleOf(name)
}

function handleOf(name: string): TestDatabase {
  return {
    url: urlOf(name),
    drop: () => asAdmin((server) => server.drop(name)),
    async giveTo(role) {
      await asAdmin((server) => server.give(name, role))
      return urlOf(name).replace(/\/\/[^@]*@/, `//${role}@`)
    },
  }
}

/** On Citus, an empty database that has no workers until it is given them. */
export async function createUnspreadDatabase(): Promise<TestDatabase & { addWorkers(): Promise<void> }> {
  const name = PREFIX + randomBytes(5).toString('hex')
  const onCoordinator = (work: (server: CitusServer) => Promise<void>) =>
    asAdmin((server) => work(server as CitusServer))
  await onCoordinator((server) => server.createOnNodes(name))
  return { ...handleOf(name), addWorkers: () => onCoordinator((server) => server.spread(name)) }
}

async function findOrMakeTemplate(server: TestServer, migrate: (url: string) => Promise<void>): Promise<string> {
  const template = templateName()
  if ((await server.list()).includes(template)) return template
  const making = `${template}_making`
  await server.drop(making)
  await server.create(making)
  await migrate(urlOf(making))
  await server.rename(making, template)
  return template
}

/** Drops what tests of this run left behind, and templates of other migrations than today's. */
export async function sweepDatabases(kind: 'postgresql' | 'citus'): Promise<void> {
  await asAdmin(async (server) => {
    const isLeft = (name: string) => name.startsWith(PREFIX) || (name.startsWith(TEMPLATES) && name !== templateName())
    for (const name of (await server.list()).filter(isLeft)) await server.drop(name)
  }, kind === 'citus')
}

/** Runs statements as the server's superuser, who passes through row-level security. */
export async function query<Row extends object>(url: string, text: string, params: string[] = []): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return (await sql.unsafe(text, params)) as unknown as Row[]
  } finally {
    await sql.end()
  }
}

async function asAdmin<T>(work: (server: TestServer) => Promise<T>, isCitus = onCitus): Promise<T> {
  const url = serverUrl(isCitus)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${ADVISORY_LOCK})`
    return await work(isCitus ? new CitusServer(sql, url) : new TestServer(sql))
  } finally {
    await sql.end() // which gives the lock back
  }
}

/** URL of the server for its superuser. */
export function serverUrl(isCitus = onCitus): string {
  const variable = isCitus ? 'TEST_CITUS_URL' : 'TEST_DATABASE_URL'
  const url = process.env[variable]
  if (!url) throw new Error(`these tests need ${variable}, such as postgres://root@127.0.0.1/test`)
  return url
}

function urlOf(database: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${database}`
  return url.href
}

function templateName(): string {
  const directory = new URL('../../migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of readdirSync(directory).sort()) hash.update(name).update(readFileSync(new URL(name, directory)))
  return TEMPLATES + hash.digest('hex').slice(0, 16)
}
