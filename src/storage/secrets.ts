import type { Queries, SystemQueries } from '#database/database.ts'
import { placeOfCredentials } from '#storage/channels/accounts.ts'
import { placeOfActionSecret } from '#storage/custom-actions/actions.ts'
import { placeOfCardSecret } from '#storage/customer-cards.ts'
import { placeOfAnswer } from '#storage/idempotency/calls.ts'
import { placeOfMail } from '#storage/mail/outgoing-emails.ts'
import { placeOfSecondFactor } from '#storage/members/second-factor.ts'
import { placeOfIdToken } from '#storage/members/sessions.ts'
import { placeOfClientSecret } from '#storage/members/single-sign-on.ts'
import { placeOfConnection } from '#storage/platform/connections.ts'
import { placeOfEndpointSecret } from '#storage/rules/endpoints.ts'
import { placeOfSlackSecret } from '#storage/slack/connections.ts'
import { placeOfIdentitySecret } from '#storage/visitors/identity-secrets.ts'
import { headersPlace, secretPlace } from '#storage/webhooks/subscriptions.ts'

/** A column of encrypted texts: the column that names the record, and the record's place in the encryption. */
interface SecretColumn {
  table: string
  column: string
  key: string
  placeOf(shopId: string, id: string): string
}

export const SECRET_COLUMNS: readonly SecretColumn[] = [
  { table: 'webhook_subscriptions', column: 'secret', key: 'id', placeOf: secretPlace },
  { table: 'webhook_subscriptions', column: 'headers', key: 'id', placeOf: headersPlace },
  { table: 'customer_cards', column: 'secret', key: 'id', placeOf: placeOfCardSecret },
  { table: 'custom_actions', column: 'secret', key: 'id', placeOf: placeOfActionSecret },
  { table: 'rule_endpoints', column: 'secret', key: 'id', placeOf: placeOfEndpointSecret },
  { table: 'slack_connections', column: 'secret', key: 'shop_id', placeOf: placeOfSlackSecret },
  { table: 'identity_secrets', column: 'secret', key: 'id', placeOf: placeOfIdentitySecret },
  { table: 'second_factors', column: 'secret', key: 'member_id', placeOf: placeOfSecondFactor },
  { table: 'channel_accounts', column: 'secret', key: 'id', placeOf: placeOfCredentials },
  { table: 'shop_connections', column: 'secret', key: 'id', placeOf: placeOfConnection },
  { table: 'outgoing_emails', column: 'secret', key: 'id', placeOf: placeOfMail },
  { table: 'single_sign_on', column: 'client_secret', key: 'shop_id', placeOf: placeOfClientSecret },
  { table: 'sessions', column: 'id_token', key: 'id', placeOf: placeOfIdToken },
  { table: 'idempotent_calls', column: 'answer', key: 'key_hash', placeOf: placeOfAnswer },
]

export interface StaleSecret {
  shopId: string
  id: string
  secret: string
  /** Its index in `SECRET_COLUMNS`. */
  of: number
}

/** Secrets of all stores that are stored under another key than `keyId`, or under none. */
export async function listStaleSecrets(system: SystemQueries, keyId: string, limit: number): Promise<StaleSecret[]> {
  const found = await Promise.all(
    SECRET_COLUMNS.map(({ table, column, key }, of) =>
      system.query<StaleSecret>(
        `select shop_id, ${key} as id, ${column} as secret, ${of} as of from ${table}
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
  for (const { table, column } of SECRET_COLUMNS) {
    const rows = await system.query<{ keyId: string }>(
      `select distinct split_part(${column}, ':', 2) as key_id from ${table} where starts_with(${column}, 'sealed:')`,
    )
    found.push(...rows.map(({ keyId }) => keyId))
  }
  return [...new Set(found)].sort()
}

/** Stores a secret under the newest key, unless it was changed meanwhile. */
export async function resealSecret(shop: Queries, { id, secret, of }: StaleSecret): Promise<void> {
  const { table, column, key, placeOf } = SECRET_COLUMNS[of] as SecretColumn
  const place = placeOf(shop.shopId, id)
  const sealed = shop.secrets.seal(shop.secrets.open(secret, place), place)
  await shop.query(`update ${table} set ${column} = $4 where shop_id = $1 and ${key} = $2 and ${column} = $3`, [
    id,
    secret,
    sealed,
  ])
}
