import { currentTime, isTimeZone } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { findMemberMail, type MemberMail, saveMemberMail } from '#storage/mail/member-mail.ts'
import { hastenMissedNews, type NewsKind } from '#storage/mail/missed-news.ts'
import { hastenPushes } from '#storage/push/pushes.ts'

export { MAIL_WANTS, type MemberMail } from '#storage/mail/member-mail.ts'

/** Whether a member wants to be told of such news at all. */
export const isWanted = ({ wants }: MemberMail, kind: NewsKind): boolean =>
  wants === 'all' || (wants === 'mentions' && kind !== 'reply' && kind !== 'return')

/** What a member wants to be told while they are away. */
export const getMemberMail = ({ shop }: Caller, memberId: string): Promise<MemberMail> => findMemberMail(shop, memberId)

/** What waits for the end of other quiet hours does so no longer. INVALID_PARAMS for hours that have a beginning or an end alone, or a time zone that there is not. */
export async function changeMemberMail({ shop }: Caller, memberId: string, mail: MemberMail): Promise<MemberMail> {
  if ((mail.quietFrom === null) !== (mail.quietUntil === null)) {
    throw invalidParams('quietFrom and quietUntil belong together: give both, or null for both.')
  }
  if (!isTimeZone(mail.timeZone)) throw invalidParams('timeZone is none that is known; one is Europe/Berlin.')
  return shop.transaction(async (tx) => {
    await saveMemberMail(tx, memberId, mail)
    await hastenMissedNews(tx, memberId, currentTime())
    await hastenPushes(tx, memberId, currentTime())
    return mail
  })
}
