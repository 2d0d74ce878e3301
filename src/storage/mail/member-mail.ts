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
}

/** Of who has chosen nothing. */
const UNCHOSEN: MemberMail = { wants: 'mentions', quietFrom: null, quietUntil: null, timeZone: 'UTC', byMail: true }

export async function findMemberMail(shop: Queries, memberId: string): Promise<MemberMail> {
  const [row] = await shop.query<MemberMail>(
    'select wants, quiet_from, quiet_until, time_zone, by_mail from member_mail where shop_id = $1 and member_id = $2',
    [memberId],
  )
  return row ?? UNCHOSEN
}

export async function saveMemberMail(tx: Queries, memberId: string, mail: MemberMail): Promise<void> {
  await tx.query(
    `insert into member_mail (shop_id, member_id, wants, quiet_from, quiet_until, time_zone, by_mail)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (shop_id, member_id) do update set wants = excluded.wants, quiet_from = excluded.quiet_from,
       quiet_until = excluded.quiet_until, time_zone = excluded.time_zone, by_mail = excluded.by_mail`,
    [memberId, mail.wants, mail.quietFrom, mail.quietUntil, mail.timeZone, mail.byMail],
  )
}
