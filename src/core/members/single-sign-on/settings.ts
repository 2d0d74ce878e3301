import { currentTime } from '#base/clock.ts'
import { hasText } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import { invalidParams } from '#core/errors.ts'

import type { SignedIn } from '#core/members/sessions.ts'
import { requireTeam } from '#core/teams/teams.ts'
import type { Queries } from '#database/database.ts'
import { whyNoWebAddress } from '#outbound/validate-url.ts'
import { findIssuerOfSession } from '#storage/members/sessions.ts'
import { findSingleSignOn, type SingleSignOnRow, saveSingleSignOn } from '#storage/members/single-sign-on.ts'
import { findStore } from '#storage/stores/stores.ts'
import type { Issuers } from './issuers.ts'

/** What an admin sets: `clientSecret` left out keeps the stored one, and an `issuer` of null uses the operator's. */
export interface SingleSignOnChange extends Omit<SingleSignOnRow, 'clientSecret'> {
  clientSecret?: string
}

/** As admins see it: without the client's secret. */
export type ShownSingleSignOn = Omit<SingleSignOnRow, 'clientSecret'> & { hasClientSecret: boolean }

export async function readSingleSignOn(shop: Queries): Promise<ShownSingleSignOn> {
  return show(await findSingleSignOn(shop))
}

/**
 * Changes how the store uses single sign-on. An issuer is reached before it is saved, and "single sign-on only" is turned on
 * by an admin who is signed in through the very issuer that it leaves: otherwise it could lock everyone out.
 * INVALID_PARAMS says what is wrong.
 */
export async function changeSingleSignOn(
  { caller, sessionId }: SignedIn,
  issuers: Issuers,
  change: SingleSignOnChange,
): Promise<ShownSingleSignOn> {
  const before = await findSingleSignOn(caller.shop)
  const next = await complete(caller.shop, before, change)
  const isNewIssuer = next.issuer !== before.issuer || next.clientId !== before.clientId || change.clientSecret
  const { issuer, clientId, clientSecret } = next
  if (issuer && clientId && clientSecret !== null && isNewIssuer) {
    const named = await issuers
      .try({ issuer, clientId, clientSecret }, caller.shop.shopId)
      .connect()
      .catch((error: Error) => {
        throw invalidParams(`issuer cannot be used. ${error.message}`)
      })
    next.issuer = named // as its tokens spell it
  }
  if (next.isOnly) await requireOwnWayIn(caller.shop, sessionId, issuers, next)
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true)
    await saveSingleSignOn(tx, next, currentTime())
    const { clientSecret: _, ...shown } = next
    const hasNewSecret = change.clientSecret !== undefined
    await recordAudit(tx, caller.actor, 'single_sign_on.changed', null, {
      ...shown,
      ...(hasNewSecret && { hasNewSecret }),
    })
    tx.signal({ kind: 'sessions' }) // those of other ways in may have ended
    return show(next)
  })
}

/** Values as they are stored. INVALID_PARAMS where one cannot be. */
async function complete(
  shop: Queries,
  before: SingleSignOnRow,
  { clientSecret, ...change }: SingleSignOnChange,
): Promise<SingleSignOnRow> {
  const allowedDomains = change.allowedDomains.map(({ domain, role }) => ({
    domain: domain.trim().toLowerCase(),
    role,
  }))
  for (const { domain } of allowedDomains) {
    if (!/^(?=.{3,190}$)[\p{L}\d]([\p{L}\d-]*[\p{L}\d])?(\.[\p{L}\d]([\p{L}\d-]*[\p{L}\d])?)+$/u.test(domain)) {
      throw invalidParams(`allowedDomains: ${domain} is not a domain such as shop.example.`)
    }
  }
  if (new Set(allowedDomains.map(({ domain }) => domain)).size < allowedDomains.length) {
    throw invalidParams('allowedDomains names a domain twice.')
  }
  for (const { group, teamId } of change.groups) {
    if (!hasText(group)) throw invalidParams('groups: group must not be empty.')
    if (teamId !== null) await requireTeam(shop, teamId, 'groups: teamId')
  }
  const groupClaim = change.groupClaim.trim()
  if (!groupClaim) throw invalidParams('groupClaim must not be empty.')
  const shared = { ...change, allowedDomains, groupClaim, groups: change.groups }
  if (change.issuer === null) return { ...shared, clientId: null, clientSecret: null, name: null }
  checkIssuer(change.issuer)
  const isKept = clientSecret === undefined && change.issuer === before.issuer
  const secret = isKept ? before.clientSecret : clientSecret
  if (!change.clientId?.trim()) throw invalidParams('clientId must not be empty.')
  if (!secret) throw invalidParams('clientSecret must not be empty; another issuer needs its own.')
  return { ...shared, clientId: change.clientId.trim(), clientSecret: secret, name: change.name?.trim() || null }
}

/** Refuses what cannot be an issuer. Whether its address may be reached is asked when it is. */
function checkIssuer(issuer: string): void {
  const problem = whyNoWebAddress(issuer) ?? whyNoIssuer(new URL(issuer))
  if (problem) throw invalidParams(`issuer ${problem}.`)
}

function whyNoIssuer({ protocol, search, hash, pathname }: URL): string | null {
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an https address'
  if (search || hash || pathname.includes('/.well-known/')) {
    return 'must be the issuer itself, without a query and without /.well-known'
  }
  return null
}

async function requireOwnWayIn(
  shop: Queries,
  sessionId: string,
  issuers: Issuers,
  next: SingleSignOnRow,
): Promise<void> {
  const session = await findIssuerOfSession(shop, sessionId)
  const name = next.issuer ?? (await issuers.service?.issuer.connect().catch(() => null))
  if (session && session.issuer === name) return
  throw invalidParams('Sign in through this issuer first: turning on single sign-on only would lock you out.')
}

function show({ clientSecret, ...row }: SingleSignOnRow): ShownSingleSignOn {
  return { ...row, hasClientSecret: clientSecret !== null }
}
