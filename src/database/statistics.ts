import type { Queries } from './database.ts'

/** Refreshes the planner's statistics (migrations/0008), in and after a bulk load. */
export async function refreshStatistics(shop: Queries): Promise<void> {
  await shop.query('select refresh_statistics() where $1 <> $2', [''])
}
