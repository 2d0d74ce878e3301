import type { Queries, SystemQueries } from '#database/database.ts'
import { ATTEMPT, type Claim, claimDue, LEASE, nextDueAt, type Queue } from '../claims.ts'
import { findStoresDue } from '../due-stores.ts'

/** The service's own mail on its way (migrations/0013). */

/** What a mail says, and to whom. */
export interface MailContent {
  to: string
  subject: string
  text: string
  /** The store's own mailbox, if the mail is sent in the store's name; null for the service's own. */
  accountId: string | null
  /** Conversation that the mail is about, so that an answer by mail finds it. */
  conversationId: string | null
  /** The name that it is from. */
  fromName: string
  /** What it says at its end where no answer comes in. */
  unreadNotice?: string
}

export interface ClaimedMail {
  id: string
  content: MailContent
  lease: string
  attempts: number
}

/** Place for which a mail is encrypted. */
export const placeOfMail = (shopId: string, id: string) => `mails/${shopId}/${id}`

/** Puts a mail on its way; `about`: the conversations that it tells of. */
export async function insertMail(
  tx: Queries,
  id: string,
  content: MailContent,
  { about, now }: { about: string[]; now: Date },
): Promise<void> {
  tx.announce?.('outbound')
  const secret = tx.secrets.seal(JSON.stringify(content), placeOfMail(tx.shopId, id))
  await tx.query(
    `insert into outgoing_emails (shop_id, id, secret, conversation_ids, due_at, created_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [id, secret, about, now],
  )
}

/** Deletes waiting mails that tell of conversations whose words may leave no more. */
export async function deleteMailsAbout(tx: Queries, conversationIds: string[]): Promise<void> {
  await tx.query('delete from outgoing_emails where shop_id = $1 and conversation_ids && $2::text[]', [conversationIds])
}

const MAILS: Queue = {
  table: 'outgoing_emails',
  time: 'due_at',
  assigns: [LEASE, ATTEMPT],
  returns: 'q.id, q.secret, q.lease, q.attempts',
}

/** Stores with mail to be sent, with shoppers who wait since before `missedBefore`, or members since `newsBefore`. */
export async function findShopsWithMail(
  system: SystemQueries,
  { now, missedBefore, newsBefore }: { now: Date; missedBefore: Date; newsBefore: Date },
  limit: number,
): Promise<string[]> {
  const missed = { table: 'unread_reply_emails', time: 'since', where: 'since is not null' }
  const [withMail, waitedFor, withNews] = await Promise.all([
    findStoresDue(system, MAILS, now, limit),
    findStoresDue(system, missed, missedBefore, limit),
    findStoresDue(system, { table: 'member_digest_queue', time: 'since' }, newsBefore, limit),
  ])
  return [...new Set([...withMail, ...waitedFor, ...withNews])]
}

/** Claims mails of a store (`claimDue`), decrypted. */
export async function claimMails(shop: Queries, claim: Claim): Promise<ClaimedMail[]> {
  const rows = await claimDue<{ id: string; secret: string; lease: string; attempts: number }>(shop, MAILS, claim)
  return rows.map(({ secret, ...row }) => ({
    ...row,
    content: JSON.parse(shop.secrets.open(secret, placeOfMail(shop.shopId, row.id))) as MailContent,
  }))
}

export async function deleteMail(shop: Queries, { id, lease }: ClaimedMail): Promise<void> {
  await shop.query('delete from outgoing_emails where shop_id = $1 and id = $2 and lease = $3', [id, lease])
}

export async function postponeMail(shop: Queries, { id, lease }: ClaimedMail, dueAt: Date): Promise<void> {
  await shop.query(
    'update outgoing_emails set due_at = $4, lease = null where shop_id = $1 and id = $2 and lease = $3',
    [id, lease, dueAt],
  )
}

/** When the store's next mail is due, or a lease ends. */
export const nextMailAt = (shop: Queries): Promise<Date | undefined> => nextDueAt(shop, MAILS)
