import type { Seed } from './random.ts'

/** What is to be made, and for when. */
export interface Sample {
  seed: Seed
  contacts: number
  conversations: number
  messagesPerConversation: number
  /** The moment it all looks back from, in milliseconds since 1970: nothing happened after it. */
  until: number
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * When the record `number` of `count` came about, over the last `span`: rarely at first, ever more often since, as in
 * a store that grows. The last one is fresh.
 */
export function growingTime(until: number, span: number, number: number, count: number): number {
  return Math.round(until - span * (1 - (number + 0.5) / count) ** 2)
}

/** How many of `count` such records had come about at `moment`. */
export function grownBy(until: number, span: number, moment: number, count: number): number {
  return Math.max(0, Math.floor((1 - Math.sqrt(Math.max(0, until - moment) / span)) * count + 0.5))
}
