import { recordAudit } from '#core/audit-log.ts'
import { STORES_PER_BROWSER_MAX, UNREAD_MAX } from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import { findMember } from '#storage/members/members.ts'
import { deleteSession } from '#storage/members/sessions.ts'
import { countNews } from '#storage/members/unread.ts'
import { findPushBrowser } from '#storage/push/browsers.ts'
import { findStore } from '#storage/stores/stores.ts'
import { findSignedIn, type SignedIn, sessionAges, shopOfToken } from './sessions.ts'

/** A store that a browser has a session in, as its switcher shows it. */
interface ListedStore {
  shopId: string
  appId: string
  name: string
  memberId: string
  email: string
  isCurrent: boolean
  /**
   * Conversations with something new for the member, up to UNREAD_MAX (`countNews`). Null for a member who lacks the second
   * factor that the store asks for: nothing of its data is shown.
   */
  unread: number | null
  /** Whether this browser takes pushes of the store. */
  isPushed: boolean
}

/**
 * The browser's sessions that have not ended, in the order of their tokens. Looking is not a use of them: an open tab of one
 * store must not keep the sessions of others from ending.
 */
export async function findSessions(database: Database, tokens: readonly string[]): Promise<SignedIn[]> {
  const found = await Promise.all(tokens.map((token) => findSignedIn(database, token, { isUse: false })))
  return found.filter((signedIn) => signedIn !== null)
}

/** The browser's stores, each read within its own session and rights. */
export async function listBrowserStores(sessions: SignedIn[], currentShopId: string | null): Promise<ListedStore[]> {
  const stores = await Promise.all(
    sessions.map(async ({ caller: { shop, access = null }, memberId, sessionId, lacksSecondFactor }) => {
      const [store, member, unread, push] = await Promise.all([
        findStore(shop),
        findMember(shop, memberId),
        lacksSecondFactor ? null : countNews(shop, { memberId, access }, UNREAD_MAX),
        findPushBrowser(shop, sessionId, sessionAges()),
      ])
      if (!store || !member) return []
      const { shopId, appId, name } = store
      const shown = { shopId, appId, name, memberId, email: member.email, unread, isPushed: push !== undefined }
      return [{ ...shown, isCurrent: shopId === currentShopId }]
    }),
  )
  return stores.flat()
}

/**
 * Returns the tokens that a browser keeps beside newly `opened` ones: those of other stores, as far as their sessions last.
 * Former sessions of the same stores end, and those that find no more room.
 */
export async function keepLasting(
  database: Database,
  former: readonly string[],
  opened: readonly string[],
): Promise<string[]> {
  const replaced = new Set(opened.map(shopOfToken))
  const others = former.filter((token) => !opened.includes(token))
  const found = await Promise.all(
    others.map(async (token) => ({ token, signedIn: await findSignedIn(database, token, { isUse: false }) })),
  )
  const isOther = ({ token }: { token: string }) => !replaced.has(shopOfToken(token))
  const kept = found
    .filter(({ token, signedIn }) => signedIn && isOther({ token }))
    .slice(0, Math.max(0, STORES_PER_BROWSER_MAX - opened.length))
  for (const { token, signedIn } of found) {
    if (!signedIn || kept.some((one) => one.token === token)) continue
    await deleteSession(signedIn.caller.shop, signedIn.memberId, signedIn.sessionId)
  }
  return kept.map(({ token }) => token)
}

/** Ends all sessions of a browser, each in its own store. */
export async function endSessions(sessions: SignedIn[]): Promise<void> {
  for (const { caller, memberId, sessionId } of sessions) {
    await caller.shop.transaction(async (tx) => {
      if (!(await deleteSession(tx, memberId, sessionId))) return
      await recordAudit(tx, caller.actor, 'session.ended', memberId, { isSignOut: true })
    })
  }
}
