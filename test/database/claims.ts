import { randomUUID } from 'node:crypto'
import { claimTurns } from '#storage/ai-agent/turns.ts'
import { channelInbound } from '#storage/channels/inbound.ts'
import { claimOutbound } from '#storage/channels/outbound.ts'
import { claimArticles } from '#storage/knowledge/article-vectors.ts'
import { takeMissedReplies } from '#storage/mail/missed-replies.ts'
import { claimMails } from '#storage/mail/outgoing-emails.ts'
import { claimPulls } from '#storage/platform/connections.ts'
import { shopWebhookInbox } from '#storage/platform/inbound-webhooks.ts'
import { claimPushes } from '#storage/push/pushes.ts'
import { listDueSilences, listDueWork } from '#storage/rule-runs/rule-jobs.ts'
import { claimRuleCalls } from '#storage/rules/calls.ts'
import { listDueScheduled } from '#storage/scheduled/scheduled-replies.ts'
import { claimSlackJobs } from '#storage/slack/jobs.ts'
import { deleteOldRows } from '#storage/stores/retention.ts'
import { lockReturns } from '#storage/unsnooze.ts'
import { claimDeliveries, completeDeliveries, releaseDeliveries } from '#storage/webhooks/queue.ts'

/** What each takes at most. */
export const LIMIT = 8

/** Limit for claims in which rows wait for others: a claim reads 200 first, and finds each again twice. */
const IN_LANES = 900

export const SHOP = 'shop_claims'
export const PAST = `now() - interval '1 hour'`
const LATER = `now() + interval '1 day'`
export const NOW = new Date()
export const claim = { now: NOW, lease: randomUUID(), leaseEnd: new Date(NOW.getTime() + 60_000), limit: LIMIT }

/** What columns of a row hold, as SQL of its number `n`; the others get something of their type. */
export type Values = Record<string, string>

export const CLAIMS: {
  table: string
  all?: Values
  done: Values
  due: Values
  /** Rows of other tables, one for each of these, that are read along. */
  beside?: { table: string; values: Values }
  /** As many rows as it may read at most. */
  most?: number
  run: (shop: never) => Promise<unknown>
}[] = [
  {
    table: 'webhook_deliveries',
    all: { subscription_id: `'s'`, event_id: `'e' || n` },
    done: { status: `'delivered'` },
    due: { next_at: PAST },
    beside: { table: 'events', values: { id: `'e' || n` } },
    most: 8 * LIMIT,
    run: claimAndComplete,
  },

  {
    table: 'channel_outbound',
    all: { account_id: `'account'`, conversation_id: `'c' || n % 9`, state: `'waiting'` },
    done: { due_at: 'null' },
    due: { due_at: PAST },
    most: IN_LANES,
    run: (shop) => claimOutbound(shop, claim),
  },
  {
    table: 'channel_inbound',
    all: { account_id: `'account'`, sender: `'s' || n % 9` },
    done: { due_at: 'null' },
    due: { due_at: PAST },
    most: IN_LANES,
    run: (shop) => channelInbound.claim(shop, claim),
  },
  {
    table: 'shop_webhook_inbox',
    all: { connection_id: `'c' || n % 9` },
    done: { due_at: 'null' },
    due: { due_at: PAST },
    most: IN_LANES,
    run: (shop) => shopWebhookInbox.claim(shop, claim),
  },
  {
    table: 'ai_turns',
    all: { kind: `'reply'` },
    done: { due_at: 'null' },
    due: { due_at: PAST },
    run: (shop) => claimTurns(shop, claim),
  },
  {
    table: 'push_outbox',
    all: { kind: `'reply'` },
    done: { due_at: LATER },
    due: { due_at: PAST },
    run: (shop) => claimPushes(shop, claim),
  },
  {
    table: 'rule_calls',
    done: { due_at: 'null' },
    due: { due_at: PAST },
    run: (shop) => claimRuleCalls(shop, claim),
  },
  {
    table: 'slack_jobs',
    all: { conversation_id: `'c' || n % 9`, kind: `'post'` },
    done: { due_at: LATER },
    due: { due_at: PAST },
    most: IN_LANES,
    run: (shop) => claimSlackJobs(shop, claim),
  },
  { table: 'outgoing_emails', done: { due_at: LATER }, due: { due_at: PAST }, run: (shop) => claimMails(shop, claim) },
  {
    table: 'unread_reply_emails',
    done: { since: 'null' },
    due: { since: PAST },
    run: (shop) => takeMissedReplies(shop, NOW, LIMIT),
  },
  {
    table: 'shop_connections',
    all: { kind: `'woocommerce'`, state: `'connected'` },
    done: { next_sync_at: 'null' },
    due: { next_sync_at: PAST },
    run: (shop) => claimPulls(shop, claim),
  },
  {
    table: 'tracked_events',
    done: { created_at: LATER },
    due: { created_at: PAST },
    most: 2_100,
    run: (shop) => deleteOldRows(shop, 'tracked_events', NOW),
  },
  {
    table: 'articles',
    done: { embed_at: 'null' },
    due: { embed_at: PAST },
    run: (shop) => claimArticles(shop, claim),
  },
  {
    table: 'scheduled_replies',
    done: { due_at: 'null' },
    due: { due_at: PAST },
    run: (shop) => listDueScheduled(shop, NOW, LIMIT),
  },
  {
    table: 'rule_jobs',
    all: { kind: `'created'` },
    done: { due_at: LATER },
    due: { due_at: PAST },
    run: (shop) => listDueWork(shop, NOW, LIMIT),
  },
  {
    table: 'rule_inactivity_timers',
    done: { due_at: LATER },
    due: { due_at: PAST },
    run: (shop) => listDueSilences(shop, NOW, LIMIT),
  },
  {
    table: 'conversations',
    all: { channel: `'online_store'`, conversation_id: 'null' },
    done: { snoozed_until: 'null' },
    due: { snoozed_until: PAST },
    run: (shop) => lockReturns(shop, NOW, LIMIT),
  },
]

