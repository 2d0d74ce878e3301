import { describe, type Notice } from './words.ts'

/**
 * The inbox's service worker: it shows what the service pushes, and opens it. Its scope holds no page, so that it comes
 * between none of them and the network, and keeps nothing.
 */

declare const self: ServiceWorkerGlobalScope

const ICON = '/inbox/icons/any-192.png'
const BADGE = '/inbox/icons/badge-96.png'
const API = '/api/chat/push'

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
  event.waitUntil(open((event.notification.data as Shown | null)?.conversationId))
})
self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renew()))

type Shown = Pick<Notice, 'conversationId' | 'since'>

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
  const tag = notice?.conversationId ?? 'inbox'
  const before = await self.registration.getNotifications({ tag })
  if (notice && before.some(({ data }) => (data as Shown | null)?.since && data.since >= notice.since)) return
  const { title, body } = describe(notice, navigator.languages)
  const data = notice && { conversationId: notice.conversationId, since: notice.since }
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

/** Goes to a page of the inbox that is open, the visible one first, and has it open the conversation; otherwise opens one. */
async function open(conversationId: string | undefined): Promise<void> {
  const pages = await inboxPages()
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  const path = conversationId ? `/inbox/open/${encodeURIComponent(conversationId)}` : '/inbox'
  if (!page) return void (await self.clients.openWindow(path))
  page.postMessage({ type: 'parley:open', path })
  await page.focus()
}

/** Pages that show conversations; one where somebody joins, or lets an assistant in, is left alone. */
async function inboxPages(): Promise<readonly WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.filter(({ url }) => /^\/inbox(\/(?!welcome|connect)|$)/.test(new URL(url).pathname))
}

/** Sends the browser's new endpoint to the service, unless the member has signed out. */
async function renew(): Promise<void> {
  const answer = await fetch(API)
  if (!answer.ok) return
  const { publicKey } = (await answer.json()).data as { publicKey: string }
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
  await fetch(`${API}/browser`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
}
