import { currentTime } from '#base/clock.ts'
import { hashToken, newId, newToken } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { ASSISTANT_CLIENT_MS, ASSISTANT_CODE_MS, ASSISTANTS_MAX } from '#core/limits.ts'
import { markUsed } from '#storage/assistants/clients.ts'
import { countGrants, insertGrant } from '#storage/assistants/grants.ts'
import { findStore } from '#storage/stores/stores.ts'
import { issuerOf } from './addresses.ts'
import { type Publisher, placeOf, publisherOf, withAnswer } from './redirects.ts'
import {
  type AskedConsent,
  type ConsentOptions,
  type JudgedRequest,
  judgeRequest,
  requireInstalled,
} from './requests.ts'

/** The admin who is asked. */
interface AskedAdmin {
  caller: Caller
  memberId: string
}

/** What a member is asked, or told. */
export interface Consent {
  client: {
    name: string
    /** The host of the document that describes it; null for one that registered itself. */
    host: string | null
  }
  /** The host that the answer goes to, or the scheme of a program. */
  redirectHost: string
  publisher: Publisher
  /** Why the request cannot be allowed, in a sentence; null where it can. */
  problem: string | null
  /** Address to which the browser is redirected with an error. */
  refuseTo: string
}

/** What the consent page shows. Throws INVALID_PARAMS or FORBIDDEN for a request that gets no answer at its address. */
export async function readConsent(
  { caller }: AskedAdmin,
  asked: AskedConsent,
  options: ConsentOptions,
): Promise<Consent> {
  const request = await judgeRequest(caller.shop, asked, options)
  const { client, redirectUri, problem } = request
  return {
    client: { name: client.name, host: client.id.startsWith('https://') ? new URL(client.id).host : null },
    redirectHost: placeOf(redirectUri),
    publisher: publisherOf(redirectUri),
    problem: problem?.message ?? null,
    refuseTo: answer(request, asked, options, {
      error: problem?.code ?? 'access_denied',
      error_description: problem?.message ?? 'The store did not allow it.',
    }),
  }
}

/** Allows a request: returns where the browser takes the code. The code works once, for a minute. */
export async function allowAssistant(
  { caller, memberId }: AskedAdmin,
  asked: AskedConsent,
  options: ConsentOptions,
): Promise<string> {
  const request = await judgeRequest(caller.shop, asked, options)
  if (request.problem) throw invalidParams(request.problem.message)
  const { client, redirectUri, challenge } = request
  const code = newToken('mcpc_', 32)
  await caller.shop.transaction(async (tx) => {
    requireInstalled(await findStore(tx, true)) // locked: whoever uninstalls it at this moment ends this grant too
    const createdAt = currentTime()
    if ((await countGrants(tx, createdAt)) >= ASSISTANTS_MAX) {
      throw invalidParams(`A store has at most ${ASSISTANTS_MAX} connected assistants; disconnect one first.`)
    }
    const id = newId()
    const codeExpiresAt = new Date(createdAt.getTime() + ASSISTANT_CODE_MS)
    await insertGrant(tx, {
      id,
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      memberId,
      createdAt,
      codeHash: hashToken(code),
      codeChallenge: challenge,
      codeExpiresAt,
      expiresAt: codeExpiresAt,
    })
    await markUsed(tx, client.id, new Date(createdAt.getTime() + ASSISTANT_CLIENT_MS))
    await recordAudit(tx, caller.actor, 'assistant.allowed', id, {
      name: client.name,
      clientId: client.id,
      redirectHost: placeOf(redirectUri),
    })
  })
  return answer(request, asked, options, { code })
}

/** Names the issuer in every answer, so that no assistant takes it for another server's (RFC 9207). */
function answer(
  { redirectUri, state }: JudgedRequest,
  { appId }: AskedConsent,
  { baseUrl }: ConsentOptions,
  values: Record<string, string>,
): string {
  return withAnswer(redirectUri, { ...values, state, iss: issuerOf(baseUrl, appId) })
}
