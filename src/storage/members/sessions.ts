import type { Queries, SystemQueries } from '#database/database.ts'
import { ACCESS_COLUMNS, type AccessColumns } from '#storage/conversation-access.ts'

/** How a member signed in: 'link' is an invitation or a new password, 'recovery' the operator's link. */
export type SignedInBy = 'password' | 'link' | 'recovery' | 'single_sign_on' | 'passkey'

/** What a session keeps of a single sign-on: the account, the issuer's session, and the token that ends it there. */
export interface IssuerSession {
  issuer: string
  subject: string
  issuerSession: string | null
  idToken: string
}

export interface SessionRow {
  id: string
  memberId: string
  userAgent: string
  ipAddress: string
  signedInBy: SignedInBy
  createdAt: Date
  lastSeenAt: Date
}

/** Joins a session `s` to what a request with it is judged by: its member, the store, the member's second factor. */
export const JUDGED_BY = `join members m on m.shop_id = $1 and m.id = s.member_id
  join shops o on o.shop_id = $1
  left join second_factors f on f.shop_id = $1 and f.member_id = s.member_id
  left join single_sign_on g on g.shop_id = $1`

/** The store asks for a second factor, and the member has none: no app, no passkey. Issuers ask for theirs. */
const LACKS_SECOND_FACTOR = `(o.require_second_factor and f.confirmed_at is null and s.signed_in_by <> 'single_sign_on'
  and not exists (select 1 from passkeys k where k.shop_id = $1 and k.member_id = s.member_id))`

/**
 * The session counts: its member is active, and it began in a way that the store allows. The operator's recovery always
 * does; where single sign-on is the only way, a store's own issuer is the only one (spec C17.7).
 */
const COUNTS = `m.active and (g.is_only is not true or s.signed_in_by = 'recovery'
  or (s.signed_in_by = 'single_sign_on' and (g.issuer is null or g.issuer = s.issuer)))`

/** The session shows the store's data: it counts, and its member has the second factor that the store asks for. */
export const SHOWS_DATA = `${COUNTS} and not ${LACKS_SECOND_FACTOR}`

const COLUMNS = 'id, member_id, user_agent, ip_address, signed_in_by, created_at, last_seen_at'

/** A session to be stored. `provenAt`: when the member last proved who they are. */
export interface NewSession extends Omit<SessionRow, 'lastSeenAt'> {
  tokenHash: string
  provenAt: Date
  atIssuer: IssuerSession | null
}

/** Place for which the token of an issuer is encrypted. */
export const placeOfIdToken = (shopId: string, id: string) => `sessions/${shopId}/${id}`

export async function insertSession(tx: Queries, session: NewSession): Promise<void> {
  const { atIssuer } = session
  await tx.query(
    `insert into sessions (shop_id, id, member_id, token_hash, user_agent, ip_address, created_at, last_seen_at,
       reauthenticated_at, signed_in_by, issuer, subject, issuer_session, id_token)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13)`,
    [
      session.id,
      session.memberId,
      session.tokenHash,
      session.userAgent,
      session.ipAddress,
      session.createdAt,
      session.provenAt,
      session.signedInBy,
      atIssuer?.issuer ?? null,
      atIssuer?.subject ?? null,
      atIssuer?.issuerSession ?? null,
      atIssuer && tx.secrets.seal(atIssuer.idToken, placeOfIdToken(tx.shopId, session.id)),
    ],
  )
}

/** The issuer that a session was begun at, and the token that ends it there; undefined for any other session. */
export async function findIssuerOfSession(
  shop: Queries,
  id: string,
): Promise<{ issuer: string; idToken: string } | undefined> {
  const [row] = await shop.query<{ issuer: string; idToken: string }>(
    'select issuer, id_token from sessions where shop_id = $1 and id = $2 and id_token is not null',
    [id],
  )
  return row && { ...row, idToken: shop.secrets.open(row.idToken, placeOfIdToken(shop.shopId, id)) }
}

