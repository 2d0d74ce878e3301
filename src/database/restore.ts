import postgres, { type Sql } from 'postgres'
import { isCitus } from './citus.ts'
import type { SystemQueries } from './database.ts'
import { restoreEmbedded } from './embedded/restore.ts'
import { ADVISORY_LOCK, applyMigrations, listMigrations } from './migrate.ts'
import { clientOptions, send } from './send.ts'
import { beginTransfer } from './snapshot.ts'

/** A database that a backup is restored into, in one transaction, as the tables' owner. */
export interface RestoreTarget extends SystemQueries {
  /** Migrations of this version, in their order. */
  readonly known: readonly string[]
  /** Names of applied migrations. Without any, the database has no tables. */
  applied(): Promise<string[]>
  /** Applies these migrations. */
  migrate(names: readonly string[]): Promise<void>
}

interface Where {
  databaseUrl: string | undefined
  dataDir: string
}

/**
 * Runs `work` in a transaction on the configured database: all that it did is kept, or nothing. `refuse` looks at a
 * database that is there already and throws when there is something in it.
 */
export function withRestoreTarget(
  { databaseUrl, dataDir }: Where,
  refuse: (existing: RestoreTarget) => Promise<void>,
  work: (target: RestoreTarget) => Promise<void>,
): Promise<void> {
  if (!databaseUrl) {
    const inside = (run: (target: RestoreTarget) => Promise<void>) => (client: Sql) => inTransaction(client, run)
    return restoreEmbedded(dataDir, inside(refuse), inside(work))
  }
  const client = postgres(databaseUrl, { ...clientOptions, max: 1 })
  return inTransaction(client, async (target) => {
    // The lock that starting services take turns by: none migrates meanwhile.
    await send(client, 'select pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
    await refuse(target)
    await work(target)
  }).finally(() => client.end({ timeout: 5 }))
}

async function inTransaction(client: Sql, work: (target: RestoreTarget) => Promise<void>): Promise<void> {
  await beginTransfer(client, '')
  try {
    await work({
      isSharded: await isCitus((sql, params) => send(client, sql, params)),
      known: await listMigrations(),
      query: (sql, params = []) => send(client, sql, params),
      async applied() {
        const [found] = await send<{ isThere: boolean }>(
          client,
          "select to_regclass('public.schema_migrations') is not null as is_there",
        )
        if (!found?.isThere) return []
        return (await send<{ name: string }>(client, 'select name from schema_migrations order by name')).map(
          ({ name }) => name,
        )
      },
      migrate: (names) => applyMigrations((sql, params) => send(client, sql, params), names),
    })
    await send(client, 'commit')
  } catch (error) {
    await send(client, 'rollback').catch(() => {}) // the connection is gone, and with it the transaction
    throw error
  }
}
