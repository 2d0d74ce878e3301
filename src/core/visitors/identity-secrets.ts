import { createHmac } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { IDENTITY_SECRETS_MAX } from '#core/limits.ts'
import { findStore } from '#storage/stores/stores.ts'
import {
  deleteIdentitySecret,
  type IdentitySecretRow,
  insertIdentitySecret,
  listIdentitySecrets,
} from '#storage/visitors/identity-secrets.ts'

export type IdentitySecret = IdentitySecretRow

/** A secret to sign customers' ids with. Two may live side by side, so that a shop can change over without a gap. */
export function createIdentitySecret(caller: Caller): Promise<IdentitySecret> {
  return caller.shop.transaction(async (tx) => {
    if (!(await findStore(tx, true))) throw notFound('Store') // locked: two made at once are counted one after the other
    if ((await listIdentitySecrets(tx)).length >= IDENTITY_SECRETS_MAX) {
      throw invalidParams(`A store has at most ${IDENTITY_SECRETS_MAX} identity secrets; delete the old one first.`)
    }
    const secret = { id: newId(), secret: newToken('ids_', 32), createdAt: currentTime() }
    await insertIdentitySecret(tx, secret)
    await recordAudit(tx, caller.actor, 'identity_secret.created', secret.id)
    return secret
  })
}

/** A customer's id as `identify` believes it, for a shop that told who is signed in; INVALID_PARAMS without a secret. */
export async function signIdentity({ shop }: Caller, id: string): Promise<{ id: string; hash: string }> {
  const newest = (await listIdentitySecrets(shop)).at(-1)
  if (!newest) throw invalidParams('The store has no identity secret; make one in Settings, Widget.')
  return { id, hash: createHmac('sha256', newest.secret).update(id).digest('hex') }
}

/** The live secrets without their text, which is shown once. */
export async function listSecrets(caller: Caller): Promise<{ id: string; createdAt: Date }[]> {
  return (await listIdentitySecrets(caller.shop)).map(({ id, createdAt }) => ({ id, createdAt }))
}

/** What was signed with it counts no more from now on; who was identified stays so. */
export async function removeIdentitySecret(caller: Caller, id: string): Promise<void> {
  await caller.shop.transaction(async (tx) => {
    if (!(await deleteIdentitySecret(tx, id))) throw notFound('Identity secret')
    await recordAudit(tx, caller.actor, 'identity_secret.deleted', id)
  })
}
