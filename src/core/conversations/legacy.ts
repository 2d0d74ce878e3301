import type { Caller } from '#core/caller.ts'
import { listLegacyIds } from '#storage/conversations/conversations.ts'
import { lockConversations } from '#storage/locks.ts'
import { openChange } from './conversation-transaction.ts'

/** Conversations moved in one transaction. */
const BATCH = 200

/** Moves every conversation of the older datastore to the newer one; returns how many. Safe to stop and repeat. */
export async function migrateLegacy(caller: Caller): Promise<number> {
  for (let migrated = 0; ; ) {
    const ids = await listLegacyIds(caller.shop, BATCH)
    if (ids.length === 0) return migrated
    await caller.shop.transaction(async (tx) => {
      for (const id of await lockConversations(tx, ids)) await (await openChange(tx, id)).save('more')
    })
    migrated += ids.length
  }
}
