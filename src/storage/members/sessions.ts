import type { Queries } from '#database/database.ts'

export interface SessionRow {
  id: string
  memberId: string
  userAgent: string
  ipAddress: string
  createdAt: Date
  lastSeenAt: Date
}

/** Joins a session `s` to what a request with it is judged by: its member, the store, the member's second factor. */
export const JUDGED_BY = `join members m on m.shop_id = $1 and m.id = s.member_id
  join shops o on o.shop_id = $1
  left join second_factors f on f.shop_id = $1 and f.member_id = s.member_id`

/** The store asks for a second factor, and the member has none. */
const LACKS_SECOND_FACTOR = '(o.require_second_factor and f.confirmed_at is null)'

/** The session shows the store's data: its member is active, and has the second factor that the store asks for. */
export const SHOWS_DATA = `m.active and not ${LACKS_SECOND_FACTOR}`

const COLUMNS = 'id, member_id, user_agent, ip_address, created_at, last_seen_at'

export async function insertSession(tx: Queries, session: SessionRow & { tokenHash: string }): Promise<void> {
  await tx.query(
    `insert into sessions (shop_id, id, member_id, token_hash, user_agent, ip_address, created_at, last_seen_at, reauthenticated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
    [session.id, session.memberId, session.tokenHash, session.userAgent, session.ipAddress, session.createdAt],
  )
}

/** What a session lasts: since it was last seen, and since it was made. */
export interface SessionAges {
  seenAfter: Date
  madeAfter: Date
}

/** A session with what a request of its member is judged by. */
export interface FoundSession extends Pick<SessionRow, 'id' | 'memberId' | 'lastSeenAt'> {
  role: 'admin' | 'member'
  reauthenticatedAt: Date
  /** The store asks for a second factor, and the member has none. */
  lacksSecondFactor: boolean
}

/** A session of an active member that has not ended. */
export async function findSession(
  shop: Queries,
  tokenHash: string,
  { seenAfter, madeAfter }: SessionAges,
): Promise<FoundSession | undefined> {
  const [row] = await shop.query<FoundSession>(
    `select s.id, s.member_id, s.last_seen_at, s.reauthenticated_at, m.role,
       ${LACKS_SECOND_FACTOR} as lacks_second_factor
     from sessions s ${JUDGED_BY}
     where s.shop_id = $1 and s.token_hash = $2 and s.last_seen_at > $3 and s.created_at > $4 and m.active`,
    [tokenHash, seenAfter, madeAfter],
  )
  return row
}

/** Returns the sessions that have not ended and show the store's data. */
export async function findLastingSessions(
  shop: Queries,
  ids: readonly string[],
  { seenAfter, madeAfter }: SessionAges,
): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `select s.id from sessions s ${JUDGED_BY}
     where s.shop_id = $1 and s.id = any ($2) and s.last_seen_at > $3 and s.created_at > $4 and ${SHOWS_DATA}`,
    [ids, seenAfter, madeAfter],
  )
  return rows.map(({ id }) => id)
}

export async function touchSession(shop: Queries, id: string, now: Date): Promise<void> {
  await shop.query('update sessions set last_seen_at = $3 where shop_id = $1 and id = $2', [id, now])
}

/** The member has just proven to know the password. */
export async function proveSession(shop: Queries, id: string, now: Date): Promise<void> {
  await shop.query('update sessions set reauthenticated_at = $3 where shop_id = $1 and id = $2', [id, now])
}

/** A member's sessions that have not ended, the one used last first. */
export function listSessions(shop: Queries, memberId: string, { seenAfter, madeAfter }: SessionAges) {
  return shop.query<SessionRow>(
    `select ${COLUMNS} from sessions
     where shop_id = $1 and member_id = $2 and last_seen_at > $3 and created_at > $4
     order by last_seen_at desc, id desc limit 100`,
    [memberId, seenAfter, madeAfter],
  )
}

/** Whether the member had such a session. */
export async function deleteSession(shop: Queries, memberId: string, id: string): Promise<boolean> {
  shop.signal({ kind: 'member', id: memberId })
  const rows = await shop.query('delete from sessions where shop_id = $1 and id = $3 and member_id = $2 returning id', [
    memberId,
    id,
  ])
  return rows.length > 0
}

/** Ends all of a member's sessions, but for one. */
export async function deleteSessions(shop: Queries, memberId: string, except: string | null): Promise<void> {
  shop.signal({ kind: 'member', id: memberId })
  await shop.query('delete from sessions where shop_id = $1 and member_id = $2 and id is distinct from $3::text', [
    memberId,
    except,
  ])
}

/** Drops what has ended by itself. */
export async function deleteEndedSessions(shop: Queries, { seenAfter, madeAfter }: SessionAges): Promise<void> {
  await shop.query('delete from sessions where shop_id = $1 and (last_seen_at <= $2 or created_at <= $3)', [
    seenAfter,
    madeAfter,
  ])
}
