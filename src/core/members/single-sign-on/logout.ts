import { recordAudit } from '#core/audit-log.ts'
import { invalidParams } from '#core/errors.ts'
import type { SignedIn } from '#core/members/sessions.ts'
import { findShopByAppId } from '#core/stores/stores.ts'
import type { Database } from '#database/database.ts'
import { deleteSession, findIssuerOfSession, findSessionsAtIssuer } from '#storage/members/sessions.ts'
import { findSingleSignOn } from '#storage/members/single-sign-on.ts'
import type { Issuers } from './issuers.ts'

/** Finds the address where a member who signs out here signs out at the issuer too; null for none. */
export async function findLogoutAddress(
  issuers: Issuers,
  { caller: { shop }, sessionId, signedInBy }: SignedIn,
  returnTo: string,
): Promise<string | null> {
  if (signedInBy !== 'single_sign_on') return null
  const session = await findIssuerOfSession(shop, sessionId)
  if (!session) return null
  const settings = await findSingleSignOn(shop)
  const own = settings.issuer !== null && sameIssuer(settings.issuer, session.issuer)
  const found = own ? issuers.ownOf(shop.shopId, settings) : issuers.service
  return found ? found.issuer.logoutAddress(session.idToken, returnTo) : null
}

/**
 * Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0). `store`: the App ID of the store
 * whose own issuer sent it; without one it is the operator's. INVALID_PARAMS for a token that is not good.
 */
export async function endSessionsByToken(
  database: Database,
  issuers: Issuers,
  { token, store }: { token: string; store: string | undefined },
): Promise<void> {
  const shopId = store === undefined ? null : ((await findShopByAppId(database, store)) ?? null)
  const found = shopId
    ? issuers.ownOf(shopId, await findSingleSignOn(database.shop(shopId)))
    : store === undefined
      ? issuers.service
      : null
  if (!found) throw invalidParams('No issuer is set up here.')
  const named = await found.issuer.readLogoutToken(token).catch((error: Error) => {
    throw invalidParams(`logout_token is refused: ${error.message}`)
  })
  for (const { id, memberId, ...session } of await findSessionsAtIssuer(database.system, named)) {
    if (shopId !== null && session.shopId !== shopId) continue
    await database.shop(session.shopId).transaction(async (tx) => {
      if (!(await deleteSession(tx, memberId, id))) return
      await recordAudit(tx, { kind: 'member', memberId }, 'session.ended', memberId, { by: 'single_sign_on' })
    })
  }
}

const sameIssuer = (a: string, b: string) => new URL(a).href === new URL(b).href
