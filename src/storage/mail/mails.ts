import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due.ts'

/** The service's own mail on its way (migrations/0045). */

/** What a mail says, and to whom. */
export interface MailContent {
  to: string
  subject: string
  text: string
  /** Of the store's own mailbox, where it goes out in the store's name; null for the service's own. */
  accountId: string | null
  /** Of a conversation that it tells of, so that an answer by mail finds it. */
  conversationId: string | null
  /** The name that it is from. */
  fromName: string
}

export interface ClaimedMail {
  id: string
  content: MailContent
  lease: string
  attempts: number
}

/** Where a mail is encrypted for. */
export const placeOfMail = (shopId: string, id: string) => `mails/${shopId}/${id}`

export async function insertMail(tx: Queries, id: string, content: MailContent, now: Date): Promise<void> {
  tx.announce?.('outbound')
  const secret = tx.secrets.seal(JSON.stringify(content), placeOfMail(tx.shopId, id))
  await tx.query('insert into mails (shop_id, id, secret, due_at, created_at) values ($1, $2, $3, $4, $4)', [
    id,
    secret,
    now,
  ])
}

/** Stores with mail to be sent, with shoppers who wait since before `missedBefore`, or members since `newsBefore`. */
export async function findShopsWithMail(
  system: SystemQueries,
  { now, missedBefore, newsBefore }: { now: Date; missedBefore: Date; newsBefore: Date },
  limit: number,
): Promise<string[]> {
  const missed = { table: 'missed_replies', time: 'since', where: 'since is not null' }
  const [withMail, waitedFor, withNews] = await Promise.all([
    findStoresDue(system, { table: 'mails', time: 'due_at' }, now, limit),
    findStoresDue(system, missed, missedBefore, limit),
    findStoresDue(system, { table: 'missed_news', time: 'since' }, newsBefore, limit),
  ])
  return [...new Set([...withMail, ...waitedFor, ...withNews])]
}

/** Takes up to `limit` due mails of a store. Two workers never take the same one. */
export async function claimMails(
  shop: Queries,
  claim: { now: Date; lease: string; leaseEnd: Date; limit: number },
): Promise<ClaimedMail[]> {
  const rows = await shop.walk<{ id: string; secret: string; lease: string; attempts: number }>(
    `update mails m set lease = $3, due_at = $4, attempts = m.attempts + 1
     where m.shop_id = $1 and m.ctid = any (array(
       select ctid from mails where shop_id = $1 and due_at <= $2 order by due_at limit $5 for update skip locked))
     returning m.id, m.secret, m.lease, m.attempts`,
    [claim.now, claim.lease, claim.leaseEnd, claim.limit],
  )
  return rows.map(({ secret, ...row }) => ({
    ...row,
    content: JSON.parse(shop.secrets.open(secret, placeOfMail(shop.shopId, row.id))) as MailContent,
  }))
}

export async function deleteMail(shop: Queries, { id, lease }: ClaimedMail): Promise<void> {
  await shop.query('delete from mails where shop_id = $1 and id = $2 and lease = $3', [id, lease])
}

export async function postponeMail(shop: Queries, { id, lease }: ClaimedMail, dueAt: Date): Promise<void> {
  await shop.query('update mails set due_at = $4, lease = null where shop_id = $1 and id = $2 and lease = $3', [
    id,
    lease,
    dueAt,
  ])
}

/** When the store's next mail is due. */
export async function nextMailAt(shop: Queries): Promise<Date | undefined> {
  const [row] = await shop.walk<{ dueAt: Date }>('select due_at from mails where shop_id = $1 order by due_at limit 1')
  return row?.dueAt
}
