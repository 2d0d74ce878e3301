import type { Campaign } from '../shared/records.ts'
import type { MemoryStore } from './memory.ts'

interface Moment {
  campaigns: Campaign[]
  url: string
  /** Seconds on this page. */
  seconds: number
  cartTotal: number | undefined
}

/** The first campaign whose rules hold; one without rules waits for `trigger:run`. */
export function due({ campaigns, url, seconds, cartTotal }: Moment, shown: string[]): Campaign | undefined {
  return campaigns.find(({ key, rules, once }) => {
    if (!rules || (once !== false && shown.indexOf(key) >= 0)) return false
    if (rules.url === undefined && rules.seconds === undefined && rules.cartTotal === undefined) return false
    if (rules.url !== undefined && url.indexOf(rules.url) < 0) return false
    if (rules.cartTotal !== undefined && !((cartTotal ?? -1) >= rules.cartTotal)) return false
    return seconds >= (rules.seconds ?? 0)
  })
}

/** What a shop's cart comes to: `total` or `totalPrice`, a number, a decimal string or `{amount}`. */
export function cartTotal(cart: Record<string, unknown> | undefined): number | undefined {
  const given = cart?.total ?? cart?.totalPrice
  const amount = typeof given === 'object' && given !== null ? (given as { amount?: unknown }).amount : given
  const total = typeof amount === 'string' ? Number.parseFloat(amount) : amount
  return typeof total === 'number' && Number.isFinite(total) ? total : undefined
}

export function markShown(memory: MemoryStore, key: string): void {
  memory.set({ shown: [...shownKeys(memory).filter((other) => other !== key), key].slice(-50) })
}

export function shownKeys(memory: MemoryStore): string[] {
  const shown = memory.get('shown')
  return Array.isArray(shown) ? shown : []
}
