import { withoutAccents } from '#base/text.ts'
import { HANDLE_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { findFreeName, takeTurnForName } from '#storage/help-centre/names.ts'
import { claimDirectoryEntry } from '#storage/stores/stores.ts'

/** What a handle looks like. */
export const HANDLE_PATTERN = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
/** Characters that stay free for the number of a handle that is taken. */
const NUMBER_MAX = 8
/** Tries to claim a handle while other stores are given that one by their settings. */
const TRIES = 5

/** A store's name as it stands in addresses: "Café Öl & Co." becomes "cafe-ol-co"; `store` where nothing is left. */
function handleOf(name: string): string {
  const joined = withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return joined.slice(0, HANDLE_MAX - NUMBER_MAX).replace(/-$/, '') || 'store'
}

/** Claims a handle for a new store: its name, with a number where another store has that. */
export async function claimHandle(tx: Queries, name: string): Promise<string> {
  const base = handleOf(name)
  await takeTurnForName(tx, 'help_handle', base)
  for (let tries = 0; tries < TRIES; tries++) {
    const handle = await findFreeName(tx, 'help_handle', base)
    if (await claimDirectoryEntry(tx, 'help_handle', handle, null)) return handle
  }
  throw new Error(`no handle is free for ${base}`)
}
