import type { Queries } from '#database/database.ts'

export interface MemberLinkRow {
  id: string
  kind: 'invitation' | 'password'
  email: string
  emailKey: string
  role: 'admin' | 'member'
  memberId: string | null
  createdBy: string
  createdAt: Date
  expiresAt: Date
}

const COLUMNS = 'id, kind, email, email_key, role, member_id, created_by, created_at, expires_at'

/** A new link takes the place of an older one of its kind for the same address. */
export async function insertMemberLink(tx: Queries, link: MemberLinkRow & { tokenHash: string }): Promise<void> {
  await tx.query('delete from member_links where shop_id = $1 and email_key = $2 and kind = $3', [
    link.emailKey,
    link.kind,
  ])
  await tx.query(
    `insert into member_links (shop_id, id, kind, token_hash, email, email_key, role, member_id, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      link.id,
      link.kind,
      link.tokenHash,
      link.email,
      link.emailKey,
      link.role,
      link.memberId,
      link.createdBy,
      link.createdAt,
      link.expiresAt,
    ],
  )
}

export async function findMemberLink(shop: Queries, tokenHash: string, now: Date): Promise<MemberLinkRow | undefined> {
  const [row] = await shop.query<MemberLinkRow>(
    `select ${COLUMNS} from member_links where shop_id = $1 and token_hash = $2 and expires_at > $3`,
    [tokenHash, now],
  )
  return row
}

/** Uses a link up; nothing when somebody else was quicker. */
export async function takeMemberLink(tx: Queries, tokenHash: string, now: Date): Promise<MemberLinkRow | undefined> {
  const [row] = await tx.query<MemberLinkRow>(
    `delete from member_links where shop_id = $1 and token_hash = $2 and expires_at > $3 returning ${COLUMNS}`,
    [tokenHash, now],
  )
  return row
}

/** Invitations nobody has taken yet. */
export function listInvitations(shop: Queries, now: Date): Promise<MemberLinkRow[]> {
  return shop.query<MemberLinkRow>(
    `select ${COLUMNS} from member_links where shop_id = $1 and kind = 'invitation' and expires_at > $2
     order by created_at, id limit 500`,
    [now],
  )
}

export async function deleteInvitation(shop: Queries, id: string): Promise<MemberLinkRow | undefined> {
  const [row] = await shop.query<MemberLinkRow>(
    `delete from member_links where shop_id = $1 and id = $2 and kind = 'invitation' returning ${COLUMNS}`,
    [id],
  )
  return row
}
