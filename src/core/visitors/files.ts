import { currentTime } from '#base/clock.ts'
import { forbidden } from '#core/errors.ts'
import { ORPHANS_KEPT_MS, VISITOR_FILES_WAITING_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import { countOrphans } from '#storage/files/files.ts'

/** Files wait for their message; a visitor who never sends one cannot fill the disk. */
export async function checkWaitingFiles(shop: Shop, visitorId: string): Promise<void> {
  const since = new Date(currentTime().getTime() - ORPHANS_KEPT_MS)
  if ((await countOrphans(shop, visitorId, since)) >= VISITOR_FILES_WAITING_MAX) {
    throw forbidden(`At most ${VISITOR_FILES_WAITING_MAX} files may wait for a message; send one with them first.`)
  }
}
