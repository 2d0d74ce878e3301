import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { codePoints } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkOutboundUrl, checkText, requireCursor } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { RULE_ENDPOINT_SECRET, RULE_ENDPOINT_TITLE_MAX, RULE_ENDPOINTS_MAX, WEBHOOK_URL_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import type { AddressBook } from '#outbound/address.ts'
import { takeTurn } from '#storage/locks.ts'
import { isRuleCallCursor, listRuleCalls, type RuleCallRow } from '#storage/rules/calls.ts'
import {
  deleteRuleEndpoint,
  findRuleEndpoint,
  listRuleEndpoints,
  type RuleEndpoint,
  saveRuleEndpoint,
} from '#storage/rules/endpoints.ts'

/** The addresses that a store's rules call, as its admins keep them. */

export type EndpointDraft = Pick<RuleEndpoint, 'title' | 'url' | 'includesNotes'> & {
  /** The store's own; without it one is made. */
  secret?: string | undefined
}
/** What a change leaves out stays. */
export type EndpointChange = { [K in keyof EndpointDraft]?: EndpointDraft[K] | undefined }

export const listEndpoints = ({ shop }: Caller): Promise<RuleEndpoint[]> => listRuleEndpoints(shop)

/** INVALID_PARAMS for an address that may not be reached, an unusable secret, and beyond the limit. */
export async function addEndpoint(
  { shop, actor }: Caller,
  draft: EndpointDraft,
  addresses: AddressBook,
): Promise<RuleEndpoint> {
  await check(draft, addresses)
  const { title, url, includesNotes, secret = newToken('whsec_', 24) } = draft
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    if ((await listRuleEndpoints(tx)).length >= RULE_ENDPOINTS_MAX) {
      throw invalidParams(`A store has at most ${RULE_ENDPOINTS_MAX} endpoints of rules; delete one first.`)
    }
    const now = currentTime()
    const endpoint = { id: newId(), title, url, secret, includesNotes, createdAt: now, updatedAt: now }
    await saveRuleEndpoint(tx, endpoint)
    await recordAudit(tx, actor, 'rule_endpoint.added', endpoint.id, { url: new URL(url).host, includesNotes })
    return endpoint
  })
}

export async function changeEndpoint(
  { shop, actor }: Caller,
  id: string,
  change: EndpointChange,
  addresses: AddressBook,
): Promise<RuleEndpoint> {
  await check(change, addresses)
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const before = await requireEndpoint(tx, id)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const endpoint: RuleEndpoint = { ...before, ...given, updatedAt: currentTime() }
    await saveRuleEndpoint(tx, endpoint)
    const { includesNotes } = endpoint
    const about = { url: new URL(endpoint.url).host, includesNotes, changed: Object.keys(given) }
    await recordAudit(tx, actor, 'rule_endpoint.changed', id, about)
    return endpoint
  })
}

/** Deletes an endpoint with its calls. Rules that name it say in their log that it is gone. */
export async function removeEndpoint({ shop, actor }: Caller, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    if (!(await deleteRuleEndpoint(tx, id))) throw notFound('Endpoint')
    await recordAudit(tx, actor, 'rule_endpoint.removed', id)
  })
}

/** Calls to an endpoint in the last 30 days, newest first. */
export async function readEndpointLog(
  { shop }: Caller,
  id: string,
  page: { limit: number; cursor: string | null },
): Promise<{ calls: RuleCallRow[]; nextCursor: string | null }> {
  await requireEndpoint(shop, id)
  requireCursor(page.cursor, isRuleCallCursor)
  return listRuleCalls(shop, id, page)
}

/** The endpoint, or NOT_FOUND. */
export async function requireEndpoint(shop: Queries, id: string): Promise<RuleEndpoint> {
  const endpoint = await findRuleEndpoint(shop, id)
  if (!endpoint) throw notFound('Endpoint')
  return endpoint
}

async function check({ title, url, secret }: EndpointChange, addresses: AddressBook): Promise<void> {
  if (title !== undefined) checkText(title, RULE_ENDPOINT_TITLE_MAX, 'title')
  const { min, max } = RULE_ENDPOINT_SECRET
  if (secret !== undefined && (!/^[\x21-\x7e]*$/.test(secret) || secret.length < min || secret.length > max)) {
    throw invalidParams(`secret must have ${min} to ${max} visible ASCII characters, without spaces.`)
  }
  if (url === undefined) return
  if (codePoints(url) > WEBHOOK_URL_MAX) throw invalidParams(`url is longer than ${WEBHOOK_URL_MAX} characters.`)
  await checkOutboundUrl('url', url, addresses, 'https://shop.example.com/parley-rule')
}
