import type { Queries } from '#database/database.ts'

/** What members want of mail while they are away (migrations/0076). */

export const MAIL_WANTS = ['off', 'mentions', 'all'] as const

export interface MemberMail {
  /** Mentions and conversations that they were given; or what customers answer them, and what came back, too. */
  wants: (typeof MAIL_WANTS)[number]
  /** Minutes of the day between which nothing is sent; null: mail at any hour. */
  quietFrom: number | null
  quietUntil: number | null
  timeZone: string
}

/** Of who has chosen nothing. */
const UNCHOSEN: MemberMail = { wants: 'mentions', quietFrom: null, quietUntil: null, timeZone: 'UTC' }

export async function findMemberMail(shop: Queries, memberId: string): Promise<MemberMail> {
  const [row] = await shop.query<MemberMail>(
    'select wants, quiet_from, quiet_until, time_zone from member_mail where shop_id = $1 and member_id = $2',
    [memberId],
  )
  return row ?? UNCHOSEN
}

export async function saveMemberMail(tx: Queries, memberId: string, mail: MemberMail): Promise<void> {
  await tx.query(
    `insert into member_mail (shop_id, member_id, wants, quiet_from, quiet_until, time_zone) values ($1, $2, $3, $4, $5, $6)
     on conflict (shop_id, member_id) do update set wants = excluded.wants, quiet_from = excluded.quiet_from,
       quiet_until = excluded.quiet_until, time_zone = excluded.time_zone`,
    [memberId, mail.wants, mail.quietFrom, mail.quietUntil, mail.timeZone],
  )
}
