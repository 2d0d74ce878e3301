import { insertRows } from '#database/bulk.ts'
import type { Param, Queries } from '#database/database.ts'
import { type RowOf, table, text, time } from '#database/table-schema.ts'
import { andMaySee, findAccess } from '#storage/conversation-access.ts'
import type { NotificationKind } from '../members/notifications.ts'

/** What members may have missed, until they are looked for (migrations/0019). */

/** What is only in mails and pushes, beside the kinds of notifications: a customer wrote, or waits and nobody has them. */
export type NewsKind = NotificationKind | 'reply' | 'unassigned'

const NEWS = table({ memberId: text(), conversationId: text(), kind: text<NewsKind>(), since: time() })
export type MissedNews = RowOf<typeof NEWS>

/** Something is there for members who may not see it. What is known of already is known since the first time. */
export async function watchForMissedNews(tx: Queries, news: MissedNews[]): Promise<void> {
  await insertRows(tx, 'member_digest_queue', NEWS.types, news, 'skip')
}

/** A customer wrote in a member's conversation: of who wants mail of that alone. */
export async function watchForMissedAnswer(
  tx: Queries,
  { memberId, conversationId, since }: Omit<MissedNews, 'kind'>,
): Promise<void> {
  await tx.query(
    `insert into member_digest_queue (shop_id, member_id, conversation_id, kind, since)
     select w.shop_id, w.member_id, $3, 'reply', $4 from notification_preferences w
     where w.shop_id = $1 and w.member_id = $2 and w.wants = 'all'
     on conflict do nothing`,
    [memberId, conversationId, since],
  )
}

/** Forgets unread activity that a member has now seen: all of it, or that of one conversation. */
export async function forgetMissedNews(shop: Queries, memberId: string, conversationId: string | null): Promise<void> {
  await shop.query(
    `delete from member_digest_queue where shop_id = $1 and member_id = $2 and kind not in ('reply', 'unassigned')
     ${conversationId === null ? '' : 'and conversation_id = $3'}`,
    [memberId, ...(conversationId === null ? [] : [conversationId])],
  )
}

/** What waits for a later time does so no longer. */
export async function hastenMissedNews(tx: Queries, memberId: string, now: Date): Promise<void> {
  await tx.query('update member_digest_queue set since = $3 where shop_id = $1 and member_id = $2 and since > $3', [
    memberId,
    now,
  ])
}

/** Members with news that are due, longest due first. */
export async function findMembersWithNews(tx: Queries, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ memberId: string }>(
    `select member_id from member_digest_queue where shop_id = $1 and since <= $2
     group by member_id order by min(since) limit $3`,
    [before, limit],
  )
  return rows.map(({ memberId }) => memberId)
}

/** Takes all of a member's news, for good, but for what another worker has. */
export function takeMissedNews(tx: Queries, memberId: string): Promise<MissedNews[]> {
  return tx.query<MissedNews>(
    `delete from member_digest_queue m using (
       select conversation_id, kind from member_digest_queue where shop_id = $1 and member_id = $2
       for update skip locked) mine
     where m.shop_id = $1 and m.member_id = $2 and m.conversation_id = mine.conversation_id and m.kind = mine.kind
     returning m.member_id, m.conversation_id, m.kind, m.since`,
    [memberId],
  )
}

export interface UnseenNews {
  conversationId: string
  kind: NewsKind
  contactName: string | null
  /** The member who did it; null for keys, assistants, the AI agent and for customers. */
  actorName: string | null
  /** The beginning of what was said, where something was. */
  excerpt: string | null
}

/**
 * Lists activity that its member has not seen: unread notifications, unread answers in a conversation of theirs, and
 * unread conversations without an available assignee. A missed target no longer counts once a member has replied or resolved
 * it, nor an approval once it is decided, nor anything of a conversation that the member may not see (any more).
 */
export async function listUnseenNews(
  tx: Queries,
  memberId: string,
  news: readonly Pick<MissedNews, 'conversationId' | 'kind'>[],
  { limit, excerptMax }: { limit: number; excerptMax: number },
): Promise<UnseenNews[]> {
  const params: Param[] = [
    memberId,
    news.map((one) => one.conversationId),
    news.map((one) => one.kind),
    limit,
    excerptMax,
  ]
  const access = (await findAccess(tx, [memberId])).get(memberId) ?? null
  return tx.query<UnseenNews>(
    `select c.id as conversation_id, w.kind, coalesce(c.customer_name, c.customer_email) as contact_name,
       a.full_name as actor_name,
       left(case when w.kind not in ('reply', 'unassigned') then g.text
         when c.last_message::jsonb ->> 'senderType' = 'customer' then c.last_message::jsonb ->> 'text' end, $6) as excerpt
     from conversations c
     join unnest($3::text[], $4::text[]) as w (conversation_id, kind) on w.conversation_id = c.id
     left join lateral (
       select n.id, n.message_id, n.actor_id from notifications n
       where n.shop_id = $1 and n.member_id = $2 and n.conversation_id = c.id and n.kind = w.kind and n.read_at is null
       order by n.id desc limit 1) n on true
     left join messages g on g.shop_id = $1 and g.conversation_id = c.id and g.id = n.message_id and not g.is_deleted
     left join members a on a.shop_id = $1 and a.id = n.actor_id
     where c.shop_id = $1 and not c.is_redacted${andMaySee(access, params, 'c')} and case
       when w.kind = 'reply' then c.member_id = $2 and not c.is_read and c.last_message::jsonb ->> 'senderType' = 'customer'
       when w.kind = 'unassigned' then c.status = 'open' and not c.is_read and not c.is_chat_bot and not exists (
         select from members h where h.shop_id = $1 and h.id = c.member_id and h.active and h.enable_away_mode is not true)
       else n.id is not null and (w.kind <> 'missed' or c.reply_miss_notified or c.resolve_miss_notified)
           and (w.kind <> 'approval' or c.waits_for_approval) end
     order by c.active_key desc, c.id limit $5`,
    params,
  )
}
