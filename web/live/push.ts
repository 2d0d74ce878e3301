import { go } from '../base/router.ts'

/** Pushes to this browser, which arrive while no page of the inbox is open: the service worker (worker/) shows them. */

const SCOPE = '/inbox/push/'

/** Takes what is shown, and what could still come, off this browser: with a sign-out, say. */
export async function leavePushes(): Promise<void> {
  const registration = await registered()
  if (!registration) return
  for (const shown of await registration.getNotifications()) shown.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

/** A conversation that is opened needs no notice any more. */
export async function clearPushes(conversationId: string): Promise<void> {
  for (const shown of (await (await registered())?.getNotifications({ tag: conversationId })) ?? []) shown.close()
}

/** Opens what was clicked on from now on; returns what stops it. */
export function openPushed(): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (data?.type === 'parley:open' && String(data.path).startsWith('/inbox')) go(data.path)
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
  const data = { conversationId, since: Date.now() }
  await registration?.showNotification(title, { body, tag: conversationId, data, icon: '/inbox/icons/any-192.png' })
  return true
}

const registered = () => navigator.serviceWorker?.getRegistration(SCOPE).catch(() => undefined)
