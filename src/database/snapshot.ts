import type { Sql } from 'postgres'
import type { Snapshot } from './database.ts'
import { send, sendForBytes } from './session.ts'

/**
 * Values as text have one form, wherever they are read and written. No timeout of the server's may end a long backup.
 * The owner of the tables is bound by row-level security too: '*' names all stores.
 */
export const TRANSFER_SETTINGS = `
  set local app.shop_id = '*'; set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local lock_timeout = 0;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Runs `work` in a read-only transaction on a connection that nobody else uses. */
export async function readSnapshot<T>(client: Sql, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  await send(client, `begin isolation level repeatable read read only; ${TRANSFER_SETTINGS}`)
  try {
    return await work({
      query: (sql, params = []) => send(client, sql, params),
      queryBytes: (sql) => sendForBytes(client, sql, []),
    })
  } finally {
    await send(client, 'rollback').catch(() => {}) // nothing was written
  }
}
