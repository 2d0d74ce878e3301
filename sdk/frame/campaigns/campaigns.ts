import type { Page } from '../../shared/bridge.ts'
import type { Campaign } from '../../shared/records.ts'
import type { Engine } from '../engine/engine.ts'
import { createCounts } from './counts.ts'
import { isDue } from './rules.ts'

/** Campaigns of which a browser remembers when each was shown. */
const SHOWN_MAX = 50
/** Events of a page that are remembered, the newest. */
const EVENTS_MAX = 100
/** Maximum delay with which a page is reported (sdk/page/pages.ts). */
const PAGE_LATE_MS = 1_500

/** Shows the campaigns of a store when their rules hold, and when its page runs them. */
export function createCampaigns({ appId, store, storage, api }: Engine, fire: (campaign: Campaign) => void) {
  const count = createCounts(appId, storage, () => page.url)
  let page: { url: string; since: number } = { url: '', since: performance.now() }
  let cart: Record<string, unknown> | undefined
  /** Whether the visitor had a session before this page. */
  const returning = storage.get('token') !== null
  let exit = false
  let scroll = 0
  let country: string | null = null
  let isCountryAsked = false
  let attributes: Record<string, string> = {}
  let events: { name: string; at: number }[] = []
  let next: ReturnType<typeof setTimeout> | undefined
  let isStarted = false
  /** Once on each page view, whatever a campaign's own rule on repeating says. */
  const firedHere = new Set<string>()

  function show(campaign: Campaign): void {
    firedHere.add(campaign.key)
    const shown = { ...storage.get('shown'), [campaign.key]: Date.now() }
    storage.set('shown', Object.fromEntries(Object.entries(shown).slice(-SHOWN_MAX)))
    fire(campaign)
    count('shown', campaign.key)
  }

  // A visitor who writes has followed the campaign, wherever they write.
  store.subscribe(() => {
    for (const { campaign } of store.get().outbox) if (campaign) count('clicked', campaign)
  })

  /** Asked for once, and only where a campaign wants to know. */
  async function askCountry(): Promise<void> {
    if (isCountryAsked || !store.get().config.campaigns.some(({ rules }) => rules?.countries)) return
    isCountryAsked = true
    const { data } = await api.get<{ country: string | null }>('country')
    country = data.country
    judge()
  }

  /** Looks again when something has changed, and when the next rule that waits may hold. */
  function judge(): void {
    clearTimeout(next)
    const { config, open, conversation, locale, visitor } = store.get()
    const seconds = (performance.now() - page.since) / 1_000
    const waits = config.campaigns.map(({ rules }) => (rules?.seconds ?? 0) - seconds).filter((wait) => wait > 0)
    if (waits.length > 0) next = setTimeout(judge, Math.min(...waits) * 1_000 + 20)
    if (!isStarted || open || conversation || page.url === '') return
    const moment = {
      url: page.url,
      seconds,
      cart,
      exit,
      scroll,
      language: locale,
      country,
      returning,
      events: events.map(({ name }) => name),
      attributes: { ...visitor?.attributes, ...attributes },
      now: Date.now(),
    }
    const shown = storage.get('shown') ?? {}
    const due = config.campaigns.find((one) => !firedHere.has(one.key) && isDue(one, moment, shown[one.key]))
    if (due) show(due)
  }

  return {
    /** Called once it is known whether there is a conversation: visitors who have one see no campaign. */
    start(): void {
      isStarted = true
      askCountry().catch(() => {}) // unknown, as where nobody tells it
      judge()
    },
    /** The config came later than this. */
    configured(): void {
      if (isStarted) this.start()
    },
    page({ url }: Page): void {
      // What the shop tells with a change of its route comes before the page does.
      if (page.url !== '') events = events.filter(({ at }) => performance.now() - at < PAGE_LATE_MS)
      page = { url, since: performance.now() }
      exit = false
      scroll = 0
      judge()
    },
    moment(told: { exit?: true; scroll?: number }): void {
      exit ||= told.exit === true
      scroll = Math.max(scroll, told.scroll ?? 0)
      judge()
    },
    cart(now: Record<string, unknown>): void {
      cart = now
      judge()
    },
    attributes(told: Record<string, string>): void {
      attributes = { ...attributes, ...told }
      judge()
    },
    tracked(name: string): void {
      events = [...events, { name, at: performance.now() }].slice(-EVENTS_MAX)
      judge()
    },
    /** The shopper pressed it, or its button. */
    follow: ({ key }: Campaign) => count('clicked', key),
    /** Returns whether the store has it. */
    run(key: string): boolean {
      const campaign = store.get().config.campaigns.find((one) => one.key === key)
      if (campaign) show(campaign)
      return campaign !== undefined
    },
  }
}
