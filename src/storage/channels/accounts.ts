import type { Queries } from '#database/database.ts'

/** Accounts at channels (migrations/0012): mailboxes, pages, telephone numbers. */

export const ACCOUNT_CHANNELS = ['email', 'social_messenger', 'photo_social', 'phone_messenger'] as const
export type AccountChannel = (typeof ACCOUNT_CHANNELS)[number]
export type AccountState = 'connected' | 'broken' | 'disconnected'

/** Tokens of a mailbox, and whose they are. */
export interface SignInTokens {
  provider: 'microsoft' | 'google'
  accessToken: string
  refreshToken: string
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: number
}

/** What an account signs in with. Stored encrypted, and never in an answer or a log. */
export interface Credentials {
  accessToken?: string
  smtp?: { url: string }
  imap?: { url: string }
  /** Tokens of a mailbox that is signed in to by OAuth; `smtp` and `imap` then name no user. */
  oauth?: SignInTokens
  /** What mail that is handed in by POST is signed with. */
  inboundSecret?: string
}

export interface AccountRow {
  id: string
  channel: AccountChannel
  name: string | null
  address: string | null
  externalId: string
  /** ID of a WhatsApp number’s business account, which has the templates; null if it is unknown. */
  businessId: string | null
  isTrusted: boolean
  /**
   * Whether the address is the store's: the operator connected it, or somebody entered the code that was mailed to it. Only
   * then mail to it comes to this account at our own door. Always true for accounts at messengers.
   */
  isVerified: boolean
  /** Whether it sends; `sendError` says why it does not. */
  state: AccountState
  sendError: string | null
  /** Whether it has a mailbox that is read by IMAP. */
  readsMailbox: boolean
  /** Why its mailbox is not read any more; null while it is, or there is none to read. */
  receiveError: string | null
  /** The provider whose OAuth signs in to the mailbox; null for a password. */
  signInProvider: 'microsoft' | 'google' | null
  /** That provider accepts its refresh token no more: somebody has to sign in again. */
  needsSignIn: boolean
  createdAt: Date
}

const COLUMNS =
  'id, channel, name, address, external_id, business_id, is_trusted, is_verified, state, send_error, reads_mailbox, receive_error, sign_in_provider, needs_sign_in, created_at'

/** Place for which an account's credentials are encrypted. */
export const placeOfCredentials = (shopId: string, id: string) => `channel_accounts/${shopId}/${id}`

export function listAccounts(shop: Queries): Promise<AccountRow[]> {
  return shop.query<AccountRow>(`select ${COLUMNS} from channel_accounts where shop_id = $1 order by created_at, id`)
}

export async function findAccount(
  shop: Queries,
  id: string,
  lock: '' | 'for update' = '',
): Promise<AccountRow | undefined> {
  const [row] = await shop.query<AccountRow>(
    `select ${COLUMNS} from channel_accounts where shop_id = $1 and id = $2 ${lock}`,
    [id],
  )
  return row
}

/** The store's mailbox that was connected first and works. */
export async function findMailbox(shop: Queries): Promise<AccountRow | undefined> {
  const [row] = await shop.query<AccountRow>(
    `select ${COLUMNS} from channel_accounts
     where shop_id = $1 and channel = 'email' and state = 'connected' order by created_at, id limit 1`,
  )
  return row
}

/** The account with a provider's id, removed ones too. */
export async function findAccountByExternalId(
  tx: Queries,
  channel: AccountChannel,
  externalId: string,
): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(
    `select ${COLUMNS} from channel_accounts where shop_id = $1 and channel = $2 and external_id = $3 for update`,
    [channel, externalId],
  )
  return row
}

/** Null for an account that was removed. */
export async function readCredentials(shop: Queries, id: string): Promise<Credentials | null> {
  const [row] = await shop.query<{ secret: string | null }>(
    'select secret from channel_accounts where shop_id = $1 and id = $2',
    [id],
  )
  return row?.secret ? openCredentials(shop, id, row.secret) : null
}

export function openCredentials({ shopId, secrets }: Queries, id: string, secret: string): Credentials {
  return JSON.parse(secrets.open(secret, placeOfCredentials(shopId, id))) as Credentials
}

/**
 * Stores an account, or connects one again that was known: same id, new credentials, no error. A mailbox that was read is
 * read from there; its reader starts again.
 */
