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
  let fetched: Promise<void> | undefined

  function take(given: unknown): void {
    config = readPageConfig(given)
    memory.set({ config, at: Date.now() })
    calls.changed(config)
  }

  function fetchIt(): Promise<void> {
    fetched ??= fetch(`${origin}/storefront/config?app=${encodeURIComponent(appId)}`, { credentials: 'omit' })
      .then((answer) => (answer.ok ? answer.json() : undefined))
      .then((body) => body?.data && take(body.data))
      .catch(() => {
        fetched = undefined // no network: asked again by the next who wants it
      })
    return fetched
  }

  const isKept = () => memory.get('config') !== undefined
  const isFresh = () => isKept() && Math.abs(Date.now() - (memory.get('at') ?? 0)) < FRESH_MS

  function onSign(): void {
    for (const sign of SIGNS) removeEventListener(sign, onSign, true)
    if (!isFresh() && !calls.comesWithFrame()) fetchIt()
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, true)

  return {
    get: () => config,
    /** The frame has fetched it too. */
    take,
  }
}
