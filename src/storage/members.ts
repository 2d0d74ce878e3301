import { insertRows } from './bulk.ts'
import type { Queries } from './database.ts'

export interface MemberRow {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  fullName: string
  avatarUrl: string
  role: 'admin' | 'member'
  active: boolean
  enableAwayMode: boolean | null
  createdAt: Date
}

const COLUMNS = 'id, email, first_name, last_name, full_name, avatar_url, role, active, enable_away_mode, created_at'

export function listMembers(shop: Queries): Promise<MemberRow[]> {
  return shop.query<MemberRow>(`select ${COLUMNS} from members where shop_id = $1 order by created_at, id`)
}

export async function findMember(shop: Queries, id: string): Promise<MemberRow | undefined> {
  const [row] = await shop.query<MemberRow>(`select ${COLUMNS} from members where shop_id = $1 and id = $2`, [id])
  return row
}

/** A member to be stored; a null password keeps the one they have. */
export type NewMember = MemberRow & { emailKey: string; passwordHash: string | null }

/** Inserts members, or replaces those with the same ids whole. */
export async function saveMembers(tx: Queries, members: NewMember[]): Promise<void> {
  await insertRows(
    tx,
    'members',
    {
      id: 'text',
      email: 'text',
      email_key: 'text',
      first_name: 'text',
      last_name: 'text',
      full_name: 'text',
      avatar_url: 'text',
      role: 'text',
      active: 'boolean',
      enable_away_mode: 'boolean',
      password_hash: 'text',
      created_at: 'timestamptz',
    },
    members,
    'replace',
  )
}

/** The id of the member with this address, if any. */
export async function findMemberByEmail(shop: Queries, emailKey: string): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>('select id from members where shop_id = $1 and email_key = $2', [
    emailKey,
  ])
  return row?.id
}
