import type { Caller } from '#core/caller.ts'
import { getAccount } from '#core/channels/accounts.ts'
import { notFound } from '#core/errors.ts'
import { listStoreConnections } from '#core/platform/progress.ts'
import { listKeys } from '#core/stores/api-keys.ts'
import { listSecrets } from '#core/visitors/identity-secrets.ts'
import { getDelivery, requireSubscription } from '#core/webhooks/deliveries.ts'

/**
 * `config` of routes whose path names a record of the store: what is asked before a body or a query is refused
 * (check-path-before-body.ts). Whether there is the store itself is asked of every request.
 */

const ofRecord = (name: string, require: (caller: Caller, id: string) => Promise<unknown>) => ({
  requirePath: (caller: Caller, params: Record<string, string>) => require(caller, params[name] as string),
})

/** One of the few of its kind that a store has. */
const ofListed = (name: string, list: (caller: Caller) => Promise<{ id: string }[]>, what: string) =>
  ofRecord(name, async (caller, wanted) => {
    if (!(await list(caller)).some(({ id }) => id === wanted)) throw notFound(what)
  })

export const ofKey = ofListed('keyId', listKeys, 'API key')
export const ofSecret = ofListed('secretId', listSecrets, 'Identity secret')
export const ofConnection = ofListed('id', listStoreConnections, 'Connection')
export const ofAccount = ofRecord('id', getAccount)
export const ofSubscription = ofRecord('id', requireSubscription)
export const ofDelivery = ofRecord('deliveryId', getDelivery)