/** Sessions, in all stores, of an account at an issuer, or of one session there. */
export function findSessionsAtIssuer(
  system: SystemQueries,
  { issuer, subject, session }: { issuer: string; subject: string | null; session: string | null },
): Promise<{ shopId: string; memberId: string; id: string }[]> {
  return system.query<{ shopId: string; memberId: string; id: string }>(
    `select shop_id, member_id, id from sessions
     where issuer = $1 and ($2::text is null or subject = $2) and ($3::text is null or issuer_session = $3) limit 10000`,
    [issuer, subject, session],
  )
}

/** How long a session lasts: since it was last seen, and since it was made; and the time now, for a store's own limits. */
export interface SessionAges {
  seenAfter: Date
  madeAfter: Date
  now: Date
}

/**
 * The session `s` of the store `o` has not ended by itself. `first` is the number of the parameter that is `seenAfter`; `madeAfter` and
 * `now` follow it.
 */
export const lasts = (first: number) => {
  const [seenAfter, madeAfter, now] = [first, first + 1, first + 2].map((number) => `$${number}::timestamptz`)
  return `s.last_seen_at > ${seenAfter} and s.created_at > ${madeAfter}
    and (o.session_idle_minutes is null or s.last_seen_at > ${now} - make_interval(mins => o.session_idle_minutes))
    and (o.session_max_hours is null or s.created_at > ${now} - make_interval(hours => o.session_max_hours))`
}

/** A session with what a request of its member is judged by. */
export interface FoundSession extends Pick<SessionRow, 'id' | 'memberId' | 'lastSeenAt' | 'signedInBy'>, AccessColumns {
  role: 'admin' | 'member'
  reauthenticatedAt: Date
  /** The store asks for a second factor, and the member has none. */
  lacksSecondFactor: boolean
  /** The store's sessions end unused after minutes, not days: their use is noted more exactly. */
  endsSoon: boolean
}

/** A session of an active member that has not ended. */
export async function findSession(
  shop: Queries,
  tokenHash: string,
  { seenAfter, madeAfter, now }: SessionAges,
): Promise<FoundSession | undefined> {
  const [row] = await shop.query<FoundSession>(
    `select s.id, s.member_id, s.last_seen_at, s.signed_in_by, s.reauthenticated_at, m.role,
       ${LACKS_SECOND_FACTOR} as lacks_second_factor, o.session_idle_minutes is not null as ends_soon,
       ${ACCESS_COLUMNS}
     from sessions s ${JUDGED_BY}
     where s.shop_id = $1 and s.token_hash = $2 and ${lasts(3)} and ${COUNTS}`,
    [tokenHash, seenAfter, madeAfter, now],
  )
  return row
}

/** Returns the sessions that have not ended and show the store's data. */
export async function findLastingSessions(
  shop: Queries,
  ids: readonly string[],
  { seenAfter, madeAfter, now }: SessionAges,
): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `select s.id from sessions s ${JUDGED_BY}
     where s.shop_id = $1 and s.id = any ($2) and ${lasts(3)} and ${SHOWS_DATA}`,
    [ids, seenAfter, madeAfter, now],
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
export function listSessions(shop: Queries, memberId: string, { seenAfter, madeAfter, now }: SessionAges) {
  return shop.query<SessionRow>(
    `select ${COLUMNS.replaceAll(/(\w+)/g, 's.$1')} from sessions s join shops o on o.shop_id = $1
     where s.shop_id = $1 and s.member_id = $2 and ${lasts(3)}
     order by s.last_seen_at desc, s.id desc limit 100`,
    [memberId, seenAfter, madeAfter, now],
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

/** Ends all of a member's sessions, but for one; returns how many those were. */
export async function deleteSessions(shop: Queries, memberId: string, except: string | null): Promise<number> {
  shop.signal({ kind: 'member', id: memberId })
  const rows = await shop.query(
    'delete from sessions where shop_id = $1 and member_id = $2 and id is distinct from $3::text returning 1',
    [memberId, except],
  )
  return rows.length
}

/** Drops what has ended by itself. */
export async function deleteEndedSessions(shop: Queries, { seenAfter, madeAfter }: SessionAges): Promise<void> {
  await shop.query('delete from sessions where shop_id = $1 and (last_seen_at <= $2 or created_at <= $3)', [
    seenAfter,
    madeAfter,
  ])
}
