import type { Queries } from '#database/database.ts'

/** What a shopper did with a campaign; each is a column (migrations/0007). */
export const CAMPAIGN_ACTS = ['shown', 'clicked'] as const
export type CampaignAct = (typeof CAMPAIGN_ACTS)[number]

/** How many shoppers of each day, added up. */
export interface CampaignCount {
  key: string
  shown: number
  clicked: number
}

/** Counts one more on a day. */
export async function addCampaignCount(shop: Queries, key: string, act: CampaignAct, day: Date): Promise<void> {
  await shop.query(
    `insert into campaign_counts as c (shop_id, campaign_key, day, ${act}) values ($1, $2, $3, 1)
     on conflict (shop_id, campaign_key, day) do update set ${act} = c.${act} + 1`,
    [key, day],
  )
}

/** The counts of these campaigns since a day; without those that nobody has seen. */
export function sumCampaignCounts(shop: Queries, keys: string[], since: Date): Promise<CampaignCount[]> {
  return shop.query<CampaignCount>(
    `select campaign_key as key, sum(shown)::float8 as shown, sum(clicked)::float8 as clicked from campaign_counts
     where shop_id = $1 and campaign_key = any($2::text[]) and day >= $3 group by campaign_key`,
    [keys, since],
  )
}
