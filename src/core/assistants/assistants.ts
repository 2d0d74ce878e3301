import { currentTime } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import { networkOf } from '#base/network.ts'
import { ExpiringMap } from '#base/recent-map.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Actor, Caller } from '#core/caller.ts'
import { notFound, tooMany } from '#core/errors.ts'
import { ASSISTANTS_MAX, UNKNOWN_KEYS_PER_MINUTE } from '#core/limits.ts'
import { MemoryRateCounter } from '#core/rates/rate-counter.ts'
import type { Queries, Shop } from '#database/database.ts'
import { deleteAllGrants, deleteGrants, findByAccess, listGrants, touchGrant } from '#storage/assistants/grants.ts'
import { type Publisher, placeOf, publisherOf } from './redirects.ts'

/** An assistant that an admin has allowed. */
export interface ConnectedAssistant {
  id: string
  name: string
  redirectHost: string
  publisher: Publisher
  /** The member who allowed it. */
  allowedBy: string
  allowedAt: Date
  /** To some minutes; null until its first request. */
  lastUsedAt: Date | null
}

/** The store's assistants, the latest first. */
export async function listAssistants({ shop }: Caller): Promise<ConnectedAssistant[]> {
  const grants = await listGrants(shop, currentTime(), ASSISTANTS_MAX)
  return grants.map(({ id, clientName, redirectUri, memberId, createdAt, lastUsedAt }) => ({
    id,
    name: clientName,
    redirectHost: placeOf(redirectUri),
    publisher: publisherOf(redirectUri),
    allowedBy: memberId,
    allowedAt: createdAt,
    lastUsedAt,
  }))
}

/** Ends what an assistant was granted, with its next request. */
export async function disconnectAssistant({ shop, actor }: Caller, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const [ended] = await deleteGrants(tx, 'id', id)
    if (!ended) throw notFound('Assistant')
    await recordAudit(tx, actor, 'assistant.disconnected', id, { name: ended.clientName })
  })
}

/** Why what a member allowed has ended. */
export const NO_ADMIN = 'Who allowed it is no admin any more.'

/** Ends the grants of a member who is no longer an admin, or, without a member, all grants of the store. */
export async function endAssistants(tx: Queries, actor: Actor, reason: string, memberId?: string): Promise<void> {
  const ended = memberId === undefined ? await deleteAllGrants(tx) : await deleteGrants(tx, 'member_id', memberId)
  for (const { id, clientName } of ended) {
    await recordAudit(tx, actor, 'assistant.disconnected', id, { name: clientName, reason })
  }
}

/** How exactly a last use is kept. */
const SEEN_EVERY_MS = 5 * 60 * 1000
/** For how long a good token is not counted against its network, whatever others send from there. */
const GOOD_MS = 10 * 60 * 1000
const GOOD_MAX = 20_000

/**
 * Finds assistants by their access tokens. Each request asks the database, so that an end takes effect at once; tokens
 * that nobody knows are counted on the network that sends them.
 */
export class AssistantFinder {
  readonly #tries = new MemoryRateCounter()
  /** Hashes of tokens that were good a while ago. They open nothing: they are only not counted. */
  readonly #good = new ExpiringMap<string, true>({ ms: GOOD_MS, max: GOOD_MAX })

  /** The id of the grant, null for an unknown token. RATE_LIMITED for a network that guesses. */
  async find(shop: Shop, token: string, ipAddress: string): Promise<string | null> {
    const accessHash = hashToken(token)
    const name = networkOf(ipAddress)
    if (!this.#good.get(accessHash)) {
      const [tries = 0] = await this.#tries.peek([name])
      if (tries >= UNKNOWN_KEYS_PER_MINUTE) throw tooMany('Too many unknown tokens from this address.')
    }
    const now = currentTime()
    const grant = await findByAccess(shop, accessHash, now)
    if (!grant) {
      await this.#tries.hit([name])
      return null
    }
    this.#good.set(accessHash, true)
    if (now.getTime() - (grant.lastUsedAt?.getTime() ?? 0) > SEEN_EVERY_MS) await touchGrant(shop, grant.id, now)
    return grant.id
  }
}

/** Whether a bearer token has the form of an assistant's access token. */
export function isAccessToken(token: string): boolean {
  return /^mcpa_[0-9a-f]{64}$/.test(token)
}
