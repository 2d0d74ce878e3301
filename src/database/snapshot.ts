import type { Sql } from 'postgres'
import type { Snapshot } from './database.ts'
import { send, sendForBytes } from './send.ts'

/**
 * Values as text have one form, wherever they are read and written. No timeout of the server's may end a long backup.
 * The owner of the tables is bound by row-level security too: '*' names all stores.
 */
const SETTINGS = [
  "app.shop_id = '*'",
  "timezone = 'UTC'",
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  'lock_timeout = 0',
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

/** On Citus, one connection to each worker: all that it holds is read at one moment. */
const CITUS_SETTINGS = [
  "citus.propagate_set_commands = 'local'",
  "citus.multi_task_query_log_level = 'off'",
  'citus.max_adaptive_executor_pool_size = 1',
]

/** Begins a transaction in which all stores' rows are read or written (each setting by itself: tenant-session.ts says why). */
export async function beginTransfer(client: Sql, how: '' | 'isolation level repeatable read read only'): Promise<void> {
  const local = [...CITUS_SETTINGS, ...SETTINGS].map((setting) => `set local ${setting}`)
  await Promise.all([`begin ${how}`, ...local].map((statement) => send(client, statement)))
}

/** Runs `work` in a read-only transaction on a connection that nobody else uses. */
export async function readSnapshot<T>(client: Sql, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  await beginTransfer(client, 'isolation level repeatable read read only')
  try {
    return await work({
      query: (sql, params = []) => send(client, sql, params),
      queryBytes: (sql) => sendForBytes(client, sql, []),
    })
  } finally {
    await send(client, 'rollback').catch(() => {}) // nothing was written
  }
}
