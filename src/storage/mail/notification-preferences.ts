import type { Queries } from '#database/database.ts'

/** What members want to be told while they are away, by mail and on their browsers (migrations/0019). */

export const MAIL_WANTS = ['off', 'mentions', 'all'] as const

export interface MemberMail {
  /** Mentions and conversations that they were given; or what customers answer them, and what came back, too. */
  wants: (typeof MAIL_WANTS)[number]
  /** Minutes of the day between which nothing is sent; null: mail at any hour. */
  quietFrom: number | null
  quietUntil: number | null
  timeZone: string
  /** Also by mail; otherwise only in browsers. */
  byMail: boolean
  /** Notified of missed reply-time targets where nobody has the conversation; with `all`, of customers who wait there too. */
  unassignedMissed: boolean
}

/** Preferences of a member who has not chosen any. */
const UNCHOSEN: MemberMail = {
  wants: 'mentions',
  quietFrom: null,
  quietUntil: null,
  timeZone: 'UTC',
  byMail: true,
  unassignedMissed: false,
}

export async function findMemberMail(shop: Queries, memberId: string): Promise<MemberMail> {
  const [row] = await shop.query<MemberMail>(
    'select wants, quiet_from, quiet_until, time_zone, by_mail, unassigned_missed from notification_preferences where shop_id = $1 and member_id = $2',
    [memberId],
  )
  return row ?? UNCHOSEN
}

export async function saveMemberMail(tx: Queries, memberId: string, mail: MemberMail): Promise<void> {
  await tx.query(
    `insert into notification_preferences (shop_id, member_id, wants, quiet_from, quiet_until, time_zone, by_mail, unassigned_missed)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (shop_id, member_id) do update set wants = excluded.wants, quiet_from = excluded.quiet_from,
       quiet_until = excluded.quiet_until, time_zone = excluded.time_zone, by_mail = excluded.by_mail,
       unassigned_missed = excluded.unassigned_missed`,
    [memberId, mail.wants, mail.quietFrom, mail.quietUntil, mail.timeZone, mail.byMail, mail.unassignedMissed],
  )
}

/**
 * Active members who chose to be notified where nobody has a conversation; of its team, where it has one, those who are not
 * away. `wantsAll`: only those who want to be notified of everything.
 */
export async function listUnassignedListeners(
  tx: Queries,
  teamId: string | null,
  { wantsAll }: { wantsAll: boolean },
): Promise<string[]> {
  const ofTeam = `and m.enable_away_mode is not true and m.id = any (
    array(select unnest(member_ids) from teams where shop_id = $1 and id = $2))`
  const rows = await tx.query<{ id: string }>(
    `select m.id from notification_preferences w join members m on m.shop_id = $1 and m.id = w.member_id
     where w.shop_id = $1 and w.unassigned_missed ${wantsAll ? "and w.wants = 'all'" : ''} and m.active ${teamId === null ? '' : ofTeam} order by m.id`,
    teamId === null ? [] : [teamId],
  )
  return rows.map(({ id }) => id)
}