export async function saveAccount(
  tx: Queries,
  account: Pick<
    AccountRow,
    | 'id'
    | 'channel'
    | 'name'
    | 'address'
    | 'externalId'
    | 'businessId'
    | 'isTrusted'
    | 'isVerified'
    | 'state'
    | 'sendError'
  >,
  credentials: Credentials,
  now: Date,
): Promise<AccountRow> {
  const { id, channel, name, address, externalId, businessId, isTrusted, isVerified, state, sendError } = account
  const secret = tx.secrets.seal(JSON.stringify(credentials), placeOfCredentials(tx.shopId, id))
  const [row] = await tx.query<AccountRow>(
    `insert into channel_accounts
       (shop_id, id, channel, name, address, external_id, is_trusted, secret, state, send_error, created_at, updated_at,
        reads_mailbox, progress, is_verified, business_id, sign_in_provider)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13::json, $14, $15, $16)
     on conflict (shop_id, id) do update set name = excluded.name, is_trusted = excluded.is_trusted, is_verified = excluded.is_verified,
       secret = excluded.secret, state = excluded.state, send_error = excluded.send_error, receive_error = null, slow_until = null,
       progress = coalesce(channel_accounts.progress, excluded.progress), reads_mailbox = excluded.reads_mailbox,
       lease_owner = null, leased_until = null, business_id = excluded.business_id,
       sign_in_provider = excluded.sign_in_provider, needs_sign_in = false, token_lease = null, token_leased_until = null,
       updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [
      id,
      channel,
      name,
      address,
      externalId,
      isTrusted,
      secret,
      state,
      sendError,
      now,
      credentials.imap !== undefined,
      credentials.imap ? { since: now.toISOString() } : null,
      isVerified,
      businessId,
      credentials.oauth?.provider ?? null,
    ],
  )
  return row as AccountRow
}

/** Takes an account's credentials away, for good. */
export async function disconnectAccount(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.query(
    `update channel_accounts set state = 'disconnected', secret = null, send_error = null, receive_error = null, progress = null,
       reads_mailbox = false, is_verified = false, proof = null, lease_owner = null, leased_until = null,
       sign_in_provider = null, needs_sign_in = false, token_lease = null, token_leased_until = null, updated_at = $3
     where shop_id = $1 and id = $2`,
    [id, now],
  )
}

/** The code that proves a mailbox's address, by its hash. */
export interface Proof {
  codeHash: string
  /** ISO 8601. */
  until: string
  /** How often a wrong code was entered. */
  tries: number
}

/** The code that a mailbox waits for, locked; null where there is none. */
export async function findProof(tx: Queries, id: string): Promise<Proof | null> {
  const [row] = await tx.query<{ proof: Proof | null }>(
    'select proof from channel_accounts where shop_id = $1 and id = $2 for update',
    [id],
  )
  return row?.proof ?? null
}

export async function saveProof(tx: Queries, id: string, proof: Proof): Promise<void> {
  await tx.query('update channel_accounts set proof = $3::json where shop_id = $1 and id = $2', [id, proof])
}

/** The address is the store's from now on. */
export async function setProven(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.query(
    'update channel_accounts set is_verified = true, proof = null, updated_at = $3 where shop_id = $1 and id = $2',
    [id, now],
  )
}

/** An account that cannot send any more, until somebody connects it again; false where that is known already. */
export async function breakAccount(shop: Queries, id: string, reason: string, now: Date): Promise<boolean> {
  const rows = await shop.query(
    `update channel_accounts set state = 'broken', send_error = $3, updated_at = $4
     where shop_id = $1 and id = $2 and state = 'connected' returning 1`,
    [id, reason, now],
  )
  return rows.length > 0
}

/** A mailbox that cannot be read any more; false where that is known already. */
export async function breakReceiving(shop: Queries, id: string, reason: string, now: Date): Promise<boolean> {
  const rows = await shop.query(
    `update channel_accounts set receive_error = $3, updated_at = $4
     where shop_id = $1 and id = $2 and reads_mailbox and receive_error is null returning 1`,
    [id, reason, now],
  )
  return rows.length > 0
}

/** A mailbox that can be read after all. */
export async function mendReceiving(shop: Queries, id: string, now: Date): Promise<void> {
  await shop.query(
    `update channel_accounts set receive_error = null, updated_at = $3
     where shop_id = $1 and id = $2 and receive_error is not null and not needs_sign_in`,
    [id, now],
  )
}

/** An account that sends after all. */
export async function mendAccount(shop: Queries, id: string, now: Date): Promise<void> {
  await shop.query(
    `update channel_accounts set state = 'connected', send_error = null, updated_at = $3
     where shop_id = $1 and id = $2 and state = 'broken' and not needs_sign_in`,
    [id, now],
  )
}

/** Nothing is sent through an account before a time. */
export async function slowAccount(shop: Queries, id: string, until: Date): Promise<void> {
  await shop.query('update channel_accounts set slow_until = $3 where shop_id = $1 and id = $2', [id, until])
}
