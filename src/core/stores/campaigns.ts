import { currentTime } from '#base/clock.ts'
import { notFound } from '#core/errors.ts'
import { CAMPAIGN_COUNT_DAYS } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import {
  addCampaignCount,
  type CampaignAct,
  type CampaignCount,
  sumCampaignCounts,
} from '#storage/stores/campaign-counts.ts'
import { readSettings } from './settings.ts'
import { requireStorefront } from './storefront.ts'
import { readWidget } from './widget.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * A shopper has seen a campaign, or followed it. Browsers tell it once a day each and nobody learns who it was, so the
 * counts are as honest as browsers are. NOT_FOUND for a campaign that the store does not have.
 */
export async function countCampaign(shop: Shop, key: string, act: CampaignAct): Promise<void> {
  const { settings } = await requireStorefront(shop)
  if (!readWidget(settings.widget).campaigns.some((campaign) => campaign.key === key)) throw notFound('Campaign')
  await addCampaignCount(shop, key, act, daysAgo(0))
}

/** The counts of the store's campaigns, today's and those of the days before that are shown. */
export async function listCampaignCounts(shop: Shop): Promise<CampaignCount[]> {
  const { campaigns } = readWidget((await readSettings(shop)).widget)
  const keys = campaigns.map(({ key }) => key)
  const counts = await sumCampaignCounts(shop, keys, daysAgo(CAMPAIGN_COUNT_DAYS - 1))
  return keys.map((key) => counts.find((one) => one.key === key) ?? { key, shown: 0, clicked: 0 })
}

/** When a day began, in UTC. */
const daysAgo = (days: number) => new Date(Math.floor(currentTime().getTime() / DAY_MS - days) * DAY_MS)
