import type { Queries } from '#database/database.ts'

/** What members want to be told while they are away, by mail and on their browsers (migrations/0076, 0087). */

export const MAIL_WANTS = ['off', 'mentions', 'all'] as const

export interface MemberMail {
  /** Mentions and conversations that they were given; or what customers answer them, and what came back, too. */
  wants: (typeof MAIL_WANTS)[number]
  /** Minutes of the day between which nothing is sent; null: mail at any hour. */
  quietFrom: number | null
  quietUntil: number | null
  timeZone: string
  /** By mail, too; else on browsers alone. */
  byMail: boolean
  /** Told of missed reply-time targets where nobody has the conversation, in the inbox too. */
  unassignedMissed: boolean
}

/** Of who has chosen nothing. */
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
    'select wants, quiet_from, quiet_until, time_zone, by_mail, unassigned_missed from member_mail where shop_id = $1 and member_id = $2',
    [memberId],
  )
  return row ?? UNCHOSEN
}

export async function saveMemberMail(tx: Queries, memberId: string, mail: MemberMail): Promise<void> {
  await tx.query(
    `insert into member_mail (shop_id, member_id, wants, quiet_from, quiet_until, time_zone, by_mail, unassigned_missed)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (shop_id, member_id) do update set wants = excluded.wants, quiet_from = excluded.quiet_from,
       quiet_until = excluded.quiet_until, time_zone = excluded.time_zone, by_mail = excluded.by_mail,
       unassigned_missed = excluded.unassigned_missed`,
    [memberId, mail.wants, mail.quietFrom, mail.quietUntil, mail.timeZone, mail.byMail, mail.unassignedMissed],
  )
}

/** Active members who want to be told of missed targets where nobody has the conversation: of its team, those on duty. */
export async function listMissedListeners(tx: Queries, teamId: string | null): Promise<string[]> {
  const ofTeam = `and m.enable_away_mode is not true and m.id = any (
    array(select unnest(member_ids) from teams where shop_id = $1 and id = $2))`
  const rows = await tx.query<{ id: string }>(
    `select m.id from member_mail w join members m on m.shop_id = $1 and m.id = w.member_id
     where w.shop_id = $1 and w.unassigned_missed and m.active ${teamId === null ? '' : ofTeam} order by m.id`,
    teamId === null ? [] : [teamId],
  )
  return rows.map(({ id }) => id)
}
