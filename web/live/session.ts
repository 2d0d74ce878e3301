import { getMe } from '../api/account.ts'
import type { Me } from '../api/records.ts'
import { listViews } from '../api/saved-views.ts'
import { setTabStore } from '../api/tab-store.ts'
import { createStore } from '../base/store.ts'
import { complain } from '../ui/toast.tsx'
import { loadOtherStores } from './load-other-stores.ts'
import { isAdding, leaveStoreOutOfAddress, namedApp } from './named-store.ts'
import { inbox } from './state.ts'

/** Whether a member is signed in. */
export const session = createStore<{ state: 'unknown' | 'out' | 'in' | 'failed'; error: string }>({
  state: 'unknown',
  error: '',
})

/** Goes on in the store that was just signed in to; null: in the one whose session is the newest. */
export async function enterStore(shopId: string | null): Promise<void> {
  setTabStore(shopId)
  // A fresh page, where another store's session goes on.
  if (isAdding()) location.assign('/inbox')
  else await readMe(null)
}

/** Finds whose session the tab has in its store. */
export async function findMe(): Promise<void> {
  if (isAdding()) session.set({ state: 'out', error: '' })
  else await readMe(inbox.get().me ? null : namedApp())
}

async function readMe(appId: string | null): Promise<void> {
  const before = inbox.get().me as Me | null
  try {
    const me = await getMe(appId)
    if (me && before && (before.member.id !== me.member.id || before.store.shopId !== me.store.shopId)) {
      location.reload() // another member: nothing of the former one's may stay in memory
      return
    }
    if (me) {
      setTabStore(me.store.shopId)
      inbox.set({ me })
      if (me.otherStores > 0)
        void loadOtherStores().then(
          ({ watchStores }) => watchStores(() => session.get().state === 'in'),
          () => {},
        )
      leaveStoreOutOfAddress()
    }
    // An address may name a view.
    if (me && !me.lacksSecondFactor && !before) inbox.set({ views: await listViews().catch(() => []) })
    session.set({ state: me ? 'in' : 'out', error: '' })
  } catch (error) {
    if (session.get().state !== 'in') session.set({ state: 'failed', error: (error as Error).message })
  }
}

/** Signs out of the tab's store and goes on at `then`, a path of the inbox: in the browser's next store, if it has one. */
export const signOut = (then?: string) => import('./sign-out.ts').then((out) => out.signOut(then)).catch(complain)
