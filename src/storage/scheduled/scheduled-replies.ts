import type { Queries, SystemQueries } from '#database/database.ts'
import { boolean, json, nullable, type RowOf, table, text, time } from '#database/table-schema.ts'
import type { ReplyRecipients } from '#storage/channels/outbound.ts'
import type { TemplateChoice } from '#storage/channels/templates.ts'
import type { OriginalWords } from '#storage/conversations/columns.ts'
import { findStoresDue } from '#storage/due-stores.ts'
import type { AttachedFile } from '#storage/files/files.ts'

/** What a member does to the conversation along with a reply: all of it and the reply, or nothing. */
export interface AlongWithReply {
  /** Appended. */
  tags?: string[]
  /** Instead of auto-assign; null for nobody. */
  memberId?: string | null
  /** The team that gets it, instead of auto-assign; not with `memberId`. */
  teamId?: string
  status?: 'resolved'
  /** An ISO time. */
  snoozedUntil?: string
}

/** A product or a discount that goes with a reply. */
interface ScheduledCard {
  kind: 'product' | 'discount'
  id: string
}

/** Replies that members wrote to be sent later (migrations/0005). */
const SCHEDULED = table({
  id: text(),
  conversationId: text(),
  memberId: text(),
  text: text(),
  sendAt: time(),
  cancelsOnReply: boolean(),
  replyActions: json<AlongWithReply>(),
  files: json<AttachedFile[]>(),
  email: nullable(json<ReplyRecipients>()),
  original: nullable(json<OriginalWords>()),
  isFormatted: boolean(),
  cards: json<ScheduledCard[]>(),
  template: nullable(json<TemplateChoice>()),
  heldBecause: nullable(text<'customer_wrote' | 'refused'>()),
  refusal: nullable(text()),
  dueAt: nullable(time()),
  createdAt: time(),
  updatedAt: time(),
})
export type ScheduledRow = RowOf<typeof SCHEDULED>

/** A conversation's, the one that leaves first before the others. */
export function listScheduled(shop: Queries, conversationId: string, limit: number): Promise<ScheduledRow[]> {
  return shop.query<ScheduledRow>(
    `select ${SCHEDULED.list()} from scheduled_replies where shop_id = $1 and conversation_id = $2
     order by send_at, id limit $3`,
    [conversationId, limit],
  )
}

/** Inserts a reply, or changes the one with the same id. */
export async function saveScheduled(tx: Queries, row: ScheduledRow): Promise<void> {
  const { sql, values } = SCHEDULED.insert(row)
  await tx.query(
    `insert into scheduled_replies ${sql} on conflict (shop_id, id) do update set text = excluded.text,
       send_at = excluded.send_at, cancels_on_reply = excluded.cancels_on_reply, reply_actions = excluded.reply_actions, files = excluded.files,
       original = excluded.original, is_formatted = excluded.is_formatted, cards = excluded.cards, held_because = excluded.held_because,
       refusal = excluded.refusal, due_at = excluded.due_at, updated_at = excluded.updated_at`,
    values,
  )
}

/** Has a reply that is due looked at again later. */
export async function postponeScheduled(shop: Queries, id: string, dueAt: Date): Promise<void> {
  await shop.query('update scheduled_replies set due_at = $3 where shop_id = $1 and id = $2 and due_at is not null', [
    id,
    dueAt,
  ])
}

export async function deleteScheduled(tx: Queries, id: string): Promise<void> {
  await tx.query('delete from scheduled_replies where shop_id = $1 and id = $2', [id])
}

/**
 * The customer wrote: what was to be cancelled then is gone with its files, the rest is held, and its authors are told
 * soon. One statement: it may leave together with the commit. The files' bytes are left to the clean-up.
 */
export async function holdScheduled(tx: Queries, conversationId: string, now: Date): Promise<void> {
  await tx.query(
    `with gone as (
       delete from scheduled_replies
       where shop_id = $1 and conversation_id = $2 and cancels_on_reply and held_because is null returning files),
     taken as (
       delete from uploads where shop_id = $1 and conversation_id = $2
         and id in (select f->>'id' from gone, json_array_elements(gone.files) f) returning id),
     noted as (
       insert into file_deletion_queue (shop_id, id, removed_at) select $1, id, $3 from taken on conflict do nothing)
     update scheduled_replies set held_because = 'customer_wrote', due_at = $3, updated_at = $3
     where shop_id = $1 and conversation_id = $2 and not cancels_on_reply and held_because is null`,
    [conversationId, now],
  )
}

/** Stores with replies that are due, longest due first. */
export function findShopsWithScheduled(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const times = { table: 'scheduled_replies', time: 'due_at', where: 'due_at is not null' }
  return findStoresDue(system, times, now, limit)
}

/** What is due of a store, longest due first. */
export function listDueScheduled(
  shop: Queries,
  now: Date,
  limit: number,
): Promise<Pick<ScheduledRow, 'id' | 'conversationId'>[]> {
  return shop.walk(
    `select id, conversation_id from scheduled_replies where shop_id = $1 and due_at <= $2 order by due_at limit $3`,
    [now, limit],
  )
}
