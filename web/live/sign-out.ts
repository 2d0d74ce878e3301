import { endMySession } from '../api/account.ts'
import { setLeaving } from '../api/http.ts'
import { endAllSessions } from '../api/stores.ts'
import { setTabStore } from '../api/tab-store.ts'
import { forgetFormDrafts } from '../ui/form-drafts.ts'
import { forgetDrafts } from './drafts.ts'
import { forgetStore } from './known-stores.ts'
import { forgetOutbox } from './outbox.ts'
import { leavePushes } from './push.ts'
import { inbox } from './state.ts'

/** Signing out: of the tab's store, or of all stores of the browser. */

export async function signOut(then = '/inbox'): Promise<void> {
  const { logoutUrl } = await leave(endMySession)
  const { store, otherStores } = inbox.get().me
  await forget(store.shopId, otherStores === 0 ? null : store.appId)
  // A new page: nothing of the store stays in memory.
  location.assign(logoutUrl ?? then)
}

export async function signOutOfAll(): Promise<void> {
  const { logoutUrl } = await leave(endAllSessions)
  await forget(null, null)
  location.assign(logoutUrl ?? '/inbox')
}

async function leave<T>(endSessions: () => Promise<T>): Promise<T> {
  setLeaving(true)
  try {
    return await endSessions()
  } catch (error) {
    setLeaving(false)
    throw error
  }
}

/** Forgets what the browser keeps of a store, or of all (null); without other stores it takes no more pushes either. */
async function forget(shopId: string | null, pushedAppId: string | null): Promise<void> {
  forgetDrafts(shopId === null)
  forgetFormDrafts()
  forgetOutbox(shopId === null)
  forgetStore(shopId)
  await leavePushes(pushedAppId).catch(() => {})
  setTabStore(null)
}
