import { currentTime } from '#base/clock.ts'
import type { Queries, Shop } from '#database/database.ts'
import {
  findMembersWithNews,
  listUnseenNews,
  type MissedNews,
  takeMissedNews,
  watchForMissedNews,
} from '#storage/mail/member-digest.ts'
import { findMemberMail } from '#storage/mail/notification-preferences.ts'
import { findMember } from '#storage/members/members.ts'
import { isPresent } from '#storage/presence/presence.ts'
import { newsTexts } from './digest-texts.ts'
import { isWanted } from './notification-preferences.ts'
import { ofService, queueMail, storeInMail } from './outgoing-emails.ts'
import { quietEnd } from './quiet-hours.ts'

/** Age at which activity is no longer reported: it waited while no mail could be sent. */
const NEW_MS = 7 * 24 * 60 * 60 * 1000
/** Members that one look takes, and news that one mail tells. */
const AT_ONCE = 20
const NEWS = 20
/** Characters of what was said: enough to know what it is about, the rest stays in the inbox. */
const EXCERPT = 120

/**
 * A member who is away gets what they have not seen `afterMs` later by mail, all of it in one: where they want that, and
 * not in their quiet hours. Members who have the inbox open are skipped and checked again later.
 */
export function mailMissedNews(
  shop: Shop,
  { afterMs, inboxUrl }: { afterMs: number; inboxUrl: string },
): Promise<void> {
  return shop.transaction(async (tx) => {
    const now = currentTime()
    const before = new Date(now.getTime() - afterMs)
    for (const memberId of await findMembersWithNews(tx, before, AT_ONCE)) {
      const news = await takeMissedNews(tx, memberId)
      // Activity of another worker's member arrived in the meantime and has its own due time.
      if (!news.some(({ since }) => since <= before)) await watchForMissedNews(tx, news)
      else await mailTo(tx, memberId, { news, now, inboxUrl })
    }
  })
}

async function mailTo(
  tx: Queries,
  memberId: string,
  { news, now, inboxUrl }: { news: MissedNews[]; now: Date; inboxUrl: string },
): Promise<void> {
  const [member, mail] = await Promise.all([findMember(tx, memberId), findMemberMail(tx, memberId)])
  if (!member?.active || mail.wants === 'off' || !mail.byMail) return
  const wanted = news.filter((one) => isWanted(mail, one.kind) && now.getTime() - one.since.getTime() < NEW_MS)
  const unseen = await listUnseenNews(tx, memberId, wanted, { limit: NEWS + 1, excerptMax: EXCERPT })
  if (unseen.length === 0) return
  const isThere = !member.enableAwayMode && (await isPresent(tx, 'member', memberId))
  const since = isThere ? now : quietEnd(now, mail)
  if (since)
    return watchForMissedNews(
      tx,
      wanted.map((one) => ({ ...one, since })),
    )
  const { name: store, linkTo } = await storeInMail(tx, inboxUrl)
  const content = { ...ofService(member.email), ...newsTexts(unseen, { store, linkTo, max: NEWS }) }
  const about = unseen.map(({ conversationId }) => conversationId)
  await queueMail(tx, content, [...new Set(about)])
}
