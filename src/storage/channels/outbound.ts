import type { Queries, SystemQueries } from '#database/database.ts'
import { ATTEMPT, type Claim, claimDue, LEASE, type Queue } from '../claims.ts'
import { findStoresDue } from '../due-stores.ts'

/** Messages on their way to customers, claimed like deliveries (migrations/0012). */

export type SendingState = 'waiting' | 'sent' | 'delivered' | 'read' | 'failed'

/** A message that is this worker's to send until its lease ends. */
export interface ClaimedMessage {
  messageId: string
  conversationId: string
  accountId: string
  partsSent: number
  mayHaveBeenSent: boolean
  lease: string
  /** How often its next part was tried, this time included. */
  attempts: number
  /** What is sent instead of the text, as the provider takes it; null for text and files. */
  template: object | null
}

/** Addresses of one mail. */
export interface MailRecipients {
  to: string[]
  cc: string[]
  /** In the envelope only: no recipient sees them. */
  bcc: string[]
}

/** Recipients that a member chose for a reply by mail. */
export interface ReplyRecipients {
  to: string[]
  cc?: string[]
  bcc?: string[]
  /** The mailbox that it leaves by; otherwise the conversation's. */
  accountId?: string
}

/** A forwarded mail: the message with its files, and the member's text above it. */
export interface Forward {
  messageId: string
  text: string
}

/** Puts a message on its way, in the transaction that writes it. */
export async function insertOutbound(
  tx: Queries,
  message: Pick<ClaimedMessage, 'messageId' | 'conversationId' | 'accountId'> & {
    position: string
    textParts: number
    /** Null: the thread's recipient alone. */
    recipients: MailRecipients | null
    /** What is sent instead of the text; null for text and files. */
    template: object | null
    /** What is forwarded; null: the message itself is sent. */
    forward?: Forward | null
  },
  now: Date,
): Promise<void> {
  tx.announce?.('outbound')
  await tx.query(
    `insert into channel_outbound
       (shop_id, message_id, conversation_id, account_id, position, text_parts, recipients, state, due_at, created_at, updated_at,
        template, forward)
     values ($1, $2, $3, $4, $5, $6, $8::json, 'waiting', $7, $7, $7, $9::json, $10::json)`,
    [
      message.messageId,
      message.conversationId,
      message.accountId,
      message.position,
      message.textParts,
      now,
      message.recipients,
      message.template,
      message.forward ?? null,
    ],
  )
}

const OUTBOUND: Queue = {
  table: 'channel_outbound',
  time: 'due_at',
  lane: 'account_id',
  where: 'due_at is not null',
  // A lease is still there if it ended by itself: its worker may have sent the part before it died.
  assigns: [LEASE, ATTEMPT, 'may_have_been_sent = q.may_have_been_sent or q.lease is not null'],
  returns:
    'q.message_id, q.conversation_id, q.account_id, q.parts_sent, q.may_have_been_sent, q.lease, q.attempts, q.template',
  lanes: {
    columns: ['conversation_id'],
    order: 'position',
    only: {
      column: 'account_id',
      ids: `select id from channel_accounts
        where shop_id = $1 and state = 'connected' and (slow_until is null or slow_until <= $2)`,
    },
  },
}

/** Stores with messages that are due, longest due first. */
export function findShopsWithOutbound(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const canSend = `exists (select from channel_accounts a where a.shop_id = e.shop_id and a.id = e.account_id
    and a.state = 'connected' and (a.slow_until is null or a.slow_until <= $1))`
  return findStoresDue(system, OUTBOUND, now, limit, canSend)
}

/** Claims messages of a store (`claimDue`): of accounts that can send, and of a conversation only the earliest. */
export const claimOutbound = (shop: Queries, claim: Claim): Promise<ClaimedMessage[]> => claimDue(shop, OUTBOUND, claim)

