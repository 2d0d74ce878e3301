import { currentTime } from '#base/clock.ts'
import { listLegacyIds } from '#storage/conversations.ts'
import type { Caller } from './caller.ts'
import { lockForWrite, saveConversation } from './conversations.ts'

/** Conversations moved in one transaction. */
const BATCH = 200

/** Moves every conversation of the older datastore to the newer one; answers how many. Safe to stop and repeat. */
export async function migrateLegacy(caller: Caller): Promise<number> {
  for (let migrated = 0; ; ) {
    const ids = await listLegacyIds(caller.shop, BATCH)
    if (ids.length === 0) return migrated
    await caller.shop.transaction(async (tx) => {
      for (const id of ids) {
        const { conversation, move } = await lockForWrite(tx, id)
        const now = currentTime()
        await saveConversation(tx, conversation, move, now)
      }
    })
    migrated += ids.length
  }
}
