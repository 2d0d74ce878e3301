import { isDeepStrictEqual } from 'node:util'
import { currentTime } from '#base/clock.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { findStore } from '#storage/stores/stores.ts'
import { saveTargets } from '#storage/targets/targets.ts'
import type { ReplyTargets } from './target.ts'
import { readTargets } from './targets-cache.ts'

/** A store's targets, as its admins set them. */

export const getTargets = ({ shop }: Caller): Promise<ReplyTargets> => readTargets(shop)

/** Sets all of them. Conversations whose customers wait already are counted by them a moment later (recompute-clocks-worker.ts). */
export function setTargets(caller: Caller, targets: ReplyTargets): Promise<ReplyTargets> {
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true)
    const before = await readTargets(tx)
    const changed = (Object.keys(targets) as (keyof ReplyTargets)[]).filter(
      (key) => !isDeepStrictEqual(before[key], targets[key]),
    )
    if (changed.length === 0) return targets
    await saveTargets(tx, targets, currentTime())
    await recordAudit(tx, caller.actor, 'targets.changed', null, { changed })
    tx.signal({ kind: 'targets' })
    return targets
  })
}
