import type { Conversation, Ready } from '../../shared/records.ts'
import { type Api, ApiError } from './connection/api.ts'
import { createBackoff } from './connection/backoff.ts'
import type { EngineState, Store } from './state.ts'
import type { StorageBox } from './storage.ts'
import type { Tabs } from './tabs.ts'

interface Parts {
  appId: string
  store: Store<EngineState>
  storage: StorageBox
  tabs: Tabs
  api: Api
}

/** The visitor's session: opened when somebody wants something, by one tab at a time, and tried again without a network. */
export function createSession(parts: Parts, calls: { opened(ready: Ready): void }) {
  const { appId, store, storage, tabs, api } = parts
  const backoff = createBackoff()
  let starting: Promise<void> | undefined
  let nextTry: ReturnType<typeof setTimeout> | undefined
  let isReturning = false
  let wanted = () => {}
  const isWanted = new Promise<void>((resolve) => {
    wanted = resolve
  })

  const ensureSession = () => (store.get().session ? Promise.resolve() : isWanted.then(startSession))

  function startSession(): Promise<void> {
    starting ??= tabs
      .inTurn('session', open)
      .catch((error) => {
        if (error instanceof ApiError && error.isPassing) tryAgain(error.retryAfter)
        throw error
      })
      .finally(() => {
        starting = undefined
      })
    return starting
  }

  async function open(): Promise<void> {
    const token = storage.get('token')
    isReturning ||= token !== null
    const body = { appId, locale: store.get().locale, device: deviceOf(), ...(token ? { token } : {}) }
    const ready = await api.post<Ready>('sessions', body).catch((error) => {
      if (error instanceof ApiError && error.code === 'ENDED') return null
      throw error
    })
    if (!ready) return open()
    if (ready.token) storage.set('token', ready.token)
    backoff.reset()
    calls.opened(ready)
  }

  /** Without a network there is no session to begin with: it is tried until there is one, or wished for no more. */
  function tryAgain(atLeast: number): void {
    store.set({ isOffline: true })
    clearTimeout(nextTry)
    nextTry = setTimeout(() => ensureSession().catch(() => {}), backoff.next(atLeast))
  }

  function end(): void {
    clearTimeout(nextTry)
    nextTry = undefined
  }

  return {
    ensureSession,
    startSession,
    /** Runs what needs a session; one that has ended meanwhile is replaced, once. */
    async inSession<T>(run: () => Promise<T>): Promise<T> {
      await ensureSession()
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error
        await startSession()
        return run()
      }
    },
    /** Somebody wants something: before that nothing is sent. */
    wanted: () => wanted(),
    /** Called when the network is back: a session that failed is tried again immediately. */
    wake(): void {
      if (nextTry && !store.get().session) ensureSession().catch(() => {})
    },
    end,
    /** A conversation was seen. */
    note(conversation: Conversation | null): void {
      isReturning ||= conversation !== null
    },
    /** Whether this browser was here before: there may be something to go back to. */
    hasPast: () => isReturning,
  }
}

function deviceOf(): Record<string, unknown> {
  return {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    screen: `${screen.width}x${screen.height}`,
  }
}
