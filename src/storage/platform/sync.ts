import type { Queries } from '#database/database.ts'

/** How far shops were read (migrations/0014), and what of theirs waits. */

export interface SyncState {
  connectionId: string
  kind: string
  cursor: string | null
  since: Date | null
  begunAt: Date | null
  lastFullSyncAt: Date | null
  doneAt: Date | null
  total: number | null
}

export function listSyncStates(shop: Queries): Promise<SyncState[]> {
  return shop.query<SyncState>(
    `select connection_id, kind, cursor, since, begun_at, last_full_sync_at, done_at, total from sync_cursors where shop_id = $1`,
  )
}

/** Deliveries of each connection that are not applied yet. */
export function waitingDeliveries(shop: Queries): Promise<{ connectionId: string; deliveries: number }[]> {
  return shop.query(
    `select connection_id, count(*)::int as deliveries from shop_webhook_inbox
     where shop_id = $1 and due_at is not null group by connection_id`,
  )
}

export async function findSyncState(shop: Queries, connectionId: string, kind: string): Promise<SyncState | undefined> {
  const states = await listSyncStates(shop)
  return states.find((state) => state.connectionId === connectionId && state.kind === kind)
}

export async function saveSyncState(shop: Queries, state: SyncState): Promise<void> {
  await shop.query(
    `insert into sync_cursors (shop_id, connection_id, kind, cursor, since, begun_at, last_full_sync_at, done_at, total)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9 where exists (
       select 1 from shop_connections where shop_id = $1 and id = $2 and state <> 'disconnected')
     on conflict (shop_id, connection_id, kind) do update set cursor = excluded.cursor, since = excluded.since,
       begun_at = excluded.begun_at, last_full_sync_at = excluded.last_full_sync_at, done_at = excluded.done_at, total = excluded.total`,
    [
      state.connectionId,
      state.kind,
      state.cursor,
      state.since,
      state.begunAt,
      state.lastFullSyncAt,
      state.doneAt,
      state.total,
    ],
  )
}
