import { describe, type Notice } from './words.ts'

/**
 * The inbox's service worker: it shows what the service pushes, and opens it. Its scope holds no page, so that it comes
 * between none of them and the network, and keeps nothing.
 */

declare const self: ServiceWorkerGlobalScope

const ICON = '/inbox/icons/any-192.png'
const BADGE = '/inbox/icons/badge-96.png'
const API = '/api/chat/push'
const STORES = '/api/chat/stores'
/** How long a page or the service may take to answer, while the browser waits for a notice. */
const ANSWER_MS = 1_000

self.addEventListener('install', () => void self.skipWaiting())
/** One at a time: of two that arrive together, the older must not replace the newer. */
let shown = Promise.resolve()
self.addEventListener('push', (event) => {
  const notice = read(event.data)
  const mine = shown.then(() => show(notice))
  shown = mine.catch(() => {})
  event.waitUntil(mine)
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data as Shown | null))
})
self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renew()))

type Shown = Pick<Notice, 'conversationId' | 'since' | 'store'>

function read(data: PushMessageData | null): Notice | null {
  try {
    return (data?.json() as Notice | undefined) ?? null
  } catch {
    return null
  }
}

/** Shows a notice, one for each conversation; none if the member is looking at the inbox, or a page of it has shown one. */
async function show(notice: Notice | null): Promise<void> {
  const pages = await inboxPages()
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const tag = notice ? `${notice.store.appId}:${notice.conversationId}` : 'inbox'
  const before = await self.registration.getNotifications({ tag })
  if (notice && before.some(({ data }) => (data as Shown | null)?.since && data.since >= notice.since)) return
  const { title, body } = describe(notice, navigator.languages, await hasSeveralStores())
  const data = notice && { conversationId: notice.conversationId, since: notice.since, store: notice.store }
  await self.registration.showNotification(title, {
    body,
    tag,
    data,
    icon: ICON,
    badge: BADGE,
    // A notice of the same tag would otherwise replace the visible one without a sound.
    ...({ renotify: true, timestamp: notice?.since ?? Date.now() } as object),
  })
}

/** Whether this browser has sessions in several stores; then a notice names its own. */
async function hasSeveralStores(): Promise<boolean> {
  const answer = await fetch(STORES, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  const stores = answer?.ok ? ((await answer.json()).data as unknown[]) : []
  return stores.length > 1
}

/** Goes to a page of the store that is open, the visible one first, and has it open the conversation; otherwise opens one. */
async function open(shown: Shown | null): Promise<void> {
  const path = shown ? `/inbox/open/${encodeURIComponent(shown.conversationId)}` : '/inbox'
  const appId = shown?.store.appId
  const isVisible = ({ visibilityState }: WindowClient) => visibilityState === 'visible'
  const pages = [...(await inboxPages())].sort((a, b) => Number(isVisible(b)) - Number(isVisible(a)))
  for (const page of pages) {
    if (await doesOpen(page, path, appId)) return void (await page.focus())
  }
  await self.clients.openWindow(appId ? `${path}?store=${encodeURIComponent(appId)}` : path)
}

/** Whether a page is of the store and goes there. One that does not answer is loading, or asleep. */
function doesOpen(page: WindowClient, path: string, appId: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(resolve, ANSWER_MS, false)
    page.postMessage({ type: 'parley:open', path, appId }, [port2])
  })
}

/** Pages that show conversations; one where somebody joins, or lets an assistant in, is left alone. */
async function inboxPages(): Promise<readonly WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.filter(({ url }) => /^\/inbox(\/(?!welcome|connect)|$)/.test(new URL(url).pathname))
}

/** Sends the browser's new endpoint to all its stores, unless the member has signed out. */
async function renew(): Promise<void> {
  const answer = await fetch(STORES)
  if (!answer.ok) return
  const stores = (await answer.json()).data as { shopId: string }[]
  const named = stores.map(({ shopId }) => ({ 'x-parley-store': shopId }))
  const [first] = named
  const state = first && (await fetch(API, { headers: first }))
  if (!state?.ok) return
  const { publicKey } = (await state.json()).data as { publicKey: string }
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
  for (const store of named) {
    await fetch(`${API}/browser`, { method: 'PUT', headers: { ...store, 'content-type': 'application/json' }, body })
  }
}
