import type { Queries, SystemQueries } from '#database/database.ts'

export type PresenceKind = 'contact' | 'member'

export interface PresenceRow {
  shopId: string
  kind: PresenceKind
  id: string
}

/** Whose presence is written together: people of one kind on one process. */
export interface PresenceGroup {
  kind: PresenceKind
  ids: readonly string[]
  processId: string
}

export async function savePresence(shop: Queries, { kind, ids, processId }: PresenceGroup): Promise<void> {
  await shop.query(
    `insert into presence (shop_id, kind, id, process_id)
     select s.shop_id, $2, p.id, $4 from shops s, unnest($3::text[]) as p (id) where s.shop_id = $1
     on conflict do nothing`,
    [kind, ids, processId],
  )
}

/** Takes presences away; returns those of which that was the last one: no other process has them. */
export async function deletePresence(shop: Queries, { kind, ids, processId }: PresenceGroup): Promise<string[]> {
  await shop.query('delete from presence where shop_id = $1 and kind = $2 and id = any($3) and process_id = $4', [
    kind,
    ids,
    processId,
  ])
  const left = await shop.query<{ id: string }>(
    'select id from presence where shop_id = $1 and kind = $2 and id = any($3)',
    [kind, ids],
  )
  const others = new Set(left.map(({ id }) => id))
  return ids.filter((id) => !others.has(id))
}

/** The presences of a process, of whichever store. */
export function listPresences(system: SystemQueries, processId: string, limit: number): Promise<PresenceRow[]> {
  return system.query<PresenceRow>('select shop_id, kind, id from presence where process_id = $1 limit $2', [
    processId,
    limit,
  ])
}

/** Marks contacts as connected or not, on each of their conversations. The record's time of change stays. */
export async function setOnline(shop: Queries, contactIds: readonly string[], isOnline: boolean): Promise<void> {
  const rows = await shop.query<{ id: string }>(
    `update conversations set is_online = $3 where shop_id = $1 and id = any (array(
       select c.id from conversations c where c.shop_id = $1 and c.contact_id = any($2) and c.is_online <> $3
       order by c.id for update))
     returning id`,
    [contactIds, isOnline],
  )
  for (const { id } of rows) shop.signal({ kind: 'changed', id })
}

/** Members with the inbox open; without those who are away or not members any more. */
export async function listPresentMembers(shop: Queries): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `select distinct p.id from presence p join members m on m.shop_id = p.shop_id and m.id = p.id
     where p.shop_id = $1 and p.kind = 'member' and m.active and m.enable_away_mode is not true`,
  )
  return rows.map(({ id }) => id)
}

export async function isPresent(shop: Queries, kind: PresenceKind, id: string): Promise<boolean> {
  const rows = await shop.query('select id from presence where shop_id = $1 and kind = $2 and id = $3 limit 1', [
    kind,
    id,
  ])
  return rows.length > 0
}
