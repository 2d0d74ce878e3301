import { storeHeaders, tabStore } from './tab-store.ts'

/** An error that the service sent, or code OFFLINE where there was no response. */
class ApiError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** What is said where no response came; in the member's language once that is known. */
let offlineWords = 'The service cannot be reached.'
export function sayWhenOffline(words: string): void {
  offlineWords = words
}

/** Called when the session has ended: the app shows the sign-in page. */
let onSignedOut: () => void = () => {}
let isLeaving = false
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** While the page is being left by signing out, ended sessions show no sign-in page: it would be gone a moment later. */
export function setLeaving(now: boolean): void {
  isLeaving = now
}

/** Called when an act takes the password once more; resolves to whether it was given. */
let askForPassword: () => Promise<boolean> = async () => false
export function whenPasswordNeeded(ask: () => Promise<boolean>): void {
  askForPassword = ask
}

/** The answer that all requests wait for which need the password at the same time: it is asked for once. */
let isGiven: Promise<boolean> | undefined
function confirmPassword(): Promise<boolean> {
  isGiven ??= askForPassword().finally(() => {
    isGiven = undefined
  })
  return isGiven
}

/** One call to /api/chat. Returns the whole body: lists have `paging` beside `data`. `store`: another than the tab's. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  store = tabStore(),
): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/chat${path}`, {
      method,
      headers: { ...storeHeaders(store), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new ApiError('OFFLINE', offlineWords, 0)
  }
  const answer = (await response.json().catch(() => null)) as (T & { error?: { code: string; message: string } }) | null
  if (response.ok && answer) return answer
  const { code = 'INTERNAL', message = `The service answered ${response.status}.` } = answer?.error ?? {}
  if (response.status === 401 && path !== '/session' && store === tabStore() && !isLeaving) onSignedOut()
  if (code === 'PASSWORD_NEEDED' && (await confirmPassword())) return call(method, path, body, signal, store)
  throw new ApiError(code, message, response.status)
}

/** Returns the `data` of the response. */
export async function get<T>(path: string, signal?: AbortSignal, store?: string): Promise<T> {
  return (await call<{ data: T }>('GET', path, undefined, signal, store)).data
}

export async function send<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  store?: string,
): Promise<T> {
  return (await call<{ data: T }>(method, path, body, undefined, store)).data
}
