import { setTimeout as sleep } from 'node:timers/promises'
import { invalidParams } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import type { Database } from '#database/database.ts'
import { LOCKED, PARENT_GONE } from '#database/sql-states.ts'
import { deleteRows, deleteSomeRows, listTables } from '#storage/backup/tables.ts'
import { lockStore } from '#storage/locks.ts'
import { requireStore } from './stores.ts'

/** Rows that one statement deletes: other stores' statements come between. */
const ROWS = 1_000

/** The end waits for writers that are under way: how long at most, and how often it tries. */
const WAIT_MAX_MS = 30_000
const WAIT_MS = 20
/** What others' new rows rest on: while it is there, nobody else's statement fails. */
const KEPT_TO_THE_END = ['shops', 'shop_counters']

/**
 * Deletes a store that is uninstalled, with everything it has: rows of every table, uploads, credentials. It cannot be
 * undone. The store itself goes last, so that a call that was cut off can be made again. Returns how many rows went.
 */
export async function eraseStore(database: Database, files: FileStore, shopId: string): Promise<number> {
  const store = await requireStore(database, shopId)
  if (!store.uninstalledAt) {
    throw invalidParams('The store is installed. Only an uninstalled store is deleted: POST …/uninstall first.')
  }
  const shop = database.shop(shopId)
  const tables = (await listTables(database.system)).map(({ name }) => name).reverse()
  // What credentials are found by goes first, then nobody new comes in.
  const order = ['shop_directory', ...tables.filter((name) => name !== 'shop_directory')]
  let deleted = 0
  for (const table of order.filter((name) => !KEPT_TO_THE_END.includes(name))) {
    for (let count = ROWS; count === ROWS; deleted += count) {
      count = await deleteSomeRows(shop, table, ROWS).catch(orNoneWhileReferenced)
    }
    if (table !== 'shop_directory') continue
    shop.signal({ kind: 'keys' })
    shop.signal({ kind: 'help_centre' })
  }
  // Sessions that were still open may have written in between: the rest is deleted in one step, with all of it locked.
  deleted += await retryUntilUnlocked(() =>
    shop.transaction(async (tx) => {
      await lockStore(tx)
      let rest = 0
      for (const table of order) rest += await deleteRows(tx, table)
      return rest
    }),
  )
  await files.removeAll(shopId)
  return deleted
}

/** Waits for requests that arrived before the credentials were deleted. */
async function retryUntilUnlocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + WAIT_MAX_MS; ; await sleep(WAIT_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if ((error as { code?: string }).code !== LOCKED || performance.now() > until) throw error
    }
  }
}

/** A row that something new refers to stays for the end. */
function orNoneWhileReferenced(error: { code?: string }): number {
  if (error.code === PARENT_GONE) return 0
  throw error
}
