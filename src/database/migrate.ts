import { readdir, readFile } from 'node:fs/promises'
import type { Logger } from '#base/logger.ts'
import {
  afterMigrations,
  beforeMigrations,
  isCitus,
  letRoleIntoWorkers,
  splitStatements,
  undistributedTables,
} from './citus.ts'
import { UnknownSchema } from './database.ts'
import type { Send } from './send.ts'
import { runTransaction } from './session.ts'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)
/** Any number will do, as long as no other program locks it in the same database. */
export const ADVISORY_LOCK = 7_270_539
/** The role that connections take on when their user would pass through row-level security. */
const APP_ROLE = 'parley_app'
const MIGRATIONS_TABLE =
  'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())'

export interface Migrated {
  /** The role to take on for everything after; null when the user is bound by row-level security anyway. */
  role: string | null
  /** On Citus. */
  isSharded: boolean
}

/**
 * Brings the database's schema up to date: pending files of `migrations/` in the order of their names, then
 * `after.sql`, in one transaction. Two processes at once take turns; the second finds nothing to do.
 *
 * `after.sql` runs again where Citus came to a database that has its tables already.
 */
export async function migrate(send: Send, logger: Logger): Promise<Migrated> {
  await send('select pg_advisory_lock($1)', [ADVISORY_LOCK])
  try {
    await send(MIGRATIONS_TABLE)
    const applied = new Set((await send<{ name: string }>('select name from schema_migrations')).map((row) => row.name))
    const known = await listMigrations()
    const pending = known.filter((name) => !applied.has(name))
    if (pending.length > 0) {
      refuseUnknown([...applied].filter((name) => !known.includes(name)))
      await apply(send, pending)
    }
    for (const name of pending) logger.info({ migration: name }, 'migration applied')
    const isSharded = await isCitus(send)
    const waiting = isSharded ? await undistributedTables(send) : []
    if (waiting.length > 0) await apply(send, [])
    if (waiting.length > 0) logger.info({ tables: waiting }, 'tables distributed')
    const role = await appRole(send)
    if (role && isSharded) {
      for (const refused of await letRoleIntoWorkers(send, role))
        logger.warn(refused, 'granting the role on a worker failed')
    }
    return { role, isSharded }
  } finally {
    await send('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
  }
}

/**
 * Refuses a database that has other migrations than this version: an unreleased version made it. (Where nothing is pending,
 * a newer version has migrated it, which the processes of the version before survive.)
 */
function refuseUnknown(unknown: string[]): void {
  if (unknown.length === 0) return
  throw new UnknownSchema(
    `an unreleased version made this database (its schema has ${unknown.sort()[0]}), and no version can take it over; start with an empty one`,
  )
}

/** All migrations of this version, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort()
}

/** Processes of the version before may be at work, and lock the same tables in another order: then it is tried again. */
function apply(send: Send, pending: string[]): Promise<void> {
  return runTransaction(async () => {
    await send('begin')
    try {
      await applyMigrations(send, pending)
      await send('commit')
    } catch (error) {
      await send('rollback')
      throw error
    }
  })
}

/** Applies migrations inside a transaction of the caller's. */
export async function applyMigrations(send: Send, names: readonly string[]): Promise<void> {
  await send(MIGRATIONS_TABLE)
  const isSharded = await isCitus(send)
  const run = async (name: string) => {
    const text = await readFile(new URL(name, MIGRATIONS), 'utf8')
    for (const statement of isSharded ? splitStatements(text) : [text]) await send(statement)
  }
  if (isSharded) await beforeMigrations(send)
  for (const name of names) {
    await run(name)
    await send('insert into schema_migrations (name) values ($1)', [name])
  }
  await run('after.sql')
  if (isSharded) await afterMigrations(send)
}

/** Superusers and roles with BYPASSRLS pass through the fence, so the service steps down to a role that doesn't. */
async function appRole(send: Send): Promise<string | null> {
  const [user] = await send<{ exempt: boolean; isPrepared: boolean }>(USER)
  if (!user?.exempt) return null
  if (!user.isPrepared) await send(PREPARE_ROLE)
  return APP_ROLE
}

/** Whether the role has all that `PREPARE_ROLE` gives: that writes to the catalog for each table, even where nothing changes. */
const USER = `
  select rolsuper or rolbypassrls as exempt, exists (
    select from pg_roles r where r.rolname = '${APP_ROLE}' and has_schema_privilege(r.oid, 'public', 'usage') and not exists (
      select from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not (
        has_table_privilege(r.oid, c.oid, 'select') and has_table_privilege(r.oid, c.oid, 'insert') and
        has_table_privilege(r.oid, c.oid, 'update') and has_table_privilege(r.oid, c.oid, 'delete'))
    )
  ) as is_prepared
  from pg_roles where rolname = current_user`

const PREPARE_ROLE = `
  do $$ begin
    create role ${APP_ROLE} nologin;
  exception when duplicate_object or unique_violation then null; -- made by an earlier start, or for another database
  end $$;
  grant usage on schema public to ${APP_ROLE};
  grant select, insert, update, delete on all tables in schema public to ${APP_ROLE};`
