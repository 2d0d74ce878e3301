import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { Queries, Snapshot } from '#database/database.ts'
import { KEY_TAKEN } from '#database/sql-states.ts'
import { type RowTexts, readRows } from './rows.ts'
import { quote, type TableShape } from './tables.ts'

/**
 * Rows of one store that its export leaves out: sign-ins, queues, and what is looked up before the store is known, which
 * the import makes again. Of a table that is not named, all rows move. A condition says which of them do.
 */
const MOVES = nullPrototypeRecord<false | string>({
  shop_directory: false,
  // Sign-ins of members and assistants, here and at providers.
  sessions: false,
  trusted_browsers: false,
  push_subscriptions: false,
  member_invites_and_resets: false,
  member_identities: false,
  // Browsers bind them to this service's address.
  passkeys: false,
  assistant_clients: false,
  assistant_grants: false,
  mailbox_sign_ins: false,
  presence: false,
  // Queues, and deliveries.
  webhook_deliveries: false,
  event_listeners: false,
  webhook_attempts: false,
  channel_inbound: false,
  channel_outbound: 'due_at is null',
  shop_webhook_inbox: false,
  shop_webhook_dedup_keys: false,
  sync_cursors: false,
  outgoing_emails: false,
  member_digest_queue: false,
  push_outbox: false,
  rule_calls: false,
  slack_connections: false,
  slack_threads: false,
  slack_jobs: false,
  ai_turns: false,
  order_approvals: 'due_at is null',
  // One that is pending is of a process of this service.
  custom_action_runs: 'due_at is null and times_out_at is null',
  team_assignment_queue: false,
  file_deletion_queue: false,
  // One that runs is of a process of this service.
  article_imports: "state <> 'running'",
  idempotent_calls: 'status is not null',
  // A missed target is a date of the conversation, not yet something to do.
  rule_jobs: "kind = 'missed'",
})

/** Tables whose rows move with a store. */
export const movesWithStore = ({ name }: TableShape): boolean => MOVES[name] !== false

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** An SQL condition for the rows of one store. */
export const ofStore = (shopId: string): string => `shop_id = ${literal(shopId)}`

/** The rows of a table that move with a store. */
export function readStoreRows(snapshot: Snapshot, table: TableShape, shopId: string): AsyncGenerator<Buffer[]> {
  const also = MOVES[table.name]
  return readRows(snapshot, table, also ? `${ofStore(shopId)} and ${also}` : ofStore(shopId))
}

/** A row that the database does not take, or whose key is taken. `constraint`: the key's name, where that is known. */
export class RowRefused extends Error {
  readonly isTaken: boolean

  constructor(table: string, { code, message }: { code?: string; message: string }) {
    super(`${table} cannot be stored (${message})`)
    this.isTaken = code === KEY_TAKEN
  }
}

/** Rows in one statement on Citus. */
const TOGETHER = 16

/**
 * Stores rows of an export as the store's own, whatever store they name. All have the same columns; a column that they
 * lack has its default. RowRefused for what does not fit.
 */
export async function insertStoreRows(tx: Queries, table: TableShape, rows: RowTexts[]): Promise<void> {
  const given = Object.keys(rows[0] ?? {})
  const columns = table.columns.filter(({ name }) => name !== 'shop_id' && given.includes(name))
  const names = ['shop_id', ...columns.map(({ name }) => quote(name))].join(', ')
  try {
    if (!tx.isSharded) {
      const values = columns.map(({ name, type }) => `r.${quote(name)}::${type}`)
      const record = columns.map(({ name }) => `${quote(name)} text`).join(', ')
      const from = record ? `json_to_recordset($2::text::json) as r (${record})` : 'json_array_elements($2::text::json)'
      await tx.query(
        `insert into ${quote(table.name)} (${names}) select ${['$1::text', ...values].join(', ')} from ${from}`,
        [JSON.stringify(rows)],
      )
      return
    }
    // On Citus each row's values stand in the statement (rows.ts).
    for (let from = 0; from < rows.length; from += TOGETHER) {
      const some = rows.slice(from, from + TOGETHER)
      const values = some.flatMap((row) => columns.map(({ name }) => row[name] ?? null))
      const lists = some.map(
        (_, i) => `($1, ${columns.map(({ type }, j) => `$${i * columns.length + j + 2}::text::${type}`).join(', ')})`,
      )
      await tx.query(`insert into ${quote(table.name)} (${names}) values ${lists.join(', ')}`, values)
    }
  } catch (error) {
    // Classes 22 and 23: values that no column takes, keys that clash.
    const { code = '' } = error as { code?: string }
    throw /^2[23]/.test(code) ? new RowRefused(table.name, error as Error) : error
  }
}
