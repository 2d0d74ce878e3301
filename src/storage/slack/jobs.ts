import type { Queries, SystemQueries } from '#database/database.ts'
import { ATTEMPT, type Claim, claimDue, LEASE, nextDueAt, type Queue } from '../claims.ts'
import { findStoresDue } from '../due-stores.ts'

/** What is on its way to Slack and from there, and the threads of conversations (migrations/0079). */

/** A member's reply in a thread, as Slack tells it. */
export interface SlackReply {
  user: string
  text: string
  /** Its id in its channel. */
  ts: string
}

export type ClaimedSlackJob = {
  id: string
  conversationId: string
  lease: string
  /** This one counted. */
  attempts: number
} & ({ kind: 'post'; messageId: string } | { kind: 'reply'; reply: SlackReply })

/** Queues a customer's message, in its transaction. */
export async function queueSlackPost(
  tx: Queries,
  { id, conversationId, messageId, now }: { id: string; conversationId: string; messageId: string; now: Date },
): Promise<void> {
  tx.announce?.('slack_jobs')
  await tx.query(
    `insert into slack_jobs (shop_id, conversation_id, id, kind, message_id, due_at) values ($1, $2, $3, 'post', $4, $5)`,
    [conversationId, id, messageId, now],
  )
}

/** Queues a member's reply in a thread; ignores unknown threads, and replies that are queued already. */
export async function queueSlackReply(
  tx: Queries,
  { channelId, threadTs, reply, now }: { channelId: string; threadTs: string; reply: SlackReply; now: Date },
): Promise<void> {
  tx.announce?.('slack_jobs')
  await tx.query(
    `insert into slack_jobs (shop_id, conversation_id, id, kind, reply, due_at)
     select $1, t.conversation_id, $4, 'reply', $5::jsonb, $6::timestamptz from slack_threads t
     where t.shop_id = $1 and t.channel_id = $2 and t.thread_ts = $3
     on conflict do nothing`,
    [channelId, threadTs, `reply ${reply.ts}`, reply, now],
  )
}

const JOBS: Queue = {
  table: 'slack_jobs',
  time: 'due_at',
  assigns: [LEASE, ATTEMPT],
  returns: 'q.id, q.conversation_id, q.kind, q.message_id, q.reply, q.lease, q.attempts',
  lanes: { columns: ['conversation_id'], order: 'id' },
}

export const findShopsWithSlackJobs = (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
  findStoresDue(system, JOBS, now, limit)

/** Claims jobs of a store: of each conversation the first. */
export const claimSlackJobs = (shop: Queries, claim: Claim): Promise<ClaimedSlackJob[]> => claimDue(shop, JOBS, claim)

export const nextSlackJobAt = (shop: Queries): Promise<Date | undefined> => nextDueAt(shop, JOBS)

const OF_CLAIM = 'shop_id = $1 and conversation_id = $2 and id = $3 and lease = $4'

export async function deleteSlackJob(shop: Queries, { conversationId, id, lease }: ClaimedSlackJob): Promise<void> {
  await shop.query(`delete from slack_jobs where ${OF_CLAIM}`, [conversationId, id, lease])
}

export async function postponeSlackJob(
  shop: Queries,
  { conversationId, id, lease }: ClaimedSlackJob,
  dueAt: Date,
): Promise<void> {
  await shop.query(`update slack_jobs set due_at = $5, lease = null where ${OF_CLAIM}`, [
    conversationId,
    id,
    lease,
    dueAt,
  ])
}

/** The conversation's thread in a channel. */
export async function findSlackThread(
  shop: Queries,
  conversationId: string,
  channelId: string,
): Promise<string | undefined> {
  const [row] = await shop.query<{ threadTs: string }>(
    'select thread_ts from slack_threads where shop_id = $1 and conversation_id = $2 and channel_id = $3',
    [conversationId, channelId],
  )
  return row?.threadTs
}

export async function saveSlackThread(
  tx: Queries,
  { conversationId, channelId, threadTs }: { conversationId: string; channelId: string; threadTs: string },
): Promise<void> {
  await tx.query(
    `insert into slack_threads (shop_id, conversation_id, channel_id, thread_ts) values ($1, $2, $3, $4)
     on conflict (shop_id, conversation_id) do update set channel_id = excluded.channel_id, thread_ts = excluded.thread_ts`,
    [conversationId, channelId, threadTs],
  )
}
