import { timingSafeEqual } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import { openValue, sealValue } from '#base/sealed-value.ts'
import { SINGLE_SIGN_ON_MS } from '#core/limits.ts'
import { findShopByAppId } from '#core/stores/stores.ts'
import type { Database } from '#database/database.ts'
import type { ProvenIdentity, SignInSecrets } from '#outbound/oidc/issuer.ts'
import { takeSignInState } from '#storage/members/sign-in-states.ts'
import { findSingleSignOn } from '#storage/members/single-sign-on.ts'
import type { Issuers } from './issuers.ts'
import { SingleSignOnRefused } from './refusals.ts'

/** A sign-in that a browser began at an issuer: the browser keeps it, encrypted, and brings it back. */
interface RoundTrip {
  secrets: SignInSecrets
  /** The store that the sign-in page was opened for; null: any of the member's. */
  shopId: string | null
  /** The store's own issuer, not the operator's. */
  isOwn: boolean
  next: string
}

const PURPOSE = 'single sign-on'
const PATH_MAX = 2_000

/**
 * The path of the inbox that `next` is, as this very service would serve it; `/inbox` for anything else: another origin
 * in any spelling, another path, or something too long.
 */
export function pathOfInbox(next: unknown, baseUrl: string): string {
  if (typeof next !== 'string' || next.length > PATH_MAX || !next.startsWith('/inbox')) return '/inbox'
  if (/[\\\p{Cc}\s]/u.test(next) || !URL.canParse(next, baseUrl)) return '/inbox'
  const { origin, pathname, search, hash } = new URL(next, baseUrl)
  const isInbox = origin === new URL(baseUrl).origin && (pathname === '/inbox' || pathname.startsWith('/inbox/'))
  return isInbox ? pathname + search + hash : '/inbox'
}

/**
 * Begins a sign-in: the issuer's page to send the browser to, and what the browser keeps for the way back. `store` is the
 * App ID of the store whose sign-in page it is; `asksAgain`: the issuer is to ask who it is even where it knows.
 */
export async function beginSingleSignOn(
  database: Database,
  issuers: Issuers,
  { store, next, asksAgain }: { store: string | undefined; next: string; asksAgain: boolean },
): Promise<{ address: string; kept: string }> {
  const shopId = store === undefined ? null : ((await findShopByAppId(database, store)) ?? null)
  if (store !== undefined && shopId === null) throw new SingleSignOnRefused('off')
  const found = shopId === null ? issuers.service : await issuers.of(database.shop(shopId))
  if (!found) throw new SingleSignOnRefused('off')
  const secrets = found.issuer.newSecrets()
  const address = await found.issuer.addressOf(secrets, { asksAgain })
  const isOwn = 'isOwn' in found && found.isOwn === true
  const trip: RoundTrip = { secrets, shopId, isOwn, next }
  return { address, kept: sealValue(database.secrets, PURPOSE, trip, SINGLE_SIGN_ON_MS) }
}

/**
 * Judges what a browser came back with: `query` is that of the callback's address, `cameTo` the store whose own issuer that
 * address is for (null: the operator's), `kept` what the browser kept. Each state works once, within SINGLE_SIGN_ON_MS. Rejects with `SingleSignOnRefused`, `SignInRejected` or `IssuerUnavailable`.
 */
export async function finishRoundTrip(
  database: Database,
  issuers: Issuers,
  { query, cameTo, kept }: { query: string; cameTo: string | null; kept: string | null },
): Promise<{ identity: ProvenIdentity; shopId: string | null; isOwn: boolean; next: string }> {
  const trip = openValue<RoundTrip>(database.secrets, PURPOSE, kept)
  const answer = new URLSearchParams(query)
  if (!trip || !isSame(answer.get('state') ?? '', trip.secrets.state)) throw new SingleSignOnRefused('expired')
  // The code may be another issuer's: it is passed to none.
  if (cameTo !== (trip.isOwn ? trip.shopId : null)) throw new SingleSignOnRefused('expired')
  const now = currentTime()
  const expiresAt = new Date(now.getTime() + SINGLE_SIGN_ON_MS)
  const stateHash = hashToken(trip.secrets.state)
  if (!(await takeSignInState(database.system, { stateHash, expiresAt, now }))) throw new SingleSignOnRefused('expired')
  if (answer.get('error') === 'access_denied') throw new SingleSignOnRefused('denied')
  const { secrets, shopId, isOwn, next } = trip
  const settings = shopId === null ? null : await findSingleSignOn(database.shop(shopId))
  const found = isOwn && shopId && settings ? issuers.ownOf(shopId, settings) : isOwn ? null : issuers.service
  if (!found) throw new SingleSignOnRefused('off')
  const wants = settings && settings.groups.length > 0 ? settings.groupClaim : undefined
  return { identity: await found.issuer.finish(query, secrets, wants), shopId, isOwn, next }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
