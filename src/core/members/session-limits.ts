import { recordAudit } from '#core/audit-log.ts'
import { findSessionLimits, type SessionLimits, saveSessionLimits } from '#storage/members/session-limits.ts'
import { findStore } from '#storage/stores/stores.ts'
import type { SignedIn } from './sessions.ts'

/** When members of the store are signed out; null: as all sessions end (SESSION_IDLE_MS, SESSION_MAX_MS). */
export function readSessionLimits({ caller }: SignedIn): Promise<SessionLimits> {
  return findSessionLimits(caller.shop)
}

/** Changes it for all sessions of the store, also for those that have begun. */
export function changeSessionLimits({ caller }: SignedIn, limits: SessionLimits): Promise<SessionLimits> {
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true)
    await saveSessionLimits(tx, limits)
    await recordAudit(tx, caller.actor, 'session_limits.changed', null, { ...limits })
    return limits
  })
}