/**
 * When the store's next message is due, or a lease ends; undefined for none. Not `nextDueAt`: a message waits for its
 * account too, and one whose account is not connected for no time at all.
 */
export async function nextOutboundAt(shop: Queries): Promise<Date | undefined> {
  const [row] = await shop.query<{ dueAt: Date }>(
    `select greatest(o.due_at, a.slow_until) as due_at from channel_outbound o
     join channel_accounts a on a.shop_id = o.shop_id and a.id = o.account_id
     where o.shop_id = $1 and o.due_at is not null and a.state = 'connected'
     order by greatest(o.due_at, a.slow_until) limit 1`,
  )
  return row?.dueAt
}

/** Keeps a message ours for longer, where it is still ours. */
export async function extendOutbound(shop: Queries, message: ClaimedMessage, leaseEnd: Date): Promise<void> {
  await shop.query('update channel_outbound set due_at = $4 where shop_id = $1 and message_id = $2 and lease = $3', [
    message.messageId,
    message.lease,
    leaseEnd,
  ])
}

/** Counts a part that has left, where the message is still ours. */
export async function countSentPart(tx: Queries, message: ClaimedMessage, leaseEnd: Date): Promise<boolean> {
  const rows = await tx.query(
    `update channel_outbound set parts_sent = parts_sent + 1, attempts = 1, may_have_been_sent = false, error = null, due_at = $4
     where shop_id = $1 and message_id = $2 and lease = $3 returning 1`,
    [message.messageId, message.lease, leaseEnd],
  )
  return rows.length > 0
}

