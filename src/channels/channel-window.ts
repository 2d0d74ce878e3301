/** Channels of a conversation (spec 2.2). */
export const CHANNELS = ['online_store', 'email', 'social_messenger', 'photo_social', 'phone_messenger'] as const
export type Channel = (typeof CHANNELS)[number]

/** The account that a conversation's replies leave through. */
export interface ReachAccount {
  state: 'connected' | 'broken' | 'disconnected'
  name: string | null
  /** Address of a mailbox. */
  address: string | null
}

export interface Reach {
  channel: Channel
  /** Null if the store never connected the channel: then replies stay here, for an integration that relays them. */
  account: ReachAccount | null
  /** Whether the recipient at the channel is known. */
  hasRecipient: boolean
  /** When the customer last wrote; null when they never did. */
  lastCustomerAt: Date | null
  /** When the provider said that it delivers nothing until the customer writes; null while it has not. */
  closedAt: Date | null
  now: Date
  windowMs: number
}

export const UNAVAILABLE_REASONS = [
  'no-address',
  'no-recipient',
  'window-closed',
  'account-broken',
  'account-disconnected',
] as const

export interface Availability {
  /** Why replies are not delivered now; null while they are. */
  reason: (typeof UNAVAILABLE_REASONS)[number] | null
  /** When the channel's window closes, or closed; null where it has none or was never opened. */
  windowEnd: Date | null
}

/** Whether the channel delivers replies now (spec 4.2.3, C6.13, C11.7). */
export function availabilityOf(reach: Reach): Availability {
  const { channel, account, closedAt } = reach
  if (channel === 'online_store') return { reason: null, windowEnd: null }
  if (account && account.state !== 'connected') return { reason: `account-${account.state}`, windowEnd: null }
  if (channel === 'email') return { reason: reach.hasRecipient ? null : 'no-address', windowEnd: null }
  if (!reach.hasRecipient || !reach.lastCustomerAt) return { reason: 'no-recipient', windowEnd: null }
  const windowEnd = closedAt ?? new Date(reach.lastCustomerAt.getTime() + reach.windowMs)
  return { reason: reach.now < windowEnd ? null : 'window-closed', windowEnd }
}

/** The refusal of a reply that the channel cannot deliver now, or null when it can. */
export function whyUnreachable(reach: Reach): string | null {
  const { channel } = reach
  const { reason, windowEnd } = availabilityOf(reach)
  switch (reason) {
    case null:
      return null
    case 'no-address':
      return 'The customer has no email address, so the email channel cannot deliver this reply.'
    case 'no-recipient':
      return `There is no recipient on ${channel}: the customer has not written there yet.`
    case 'window-closed':
      return `The 24-hour messaging window of ${channel} closed at ${windowEnd?.toISOString()}; it opens again when the customer writes.`
    case 'account-broken':
      return `The store’s account on ${channel} does not work; an admin has to connect it again.`
    case 'account-disconnected':
      return `The store’s account on ${channel} was removed, so nothing can be delivered there.`
  }
}
