import { addPushBrowser, removePushBrowser } from '../../../api/notifications.ts'
import type { PushState } from '../../../api/records.ts'
import { loadOtherStores } from '../../../live/load-other-stores.ts'
import { addressOf, leavePushes } from '../../../live/push.ts'

/** Has this browser take pushes, or no more. Loaded with the settings alone. */

const WORKER = '/inbox/push/worker.js'

/** Whether this browser could take pushes, and what stands in the way. */
export type PushAbility =
  | 'ready'
  /** The member refused: only the browser's own settings change that. */
  | 'denied'
  /** An iPhone or iPad, where only what is installed on the home screen takes pushes. */
  | 'uninstalled'
  | 'insecure'
  | 'missing'

export function pushAbility(): PushAbility {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    // iPads say that they are Macs, which have no touch screen.
    const isApple =
      /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
    return isApple ? 'uninstalled' : 'missing'
  }
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** Asks for permission where it has to, and has the member told here. Answers whether they are. */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await navigator.serviceWorker.register(WORKER)
  await becomesActive(registration)
  // One of an older key, or of another member's, leads nowhere any more.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await addPushBrowser(addressOf(subscription))
  await loadOtherStores().then(({ readStores }) => readStores()) // and of the browser’s other stores
  return true
}

/** Has the member told no more on a browser of theirs, this one or another. */
export async function turnPushOff({ id, isCurrent }: PushState['browsers'][number]): Promise<void> {
  await removePushBrowser(id)
  if (isCurrent) await leavePushes(null) // of all stores: they share the browser’s one subscription
}

/** Nothing can be subscribed before. */
function becomesActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (active || !worker) return Promise.resolve()
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The service worker could not be installed.'))
    })
  })
}
