import type { MemoryStore } from './local-store.ts'
import { type PageConfig, readPageConfig } from './page-config.ts'

const FRESH_MS = 10 * 60_000
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'] as const

/** The store's config: the kept one at once, a fresh one once somebody is there. */
export function createSettings(
  origin: string,
  appId: string,
  memory: MemoryStore,
  calls: { changed(config: PageConfig): void; comesWithFrame(): boolean },
) {
  let config = readPageConfig(memory.get('config'))

  function take(given: unknown): void {
    config = readPageConfig(given)
    memory.set({ config, at: Date.now() })
    calls.changed(config)
  }

  /** Once per page; without a network the next page asks again. */
  function onSign(): void {
    for (const sign of SIGNS) removeEventListener(sign, onSign, true)
    const isKept = memory.get('config') !== undefined
    const isFresh = isKept && Math.abs(Date.now() - (memory.get('at') ?? 0)) < FRESH_MS
    if (isFresh || calls.comesWithFrame()) return
    fetch(`${origin}/storefront/config?app=${encodeURIComponent(appId)}`, { credentials: 'omit' })
      .then((answer) => answer.json())
      .then((body) => body.data && take(body.data))
      .catch(() => {})
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, true)

  return {
    get: () => config,
    /** The frame has fetched it too. */
    take,
  }
}
