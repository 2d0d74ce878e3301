import { invalidParams } from '#core/errors.ts'
import type { Queries } from '#database/database.ts'
import { isOfOtherStore } from '#storage/help-centre/names.ts'
import { claimDirectoryEntry, deleteDirectoryEntry } from '#storage/stores/stores.ts'
import type { Settings } from './settings.ts'

type HelpCentre = Settings['helpCentre']

/**
 * Takes the handle that a store is given, and lets go of a handle and a domain that it gives up. INVALID_PARAMS for a
 * handle that another store has, and for a domain that is proven to be another store's.
 */
export async function claimAddresses(tx: Queries, before: HelpCentre, now: HelpCentre): Promise<void> {
  if (now.handle !== before.handle) {
    if (!(await claimDirectoryEntry(tx, 'help_handle', now.handle, null))) {
      throw invalidParams(`settings.helpCentre.handle: ${now.handle} is another store’s.`)
    }
    await deleteDirectoryEntry(tx, 'help_handle', before.handle)
  }
  if (now.domain === before.domain) return
  if (before.domain !== null) await deleteDirectoryEntry(tx, 'help_domain', before.domain)
  if (now.domain !== null && (await isOfOtherStore(tx, 'help_domain', now.domain))) {
    throw invalidParams(`settings.helpCentre.domain: ${now.domain} is proven to be another store’s.`)
  }
}
