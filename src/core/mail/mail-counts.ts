import { currentTime } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import type { Network } from '#base/network.ts'
import { emailKey } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { ParleyError } from '#core/errors.ts'
import { CHOSEN_RECIPIENTS_PER_HOUR } from '#core/limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'

/** Whom a mail is from and to, as it is counted. */
interface CountedMail {
  shopId: string
  to: string
  /** Network of the browser that requested it; null if networks are not limited, or there is no browser. */
  network: Network | null
}

/** Mails per day (UTC) to one address and from one network, of all stores, and of one store. */
export interface MailsPerDay {
  recipient: number
  network: number
  store: number
}

/** Counts a mail whose recipients a member chose. RATE_LIMITED beyond CHOSEN_RECIPIENTS_PER_HOUR; hours are those of UTC. */
export async function countChosenRecipients(counter: RateCounter, { shop }: Caller, memberId: string): Promise<void> {
  const hour = currentTime().toISOString().slice(0, 13)
  const name = `mail:chosen:${shop.shopId}:${memberId}:${hour}`
  if (await counter.take({ [name]: CHOSEN_RECIPIENTS_PER_HOUR })) return
  throw new ParleyError(
    'RATE_LIMITED',
    `You have sent ${CHOSEN_RECIPIENTS_PER_HOUR} emails to chosen recipients this hour; send more in the next hour.`,
  )
}

/**
 * Counts a mail of a kind before it is written, in one step with the look at the limits. Returns what takes the count back;
 * null where one of the counters is full today.
 */
export async function takeMail(
  counter: RateCounter,
  kind: string,
  { shopId, to, network }: CountedMail,
  max: MailsPerDay,
): Promise<(() => Promise<void>) | null> {
  const day = currentTime().toISOString().slice(0, 10)
  const nameOf = (what: string) => `mail:${kind}:${what}:${day}`
  const limits = {
    [nameOf(`to:${hashToken(emailKey(to))}`)]: max.recipient,
    ...(network !== null && { [nameOf(`from:${network}`)]: max.network }),
    [nameOf(`store:${shopId}`)]: max.store,
  }
  if (!(await counter.take(limits))) return null
  return () => counter.giveBack(Object.keys(limits))
}
