import type { Queries, SystemQueries } from '#database/database.ts'
import { placeOfCredentials } from '#storage/channels/accounts.ts'
import { placeOfMail } from '#storage/mail/outgoing-emails.ts'
import { placeOfSecondFactor } from '#storage/members/second-factor.ts'
import { placeOfIdToken } from '#storage/members/sessions.ts'
import { placeOfClientSecret } from '#storage/members/single-sign-on.ts'
import { placeOfConnection } from '#storage/platform/connections.ts'
import { placeOfIdentitySecret } from '#storage/visitors/identity-secrets.ts'
import { secretPlace } from '#storage/webhooks/subscriptions.ts'

/** Encrypted secrets: the table, the columns of the record's name and of the secret, and its place in the encryption. */
const TABLES = [
  { table: 'webhook_subscriptions', key: 'id', column: 'secret', placeOf: secretPlace },
  { table: 'identity_secrets', key: 'id', column: 'secret', placeOf: placeOfIdentitySecret },
  { table: 'second_factors', key: 'member_id', column: 'secret', placeOf: placeOfSecondFactor },
  { table: 'channel_accounts', key: 'id', column: 'secret', placeOf: placeOfCredentials },
  { table: 'shop_connections', key: 'id', column: 'secret', placeOf: placeOfConnection },
  { table: 'outgoing_emails', key: 'id', column: 'secret', placeOf: placeOfMail },
  { table: 'single_sign_on', key: 'shop_id', column: 'client_secret', placeOf: placeOfClientSecret },
  { table: 'sessions', key: 'id', column: 'id_token', placeOf: placeOfIdToken },
] as const

export interface StaleSecret {
  shopId: string
  id: string
  secret: string
  table: (typeof TABLES)[number]['table']
}

/** Secrets of all stores that are stored under another key than `keyId`, or under none. */
export async function listStaleSecrets(system: SystemQueries, keyId: string, limit: number): Promise<StaleSecret[]> {
  const found = await Promise.all(
    TABLES.map(({ table, key, column }) =>
      system.query<StaleSecret>(
        `select shop_id, ${key} as id, ${column} as secret, '${table}' as table from ${table}
         where not starts_with(${column}, $1) limit $2`,
        [`sealed:${keyId}:`, limit],
      ),
    ),
  )
  return found.flat()
}

/** Ids of the keys that stored secrets are encrypted with. */
export async function listKeyIds(system: SystemQueries): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of TABLES) {
    const rows = await system.query<{ keyId: string }>(
      `select distinct split_part(${column}, ':', 2) as key_id from ${table} where starts_with(${column}, 'sealed:')`,
    )
    found.push(...rows.map(({ keyId }) => keyId))
  }
  return [...new Set(found)].sort()
}

/** Stores a secret under the newest key, unless it was changed meanwhile. */
export async function resealSecret(shop: Queries, { id, secret, table }: StaleSecret): Promise<void> {
  const { key, column, placeOf } = TABLES.find((one) => one.table === table) as (typeof TABLES)[number]
  const place = placeOf(shop.shopId, id)
  const sealed = shop.secrets.seal(shop.secrets.open(secret, place), place)
  await shop.query(`update ${table} set ${column} = $4 where shop_id = $1 and ${key} = $2 and ${column} = $3`, [
    id,
    secret,
    sealed,
  ])
}
