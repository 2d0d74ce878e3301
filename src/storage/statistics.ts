import type { Queries } from './database.ts'

/** Tells the planner how much there is now (migrations/0008). Worth a moment in and after a bulk load. */
export async function refreshStatistics(shop: Queries): Promise<void> {
  await shop.query('select refresh_statistics() where $1 <> $2', [''])
}