/** Half of what was claimed is delivered, and half given back. */
async function claimAndComplete(shop: never): Promise<void> {
  const claimed = await claimDeliveries(shop, { ...claim, rooms: {}, room: LIMIT })
  if (claimed.length === 0) return
  const { lease } = claim
  const result = { lease, attempt: 1, startedAt: NOW, durationMs: 1, responseStatus: 200, error: null }
  const ended = { ...result, status: 'delivered' as const, nextAt: null, disable: null }
  const [delivered, unsent] = [claimed.slice(0, LIMIT / 2), claimed.slice(LIMIT / 2)]
  await completeDeliveries(
    shop,
    delivered.map(({ id, subscriptionId }) => ({ ...ended, id, subscriptionId })),
  )
  await releaseDeliveries(
    shop,
    lease,
    unsent.map(({ id }) => id),
  )
}

const DEFAULTS: Record<string, string> = {
  text: `'x' || n`,
  uuid: 'md5(n::text)::uuid',
  boolean: 'false',
  ARRAY: `'{}'`,
  bytea: `'\\x00'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  'timestamp with time zone': 'now()',
  'timestamp without time zone': 'now()',
}

/** Inserts rows with these numbers and values, whatever they refer to; `send` sends a statement. */
export async function fill(
  send: <Row>(sql: string) => PromiseLike<Row[]>,
  table: string,
  [from, to]: [number, number],
  values: Values,
  shopId = SHOP,
): Promise<void> {
  const columns = await send<{ columnName: string; dataType: string; isNeeded: boolean }>(
    `select column_name, data_type, is_nullable = 'NO' and column_default is null as is_needed
     from information_schema.columns where table_name = '${table}'`,
  )
  const named = columns.filter(({ columnName, isNeeded }) => isNeeded || columnName in values)
  const valueFor = ({ columnName: name, dataType }: (typeof named)[number]) =>
    name === 'shop_id' ? `'${shopId}'` : (values[name] ?? DEFAULTS[dataType] ?? 'n')
  await send(
    `insert into ${table} (${named.map(({ columnName }) => columnName)})
     select ${named.map(valueFor)} from generate_series(${from}, ${to}) n`,
  )
}

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

export function rowsRead(plan: Plan): number {
  const each =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = plan['Relation Name'] ? each * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), own)
}
