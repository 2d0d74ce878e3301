import type { Queries } from '#database/database.ts'

/** When a store's sessions end; null: as all sessions do (migrations/0076). */
export interface SessionLimits {
  idleMinutes: number | null
  maxHours: number | null
}

export async function findSessionLimits(shop: Queries): Promise<SessionLimits> {
  const [row] = await shop.query<SessionLimits>(
    'select session_idle_minutes as idle_minutes, session_max_hours as max_hours from shops where shop_id = $1',
  )
  return row ?? { idleMinutes: null, maxHours: null }
}

export async function saveSessionLimits(tx: Queries, { idleMinutes, maxHours }: SessionLimits): Promise<void> {
  tx.signal({ kind: 'sessions' }) // some may have ended
  await tx.query('update shops set session_idle_minutes = $2, session_max_hours = $3 where shop_id = $1', [
    idleMinutes,
    maxHours,
  ])
}
