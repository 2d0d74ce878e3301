import { get, send } from '../api/http.ts'
import { createStore } from '../api/store.ts'
import type { Me } from '../api/types.ts'
import { forgetDrafts } from '../features/inbox/drafts.ts'
import { inbox } from '../features/inbox/state.ts'
import { complain } from '../ui/toast.tsx'

/** Who is signed in: not known yet, nobody, or a member. */
export const session = createStore<{ state: 'unknown' | 'out' | 'in' | 'failed'; error: string }>({
  state: 'unknown',
  error: '',
})

export async function findMe(): Promise<void> {
  try {
    const me = await get<Me | null>('/session')
    const before = inbox.get().me as Me | null
    if (me && before && (before.member.id !== me.member.id || before.store.shopId !== me.store.shopId)) {
      location.reload() // somebody else: nothing of the former member's may be on their screen
      return
    }
    if (me) inbox.set({ me })
    session.set({ state: me ? 'in' : 'out', error: '' })
  } catch (error) {
    if (session.get().state !== 'in') session.set({ state: 'failed', error: (error as Error).message })
  }
}

export async function signOut(): Promise<void> {
  try {
    await send('DELETE', '/session')
    forgetDrafts()
    // Nothing of the store stays in memory either.
    location.assign('/inbox')
  } catch (error) {
    complain(error)
  }
}
