import { currentTime } from '#base/clock.ts'
import { insertRows } from '#database/bulk.ts'
import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due-stores.ts'

/** A file as messages, scheduled replies and canned replies keep it. */
export interface AttachedFile {
  id: string
  name: string
  size: number
  type: string
  /** A path of this service. */
  url: string
}

/** Records of files that were sent. Their bytes are kept elsewhere (core/files/files.ts). */
export interface UploadRow {
  id: string
  secret: string
  name: string
  type: string
  size: number
  visitorId: string | null
  memberId: string | null
  conversationId: string | null
}

const COLUMNS = 'id, secret, name, type, size, visitor_id, member_id, conversation_id'
/** Files that no message, canned reply and article has, and the settings do not name. */
const ORPHANED = 'conversation_id is null and not is_in_settings and canned_reply_id is null and not is_in_article'

export async function insertUpload(shop: Queries, upload: UploadRow & { createdAt: Date }): Promise<void> {
  await shop.query(
    `insert into uploads (shop_id, ${COLUMNS}, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      upload.id,
      upload.secret,
      upload.name,
      upload.type,
      upload.size,
      upload.visitorId,
      upload.memberId,
      upload.conversationId,
      upload.createdAt,
    ],
  )
}

export async function findUpload(shop: Queries, id: string): Promise<UploadRow | undefined> {
  const [row] = await shop.query<UploadRow>(`select ${COLUMNS} from uploads where shop_id = $1 and id = $2`, [id])
  return row
}

export interface LockedUpload extends UploadRow {
  isInSettings: boolean
  cannedReplyId: string | null
  isInArticle: boolean
}

/** Locked until the transaction ends: a file belongs to one message. */
export function lockUploads(tx: Queries, ids: string[]): Promise<LockedUpload[]> {
  return tx.query<LockedUpload>(
    `select ${COLUMNS}, is_in_settings, canned_reply_id, is_in_article from uploads where shop_id = $1 and id = any($2::text[]) order by id for update`,
    [ids],
  )
}

export async function claimUploads(tx: Queries, ids: string[], conversationId: string): Promise<void> {
  await tx.query('update uploads set conversation_id = $3 where shop_id = $1 and id = any($2::text[])', [
    ids,
    conversationId,
  ])
}

/** Keeps files for a canned reply. */
export async function keepForCannedReply(tx: Queries, ids: string[], cannedReplyId: string): Promise<void> {
  await tx.query('update uploads set canned_reply_id = $3 where shop_id = $1 and id = any($2::text[])', [
    ids,
    cannedReplyId,
  ])
}

/** Marks the members' files that the store's settings name now, and no others. */
export async function markFilesOfSettings(tx: Queries, ids: string[]): Promise<void> {
  await tx.query(
    `update uploads set is_in_settings = (id = any($2::text[]))
     where shop_id = $1 and id = any (array(
       select u.id from uploads u where u.shop_id = $1 and u.member_id is not null and u.conversation_id is null and u.canned_reply_id is null
         and (u.is_in_settings or u.id = any($2::text[])) order by u.id for update))`,
    [ids],
  )
}

/** Takes the records of a conversation's files away; returns their ids. */
export async function deleteUploadsOf(tx: Queries, conversationId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'delete from uploads where shop_id = $1 and conversation_id = $2 returning id',
    [conversationId],
  )
  return noteRemoved(tx, rows)
}

/** Takes the records of these files away; returns the ids of those that there were. */
export async function deleteUploads(tx: Queries, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ id: string }>(
    'delete from uploads where shop_id = $1 and id = any($2::text[]) returning id',
    [ids],
  )
  return noteRemoved(tx, rows)
}

/** Stores with files that nothing has (`ORPHANED`), sent before `before`. */
export function findStoresWithOrphans(system: SystemQueries, before: Date, limit: number): Promise<string[]> {
  const orphans = { table: 'uploads', time: 'created_at', where: ORPHANED }
  return findStoresDue(system, orphans, before, limit)
}

/** Stores with files whose bytes were not deleted when they should have been. */
export function findStoresWithRemovedFiles(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  return findStoresDue(system, { table: 'file_deletion_queue', time: 'removed_at' }, now, limit)
}

/** Deletes the records of files that nothing has (`ORPHANED`), sent before `before`. Returns their ids. */
export async function deleteOrphans(tx: Queries, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `delete from uploads where shop_id = $1 and id = any (array(
       select u.id from uploads u where u.shop_id = $1 and u.conversation_id is null and not u.is_in_settings
         and u.canned_reply_id is null and not u.is_in_article and u.created_at < $2 limit $3 for update skip locked))
     returning id`,
    [before, limit],
  )
  return noteRemoved(tx, rows)
}

/** Notes in the same transaction that the bytes of these files have to go; returns the ids. */
export async function noteRemoved(tx: Queries, rows: { id: string }[]): Promise<string[]> {
  await insertRows(
    tx,
    'file_deletion_queue',
    { id: 'text', removed_at: 'timestamptz' },
    rows.map(({ id }) => ({ id, removedAt: currentTime() })),
    'skip',
  )
  return rows.map(({ id }) => id)
}

/** Files whose bytes were not deleted when they should have been. */
export async function listRemovedFiles(shop: Queries, limit: number): Promise<string[]> {
  const rows = await shop.query<{ id: string }>('select id from file_deletion_queue where shop_id = $1 limit $2', [
    limit,
  ])
  return rows.map(({ id }) => id)
}

/** Their bytes are gone. */
export async function forgetRemovedFiles(shop: Queries, ids: string[]): Promise<void> {
  await shop.query('delete from file_deletion_queue where shop_id = $1 and id = any($2::text[])', [ids])
}

/** How many files a visitor sent that no message carries yet. */
export async function countOrphans(shop: Queries, visitorId: string, since: Date): Promise<number> {
  const [row] = await shop.query<{ count: number }>(
    `select count(*)::int as count from uploads
     where shop_id = $1 and conversation_id is null and created_at > $3 and visitor_id = $2`,
    [visitorId, since],
  )
  return row?.count ?? 0
}
