import type { Campaign } from '../../shared/records.ts'

/** What is known of the shopper and the page they are on. */
export interface Moment {
  url: string
  /** Seconds on this page. */
  seconds: number
  cart: Record<string, unknown> | undefined
  /** Whether the shopper is about to leave. */
  exit: boolean
  /** Per cent of this page that they have scrolled through. */
  scroll: number
  /** The language in use, as a tag. */
  language: string
  /** Two capitals; null while nobody has told it. */
  country: string | null
  returning: boolean
  /** Names of the events that the shop's page has sent on this page. */
  events: readonly string[]
  attributes: Record<string, string>
  /** Milliseconds. */
  now: number
}

const DAY_MS = 86_400_000

/** Whether all rules of a campaign hold; one without rules waits for `trigger:run`. `shownAt`: when it was shown last. */
export function isDue({ rules, once, everyDays, from, until }: Campaign, moment: Moment, shownAt?: number): boolean {
  if (!rules || Object.keys(rules).length === 0) return false
  const { url, seconds = 0, cartTotal, exit, scroll = 0, languages, countries, returning, event, attribute } = rules
  const { now, attributes } = moment
  if (shownAt !== undefined) {
    if (everyDays ? now - shownAt < everyDays * DAY_MS : once !== false) return false
  }
  if ((from && now < Date.parse(from)) || (until && now >= Date.parse(until))) return false
  if (url !== undefined && !moment.url.includes(url)) return false
  if (cartTotal !== undefined && !((totalOf(moment.cart) ?? -1) >= cartTotal)) return false
  if (exit && !moment.exit) return false
  if (languages && !languages.some((one) => one.toLowerCase() === moment.language.toLowerCase().split('-')[0]))
    return false
  if (countries && !countries.some((one) => one.toUpperCase() === moment.country)) return false
  if (returning !== undefined && returning !== moment.returning) return false
  if (event !== undefined && !moment.events.includes(event)) return false
  if (
    attribute &&
    !(Object.keys(attributes).includes(attribute.name) && attributes[attribute.name] === attribute.value)
  )
    return false
  return moment.scroll >= scroll && moment.seconds >= seconds
}

/** What a shop's cart comes to: `total` or `totalPrice`, a number, a decimal string or `{amount}`. */
export function totalOf(cart: Record<string, unknown> | undefined): number | undefined {
  const given = cart?.total ?? cart?.totalPrice
  const amount = typeof given === 'object' && given !== null ? (given as { amount?: unknown }).amount : given
  const total = typeof amount === 'string' ? Number.parseFloat(amount) : amount
  return typeof total === 'number' && Number.isFinite(total) ? total : undefined
}
