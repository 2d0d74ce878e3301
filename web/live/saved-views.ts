import { listViews } from '../api/saved-views.ts'
import { currentParts } from '../base/router.ts'
import { loadCounts, loadList } from './loading.ts'
import { inbox } from './state.ts'
import { savedKey } from './views.ts'

/** Saved views as they are now. */

/** Reads them again. Lists whose view asks for something else now, or is gone, are loaded again when they are opened. */
export async function loadViews(): Promise<void> {
  const views = await listViews().catch(() => null)
  if (!views) return
  const before = new Map(inbox.get().views.map(({ id, filters }) => [savedKey(id), JSON.stringify(filters)]))
  const now = new Map(views.map(({ id, filters }) => [savedKey(id), JSON.stringify(filters)]))
  const stale = [...before].filter(([key, filters]) => now.get(key) !== filters).map(([key]) => key)
  const [current = ''] = currentParts()
  inbox.set(({ lists }) => ({
    views,
    lists: Object.fromEntries(Object.entries(lists).filter(([key]) => !stale.includes(key))),
  }))
  if (stale.includes(current) && now.has(current)) void loadList(current, 'first')
  loadCounts()
}
