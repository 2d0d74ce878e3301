import { addPushBrowserOf } from '../api/notifications.ts'
import type { BrowserStore } from '../api/records.ts'
import { listStores, makeCurrent } from '../api/stores.ts'
import { setTabStore } from '../api/tab-store.ts'
import { complain } from '../ui/toast.tsx'
import { type KnownStore, knownStores, rememberStore } from './known-stores.ts'
import { addressOf, subscriptionHere } from './push.ts'
import { inbox } from './state.ts'
import { stores } from './stores.ts'

/** The other stores of this browser: what is new there, and going there. Loaded where there are any. */

/** How often they are asked about while the page is visible. */
const POLL_MS = 60_000

let watching: Promise<void> | undefined

/** Knows from now on what is new in the other stores, as long as the member is in; resolves once it is known. */
export function watchStores(isIn: () => boolean): Promise<void> {
  if (!watching) {
    watching = readStores()
    const readVisible = async () => {
      if (!document.hidden && isIn()) await readStores()
    }
    setInterval(() => void readVisible(), POLL_MS)
    document.addEventListener('visibilitychange', () => void readVisible())
    addEventListener('focus', () => void readVisible())
  }
  return watching
}

export async function readStores(): Promise<void> {
  const list = await listStores().catch(() => null)
  if (!list) return // the next look shows it
  stores.set({ others: list.filter(({ shopId }) => shopId !== inbox.get().me?.store.shopId) })
  for (const one of list.toReversed()) rememberStore(one)
  await pushOfAll(list).catch(() => {}) // the next look tries again
}

/** Has the browser take pushes of all its stores, if it takes those of any. */
async function pushOfAll(list: BrowserStore[]): Promise<void> {
  const missing = list.filter(({ isPushed, unread }) => !isPushed && unread !== null)
  if (missing.length === 0 || missing.length === list.length) return
  const subscription = await subscriptionHere()
  if (!subscription) return
  await Promise.all(missing.map(({ shopId }) => addPushBrowserOf(shopId, addressOf(subscription))))
}

/** Stores to sign in to again: the browser knows them, and has no session there. */
export function endedStores(): KnownStore[] {
  const open = new Set([inbox.get().me?.store.shopId, ...stores.get().others.map(({ shopId }) => shopId)])
  return knownStores().filter(({ shopId }) => !open.has(shopId))
}

/** Shows another store in this tab, on a new page: nothing of the former store stays in memory. */
export async function switchTo({ shopId }: Pick<BrowserStore, 'shopId'>, path = '/inbox'): Promise<void> {
  try {
    await makeCurrent(shopId)
    setTabStore(shopId)
    location.assign(path)
  } catch (error) {
    complain(error)
    await readStores() // its session has ended, perhaps
  }
}

/** The sign-in page for one more store, while the sessions of the others go on. */
export const addressOfSignIn = (store?: KnownStore) =>
  `/inbox/sign-in?add${store ? `&store=${encodeURIComponent(store.appId)}` : ''}`

export const signInToAnother = (store?: KnownStore) => location.assign(addressOfSignIn(store))
