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

const UNAVAILABLE_REASONS = ['no-address', 'no-recipient', 'window-closed'] as const

export interface Availability {
  /** Why replies are not delivered now; null while they are. */
  reason: (typeof UNAVAILABLE_REASONS)[number] | null
  /** When the channel's window closes, or closed; null where it has none or was never opened. */
  windowEnd: Date | null
}

/** Whether the channel delivers replies now (spec 4.2, rule 3; contract, section 6). */
export function availabilityOf(reach: Reach): Availability {
  switch (reach.channel) {
    case 'online_store':
      return { reason: null, windowEnd: null }
    case 'email':
      return { reason: reach.email ? null : 'no-address', windowEnd: null }
    default: {
      if (!reach.hasContact || !reach.lastCustomerAt) return { reason: 'no-recipient', windowEnd: null }
      const windowEnd = new Date(reach.lastCustomerAt.getTime() + reach.windowMs)
      return { reason: reach.now < windowEnd ? null : 'window-closed', windowEnd }
    }
  }
}

/** The refusal of a reply that the channel cannot deliver now, or null when it can. */
export function whyUnreachable(reach: Reach): string | null {
  const { reason, windowEnd } = availabilityOf(reach)
  switch (reason) {
    case null:
      return null
    case 'no-address':
      return 'The customer has no email address, so the email channel cannot deliver this reply.'
    case 'no-recipient':
      return `There is no recipient on ${reach.channel}: the customer has not written there yet.`
    case 'window-closed':
      return `The 24-hour messaging window of ${reach.channel} closed at ${windowEnd?.toISOString()}; it opens again when the customer writes.`
  }
}
