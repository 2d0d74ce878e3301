import { hash } from 'node:crypto'
import { clock, currentTime } from '#base/clock.ts'
import { hashToken, newToken } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import { ASSISTANT_ACCESS_MS, ASSISTANT_IDLE_MS, ASSISTANT_MAX_MS } from '#core/limits.ts'
import type { Queries, Shop } from '#database/database.ts'
import { deleteGrants, type GrantRow, lockGrant, updateTokens } from '#storage/assistants/grants.ts'
import { OAuthError } from './oauth-error.ts'

/** Codes and tokens of assistants. A token is shown once, when it is made; its SHA-256 hash is all that is kept. */

export interface AssistantTokens {
  accessToken: string
  refreshToken: string
  /** Seconds until the access token ends. */
  expiresIn: number
}

type LockedGrant = GrantRow & { isInForce: boolean }

/** What came of a token that was sent: new tokens, or why it ends the grant, or that there is none. */
type Verdict = AssistantTokens | { refusal: string }

/** A refresh token is its family's part, the same in all of them, and one of its own. */
const REFRESH = /^mcpr_([0-9a-f]{32})[0-9a-f]{64}$/
/** RFC 7636, 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/

/**
 * Exchanges a code (OAuth 2.1, 4.1.3). A code works once: a second use, or one without its verifier, ends the
 * grant with all that was made of it. Throws OAuthError `invalid_grant`.
 */
export function exchangeCode(
  shop: Shop,
  sent: { code: string; clientId: string; redirectUri: string; verifier: string },
): Promise<AssistantTokens> {
  return finishExchange(shop, 'code_hash', sent.code, (grant) => {
    if (grant.connectedAt !== null) return 'The code was used before; the connection made with it has ended.'
    if (grant.codeExpiresAt <= currentTime()) return 'The code has expired.'
    if (grant.clientId !== sent.clientId) return 'The code was given to another client_id.'
    if (grant.redirectUri !== sent.redirectUri) return 'redirect_uri is not the one that the code was sent to.'
    const challenge = VERIFIER.test(sent.verifier) ? hash('sha256', sent.verifier, 'base64url') : null
    return challenge === grant.codeChallenge ? null : 'code_verifier does not match the code_challenge.'
  })
}

/**
 * Exchanges a refresh token (OAuth 2.1, 4.3): the old one and the access token made with it end. An old one that comes
 * again has been stolen, and ends the grant. After a year an admin is asked again. Throws OAuthError `invalid_grant`.
 */
export function refreshTokens(shop: Shop, sent: { refreshToken: string; clientId: string }): Promise<AssistantTokens> {
  const family = REFRESH.exec(sent.refreshToken)?.[1] ?? ''
  return finishExchange(shop, 'family_hash', family, (grant) => {
    if (grant.refreshHash !== hashToken(sent.refreshToken)) {
      return 'The refresh token was used before; the connection has ended.'
    }
    if (grant.expiresAt <= currentTime()) return 'The refresh token has expired.'
    return grant.clientId === sent.clientId ? null : 'The refresh token was given to another client_id.'
  })
}

/** Ends the grant of an access or refresh token (RFC 7009). Ignores an unknown token. */
export async function revokeToken(shop: Shop, token: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const family = REFRESH.exec(token)?.[1]
    const grant = family ? await lockGrant(tx, 'family_hash', hashToken(family)) : undefined
    const ended = grant
      ? await deleteGrants(tx, 'id', grant.id)
      : await deleteGrants(tx, 'access_hash', hashToken(token))
    for (const one of ended) await recordEnd(tx, one, 'The assistant disconnected itself.')
  })
}

/** Judges the grant that a token belongs to, with the grant held, and gives new tokens or ends it. */
async function finishExchange(
  shop: Shop,
  by: 'code_hash' | 'family_hash',
  token: string,
  refuse: (grant: LockedGrant) => string | null,
): Promise<AssistantTokens> {
  // A refusal is returned, not thrown: what it ends has to be committed.
  const verdict = await shop.transaction(async (tx): Promise<Verdict> => {
    const grant = await lockGrant(tx, by, hashToken(token))
    if (!grant) return { refusal: 'The code or token is unknown, has expired or was revoked.' }
    const refusal = grant.isInForce ? refuse(grant) : 'Who allowed it is no admin of the store any more.'
    if (refusal === null) return issue(tx, grant, by === 'family_hash' ? token : newToken(''))
    await deleteGrants(tx, 'id', grant.id)
    await recordEnd(tx, grant, refusal)
    return { refusal }
  })
  if ('refusal' in verdict) throw new OAuthError('invalid_grant', verdict.refusal)
  return verdict
}

async function issue(tx: Queries, grant: GrantRow, family: string): Promise<AssistantTokens> {
  const accessToken = newToken('mcpa_', 32)
  const refreshToken = newToken(`mcpr_${family}`, 32)
  const now = clock.now()
  await updateTokens(tx, grant.id, {
    connectedAt: grant.connectedAt ?? new Date(now),
    familyHash: hashToken(family),
    refreshHash: hashToken(refreshToken),
    accessHash: hashToken(accessToken),
    accessExpiresAt: new Date(now + ASSISTANT_ACCESS_MS),
    expiresAt: new Date(Math.min(now + ASSISTANT_IDLE_MS, grant.createdAt.getTime() + ASSISTANT_MAX_MS)),
  })
  return { accessToken, refreshToken, expiresIn: ASSISTANT_ACCESS_MS / 1000 }
}

/** Nobody asked for this end but the token itself: the audit log names the assistant. */
function recordEnd(tx: Queries, grant: Pick<GrantRow, 'id' | 'clientName'>, reason: string): Promise<void> {
  const details = { name: grant.clientName, reason }
  return recordAudit(tx, { kind: 'assistant', grantId: grant.id }, 'assistant.disconnected', grant.id, details)
}
