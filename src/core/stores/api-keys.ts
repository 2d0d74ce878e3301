import { currentTime } from '#base/clock.ts'
import { hashToken, newId, newToken } from '#base/ids.ts'
import { codePoints, hasText } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { API_KEY_NAME_MAX, API_KEYS_MAX } from '#core/limits.ts'
import { insertKey, type KeyRow, listActiveKeys, revokeKey } from '#storage/stores/api-keys.ts'
import { deleteDirectoryEntry, findStore, insertDirectoryEntry } from '#storage/stores/stores.ts'
import { type Plan, requirePlan } from './plans.ts'

export type ApiKey = KeyRow

/** A new API key; the answer is the only place its text is ever shown (spec 5.1.8). Pro or Plus, five active ones. */
export function createKey(
  caller: Caller,
  name: string,
): Promise<Pick<ApiKey, 'id' | 'name' | 'createdAt'> & { key: string }> {
  if (!hasText(name)) throw invalidParams('name must not be empty.')
  const length = codePoints(name)
  if (length > API_KEY_NAME_MAX) {
    throw invalidParams(`name has ${length} characters; at most ${API_KEY_NAME_MAX} are allowed.`)
  }
  return caller.shop.transaction(async (tx) => {
    const store = await findStore(tx, true) // locked: two keys made at once are counted one after the other
    if (!store) throw notFound('Store')
    requirePlan(store.plan as Plan, 'pro', 'Creating an API key')
    if ((await listActiveKeys(tx)).length >= API_KEYS_MAX) {
      throw invalidParams(`A store has at most ${API_KEYS_MAX} active API keys; delete one first.`)
    }
    const key = newToken('sk_')
    const record = { id: newId(), name, createdAt: currentTime() }
    const keyHash = hashToken(key)
    await Promise.all([
      insertKey(tx, { ...record, keyHash }),
      insertDirectoryEntry(tx, 'api_key', keyHash, record.id),
      recordAudit(tx, caller.actor, 'key.created', record.id, { name }),
    ])
    return { ...record, key }
  })
}

export function listKeys(caller: Caller): Promise<ApiKey[]> {
  return listActiveKeys(caller.shop)
}

/** Revokes a key for good: every process refuses it as soon as it hears of that (api-key-cache.ts). */
export function deleteKey(caller: Caller, id: string): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    const revoked = await revokeKey(tx, id, currentTime())
    if (!revoked) throw notFound('API key')
    await deleteDirectoryEntry(tx, 'api_key', revoked.keyHash)
    await recordAudit(tx, caller.actor, 'key.deleted', id, { name: revoked.name })
    tx.signal({ kind: 'keys' })
  })
}
