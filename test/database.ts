import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import postgres from 'postgres'

/**
 * Databases for tests on PostgreSQL. Each server gets one of its own, cloned from a migrated template. The template is
 * named after the migrations it holds: it is made by the first test that needs it and outlives the run.
 */

/** Which database this run tests: scripts/test.ts says. */
export const onPostgres = process.env.TEST_DATABASE === 'postgresql'

/** Databases of one run of scripts/test.ts share a prefix, so that it can sweep up what a killed test left. */
const PREFIX = `parley_test_${process.env.TEST_RUN ?? process.pid}_`
const TEMPLATES = 'parley_template_'
/** Any number will do: held while a template is made or cloned, so that test files take turns. */
const ADVISORY_LOCK = 7_270_540

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of its own: migrated when `migrate` (a function that migrates the one at a URL) is given, else empty. */
export async function createDatabase(migrate?: (url: string) => Promise<void>): Promise<TestDatabase> {
  const name = PREFIX + randomBytes(5).toString('hex')
  await asAdmin(async (sql) => {
    if (!migrate) return void (await sql.unsafe(`create database ${name}`))
    const template = await findOrMakeTemplate(sql, migrate)
    await sql.unsafe(`create database ${name} template ${template}`)
  })
  return {
    url: urlOf(name),
    drop: () => asAdmin(async (sql) => void (await sql.unsafe(`drop database if exists ${name} with (force)`))),
  }
}

async function findOrMakeTemplate(sql: postgres.Sql, migrate: (url: string) => Promise<void>): Promise<string> {
  const template = templateName()
  const found = await sql`select 1 from pg_database where datname = ${template}`
  if (found.length > 0) return template
  const making = `${template}_making`
  await sql.unsafe(`drop database if exists ${making} with (force)`)
  await sql.unsafe(`create database ${making}`)
  await migrate(urlOf(making))
  await sql.unsafe(`alter database ${making} rename to ${template}`)
  return template
}

/** Drops what tests of this run left behind, and templates of other migrations than today's. */
export async function sweepDatabases(): Promise<void> {
  await asAdmin(async (sql) => {
    const left = await sql<{ datname: string }[]>`
      select datname from pg_database
      where starts_with(datname, ${PREFIX}) or (starts_with(datname, ${TEMPLATES}) and datname <> ${templateName()})`
    for (const { datname } of left) await sql.unsafe(`drop database if exists ${datname} with (force)`)
  })
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

async function asAdmin<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(serverUrl(), { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${ADVISORY_LOCK})`
    return await work(sql)
  } finally {
    await sql.end() // which gives the lock back
  }
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE=postgresql needs TEST_DATABASE_URL, such as postgres://root@127.0.0.1/test')
  return url
}

function urlOf(database: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${database}`
  return url.href
}

function templateName(): string {
  const directory = new URL('../migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of readdirSync(directory).sort()) hash.update(name).update(readFileSync(new URL(name, directory)))
  return TEMPLATES + hash.digest('hex').slice(0, 16)
}
