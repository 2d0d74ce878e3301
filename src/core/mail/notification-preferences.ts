import { currentTime } from '#base/clock.ts'
import { isTimeZone } from '#base/zoned-time.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { hastenMissedNews, type NewsKind } from '#storage/mail/member-digest.ts'
import { findMemberMail, type MemberMail, saveMemberMail } from '#storage/mail/notification-preferences.ts'
import { hastenPushes } from '#storage/push/pushes.ts'

export { MAIL_WANTS, type MemberMail } from '#storage/mail/notification-preferences.ts'

/** What only members who want to be notified of everything get. */
const FOR_ALL_ONLY: NewsKind[] = ['reply', 'return', 'unassigned']

/** Whether a member wants to be notified of such news at all. */
export const isWanted = ({ wants }: MemberMail, kind: NewsKind): boolean =>
  wants === 'all' || (wants === 'mentions' && !FOR_ALL_ONLY.includes(kind))

/** What a member wants to be told while they are away. */
export const getMemberMail = ({ shop }: Caller, memberId: string): Promise<MemberMail> => findMemberMail(shop, memberId)

/** What waits for the end of other quiet hours does so no longer. INVALID_PARAMS for hours that have a beginning or an end alone, or a time zone that there is not. */
export async function changeMemberMail({ shop }: Caller, memberId: string, mail: MemberMail): Promise<MemberMail> {
  if ((mail.quietFrom === null) !== (mail.quietUntil === null)) {
    throw invalidParams('quietFrom and quietUntil belong together: give both, or null for both.')
  }
  if (!isTimeZone(mail.timeZone)) throw invalidParams('Unknown timeZone. Example: Europe/Berlin.')
  return shop.transaction(async (tx) => {
    await saveMemberMail(tx, memberId, mail)
    await hastenMissedNews(tx, memberId, currentTime())
    await hastenPushes(tx, memberId, currentTime())
    return mail
  })
}
