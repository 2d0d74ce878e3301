import { endMySession, getMe } from '../api/account.ts'
import type { Me } from '../api/records.ts'
import { listViews } from '../api/saved-views.ts'
import { createStore } from '../base/store.ts'
import { forgetFormDrafts } from '../ui/form-drafts.ts'
import { complain } from '../ui/toast.tsx'
import { forgetDrafts } from './drafts.ts'
import { forgetOutbox } from './outbox.ts'
import { leavePushes } from './push.ts'
import { inbox } from './state.ts'

/** Whether a member is signed in. */
export const session = createStore<{ state: 'unknown' | 'out' | 'in' | 'failed'; error: string }>({
  state: 'unknown',
  error: '',
})

export async function findMe(): Promise<void> {
  try {
    const me = await getMe()
    const before = inbox.get().me as Me | null
    if (me && before && (before.member.id !== me.member.id || before.store.shopId !== me.store.shopId)) {
      location.reload() // another member: nothing of the former one's may stay in memory
      return
    }
    if (me) inbox.set({ me })
    // An address may name a view.
    if (me && !me.lacksSecondFactor && !before) inbox.set({ views: await listViews().catch(() => []) })
    session.set({ state: me ? 'in' : 'out', error: '' })
  } catch (error) {
    if (session.get().state !== 'in') session.set({ state: 'failed', error: (error as Error).message })
  }
}

/** Signs out and goes on at `then`, a path of the inbox. */
export async function signOut(then = '/inbox'): Promise<void> {
  try {
    const { logoutUrl } = await endMySession()
    forgetDrafts()
    forgetFormDrafts()
    forgetOutbox()
    await leavePushes().catch(() => {})
    // A new page: nothing of the store stays in memory.
    location.assign(logoutUrl ?? then)
  } catch (error) {
    complain(error)
  }
}