/** Ends a message's way, where it is still ours: all of it has left, or it has failed. */
export async function finishOutbound(
  tx: Queries,
  message: ClaimedMessage,
  { state, error }: { state: 'sent' | 'failed'; error: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update channel_outbound set state = $4, error = $5, due_at = null, lease = null, may_have_been_sent = false, updated_at = $6
     where shop_id = $1 and message_id = $2 and lease = $3 returning 1`,
    [message.messageId, message.lease, state, error, now],
  )
  if (rows.length > 0) tx.announce?.('outbound') // the conversation's next one may go
  return rows.length > 0
}

/** Makes a message due again at a later time, where it is still ours. */
export async function postponeOutbound(
  shop: Queries,
  message: ClaimedMessage,
  {
    dueAt,
    attempts,
    error,
    mayHaveBeenSent,
  }: { dueAt: Date; attempts: number; error: string | null; mayHaveBeenSent: boolean },
): Promise<void> {
  await shop.query(
    `update channel_outbound set due_at = $4, lease = null, attempts = $5, error = $6, may_have_been_sent = $7
     where shop_id = $1 and message_id = $2 and lease = $3`,
    [message.messageId, message.lease, dueAt, attempts, error, mayHaveBeenSent],
  )
}

/** Takes a message off its way: it was deleted before it left. */
export async function deleteOutbound(tx: Queries, messageId: string): Promise<void> {
  await tx.query('delete from channel_outbound where shop_id = $1 and message_id = $2', [messageId])
}

export interface OutboundRow {
  messageId: string
  conversationId: string
  state: SendingState
  error: string | null
  isHeld: boolean
  mayHaveBeenSent: boolean
  partsSent: number
  isTemplate: boolean
  isForward: boolean
}

/** The account that a message leaves by, and the recipients of a mail that has more than the customer. */
export interface OutboundWay {
  accountId: string
  recipients: MailRecipients | null
}

export async function findOutbound(tx: Queries, messageId: string): Promise<(OutboundRow & OutboundWay) | undefined> {
  const [row] = await tx.query<OutboundRow & OutboundWay>(
    `select message_id, conversation_id, account_id, recipients, state, error, lease is not null as is_held,
       may_have_been_sent, parts_sent, template is not null as is_template, forward is not null as is_forward
     from channel_outbound where shop_id = $1 and message_id = $2`,
    [messageId],
  )
  return row
}

/** A conversation's messages that are being sent, or may have been. */
export function listUnsure(tx: Queries, conversationId: string): Promise<(OutboundRow & { text: string })[]> {
  return tx.query(
    `select o.message_id, o.conversation_id, o.state, o.error, o.lease is not null as is_held, o.may_have_been_sent, o.parts_sent,
       o.template is not null as is_template, o.forward is not null as is_forward, m.text
     from channel_outbound o
     join messages m on m.shop_id = o.shop_id and m.conversation_id = o.conversation_id and m.position = o.position
     where o.shop_id = $1 and o.conversation_id = $2 and o.due_at is not null and (o.lease is not null or o.may_have_been_sent)
     order by o.position limit 20`,
    [conversationId],
  )
}

/** A part that may have left turns out to have left. */
export async function confirmPart(tx: Queries, messageId: string, now: Date): Promise<void> {
  await tx.query(
    `update channel_outbound set parts_sent = parts_sent + 1, attempts = 0, may_have_been_sent = false, lease = null, due_at = $3
     where shop_id = $1 and message_id = $2 and due_at is not null`,
    [messageId, now],
  )
  tx.announce?.('outbound')
}

/** Gives a message that has left, or has failed, another state; `error` says why it failed. */
export async function setSendingState(
  tx: Queries,
  messageId: string,
  { state, error }: { state: SendingState; error: string | null },
  now: Date,
): Promise<void> {
  await tx.query(
    `update channel_outbound set state = $3, error = $4, updated_at = $5 where shop_id = $1 and message_id = $2`,
    [messageId, state, error, now],
  )
}

/** Sends a message that failed again, from the part that did not leave. */
export async function retryOutbound(tx: Queries, messageId: string, accountId: string, now: Date): Promise<void> {
  tx.announce?.('outbound')
  await tx.query(
    `update channel_outbound set state = 'waiting', error = null, due_at = $4, attempts = 0, lease = null, account_id = $3, updated_at = $4
     where shop_id = $1 and message_id = $2 and state = 'failed'`,
    [messageId, accountId, now],
  )
}

/** Messages that wait for an account, oldest first: of one account, or those whose account has not worked since `before`. */
export function listStranded(
  shop: Queries,
  of: { accountId: string } | { before: Date },
  limit: number,
): Promise<{ messageId: string; conversationId: string }[]> {
  const [condition, value] = 'accountId' in of ? ['o.account_id = $2', of.accountId] : ['o.created_at < $2', of.before]
  return shop.query(
    `select o.message_id, o.conversation_id from channel_outbound o
     join channel_accounts a on a.shop_id = o.shop_id and a.id = o.account_id
     where o.shop_id = $1 and o.due_at is not null and a.state <> 'connected' and ${condition}
     order by o.created_at limit $3`,
    [value, limit],
  )
}

/** Marks a waiting message as failed, even if a worker has claimed it; false if it no longer waits. */
export async function abandonOutbound(tx: Queries, messageId: string, error: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update channel_outbound set state = 'failed', error = $3, due_at = null, lease = null, updated_at = $4
     where shop_id = $1 and message_id = $2 and due_at is not null returning 1`,
    [messageId, error, now],
  )
  return rows.length > 0
}

/** Messages that wait or are being sent, of all stores. */
export async function countOutbound(system: SystemQueries): Promise<number> {
  const [row] = await system.query<{ count: number }>(
    'select count(*)::int as count from channel_outbound where due_at is not null',
  )
  return row?.count ?? 0
}

/** Stores where messages wait for accounts that do not work. */
export async function findShopsWithStranded(system: SystemQueries): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    `select distinct o.shop_id from channel_outbound o
     join channel_accounts a on a.shop_id = o.shop_id and a.id = o.account_id
     where o.due_at is not null and a.state <> 'connected' limit 500`,
  )
  return rows.map(({ shopId }) => shopId)
}
