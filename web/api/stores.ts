import { get, send } from './http.ts'
import type { BrowserStore } from './records.ts'

/** The stores that this browser has sessions in. */

export const listStores = () => get<BrowserStore[]>('/stores')
/** The store opens first from now on, in new tabs too. */
export const makeCurrent = (shopId: string) => send('POST', '/stores/current', undefined, shopId)
/** Signs out of all; `logoutUrl` is an issuer's page to go to. */
export const endAllSessions = () => send<{ logoutUrl: string | null }>('DELETE', '/stores')
