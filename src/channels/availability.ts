/** Where a conversation takes place (spec 2.2). */
export const CHANNELS = ['online_store', 'email', 'social_messenger', 'photo_social', 'phone_messenger'] as const
export type Channel = (typeof CHANNELS)[number]

export interface Reach {
  channel: Channel
  hasContact: boolean
  /** The address on the conversation or, failing that, on its contact. */
  email: string | null
  /** When the customer last wrote; null when they never did. */
  lastCustomerAt: Date | null
  now: Date
  windowMs: number
}

/** Why the channel cannot deliver a reply now, or null when it can (spec 4.2, rule 3; contract, section 6). */
export function whyUnreachable(reach: Reach): string | null {
  switch (reach.channel) {
    case 'online_store':
      return null
    case 'email':
      return reach.email ? null : 'The customer has no email address, so the email channel cannot deliver this reply.'
    default: {
      if (!reach.hasContact || !reach.lastCustomerAt) {
        return `There is no recipient on ${reach.channel}: the customer has not written there yet.`
      }
      const silence = reach.now.getTime() - reach.lastCustomerAt.getTime()
      if (silence < reach.windowMs) return null
      return `The 24-hour messaging window of ${reach.channel} closed at ${new Date(reach.lastCustomerAt.getTime() + reach.windowMs).toISOString()}; it opens again when the customer writes.`
    }
  }
}
