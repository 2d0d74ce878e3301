import { currentTime, isTimeZone } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { findMemberMail, type MemberMail, saveMemberMail } from '#storage/mail/member-mail.ts'
import { hastenMissedNews } from '#storage/mail/missed-news.ts'

export { MAIL_WANTS, type MemberMail } from '#storage/mail/member-mail.ts'

/** What a member wants of mail while they are away. */
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
    return mail
  })
}
