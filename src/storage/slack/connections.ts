import type { Queries } from '#database/database.ts'

/** The channel in Slack that a store has connected (migrations/0079). */
export interface SlackConnection {
  teamId: string
  teamName: string
  channelId: string
  /** The bot's token. */
  token: string
  /** What the app's events are signed with. */
  signingSecret: string
  state: 'connected' | 'broken'
  lastError: string | null
  connectedAt: Date
}

type Secrets = Pick<SlackConnection, 'token' | 'signingSecret'>

/** Place of a connection's secrets in the encryption. */
export const placeOfSlackSecret = (shopId: string) => `slack_connections/${shopId}`

export async function findSlackConnection(shop: Queries): Promise<SlackConnection | undefined> {
  const [row] = await shop.query<Omit<SlackConnection, keyof Secrets> & { secret: string }>(
    `select team_id, team_name, channel_id, secret, state, last_error, connected_at
     from slack_connections where shop_id = $1`,
  )
  if (!row) return undefined
  const { secret, ...connection } = row
  return { ...connection, ...(JSON.parse(shop.secrets.open(secret, placeOfSlackSecret(shop.shopId))) as Secrets) }
}

/** Whether the store has a connection that works. */
export async function hasSlackConnection(shop: Queries): Promise<boolean> {
  const sql = "select 1 as one from slack_connections where shop_id = $1 and state = 'connected'"
  return (await shop.query(sql)).length > 0
}

/** Connects a channel, instead of the one before. */
export async function saveSlackConnection(
  tx: Queries,
  { teamId, teamName, channelId, connectedAt, token, signingSecret }: Omit<SlackConnection, 'state' | 'lastError'>,
): Promise<void> {
  const secret = tx.secrets.seal(JSON.stringify({ token, signingSecret }), placeOfSlackSecret(tx.shopId))
  await tx.query(
    `insert into slack_connections (shop_id, team_id, team_name, channel_id, secret, connected_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (shop_id) do update set team_id = excluded.team_id, team_name = excluded.team_name,
       channel_id = excluded.channel_id, secret = excluded.secret, connected_at = excluded.connected_at,
       state = 'connected', last_error = null`,
    [teamId, teamName, channelId, secret, connectedAt],
  )
}

/** Notes that Slack no longer takes the connection, unless it has been connected again since. */
export async function breakSlackConnection(
  tx: Queries,
  { connectedAt }: SlackConnection,
  error: string,
): Promise<void> {
  await tx.query(
    `update slack_connections set state = 'broken', last_error = $3 where shop_id = $1 and connected_at = $2`,
    [connectedAt, error],
  )
}

/** Deletes the connection with what waits for it. Returns whether there was one. */
export async function deleteSlackConnection(tx: Queries): Promise<boolean> {
  await tx.query('delete from slack_jobs where shop_id = $1')
  await tx.query('delete from slack_threads where shop_id = $1')
  return (await tx.query('delete from slack_connections where shop_id = $1 returning shop_id')).length > 0
}
