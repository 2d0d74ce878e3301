import { go } from '../base/router.ts'
import { inbox } from './state.ts'

/** Pushes to this browser, which arrive while no page of the inbox is open: the service worker (worker/) shows them. */

const SCOPE = '/inbox/push/'

/** Takes what is shown of a store off this browser; of all stores (null), also what could still come. */
export async function leavePushes(appId: string | null): Promise<void> {
  const registration = await registered()
  if (!registration) return
  for (const shown of await registration.getNotifications()) {
    if (appId === null || shown.data?.store?.appId === appId) shown.close()
  }
  if (appId === null) await (await registration.pushManager.getSubscription())?.unsubscribe()
}

/** What the service pushes to. */
export function addressOf(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

/** The browser's subscription; null where it takes no pushes. */
export const subscriptionHere = async () => (await (await registered())?.pushManager.getSubscription()) ?? null

/** As the service worker has it: two stores may have conversations of one ID. */
const tagOf = (conversationId: string) => `${inbox.get().me.store.appId}:${conversationId}`

/** A conversation that is opened needs no notice any more. */
export async function clearPushes(conversationId: string): Promise<void> {
  const tag = tagOf(conversationId)
  for (const shown of (await (await registered())?.getNotifications({ tag })) ?? []) shown.close()
}

/** Opens what was clicked on from now on; returns what stops it. */
export function openPushed(): () => void {
  const hear = ({ data, ports }: MessageEvent) => {
    if (data?.type !== 'parley:open' || !String(data.path).startsWith('/inbox')) return
    const { appId } = inbox.get().me.store
    const isOurs = (data.appId ?? appId) === appId
    ports[0]?.postMessage(isOurs) // the worker asks another page otherwise
    if (isOurs) go(data.path)
  }
  navigator.serviceWorker?.addEventListener('message', hear)
  navigator.serviceWorker?.startMessages()
  return () => navigator.serviceWorker?.removeEventListener('message', hear)
}

/**
 * Shows a notification of a page in the same way as pushes, so that a push of the same conversation is shown once. Returns whether
 * did: only where this browser takes pushes.
 */
export async function showAsPush(title: string, body: string, conversationId: string): Promise<boolean> {
  const registration = await registered()
  if (!(await registration?.pushManager.getSubscription())) return false
  const { appId, name } = inbox.get().me.store
  const data = { conversationId, since: Date.now(), store: { appId, name } }
  await registration?.showNotification(title, {
    body,
    tag: tagOf(conversationId),
    data,
    icon: '/inbox/icons/any-192.png',
  })
  return true
}

const registered = () => navigator.serviceWorker?.getRegistration(SCOPE).catch(() => undefined)
