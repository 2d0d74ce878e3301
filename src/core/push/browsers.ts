import { currentTime } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkOutboundUrl } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { PUSH_BROWSERS_MAX } from '#core/limits.ts'
import { type SignedIn, sessionAges } from '#core/members/sessions.ts'
import type { AddressBook } from '#outbound/address.ts'
import { arePushKeys, type PushKeys } from '#outbound/push/encrypt.ts'
import type { ServerKeys } from '#outbound/push/server-keys.ts'
import {
  deletePushBrowser,
  dropOldPushBrowsers,
  type ListedPushBrowser,
  listPushBrowsers,
  savePushBrowser,
} from '#storage/push/browsers.ts'
import { findPushRules, type PushRules, savePushRules } from '#storage/push/rules.ts'

/** What pushes are made with: what browsers are told, and where they may lead. */
export interface PushConfig {
  keys: ServerKeys
  addresses: AddressBook
}

export interface OwnPushBrowser extends Pick<ListedPushBrowser, 'userAgent' | 'createdAt'> {
  /** That of its session. */
  id: string
  isCurrent: boolean
}

/** What a browser gives out for us to push to. */
export interface PushAddress extends PushKeys {
  endpoint: string
}

/** The member's browsers, the newest first; those that were told a key which is ours no more are left out. */
export async function listOwnPushBrowsers(
  { caller, memberId, sessionId }: SignedIn,
  { keys }: PushConfig,
): Promise<OwnPushBrowser[]> {
  const browsers = await listPushBrowsers(caller.shop, memberId, sessionAges())
  return browsers
    .filter(({ serverKey }) => keys.knows(serverKey))
    .map(({ sessionId: id, userAgent, createdAt }) => ({ id, userAgent, createdAt, isCurrent: id === sessionId }))
}

/**
 * Tells the member on the browser that asks, from now on; the oldest of their browsers makes room. INVALID_PARAMS for an
 * endpoint that is not a public https address, and for keys with which nothing can be encrypted.
 */
export async function addPushBrowser(
  { caller, memberId, sessionId }: SignedIn,
  { endpoint, p256dh, auth }: PushAddress,
  { keys, addresses }: PushConfig,
): Promise<void> {
  await checkOutboundUrl('endpoint', endpoint, addresses, 'https://push.example.com/abc')
  if (!arePushKeys({ p256dh, auth })) {
    throw invalidParams(
      'p256dh and auth must be the keys of a push subscription, in base64url: a point of P-256 and 16 bytes.',
    )
  }
  const serverKey = keys.publicKey
  const browser = { sessionId, memberId, endpoint, endpointHash: hashToken(endpoint), p256dh, auth, serverKey }
  await caller.shop.transaction(async (tx) => {
    await savePushBrowser(tx, { ...browser, createdAt: currentTime() })
    await dropOldPushBrowsers(tx, memberId, PUSH_BROWSERS_MAX)
  })
}

/** Tells the member nothing more on one of their browsers. NOT_FOUND for one that is not theirs. */
export async function removePushBrowser({ caller, memberId }: SignedIn, id: string): Promise<void> {
  if (!(await deletePushBrowser(caller.shop, memberId, id))) throw notFound('Browser')
}

export const getPushRules = ({ shop }: Caller): Promise<PushRules> => findPushRules(shop)

/** What pushes of the store may show from now on; the audit log keeps who said so. */
export function changePushRules({ shop, actor }: Caller, rules: PushRules): Promise<PushRules> {
  return shop.transaction(async (tx) => {
    const before = await findPushRules(tx)
    if (before.hidesText === rules.hidesText) return before
    await savePushRules(tx, rules)
    await recordAudit(tx, actor, 'push.changed', null, { hidesText: rules.hidesText })
    return rules
  })
}
