import { currentTime } from '#base/clock.ts'
import { networkOf } from '#base/network.ts'
import { missedReplyTexts } from '#core/mail/texts.ts'
import { ownSite } from '#core/mail/web-addresses.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import { readSettings } from '#core/stores/settings.ts'
import { origins } from '#core/stores/storefront.ts'
import type { Shop } from '#database/database.ts'
import {
  findMissedConversation,
  listUnseenReplies,
  type MissedConversation,
  noteMailed,
  takeMissedReplies,
} from '#storage/mail/missed-replies.ts'
import { isPresent } from '#storage/presence/presence.ts'
import { mailShopper } from './shopper-mail.ts'

/** Conversations that one look takes, and replies that one mail tells. */
const AT_ONCE = 20
const REPLIES = 20

export interface MissedReplyOptions {
  /** When a shopper who has not read a reply gets it by mail, in milliseconds. */
  afterMs: number
  /** Counts mails to unproven addresses by day, and whether by network, too. */
  counter: RateCounter
  countsNetworks: boolean
}

/**
 * A shopper who left gets the replies by mail, once: if they gave an address, are offline, and have not read them `afterMs`
 * later. The mail links to the store's own site. An answer goes into the same conversation where the address is proven to
 * be the shopper's; otherwise it starts one of its sender's (core/channels/receive.ts).
 */
export function mailMissedReplies(shop: Shop, { afterMs, counter, countsNetworks }: MissedReplyOptions): Promise<void> {
  return shop.transaction(async (tx) => {
    const taken = await takeMissedReplies(tx, new Date(currentTime().getTime() - afterMs), AT_ONCE)
    for (const { conversationId, mailedPosition } of taken) {
      const found = await findMissedConversation(tx, conversationId)
      if (!found || !(await isWanted(found))) continue
      const after = BigInt(mailedPosition) > BigInt(found.customerPosition) ? mailedPosition : found.customerPosition
      const replies = await listUnseenReplies(tx, conversationId, after, REPLIES)
      const last = replies.at(-1)
      if (!last) continue
      const { storeName, locale, isVerified } = found
      const site = ownSite(found.pageUrl, origins((await readSettings(tx)).allowedOrigins))
      const refused = await mailShopper(
        tx,
        {
          kind: 'missed',
          to: found.email as string,
          ...missedReplyTexts({ storeName, site, locale }, replies),
          storeName,
          conversationId,
          isVerified,
          network: countsNetworks && found.ip !== null ? networkOf(found.ip) : null,
        },
        counter,
      )
      if (!refused) await noteMailed(tx, conversationId, last.position)
    }

    async function isWanted(one: MissedConversation): Promise<boolean> {
      if (!one.email || one.isRedacted || one.isBlocked || one.isCustomerRead) return false
      return one.contactId === null || !(await isPresent(tx, 'contact', one.contactId))
    }
  })
}
