import { hash } from 'node:crypto'
import type { Queries } from '#database/database.ts'

/** What is known of the shop's side of each record (migrations/0014). */

export interface RecordVersion {
  kind: string
  /** The record's key; of people `personKey`. */
  id: string
  platformId?: string | null
  connectionId: string | null
  /** When the shop changed it. */
  version: Date
  isDeleted: boolean
  /** Deleted here, but not there. */
  isHidden?: boolean
  seenAt: Date
}

/** What a person is remembered as, by the shop's id or by their address: nobody can be read from it. */
export const personKey = (platformId: string) => hash('sha256', `platformId ${platformId}`, 'hex')
export const addressKey = (emailKey: string) => hash('sha256', `email ${emailKey}`, 'hex')

/** Records a shop's notice of a record; false if something newer is known, so that nothing must be changed. */
export async function claimVersion(tx: Queries, record: RecordVersion): Promise<boolean> {
  const rows = await tx.query(
    `insert into shop_record_versions as r (shop_id, kind, id, platform_id, connection_id, version, is_deleted, is_hidden, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (shop_id, kind, id) do update set platform_id = coalesce(excluded.platform_id, r.platform_id),
       connection_id = excluded.connection_id, version = excluded.version, is_deleted = excluded.is_deleted,
       is_hidden = excluded.is_hidden, seen_at = excluded.seen_at
     where (r.version, r.seen_at) <= (excluded.version, excluded.seen_at) returning 1`,
    [
      record.kind,
      record.id,
      record.platformId ?? null,
      record.connectionId,
      record.version,
      record.isDeleted,
      record.isHidden === true,
      record.seenAt,
    ],
  )
  return rows.length > 0
}

/** Time of the shop's last notice of a record; undefined if there was none, or if the shop has deleted it. */
export async function findSeenAt(shop: Queries, kind: string, id: string): Promise<Date | undefined> {
  const [row] = await shop.query<{ seenAt: Date }>(
    'select seen_at from shop_record_versions where shop_id = $1 and kind = $2 and id = $3 and not is_deleted',
    [kind, id],
  )
  return row?.seenAt
}

/** The keys of records that the shop calls so. */
export async function findByPlatformIds(shop: Queries, kind: string, platformIds: string[]): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    'select id from shop_record_versions where shop_id = $1 and kind = $2 and platform_id = any($3::text[])',
    [kind, platformIds],
  )
  return rows.map(({ id }) => id)
}

/** Place of an order in its shop: the connection that sent it, and the shop's own id. */
export async function findOrderPlace(
  shop: Queries,
  number: string,
): Promise<{ connectionId: string; platformId: string } | undefined> {
  const [row] = await shop.query<{ connectionId: string; platformId: string }>(
    `select connection_id, platform_id from shop_record_versions where shop_id = $1 and kind = 'order' and id = $2
       and not is_deleted and connection_id is not null and platform_id is not null`,
    [number],
  )
  return row
}

/** Marks records as deleted, so that no older hint brings them back. */
export async function markDeleted(tx: Queries, kind: string, ids: string[], now: Date): Promise<void> {
  await tx.query(
    `insert into shop_record_versions (shop_id, kind, id, version, is_deleted, seen_at)
     select s.shop_id, $2, r.id, $4, true, $4 from shops s, unnest($3::text[]) as r (id) where s.shop_id = $1
     on conflict (shop_id, kind, id) do update set version = greatest(shop_record_versions.version, excluded.version),
       is_deleted = true, is_hidden = false, platform_id = null, seen_at = excluded.seen_at`,
    [kind, ids, now],
  )
}

/** Whether somebody was redacted, or deleted, since a time. */
export async function isForgotten(shop: Queries, keys: string[], since: Date): Promise<boolean> {
  const rows = await shop.query(
    `select 1 from shop_record_versions where shop_id = $1 and kind = 'contact' and id = any($2::text[]) and is_deleted
       and version >= $3 limit 1`,
    [keys, since],
  )
  return rows.length > 0
}

/** How many records of each kind there are from each connection; `inShop`: hidden ones too. */
export function countRecords(
  shop: Queries,
): Promise<{ connectionId: string; kind: string; records: number; inShop: number; seenAt: Date }[]> {
  return shop.query(
    `select connection_id, kind, (count(*) filter (where not is_deleted))::int as records,
       (count(*) filter (where not is_deleted or is_hidden))::int as in_shop, max(seen_at) as seen_at
     from shop_record_versions where shop_id = $1 and connection_id is not null
     group by connection_id, kind order by connection_id, kind`,
  )
}

/** Records of a connection that the shop has not sent since a time, hidden ones too. */
export async function listUnseen(
  shop: Queries,
  { connectionId, kind, before }: { connectionId: string; kind: string; before: Date },
  limit: number,
): Promise<{ id: string; version: Date }[]> {
  return shop.query(
    `select id, version from shop_record_versions where shop_id = $1 and connection_id = $2 and kind = $3 and seen_at < $4
       and (not is_deleted or is_hidden) limit $5`,
    [connectionId, kind, before, limit],
  )
}

/** Customers of the shop that a connection has sent, and not as deleted. */
export async function listToldPeople(shop: Queries, connectionId: string, platformIds: string[]): Promise<string[]> {
  const keys = new Map(platformIds.map((id) => [personKey(id), id]))
  const rows = await shop.query<{ id: string }>(
    `select id from shop_record_versions where shop_id = $1 and connection_id = $2 and kind = 'contact'
       and id = any($3::text[]) and not is_deleted`,
    [connectionId, [...keys.keys()]],
  )
  return rows.map(({ id }) => keys.get(id) as string)
}

/** Kind of the shop that sent a product; undefined if none did. */
export async function findShopKind(shop: Queries, productId: string): Promise<string | undefined> {
  const [row] = await shop.query<{ kind: string }>(
    `select c.kind from shop_record_versions r join shop_connections c on c.shop_id = r.shop_id and c.id = r.connection_id
     where r.shop_id = $1 and r.kind = 'product' and r.id = $2`,
    [productId],
  )
  return row?.kind
}
