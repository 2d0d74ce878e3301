import type { Queries } from './database.ts'

/** Tables that a bulk load fills. */
const TABLES = ['members', 'contacts', 'conversations', 'messages', 'conversation_tags']

/** Refreshes the planner's statistics (migrations/0021), in and after a bulk load: a table at a time, so that others wait briefly. */
export async function refreshStatistics(shop: Queries): Promise<void> {
  for (const table of TABLES) await shop.query('select refresh_statistics($2) where $1 <> $3', [table, ''])
}
