import type { Param, Queries } from '#database/database.ts'
import { touchContact } from '#storage/contacts/contacts.ts'
import {
  INSERTED,
  type InsertedDelivery,
  selectInserted,
  sendAfterCommit,
} from '#storage/webhooks/direct-deliveries.ts'
import { type EventRow, insertEvents, insertsOfEvents, type Webhooks } from '#storage/webhooks/events.ts'
import { CONVERSATION_CHANGES, type ConversationPatch } from './columns.ts'
import { MARKS, type MemberMarks, marksOf } from './conversations.ts'
import { insertMessage, insertOfMessage, type NewMessage, type StoredMessage, toStored } from './messages.ts'

type Patch = ConversationPatch & { updatedAt: Date }
type ConversationNow = MemberMarks & { renderedJson: string }

type Returned = ConversationNow & Record<`said${number}`, string> & { deliveries?: InsertedDelivery[] | null }

/** What an act writes to a conversation that it has locked. */
export interface Act {
  messages: readonly NewMessage[]
  /** Columns of the conversation; undefined where none changes. */
  patch?: Patch | undefined
  /** The contact who has just written into it, whose last chat moves with it. */
  writer?: string | undefined
  events: readonly EventRow[]
  /** Undefined where they were not looked for. */
  webhooks?: Webhooks | undefined
}

/** The messages as stored, in order; and, where it changed, the conversation's new ready JSON and what members see beside it. */
export interface Written {
  messages: StoredMessage[]
  conversation: ConversationNow | undefined
}

/**
 * Writes all of it: in one statement, which costs less than one for each table (docs/decisions/0102-one-statement-per-change.md);
 * on Citus in several, for there such a one is taken apart, in a dear way. Open sockets and the dispatcher are notified.
 */
export async function writeAct(tx: Queries, id: string, act: Act): Promise<Written> {
  const { messages, patch, writer, events, webhooks } = act
  if (patch && !tx.isSharded) return writeAtOnce(tx, id, { ...act, patch })
  const [stored, written] = await Promise.all([
    Promise.all(messages.map((message) => insertMessage(tx, id, message))),
    patch && writeAtOnce(tx, id, { messages: [], patch, writer, events: [] }),
    insertEvents(tx, events, webhooks),
  ])
  return { messages: stored, conversation: written?.conversation }
}

async function writeAtOnce(tx: Queries, id: string, act: Act & { patch: Patch }): Promise<Written> {
  const { messages, patch, writer, events, webhooks } = act
  const params: Param[] = [id]
  /** Takes a part of the statement whose own parameters begin where those before it end. */
  const take = ({ sql, values }: { sql: string; values: readonly Param[] }): string => {
    params.push(...values)
    return sql
  }
  const next = () => params.length + 2
  const parts = messages.map(
    (message, i) => `said${i} as (${take(insertOfMessage(id, message, next()))} returning rendered_json)`,
  )
  if (writer !== undefined) {
    parts.push(`touched as (${take({ sql: touchContact(next(), next() + 1), values: [writer, patch.updatedAt] })})`)
  }
  const lease = webhooks === 'active' && events.length > 0 ? tx.leaseDeliveries?.() : undefined
  const [inserted, delivered] = insertsOfEvents(tx, events, webhooks, lease)
  if (inserted) parts.push(`inserted as (${take(inserted(next()))})`)
  if (delivered) parts.push(`delivered as (${take(delivered(next()))}${lease ? ` returning ${INSERTED}` : ''})`)
  const assigned = take(CONVERSATION_CHANGES.assign(patch, next()))
  const jsons = messages.map((_, i) => `, (select rendered_json from said${i}) as said${i}`).join('')
  const deliveries = lease ? `, ${selectInserted('delivered')} as deliveries` : ''
  tx.signal({ kind: 'changed', id })
  const [row] = await tx.query<Returned>(
    `${parts.length > 0 ? `with ${parts.join(', ')} ` : ''}update conversations set ${assigned}
     where shop_id = $1 and id = $2 returning rendered_json, ${MARKS}${jsons}${deliveries}`,
    params,
  )
  const now = row as Returned
  if (lease) sendAfterCommit(tx, lease, now.deliveries ?? [], events)
  return {
    messages: messages.map((message, i) => toStored(message, now[`said${i}`] as string)),
    conversation: { renderedJson: now.renderedJson, ...marksOf(now) },
  }
}
